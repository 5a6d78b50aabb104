import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { browserOf, keepDevice, requireOwnForm } from '../../../shared/http/auth/browser.ts'
import type { Browser } from '../../../shared/http/auth/browser.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../pages/page.ts'
import { securityPage } from '../pages/security.ts'
import type { SecurityPage } from '../pages/security.ts'
import { relyingPartyOf } from '../passkeys/relying_party.ts'
import { originOf } from '../sign_in/origin.ts'

/** The account page of the signed-in person. */
export function showSecurity(app: AppContext): Handler {
  return async (context) => {
    const browser = browserOf(app, context)
    return await forPerson(context, () => render(app, context, browser, { done: context.req.query('done') }))
  }
}

export function endSession(app: AppContext): Handler {
  return ownForm(app, async (context, { browser, form, clientIp }) => {
    await app.securityStore.endSession(browser.sessionHash, form.get('session_id') ?? '', clientIp)
    return context.redirect('/oauth/security?done=session', 303)
  })
}

export function endOtherSessions(app: AppContext): Handler {
  return ownForm(app, async (context, { browser, clientIp }) => {
    await app.securityStore.endOtherSessions(browser.sessionHash, clientIp)
    return context.redirect('/oauth/security?done=sessions', 303)
  })
}

export function changeName(app: AppContext): Handler {
  return ownForm(app, async (context, { browser, form, clientIp }) => {
    if (app.hostedSignIn) throw new ApiError('not_found', 'Names are managed by the hosting platform.')
    const name = form.get('name') ?? ''
    try {
      await app.securityStore.changeName(browser.sessionHash, name, clientIp)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error
      return await render(app, context, browser, {
        wrongName: { name, refusal: 'Your name must have 1 to 100 characters.' },
      })
    }
    return context.redirect('/oauth/security?done=name', 303)
  })
}

/** Deletes the signed-in person, and leads to the sign-in. */
export function deletePerson(app: AppContext): Handler {
  return ownForm(app, async (context, { browser, form, clientIp }) => {
    if (app.hostedSignIn) throw new ApiError('not_found', 'Accounts are managed by the hosting platform.')
    const email = form.get('email') ?? ''
    try {
      await app.securityStore.deletePerson(browser.sessionHash, email, clientIp)
    } catch (error) {
      const isShown = error instanceof ApiError && ['invalid_request', 'invalid_transition'].includes(error.code)
      if (!isShown) throw error
      const refusal = error.reason === 'must_be_your_address' ? notYourAddress : error.message
      return await render(app, context, browser, { wrongDeletion: { email, refusal } })
    }
    return context.redirect('/oauth/sign-in', 303)
  })
}

const notYourAddress = 'This is not the address that you sign in with. Nothing was deleted.'

export function changePassword(app: AppContext): Handler {
  return ownForm(app, async (context, { browser, form }) => {
    if (app.hostedSignIn) throw new ApiError('not_found', 'Passwords are managed by the hosting platform.')
    const { from, secret } = originOf(app, context)
    const [password, newPassword] = ['password', 'new_password'].map((name) => form.get(name) ?? '')
    let refusal = 'The present password is incorrect.'
    try {
      if (await app.signInStore.changePassword(browser.sessionHash, password ?? '', newPassword ?? '', from)) {
        keepDevice(app, context, secret)
        return context.redirect('/oauth/security?done=password', 303)
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error
      refusal = error.message
    }
    return await render(app, context, browser, { refusal })
  })
}

interface Submitted {
  browser: Browser
  form: URLSearchParams
  clientIp: string
}

/** Runs the work for a form of this page. Without a session, redirects to the sign-in. */
export function ownForm(
  app: AppContext,
  work: (context: Context<AppEnv>, submitted: Submitted) => Promise<Response>,
): Handler {
  return async (context) => {
    const form = await readForm(context)
    const browser = browserOf(app, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    const clientIp = callerIp(context, app.trustedProxyHops)
    return await forPerson(context, () => work(context, { browser, form, clientIp }))
  }
}

async function forPerson(context: Context<AppEnv>, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthorized')
      return context.redirect('/oauth/sign-in?to=/oauth/security', 303)
    throw error
  }
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  { sessionHash, formToken }: Browser,
  outcome: Pick<SecurityPage, 'done' | 'refusal' | 'wrongName' | 'wrongDeletion'>,
): Promise<Response> {
  const security = await app.securityStore.show(sessionHash)
  const offersPasskeys = relyingPartyOf(app.publicBaseUrl) !== null
  const body = securityPage({
    security,
    formToken,
    hasPassword: !app.hostedSignIn,
    offersPasskeys,
    offersApps: app.totpKey !== undefined,
    ...outcome,
  })
  return await sendPage(context, {
    title: 'Your account',
    body,
    status: outcome.refusal || outcome.wrongName || outcome.wrongDeletion ? 400 : 200,
  })
}
