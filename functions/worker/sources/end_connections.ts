import type { Database } from '../../../shared/db/pool.ts'
import { causeOf } from '../../../shared/log/log.ts'
import { revokeGrant } from './grants.ts'
import type { SyncOptions } from './sync_source.ts'

const secondsMaxUsual = 240

/**
 * Ends abandoned connections, and revokes ended grants at their platforms. A grant is only forgotten if another connection depends on
 * the same access. One that cannot be revoked now, or in the time of the job, is tried again with the next run. Returns how many ended at a
 * platform.
 */
export async function endConnections(sql: Database, options: SyncOptions): Promise<number> {
  return (await revokeGrants(sql, options)).revoked
}

/** Does what endConnections does, and returns how many ended grants still wait for their revocation too. */
export async function revokeGrants(sql: Database, options: SyncOptions): Promise<{ revoked: number; waiting: number }> {
  const endsAt = performance.now() + (options.secondsMax ?? secondsMaxUsual) * 1000
  let revoked = 0
  await sql`select sources.end_abandoned_connections()`
  const ended = await sql`select to_json(sources.connections_to_revoke()) as connection`
  for (const { connection } of ended) {
    if (performance.now() > endsAt) break
    const { connection_id, platform: name } = connection as { connection_id: string; platform: string }
    const platform = options.platforms.find((each) => each.name === name)
    const settings = platform && options.settings(platform)
    if (!platform || !settings) continue
    try {
      if (await revokeGrant(sql, { connectionId: connection_id, platform, settings, options })) revoked += 1
    } catch (cause) {
      options.log({ level: 'warn', connection_id, cause: causeOf(cause) })
    }
  }
  const waiting = await sql`select to_json(sources.connections_to_revoke()) as connection`
  return { revoked, waiting: waiting.length }
}
