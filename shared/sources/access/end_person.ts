import { query, queryError } from '../../db/query.ts'
import type { Database } from '../../db/pool.ts'

/** A person of a platform, as the platform names them to one registration of Vitrine. */
export interface PlatformPerson {
  platform: string
  clientId: string
  subject: string
  /** Accesses that the person gave after this instant (ISO 8601) stay. */
  grantedBy: string
}

/** Ends the connections of a person. With the hash of a confirmation code it also deletes what is stored of the person. */
export async function endPerson(
  database: Database,
  { platform, clientId, subject, grantedBy }: PlatformPerson,
  codeHash: Uint8Array | null = null,
): Promise<void> {
  await run(
    database,
    'sources.end_person',
    () => database`select sources.end_person(${platform}, ${clientId}, ${subject}, ${grantedBy}, ${codeHash})`,
  )
}

/** Returns when the deletion with this confirmation code was done, in ISO 8601. Null for an unknown code. */
export async function deletionTime(database: Database, codeHash: Uint8Array): Promise<string | null> {
  const [row] = await run(
    database,
    'sources.deletion',
    () => database`select sources.deletion(${codeHash}) as deleted_at`,
  )
  return (row?.deleted_at ?? null) as string | null
}

async function run<Answer>(database: Database, sql: string, send: () => PromiseLike<Answer>): Promise<Answer> {
  try {
    return await query(database, 'platform', send, { sql })
  } catch (cause) {
    throw queryError(cause)
  }
}
