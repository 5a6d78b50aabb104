import type { Context } from 'hono'
import { fromBase64 } from '../../../shared/credentials/tokens.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { refuse } from '../../../shared/errors/refusal.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { browserOf, keepDevice, requireOwnForm, startSession } from '../../../shared/http/auth/browser.ts'
import type { Browser } from '../../../shared/http/auth/browser.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../pages/page.ts'
import { passkeySignInPage } from '../pages/passkeys.ts'
import { destinationOf, pathAfter } from '../sign_in/destination.ts'
import type { Destination } from '../sign_in/destination.ts'
import { originOf } from '../sign_in/origin.ts'
import { requireRelyingParty, timeout } from './relying_party.ts'
import { bytesOf, readAssertion, verifyAssertion } from './verify.ts'

/** The page that asks for a passkey: without a password, or as the second factor after it. */
export function showPasskeySignIn(app: AppContext): Handler {
  return async (context) => {
    const form = await readForm(context)
    const browser = browserOf(app, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    return await render(app, context, browser, destinationOf(form))
  }
}

/** Opens a session, which needs no other factor, because the authenticator has verified the person. */
export function signInWithPasskey(app: AppContext): Handler {
  return async (context) => {
    const form = await readForm(context)
    const browser = browserOf(app, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    const destination = destinationOf(form)
    const { from, secret } = originOf(app, context)
    try {
      const response = await verified(app, browser, form.get('credential') ?? '')
      const isSignedIn = await startSession(app, context, (sessionHash) =>
        app.passkeyStore.signIn(browser.browserHash, bytesOf(response), browser.sessionHash, sessionHash, from),
      )
      if (!isSignedIn) throw await notAccepted()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error
      return await render(app, context, browser, destination, error.message)
    }
    keepDevice(app, context, secret)
    return context.redirect(pathAfter(destination), 303)
  }
}

/** Returns the response if it is valid. Otherwise it ends the challenge and throws invalid_request. */
async function verified(app: AppContext, browser: Browser, text: string) {
  const relyingParty = requireRelyingParty(app)
  const response = readAssertion(text)
  try {
    if (!response) throw await notAccepted()
    const { challenge, public_key, counter } = await app.passkeyStore.find(browser.browserHash, fromBase64(response.id))
    const publicKey = Uint8Array.from(public_key.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
    if (!(await verifyAssertion(response, { challenge, publicKey, counter }, relyingParty))) throw await notAccepted()
    return response
  } catch (error) {
    await app.passkeyStore.dropChallenge(browser.browserHash)
    throw error
  }
}

function notAccepted(): Promise<ApiError> {
  return refuse('invalid_request', { reason: 'this_passkey_is_not_accepted', field: null, values: {} })
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  { browserHash, sessionHash, formToken }: Browser,
  destination: Destination,
  refusal?: string,
): Promise<Response> {
  const { id } = requireRelyingParty(app)
  const clientIp = callerIp(context, app.trustedProxyHops)
  const { challenge, passkeys } = await app.passkeyStore.startSignIn(browserHash, sessionHash, clientIp)
  const options = {
    rpId: id,
    challenge,
    timeout,
    userVerification: 'required',
    allowCredentials: passkeys.map((passkey) => ({ type: 'public-key', id: passkey.id })),
  }
  return await sendPage(context, {
    title: 'Sign in with a passkey',
    body: passkeySignInPage({ formToken, destination, options, refusal }),
    status: refusal ? 401 : 200,
    hasScript: true,
  })
}
