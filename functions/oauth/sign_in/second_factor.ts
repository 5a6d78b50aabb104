import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { browserOf, keepDevice, requireOwnForm, startSession } from '../../../shared/http/auth/browser.ts'
import type { Browser } from '../../../shared/http/auth/browser.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import type { AppContext } from '../app_context.ts'
import type { CodeOutcome } from '../../../shared/db/sign_in/store.ts'
import { sendPage } from '../pages/page.ts'
import { relyingPartyOf } from '../passkeys/relying_party.ts'
import { secondFactorPage } from '../pages/second_factor.ts'
import { openTotpSecret } from '../security/totp_secret.ts'
import { destinationOf, pathAfter, withDestination } from './destination.ts'
import type { Destination } from './destination.ts'
import { originOf } from './origin.ts'

/** The page that asks for the second factor. The session cookie holds the sign-in that waits for it, which is no session. */
export function showSecondFactor(app: AppContext): Handler {
  return async (context) => {
    const destination = destinationOf(new URL(context.req.url).searchParams)
    return await orSignIn(context, destination, async () =>
      render(app, context, browserOf(app, context), { destination, isWrong: false }),
    )
  }
}

export function passSecondFactor(app: AppContext): Handler {
  return async (context) => {
    const form = await readForm(context)
    const browser = browserOf(app, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    const destination = destinationOf(form)
    const code = (form.get('code') ?? '').trim()
    const { from, secret: device } = originOf(app, context)
    return await orSignIn(context, destination, async () => {
      const { person_id, sealed_totp } = await app.signInStore.showSecondFactor(browser.sessionHash)
      // A recovery code is accepted without the secret of the app.
      const opened = sealed_totp === null ? null : openTotpSecret(app.totpKey, person_id, sealed_totp)
      const secret = await (opened?.catch(() => null) ?? null)
      let outcome: CodeOutcome = 'wrong'
      await startSession(app, context, async (sessionHash) => {
        outcome = await app.signInStore.signInWithCode(browser.sessionHash, code, secret, sessionHash, from)
        return outcome === 'signed_in'
      })
      return await respond(outcome, opened)
    })

    async function respond(outcome: CodeOutcome, opened: Promise<unknown> | null): Promise<Response> {
      if (outcome === 'unreadable') await opened
      if (outcome !== 'signed_in') return await render(app, context, browser, { destination, isWrong: true })
      keepDevice(app, context, device)
      return context.redirect(pathAfter(destination), 303)
    }
  }
}

/** Runs the work. Without a waiting sign-in, redirects to the start. */
async function orSignIn(
  context: Context<AppEnv>,
  destination: Destination,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unauthorized') throw error
    return context.redirect(withDestination('/oauth/sign-in', destination), 303)
  }
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  browser: Browser,
  { destination, isWrong }: { destination: Destination; isWrong: boolean },
): Promise<Response> {
  const waiting = await app.signInStore.showSecondFactor(browser.sessionHash)
  const offersPasskeys = relyingPartyOf(app.publicBaseUrl) !== null
  const body = secondFactorPage({ waiting, destination, formToken: browser.formToken, offersPasskeys, isWrong })
  return await sendPage(context, { title: 'Second factor', body, status: isWrong ? 401 : 200 })
}
