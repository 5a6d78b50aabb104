import { tooManyFailures, unauthorized } from '../errors/api_error.ts'
import { callerName, queryOrApiError, recognize } from './query.ts'
import type { Database } from './pool.ts'

export interface Identification {
  /** The id of the key or of the grant. */
  keyId: string
  /** Whether the credential is an access token. A person can grant more scopes to a token, but not to a key. */
  isToken: boolean
  isSimulated: boolean
  scopes: string[]
  brandIds: string[]
  expiresAt: Date | null
  clientId: string | null
  personId: string | null
}

interface Row {
  status: 'NAUTH' | 'RLMTD' | null
  key_id: string
  is_token: boolean
  is_simulated: boolean
  scopes: string[]
  brand_ids: string[]
  expires_at: Date | null
  client_id: string | null
  person_id: string | null
}

/**
 * Resolves a credential without running an operation (`core.identify`). Does not count against its rate limit. Throws
 * 401, 429 or 503.
 */
export async function identify(
  database: Database,
  request: { credentialHash: Uint8Array; clientIp: string; resource: string },
): Promise<Identification> {
  const rows = await queryOrApiError(
    database,
    callerName(request.credentialHash, request.clientIp),
    () =>
      database<Row[]>`select * from core.identify(${request.credentialHash}, ${request.clientIp}, ${request.resource})`,
    { sql: 'core.identify' },
  )
  const row = rows[0] as Row
  recognize(request.credentialHash, row.status === null)
  if (row.status === 'RLMTD') {
    throw tooManyFailures(60)
  }
  if (row.status !== null) throw unauthorized()
  return {
    keyId: row.key_id,
    isToken: row.is_token,
    isSimulated: row.is_simulated,
    scopes: row.scopes,
    brandIds: row.brand_ids,
    expiresAt: row.expires_at,
    clientId: row.client_id,
    personId: row.person_id,
  }
}
