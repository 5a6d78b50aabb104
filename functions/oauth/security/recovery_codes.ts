import { sha256Hex } from '../../../shared/credentials/sha256.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../pages/page.ts'
import { recoveryCodesPage } from '../pages/totp.ts'
import { toBase32 } from './base32.ts'
import { ownForm } from './security.ts'

const recoveryCodeCount = 10

export function renewRecoveryCodes(app: AppContext): Handler {
  return ownForm(app, async (context, { browser, clientIp }) => {
    const codes = createRecoveryCodes()
    await app.securityStore.renewRecoveryCodes(browser.sessionHash, codes.map(hashOf), clientIp)
    return await sendPage(context, { title: 'Recovery codes', body: recoveryCodesPage(codes) })
  })
}

/** Returns ten codes of 80 random bits, such as `k3vd-7q2a-xm5c-p9hw`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = toBase32(crypto.getRandomValues(new Uint8Array(10))).toLowerCase()
    return text.replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** Returns the SHA-256 of a code without separators, in hexadecimal. */
export function hashOf(code: string): string {
  return sha256Hex(code.replaceAll('-', ''))
}
