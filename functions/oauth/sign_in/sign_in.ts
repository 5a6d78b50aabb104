import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { sha256 } from '../../../shared/credentials/sha256.ts'
import {
  browserOf,
  deviceSecret,
  forgetSession,
  keepDevice,
  requireOwnForm,
  startSession,
} from '../../../shared/http/auth/browser.ts'
import type { SigningIn } from '../../../shared/db/sign_in/store.ts'
import type { Browser } from '../../../shared/http/auth/browser.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { AppContext } from '../app_context.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import { sendPage } from '../pages/page.ts'
import { deviceOf } from './device.ts'
import { signInPage } from '../pages/sign_in.ts'

/** The longest address of RFC 5321, section 4.5.3.1. Longer input is cut, which matches no account. */
const emailLengthMax = 320

export function showSignIn(app: AppContext): Handler {
  return async (context) => {
    const handle = context.req.query('request') ?? null
    const to = consolePath(context.req.query('to'))
    return await render(app, context, browserOf(app, context), { handle, to })
  }
}

export function signIn(app: AppContext): Handler {
  return async (context) => {
    const form = await readForm(context)
    const browser = browserOf(app, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    const handle = form.get('request')
    const to = consolePath(form.get('to'))
    const email = (form.get('email') ?? '').trim().toLowerCase().slice(0, emailLengthMax)
    const password = form.get('password') ?? ''
    const device = deviceSecret(app, context)
    const from = {
      clientIp: callerIp(context, app.trustedProxyHops),
      deviceHash: sha256(device),
      device: deviceOf(context.req.header('User-Agent')),
    }
    const isSignedIn = await startSession(app, context, (sessionHash) =>
      checkPassword(app, email, password, sessionHash, from),
    )
    if (isSignedIn) {
      keepDevice(app, context, device)
      return context.redirect(
        handle ? `/oauth/consent?request=${encodeURIComponent(handle)}` : (to ?? '/oauth/connections'),
        303,
      )
    }
    return await render(app, context, browser, { handle, to, email, isWrong: true })
  }
}

export function signOut(app: AppContext): Handler {
  return async (context) => {
    const form = await readForm(context)
    const browser = browserOf(app, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    await app.signInStore.signOut(browser.sessionHash)
    forgetSession(app, context)
    const destination = { request: form.get('request'), to: consolePath(form.get('to')) }
    const query = new URLSearchParams(
      Object.entries(destination).filter((entry): entry is [string, string] => !!entry[1]),
    )
    return context.redirect(`/oauth/sign-in${query.size > 0 ? `?${query}` : ''}`, 303)
  }
}

async function checkPassword(
  { signInStore: store, hostedSignIn }: AppContext,
  email: string,
  password: string,
  sessionHash: Uint8Array,
  from: SigningIn,
): Promise<boolean> {
  if (!hostedSignIn) return await store.signIn(email, password, sessionHash, from)
  await store.admitPassword(email, from)
  const hostedSessionId = await hostedSignIn(email, password)
  if (hostedSessionId) return await store.enterHostedSession(hostedSessionId, sessionHash, from)
  await store.failPassword(email, from)
  return false
}

/** Returns the path of a console page to return to after sign-in, or null. Other paths and other sites are rejected. */
function consolePath(text: string | null | undefined): string | null {
  return text && /^\/console(\/[\w-]+)*(\?[\w\-.~%&=+]*)?$/.test(text) ? text : null
}

interface Attempt {
  handle: string | null
  to: string | null
  email?: string
  isWrong?: boolean
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  browser: Browser,
  attempt: Attempt,
): Promise<Response> {
  const { formToken } = browser
  const client = attempt.handle ? await app.store.showRequest(sha256(attempt.handle), browser) : null
  const body = signInPage({ ...attempt, client, formToken })
  return sendPage(context, { title: 'Sign in', body, status: attempt.isWrong ? 401 : 200 })
}
