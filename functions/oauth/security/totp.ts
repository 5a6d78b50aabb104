import type { Context } from 'hono'
import { raw } from 'hono/html'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../pages/page.ts'
import { recoveryCodesPage, totpPage } from '../pages/totp.ts'
import type { TotpPage } from '../pages/totp.ts'
import { toBase32 } from './base32.ts'
import { createRecoveryCodes, hashOf } from './recovery_codes.ts'
import { ownForm } from './security.ts'

/** Creates a secret and shows it, as a picture and as text. It is no second factor until its first code is entered. */
export function setUpTotp(app: AppContext): Handler {
  return ownForm(app, async (context, { browser }) => {
    const { person, secret } = await app.securityStore.startTotp(browser.sessionHash)
    const text = toBase32(Uint8Array.from(secret.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))
    return await render(context, { person, secret: text, formToken: browser.formToken, isWrong: false })
  })
}

export function confirmTotp(app: AppContext): Handler {
  return ownForm(app, async (context, { browser, form, clientIp }) => {
    const codes = createRecoveryCodes()
    const code = (form.get('code') ?? '').replaceAll(/\D/g, '')
    if (await app.securityStore.confirmTotp(browser.sessionHash, code, codes.map(hashOf), clientIp)) {
      return await sendPage(context, { title: 'Recovery codes', body: recoveryCodesPage(codes) })
    }
    // The form carries the secret, because the database does not return it a second time.
    const secret = /^[A-Z2-7]{32}$/.exec(form.get('secret') ?? '')?.[0] ?? ''
    const { person } = await app.securityStore.show(browser.sessionHash)
    return await render(context, { person, secret, formToken: browser.formToken, isWrong: true })
  })
}

export function removeTotp(app: AppContext): Handler {
  return ownForm(app, async (context, { browser, clientIp }) => {
    await app.securityStore.removeTotp(browser.sessionHash, clientIp)
    return context.redirect('/oauth/security?done=app', 303)
  })
}

async function render(context: Context<AppEnv>, page: Omit<TotpPage, 'picture'>): Promise<Response> {
  // Imported on demand, because few requests need it.
  const { renderSVG } = await import('uqr')
  const address = `otpauth://totp/${encodeURIComponent(`Vitrine:${page.person}`)}?secret=${page.secret}&issuer=Vitrine`
  const picture = raw(renderSVG(address, { ecc: 'M', border: 2 }))
  const body = totpPage({ ...page, picture })
  return await sendPage(context, { title: 'Authenticator app', body, status: page.isWrong ? 400 : 200 })
}
