import { parseKey } from '../../credentials/keys.ts'
import type { KeyPrefix } from '../../credentials/keys.ts'
import { parseToken } from '../../credentials/tokens.ts'
import { bearerText } from './secret.ts'

export interface Accepted {
  /** The kinds of API key that the app accepts. */
  keyPrefixes: readonly KeyPrefix[]
  /** The audience of accepted access tokens (RFC 8707). Without it no access token is accepted. */
  resource?: string | undefined
}

/**
 * Returns the SHA-256 of the credential in an Authorization header, or null if it is not a well-formed credential of an
 * accepted kind.
 */
export function parseBearer(header: string | undefined, accepted: Accepted): Uint8Array | null {
  const text = bearerText(header)
  if (!text) return null
  const key = parseKey(text)
  if (key) return accepted.keyPrefixes.includes(key.prefix) ? key.hash : null
  return accepted.resource === undefined ? null : parseToken(text, 'access')
}
