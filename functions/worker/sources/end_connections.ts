import type { Database } from '../../../shared/db/pool.ts'
import { causeOf } from '../../../shared/log/log.ts'
import { revokeGrant } from './grants.ts'
import type { SyncOptions } from './sync_source.ts'

/** Revokes ended grants at their platforms. One that cannot be revoked now is tried again with the next run. */
export async function endConnections(sql: Database, options: SyncOptions): Promise<number> {
  let revoked = 0
  const ended = await sql`select to_json(sources.connections_to_revoke()) as connection`
  for (const { connection } of ended) {
    const { connection_id, platform: name } = connection as { connection_id: string; platform: string }
    const platform = options.platforms.find((each) => each.name === name)
    const settings = platform && options.settings(platform)
    if (!platform || !settings) continue
    try {
      await revokeGrant(sql, { connectionId: connection_id, platform, settings, options })
      revoked += 1
    } catch (cause) {
      await sql`select sources.release_grant(${connection_id})`
      options.log({ level: 'warn', connection_id, cause: causeOf(cause) })
    }
  }
  return revoked
}
