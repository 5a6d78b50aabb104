import { sha256 } from '../../credentials/sha256.ts'
import { ApiError } from '../../errors/api_error.ts'

/** Returns the token of an `Authorization: Bearer` header, or null for any other header. */
export function bearerText(header: string | undefined): string | null {
  const [scheme, text, ...rest] = (header ?? '').trim().split(/ +/)
  return scheme?.toLowerCase() === 'bearer' && text && rest.length === 0 ? text : null
}

/** Whether two secrets are equal, in constant time. */
export function sameSecret(given: string, expected: string): boolean {
  const [a, b] = [sha256(given), sha256(expected)]
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] as number)), 0) === 0
}

/**
 * Throws unauthorized unless the header carries the secret of the environment variable. Without a secret every request
 * is unauthorized.
 */
export function requireSecret(header: string | undefined, secret: string | undefined, variable: string): void {
  const given = bearerText(header)
  if (given && secret && sameSecret(given, secret)) return
  throw new ApiError('unauthorized', `Send the secret of ${variable} as "Authorization: Bearer <secret>".`)
}
