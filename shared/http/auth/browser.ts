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
/** The longest time that browsers keep a cookie. */
const deviceSeconds = 400 * 86_400

/** The reason of the error of `requireOwnForm`. */
export const formHasExpired = 'this_form_has_expired'

/** The public origin. Cookies are `Secure` if it is https. */
export interface Site {
  publicBaseUrl: string
}

/** The state of one browser: its own id and its session. */
export interface Browser extends Viewer {
  /** The CSRF token of forms. It is bound to this browser and this session, and different in each response. */
  formToken: string
  formSecret: Uint8Array
  /** Whether the request has a session cookie, valid or not. */
  hasSession: boolean
}

/** Reads both cookies. A browser without an id receives a new one. */
export function browserOf(site: Site, context: Context<AppEnv>): Browser {
  const browser = readCookie(site, context, 'browser') ?? createSecret()
  writeCookie(site, context, 'browser', browser, browserSeconds)
  const session = readCookie(site, context, 'session') ?? ''
  const formSecret = sha256(`form ${browser} ${session}`)
  return {
    browserHash: sha256(browser),
    sessionHash: sha256(session),
    hasSession: session !== '',
    formSecret,
    formToken: formTokenOf(formSecret, createSecret()),
  }
}

/**
 * Returns a CSRF token. Its random mask makes it different in each response, so that the size of a compressed page does not reveal
 * it (BREACH, section 3.4).
 */
function formTokenOf(formSecret: Uint8Array, mask: string): string {
  return `${mask}.${base64Url(sha256(`${mask} ${base64Url(formSecret)}`))}`
}

/** Starts a session with a new cookie, which prevents session fixation. `open` stores the hash; returns its result. */
export async function startSession(site: Site, context: Context<AppEnv>, open: (hash: Uint8Array) => Promise<boolean>) {
  const session = createSecret()
  const isOpen = await open(sha256(session))
  if (isOpen) writeCookie(site, context, 'session', session, sessionSeconds)
  return isOpen
}

/**
 * Returns the secret by which this browser is a known device of the people who signed in with it. A new browser gets a
 * new secret, which `keepDevice` stores.
 */
export function deviceSecret(site: Site, context: Context<AppEnv>): string {
  return readCookie(site, context, 'device') ?? createSecret()
}

export function keepDevice(site: Site, context: Context<AppEnv>, device: string): void {
  writeCookie(site, context, 'device', device, deviceSeconds)
}

/** The cookies of a form that was sent without a session, and of one that its page shows again. */
type KeptName = 'form' | 'shown_form'

/** Keeps a value that is no secret in a cookie of this browser. 0 seconds delete it. */
export function keepValue(site: Site, context: Context<AppEnv>, name: KeptName, value: string, seconds: number): void {
  writeCookie(site, context, name, value, seconds)
}

export function keptValue(site: Site, context: Context<AppEnv>, name: KeptName): string | undefined {
  return cookieOf(site, context, name)
}

export function forgetSession(site: Site, context: Context<AppEnv>): void {
  writeCookie(site, context, 'session', '', 0)
}

/**
 * Throws forbidden unless the form carries the CSRF token of this browser and session and was sent from this origin.
 */
export function requireOwnForm(browser: Browser, context: Context<AppEnv>, formToken: string): void {
  if (!isFromHere(context) || !sameSecret(formToken, formTokenOf(browser.formSecret, formToken.split('.')[0] ?? ''))) {
    throw new ApiError(
      'forbidden',
      'This form has expired or was not sent from this page. Go back, reload, and try again.',
      { raised: { reason: formHasExpired, field: null, values: {} } },
    )
  }
}

/**
 * Whether a request was sent from this origin. It reads Sec-Fetch-Site, because the pages' Referrer-Policy suppresses
 * Referer and Origin.
 */
export function isFromHere(context: Context<AppEnv>): boolean {
  return ['same-origin', 'none'].includes(context.req.header('Sec-Fetch-Site') ?? 'none')
}

function cookieOf(site: Site, context: Context<AppEnv>, name: string): string | undefined {
  return isSecure(site) ? getCookie(context, `vitrine_${name}`, 'host') : getCookie(context, `vitrine_${name}`)
}

function readCookie(site: Site, context: Context<AppEnv>, name: string): string | undefined {
  const value = cookieOf(site, context, name)
  return value && isSecret(value) ? value : undefined
}

/**
 * The `__Host-` prefix prevents other hosts of the domain from setting the cookie (RFC 6265bis, section 4.1.3.2). It
 * requires https, so http on loopback has none.
 */
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
