import type { Context } from 'hono'
import { raw } from 'hono/html'
import { sha256 } from '../../../shared/credentials/sha256.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../pages/page.ts'
import { recoveryCodesPage, totpPage } from '../pages/security.ts'
import type { TotpPage } from '../pages/security.ts'
import { toBase32 } from './base32.ts'
import { ownForm } from './security.ts'

const recoveryCodeCount = 10

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

export function renewRecoveryCodes(app: AppContext): Handler {
  return ownForm(app, async (context, { browser, clientIp }) => {
    const codes = createRecoveryCodes()
    await app.securityStore.renewRecoveryCodes(browser.sessionHash, codes.map(hashOf), clientIp)
    return await sendPage(context, { title: 'Recovery codes', body: recoveryCodesPage(codes) })
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

/** Returns ten codes of 80 random bits, such as `k3vd-7q2a-xm5c-p9hw`. */
function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = toBase32(crypto.getRandomValues(new Uint8Array(10))).toLowerCase()
    return text.replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** Returns the SHA-256 of a code without separators, in hexadecimal. */
function hashOf(code: string): string {
  const bytes = sha256(code.replaceAll('-', ''))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
