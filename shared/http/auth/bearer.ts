import { parseKey } from '../../credentials/keys.ts'
import type { KeyPrefix } from '../../credentials/keys.ts'
import { parseToken } from '../../credentials/tokens.ts'
import { bearerText } from './secret.ts'

export interface Accepted {
  /** The kinds of key that a door takes. */
  keyPrefixes: readonly KeyPrefix[]
  /** The audience of the access tokens that it takes beside them; without one it takes none (RFC 8707). */
  resource?: string | undefined
}

/** The hash of the credential in an Authorization header, or null for whatever cannot be one that this door takes. */
export function parseBearer(header: string | undefined, accepted: Accepted): Uint8Array | null {
  const text = bearerText(header)
  if (!text) return null
  const key = parseKey(text)
  if (key) return accepted.keyPrefixes.includes(key.prefix) ? key.hash : null
  return accepted.resource === undefined ? null : parseToken(text, 'access')
}
