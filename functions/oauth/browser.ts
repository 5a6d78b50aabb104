import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Viewer } from '../../shared/db/oauth.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { ApiError } from '../../shared/http/errors.ts'
import { sameSecret } from '../../shared/http/secret.ts'
import { sha256 } from '../../shared/sha256.ts'
import { base64Url, createSecret, isSecret } from '../../shared/tokens.ts'
import type { Door } from './door.ts'

const browserSeconds = 86_400
const sessionSeconds = 12 * 3600

/** The cookies of one browser: which browser it is, and who has signed in. */
export interface Browser extends Viewer {
  /** What a form of ours carries so that no other site can send it: known to this browser in this session only. */
  formToken: string
}

/** Reads both cookies and gives a browser without one its own. */
export async function browserOf(door: Door, context: Context<AppEnv>): Promise<Browser> {
  const browser = readCookie(door, context, 'browser') ?? createSecret()
  writeCookie(door, context, 'browser', browser, browserSeconds)
  const session = readCookie(door, context, 'session') ?? ''
  return {
    browserHash: await sha256(browser),
    sessionHash: await sha256(session),
    formToken: base64Url(await sha256(`form ${browser} ${session}`)),
  }
}

/** A new cookie for every sign-in, so that nobody can plant one beforehand; returns what the database stores of it. */
export async function startSession(door: Door, context: Context<AppEnv>, open: (hash: Uint8Array) => Promise<boolean>) {
  const session = createSecret()
  const isOpen = await open(await sha256(session))
  if (isOpen) writeCookie(door, context, 'session', session, sessionSeconds)
  return isOpen
}

export function forgetSession(door: Door, context: Context<AppEnv>): void {
  writeCookie(door, context, 'session', '', 0)
}

/** Refuses a form that this browser was not given in this session, and whatever another site sends. */
export async function requireOwnForm(browser: Browser, context: Context<AppEnv>, formToken: string): Promise<void> {
  if (!isFromHere(context) || !(await sameSecret(formToken, browser.formToken))) {
    throw new ApiError(
      'forbidden',
      'This form is out of date or did not come from this page. Go back, reload, and try again.',
    )
  }
}

/** Our pages send no Referer and so no Origin; Sec-Fetch-Site is what a browser says of itself. */
export function isFromHere(context: Context<AppEnv>): boolean {
  return ['same-origin', 'none'].includes(context.req.header('Sec-Fetch-Site') ?? 'none')
}

function readCookie(door: Door, context: Context<AppEnv>, name: string): string | undefined {
  const value = isSecure(door) ? getCookie(context, `vitrine_${name}`, 'host') : getCookie(context, `vitrine_${name}`)
  return value && isSecret(value) ? value : undefined
}

/** With __Host- no neighbouring host can set it (RFC 6265bis, section 4.1.3.2); http on a loopback cannot have that. */
function writeCookie(door: Door, context: Context<AppEnv>, name: string, value: string, maxAge: number): void {
  setCookie(context, `vitrine_${name}`, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge,
    ...(isSecure(door) ? { secure: true, prefix: 'host' as const } : {}),
  })
}

function isSecure(door: Door): boolean {
  return door.issuer.startsWith('https:')
}
