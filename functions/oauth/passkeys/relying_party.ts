import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Site } from '../../../shared/http/auth/browser.ts'

/** For how long the browser waits for the person, in milliseconds. The challenge is valid as long. */
export const timeout = 300_000

/** The relying party of Web Authentication: the host to which passkeys belong, and the origin of the pages. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * Returns the relying party of a public base URL, or null if browsers offer no passkeys there: they require a host name (an
 * address such as 127.0.0.1 is none) and https, except on localhost.
 */
export function relyingPartyOf(publicBaseUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicBaseUrl)
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  const isSecure = protocol === 'https:' || /(^|\.)localhost$/.test(hostname)
  return isSecure && !isAddress ? { id: hostname, origin } : null
}

/** Throws 404 if browsers offer no passkeys at the public base URL. */
export function requireRelyingParty({ publicBaseUrl }: Site): RelyingParty {
  const relyingParty = relyingPartyOf(publicBaseUrl)
  if (relyingParty) return relyingParty
  throw new ApiError('not_found', 'Passkeys are not available at the address of this installation.')
}
