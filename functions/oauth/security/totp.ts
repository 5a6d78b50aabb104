import type { Context } from 'hono'
import { raw } from 'hono/html'
import { sha256 } from '../../../shared/credentials/sha256.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../pages/page.ts'
import { recoveryCodesPage, totpPage } from '../pages/totp.ts'
import type { TotpPage } from '../pages/totp.ts'
import { toBase32 } from './base32.ts'
import { createRecoveryCodes, hashOf } from './recovery_codes.ts'
import { ownForm } from './security.ts'
import { makeTotpSecret, openTotpSecret } from './totp_secret.ts'

/** Creates a secret and shows it, as a picture and as text. It is no second factor until its first code is entered. */
export function setUpTotp(app: AppContext): Handler {
  return ownForm(app, async (context, { browser }) => {
    const { person, person_id } = await app.securityStore.showTotpSetup(browser.sessionHash)
    const { secret, sealed } = await makeTotpSecret(app.totpKey, person_id)
    await app.securityStore.startTotp(browser.sessionHash, sealed, sha256(secret))
    return await render(context, { person, secret, formToken: browser.formToken, isWrong: false })
  })
}

export function confirmTotp(app: AppContext): Handler {
  return ownForm(app, async (context, { browser, form, clientIp }) => {
    const { person, person_id, sealed_totp } = await app.securityStore.showTotpSetup(browser.sessionHash)
    if (sealed_totp === null) return context.redirect('/oauth/security', 303)
    const secret = await openTotpSecret(app.totpKey, person_id, sealed_totp)
    const codes = createRecoveryCodes()
    const code = (form.get('code') ?? '').replaceAll(/\D/g, '')
    if (await app.securityStore.confirmTotp(browser.sessionHash, code, secret, codes.map(hashOf), clientIp)) {
      return await sendPage(context, { title: 'Recovery codes', body: recoveryCodesPage(codes) })
    }
    return await render(context, { person, secret, formToken: browser.formToken, isWrong: true })
  })
}

export function removeTotp(app: AppContext): Handler {
  return ownForm(app, async (context, { browser, clientIp }) => {
    await app.securityStore.removeTotp(browser.sessionHash, clientIp)
    return context.redirect('/oauth/security?done=app', 303)
  })
}

async function render(
  context: Context<AppEnv>,
  { person, secret: bytes, ...rest }: Omit<TotpPage, 'picture' | 'secret'> & { person: string; secret: Uint8Array },
): Promise<Response> {
  const secret = toBase32(bytes)
  // Imported on demand, because few requests need it.
  const { renderSVG } = await import('uqr')
  const address = `otpauth://totp/${encodeURIComponent(`Vitrine:${person}`)}?secret=${secret}&issuer=Vitrine`
  const picture = raw(renderSVG(address, { ecc: 'M', border: 2 }))
  const body = totpPage({ ...rest, secret, picture })
  return await sendPage(context, { title: 'Authenticator app', body, status: rest.isWrong ? 400 : 200 })
}
