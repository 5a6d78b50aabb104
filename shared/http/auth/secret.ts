import { sha256 } from '../../credentials/sha256.ts'
import { ApiError } from '../../errors/api_error.ts'

/** What an Authorization header of the scheme Bearer holds, and null for any other. */
export function bearerText(header: string | undefined): string | null {
  const [scheme, text, ...rest] = (header ?? '').trim().split(/ +/)
  return scheme?.toLowerCase() === 'bearer' && text && rest.length === 0 ? text : null
}

/** Whether two secrets are the same, in a time that tells nothing of where they differ. */
export function sameSecret(given: string, expected: string): boolean {
  const [a, b] = [sha256(given), sha256(expected)]
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] as number)), 0) === 0
}

/** Lets nobody past but who sends the secret of a variable; nobody at all while that is not set. */
export function requireSecret(header: string | undefined, secret: string | undefined, variable: string): void {
  const given = bearerText(header)
  if (given && secret && sameSecret(given, secret)) return
  throw new ApiError('unauthorized', `Send the secret of ${variable} as "Authorization: Bearer <secret>".`)
}
