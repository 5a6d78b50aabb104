import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { causeOf } from '../../shared/log/log.ts'
import { revokeGrants } from '../../functions/worker/sources/end_connections.ts'
import { handleWebhooks } from '../../functions/worker/sources/handle_webhooks.ts'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import type { SyncOptions } from '../../functions/worker/sources/sync_source.ts'
import { listSources } from './list_sources.ts'
import type { ListedSource } from './list_sources.ts'

export interface SyncResult {
  /** Whether every window and every single object of every source that is not paused is stored. */
  complete: boolean
  sources: SyncedSource[]
  /** The sources that a person paused, which were not read. */
  paused: number
  /** The webhooks of platforms that failed or have no valid signature. */
  webhooks_failed: number
  /** The ended grants that still wait for their revocation at the platform. */
  revocations_waiting: number
}

export interface SyncedSource extends ListedSource {
  missing: Missing[]
  /** The SQLSTATE or the name of the error that ended the run of this source. Null if none did. */
  error: string | null
}

/** Days of a report, or a single order or product, that are not stored. */
export type Missing = { report: string; reason: string | null } & (
  { first_on: string; last_on: string } | { object_id: string }
)

const concurrency = 4

/**
 * Reads everything that is due of these sources, waits included. A source that waits for a person is tried once. `isWaiting` is
 * false: ends at the first wait. isAll: with failed webhooks or revocations the result is not complete. An error that ends the run of one source is logged, and the others are read.
 */
export async function syncAll(
  sql: Sql,
  chosen: ListedSource[],
  options: SyncOptions,
  { isWaiting, isAll = false }: { isWaiting: boolean; isAll?: boolean },
): Promise<SyncResult> {
  const { waiting: revocations_waiting } = await revokeGrants(sql, options)
  const { webhooks_failed } = await handleWebhooks(sql, options)
  const waiting = chosen.filter(({ status }) => status !== 'paused' && status !== 'disconnected')
  const ids = new Set(chosen.map(({ id }) => id))
  for (const { brand_id, id } of waiting) {
    await sql`select core.enter_brand(${brand_id}), sources.retry_source(${brand_id}, ${id})`
  }
  const errors = new Map<string, string>()
  await Promise.all(
    Array.from({ length: Math.min(concurrency, waiting.length) }, async () => {
      for (let source = waiting.shift(); source; source = waiting.shift()) {
        try {
          await syncUntilDone(sql, source, options, isWaiting)
        } catch (thrown) {
          const { code, name = 'Error' } = thrown as { code?: unknown; name?: string }
          errors.set(source.id, typeof code === 'string' ? code : name)
          options.log({ level: 'error', source_id: source.id, cause: causeOf(thrown) })
        }
      }
    }),
  )
  await sql`select sources.raise_stale(${[...ids]})`
  const sources: SyncedSource[] = []
  for (const source of (await listSources(sql)).filter(({ id }) => ids.has(id))) {
    sources.push({ ...source, missing: await missingOf(sql, source), error: errors.get(source.id) ?? null })
  }
  const isWhole = ({ status, missing, error }: SyncedSource) =>
    error === null &&
    (status === 'paused' || status === 'disconnected' || (status === 'connected' && missing.length === 0))
  const rest = isAll ? webhooks_failed + revocations_waiting : 0
  return {
    complete: sources.every(isWhole) && rest === 0,
    sources,
    paused: sources.filter(({ status }) => status === 'paused').length,
    webhooks_failed,
    revocations_waiting,
  }
}

async function syncUntilDone(
  sql: Sql,
  { brand_id, id }: ListedSource,
  options: SyncOptions,
  isWaiting: boolean,
): Promise<void> {
  while (true) {
    const pass = await syncSource(sql, { brand_id, source_id: id }, options)
    if (pass.is_busy) {
      // Another process reads it, or a killed one still holds its lease.
      if (!isWaiting || !(await isReadable(sql, brand_id, id))) return
      await delay(500)
      continue
    }
    if (pass.next_seconds === null || pass.next_seconds === undefined || !isWaiting) return
    if (!(await isReadable(sql, brand_id, id))) return
    await delay(Math.max(pass.next_seconds * 1000, pass.steps === 0 ? 100 : 0))
  }
}

async function isReadable(sql: Sql, brandId: string, sourceId: string): Promise<boolean> {
  const [row] = await sql`
    select core.enter_brand(${brandId}), exists (
      select from sources.sources as held
      where held.brand_id = ${brandId} and held.source_id = ${sourceId}
        and (held.status = 'connected' or held.status = 'needs_attention' and held.retry_at is not null)
    ) as is_readable`
  return row?.is_readable as boolean
}

async function missingOf(sql: Sql, { brand_id, id }: ListedSource): Promise<Missing[]> {
  const [row] = await sql`
    select core.enter_brand(${brand_id}), (
      select coalesce(
        json_agg(
          json_build_object('report', report, 'first_on', first_on, 'last_on', last_on, 'reason', failure ->> 'reason')
          order by first_on desc, report
        ), '[]'
      )
      from sources.windows
      where brand_id = ${brand_id} and source_id = ${id} and state <> 'read'
    ) as windows, (
      select coalesce(
        json_agg(
          json_build_object('report', report, 'object_id', object_id, 'reason', failure ->> 'reason') order by report, object_id
        ), '[]'
      )
      from sources.waiting_objects(${brand_id}, ${id})
    ) as objects`
  const { windows, objects } = row as { windows: Missing[]; objects: Missing[] }
  return [...windows, ...objects]
}
