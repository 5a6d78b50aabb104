import type { Sql } from 'postgres'
import { findUnreadableTotp } from '../secrets/sealed_secrets.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

/** Checks that the secrets of authenticator apps can be decrypted. */
export async function examineSignIn(sql: Sql, ring: string | undefined): Promise<Finding> {
  const missing = await findUnreadableTotp(sql, ring)
  if (missing.length > 0) return wrong('sign-in', missing.join(' '))
  if (!ring) return fine('sign-in', 'Authenticator apps cannot be set up, because TOTP_SECRET_KEY is not set.')
  return fine('sign-in', 'Codes of authenticator apps can be checked.')
}
