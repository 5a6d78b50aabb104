import type { Context } from 'hono'
import type { SigningIn, SignInOutcome } from '../../../shared/db/sign_in/store.ts'
import { sha256 } from '../../../shared/credentials/sha256.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { describeError } from '../../../shared/http/app.ts'
import {
  browserOf,
  forgetSession,
  keepDevice,
  requireOwnForm,
  startSession,
} from '../../../shared/http/auth/browser.ts'
import type { Browser } from '../../../shared/http/auth/browser.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../pages/page.ts'
import { relyingPartyOf } from '../passkeys/relying_party.ts'
import { signInPage } from '../pages/sign_in.ts'
import type { SignInPage } from '../pages/sign_in.ts'
import { destinationOf, pathAfter, withDestination } from './destination.ts'
import type { Destination } from './destination.ts'
import { originOf } from './origin.ts'
import { offersSignUp } from './sign_up.ts'

/** The longest address of RFC 5321, section 4.5.3.1. Longer input is cut, which matches no account. */
const emailLengthMax = 320

export function showSignIn(app: AppContext): Handler {
  return async (context) => {
    const destination = destinationOf(new URL(context.req.url).searchParams)
    return await render(app, context, browserOf(app, context), destination, { done: context.req.query('done') })
  }
}

/** Checks the password. The session cookie then holds a session, or a sign-in that waits for the second factor. */
export function signIn(app: AppContext): Handler {
  return async (context) => {
    const form = await readForm(context)
    const browser = browserOf(app, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    const destination = destinationOf(form)
    const email = (form.get('email') ?? '').trim().toLowerCase().slice(0, emailLengthMax)
    const password = form.get('password') ?? ''
    const { from, secret } = originOf(app, context)
    let outcome: SignInOutcome = 'wrong'
    try {
      await startSession(app, context, async (sessionHash) => {
        outcome = await checkPassword(app, email, password, sessionHash, from)
        return outcome !== 'wrong'
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error
      return await render(app, context, browser, destination, { email, refusal: error })
    }
    return await respond(outcome)

    async function respond(result: SignInOutcome): Promise<Response> {
      if (result === 'wrong') return await render(app, context, browser, destination, { email, isWrong: true })
      if (result === 'second_factor') return context.redirect(withDestination('/oauth/second-factor', destination), 303)
      keepDevice(app, context, secret)
      return context.redirect(pathAfter(destination), 303)
    }
  }
}

export function signOut(app: AppContext): Handler {
  return async (context) => {
    const form = await readForm(context)
    const browser = browserOf(app, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    await app.signInStore.signOut(browser.sessionHash)
    forgetSession(app, context)
    return context.redirect(withDestination('/oauth/sign-in', destinationOf(form)), 303)
  }
}

async function checkPassword(
  { signInStore: store, hostedSignIn }: AppContext,
  email: string,
  password: string,
  sessionHash: Uint8Array,
  from: SigningIn,
): Promise<SignInOutcome> {
  if (!hostedSignIn) return await store.signIn(email, password, sessionHash, from)
  await store.admitPassword(email, from)
  const hostedSessionId = await hostedSignIn(email, password)
  if (hostedSessionId) return await store.enterHostedSession(hostedSessionId, sessionHash, from)
  await store.failPassword(email, from)
  return 'wrong'
}

type Attempt = Pick<SignInPage, 'email' | 'isWrong' | 'done'> & { refusal?: ApiError }

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  browser: Browser,
  destination: Destination,
  { refusal, ...attempt }: Attempt,
): Promise<Response> {
  const { formToken } = browser
  const { request } = destination
  const client = request
    ? await app.store.showRequest(sha256(request), browser, callerIp(context, app.trustedProxyHops))
    : null
  if (refusal) describeError(context, refusal, app.publicBaseUrl)
  const body = signInPage({
    ...attempt,
    destination,
    client,
    formToken,
    hasPassword: !app.hostedSignIn,
    offersSignUp: offersSignUp(app),
    offersPasskeys: relyingPartyOf(app.publicBaseUrl) !== null,
    refusal: refusal?.message,
  })
  const status = refusal ? refusal.status : attempt.isWrong ? 401 : 200
  return await sendPage(context, { title: 'Sign in', body, status })
}
