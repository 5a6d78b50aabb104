import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Viewer } from '../../db/oauth.ts'
import { sha256 } from '../../credentials/sha256.ts'
import { base64Url, createSecret, isSecret } from '../../credentials/tokens.ts'
import type { AppEnv } from '../app_env.ts'
import { ApiError } from '../../errors/api_error.ts'
import { sameSecret } from './secret.ts'

const browserSeconds = 86_400
const sessionSeconds = 12 * 3600

/** The origin that people see, which says whether cookies can be kept to https. */
export interface Site {
  publicBaseUrl: string
}

/** The cookies of one browser: which browser it is, and who has signed in. */
export interface Browser extends Viewer {
  /** What a form of ours carries so that no other site can send it: known to this browser in this session only. */
  formToken: string
  /** Whether it has a session's cookie at all. */
  hasSession: boolean
}

/** Reads both cookies and gives a browser without one its own. */
export function browserOf(site: Site, context: Context<AppEnv>): Browser {
  const browser = readCookie(site, context, 'browser') ?? createSecret()
  writeCookie(site, context, 'browser', browser, browserSeconds)
  const session = readCookie(site, context, 'session') ?? ''
  return {
    browserHash: sha256(browser),
    sessionHash: sha256(session),
    hasSession: session !== '',
    formToken: base64Url(sha256(`form ${browser} ${session}`)),
  }
}

/** A new cookie for every sign-in, so that nobody can plant one beforehand; returns what the database stores of it. */
export async function startSession(site: Site, context: Context<AppEnv>, open: (hash: Uint8Array) => Promise<boolean>) {
  const session = createSecret()
  const isOpen = await open(sha256(session))
  if (isOpen) writeCookie(site, context, 'session', session, sessionSeconds)
  return isOpen
}

export function forgetSession(site: Site, context: Context<AppEnv>): void {
  writeCookie(site, context, 'session', '', 0)
}

/** Refuses a form that this browser was not given in this session, and whatever another site sends. */
export function requireOwnForm(browser: Browser, context: Context<AppEnv>, formToken: string): void {
  if (!isFromHere(context) || !sameSecret(formToken, browser.formToken)) {
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

function readCookie(site: Site, context: Context<AppEnv>, name: string): string | undefined {
  const value = isSecure(site) ? getCookie(context, `vitrine_${name}`, 'host') : getCookie(context, `vitrine_${name}`)
  return value && isSecret(value) ? value : undefined
}

/** With __Host- no neighbouring host can set it (RFC 6265bis, section 4.1.3.2); http on a loopback cannot have that. */
function writeCookie(site: Site, context: Context<AppEnv>, name: string, value: string, maxAge: number): void {
  setCookie(context, `vitrine_${name}`, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge,
    ...(isSecure(site) ? { secure: true, prefix: 'host' as const } : {}),
  })
}

function isSecure(site: Site): boolean {
  return site.publicBaseUrl.startsWith('https:')
}
