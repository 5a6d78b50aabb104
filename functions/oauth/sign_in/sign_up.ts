import type { Context } from 'hono'
import { sha256 } from '../../../shared/credentials/sha256.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { describeError } from '../../../shared/http/app.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { browserOf, keepDevice, requireOwnForm, startSession } from '../../../shared/http/auth/browser.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { AppContext } from '../app_context.ts'
import { mailRequestedPage } from '../pages/mail_links.ts'
import { sendPage } from '../pages/page.ts'
import { newAccountPage, signUpPage } from '../pages/sign_up.ts'
import type { Entered } from '../pages/sign_up.ts'
import { destinationOf } from './destination.ts'
import { originOf } from './origin.ts'

const title = 'Create an account'

/** Returns whether a visitor can create an account on a page. A hosted platform has its own accounts. */
export function offersSignUp({ signUp, hostedSignIn }: AppContext): boolean {
  return (signUp === 'open' || signUp === 'invited') && !hostedSignIn
}

/** The form that asks for the address of a new account. */
export function showSignUp(app: AppContext): Handler {
  return async (context) => {
    requireSignUp(app)
    return await sendPage(context, { title, body: signUpPage({ formToken: browserOf(app, context).formToken }) })
  }
}

/** Requests the mail with the link. The response is the same for known and unknown addresses. */
export function requestSignUp(app: AppContext): Handler {
  return async (context) => {
    requireSignUp(app)
    const form = await readForm(context)
    const browser = browserOf(app, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    const email = (form.get('email') ?? '').trim().slice(0, 320)
    try {
      await app.signInStore.requestSignUp(email, app.signUp === 'open', callerIp(context, app.trustedProxyHops))
    } catch (thrown) {
      const error = refusalOf(thrown)
      describeError(context, error, app.publicBaseUrl)
      const refusal = 'Enter an e-mail address such as ada@example.com.'
      return await sendPage(context, {
        title,
        body: signUpPage({ formToken: browser.formToken, email, refusal }),
        status: error.status,
      })
    }
    const sent =
      app.signUp === 'open'
        ? 'A mail is sent to this address. Open the link in it to create your account.'
        : 'If this address has an invitation, a mail is sent to it. Open the link in it to create your account.'
    return await sendPage(context, { title, body: mailRequestedPage(app.mails ?? 'unknown', sent) })
  }
}

/** The page of a link: name and password. Only its button uses the link, because programs that scan mails open every link. */
export function showSignUpLink(app: AppContext): Handler {
  return async (context) => {
    requireSignUp(app)
    const { to } = destinationOf(new URL(context.req.url).searchParams)
    try {
      return await renderAccount(app, context, { token: context.req.query('token') ?? '', to })
    } catch (error) {
      // The link of an invitation also leads to its page when the account exists.
      if (to === null || !(error instanceof ApiError) || error.code !== 'not_found') throw error
      return context.redirect(to, 303)
    }
  }
}

/** Creates the account, and signs in. */
export function createAccount(app: AppContext): Handler {
  return async (context) => {
    requireSignUp(app)
    const form = await readForm(context)
    requireOwnForm(browserOf(app, context), context, form.get('form_token') ?? '')
    const [token, name, password] = ['token', 'name', 'new_password'].map((field) => form.get(field) ?? '') as [
      string,
      string,
      string,
    ]
    const { to } = destinationOf(form)
    const { from, secret } = originOf(app, context)
    try {
      await startSession(app, context, async (sessionHash) => {
        await app.signInStore.signUp(sha256(token), { name, password }, sessionHash, from)
        return true
      })
    } catch (thrown) {
      return await renderAccount(app, context, { token, to, name, refusal: refusalOf(thrown) })
    }
    keepDevice(app, context, secret)
    return context.redirect(to ?? '/console', 303)
  }
}

async function renderAccount(
  app: AppContext,
  context: Context<AppEnv>,
  { token, to, name = '', refusal }: { token: string; to: string | null; name?: string; refusal?: ApiError },
): Promise<Response> {
  const email = await app.signInStore.showSignUp(sha256(token))
  const { formToken } = browserOf(app, context)
  if (refusal) describeError(context, refusal, app.publicBaseUrl)
  const entered: Entered = { email, name, token, to, formToken, refusal: refusal?.message }
  return await sendPage(context, { title, body: newAccountPage(entered), status: refusal?.status ?? 200 })
}

/** Returns the error of an input, which the page shows. Throws every other error. */
function refusalOf(thrown: unknown): ApiError {
  if (thrown instanceof ApiError && thrown.code === 'invalid_request') return thrown
  throw thrown
}

function requireSignUp(app: AppContext): void {
  if (offersSignUp(app)) return
  throw new ApiError('not_found', 'The operator of this installation creates the accounts. Ask for one.')
}
