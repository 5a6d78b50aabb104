import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { endConnections } from '../../functions/worker/sources/end_connections.ts'
import { handleWebhooks } from '../../functions/worker/sources/handle_webhooks.ts'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import type { SyncOptions } from '../../functions/worker/sources/sync_source.ts'
import { listSources } from './list_sources.ts'
import type { ListedSource } from './list_sources.ts'

export interface SyncResult {
  /** Whether every window of every source is stored. */
  complete: boolean
  sources: (ListedSource & { missing: Missing[] })[]
}

export interface Missing {
  report: string
  first_on: string
  last_on: string
  reason: string | null
}

const concurrency = 4

/**
 * Reads everything that is due of these sources, waits included. A source that waits for a person is tried once. `isWaiting` is
 * false: ends at the first wait.
 */
export async function syncAll(
  sql: Sql,
  chosen: ListedSource[],
  options: SyncOptions,
  { isWaiting }: { isWaiting: boolean },
): Promise<SyncResult> {
  await endConnections(sql, options)
  await handleWebhooks(sql, options)
  const waiting = chosen.filter(({ status }) => status !== 'paused' && status !== 'disconnected')
  const ids = new Set(chosen.map(({ id }) => id))
  for (const { brand_id, id } of waiting) {
    await sql`select core.enter_brand(${brand_id}), sources.retry_source(${brand_id}, ${id})`
  }
  await Promise.all(
    Array.from({ length: Math.min(concurrency, waiting.length) }, async () => {
      for (let source = waiting.shift(); source; source = waiting.shift()) {
        await syncUntilDone(sql, source, options, isWaiting)
      }
    }),
  )
  await sql`select sources.raise_stale()`
  const sources = []
  for (const source of (await listSources(sql)).filter(({ id }) => ids.has(id))) {
    sources.push({ ...source, missing: await missingOf(sql, source) })
  }
  const isWhole = ({ status, missing }: SyncResult['sources'][number]) =>
    status === 'paused' || status === 'disconnected' || (status === 'connected' && missing.length === 0)
  return { complete: sources.every(isWhole), sources }
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
    ) as missing`
  return row?.missing as Missing[]
}
