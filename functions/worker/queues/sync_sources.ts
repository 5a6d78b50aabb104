import { parseEnv } from '../../../shared/env.ts'
import { createLog } from '../../../shared/log/log.ts'
import type { Queue } from './queue.ts'

/** Reads the due windows of connected accounts, one job for each source, handles webhooks of platforms, and revokes ended grants. */
export const syncSources: Queue = {
  name: 'sync_sources',
  split: async (sql) => {
    const rows = await sql`select to_json(sources.due_sources()) as due`
    await sql`select sources.raise_stale()`
    await sql`select sources.end_abandoned_connections()`
    const ended = await sql`select sources.connections_to_revoke()`
    await sql`select sources.prune_webhooks()`
    const webhooks = await sql`select sources.next_webhooks(1)`
    return [
      ...rows.map(({ due }) => ({ brand_id: due.brand_id as string, type: due.source_id as string })),
      ...(ended.length > 0 ? [{ type: 'ended' }] : []),
      ...(webhooks.length > 0 ? [{ type: 'webhooks' }] : []),
    ]
  },
  run: async (sql, { brand_id, type: source_id }, limits = {}) => {
    // Imported only when an account is connected, because idle workers need little memory.
    const { platforms } = await import('../../../shared/sources/platforms.ts')
    const { sourceOptions } = await import('../../../shared/sources/settings.ts')
    const env = parseEnv()
    const options = { ...sourceOptions(env), ...limits, platforms, log: createLog(console.log, env.LOG_LEVEL) }
    if (source_id === 'webhooks') {
      const { handleWebhooks } = await import('../sources/handle_webhooks.ts')
      return { ...(await handleWebhooks(sql, options)) }
    }
    if (brand_id === undefined || source_id === undefined) {
      const { endConnections } = await import('../sources/end_connections.ts')
      return { grants_revoked: await endConnections(sql, options) }
    }
    const { syncSource } = await import('../sources/sync_source.ts')
    return { ...(await syncSource(sql, { brand_id, source_id }, options)) }
  },
}
