import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSources } from '../../cli/sources/list_sources.ts'
import { syncAll } from '../../cli/sources/sync_all.ts'
import type { SyncOptions } from '../../functions/worker/sources/sync_source.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { OrdersReply, Platform, ShopOrder } from '../../shared/sources/platform.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, ScriptedPlatform, scriptedOptions, workerPool } from '../support/sources.ts'

let database: TestDatabase
let sql: Database

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  // Windows become due by the real clock.
  await database.sql.unsafe(`alter database ${new URL(database.adminUrl).pathname.slice(1)} reset "vitrine.clock"`)
  sql = workerPool(database, '2026-11-20T12:00:00Z')
})
afterAll(async () => {
  await sql.end()
  await database.stop()
})

const run = async (brandId: string, options: SyncOptions) =>
  await syncAll(sql, await listSources(sql, brandId), options, { isWaiting: true })

test('waits for the asynchronous report of a window that failed before', async () => {
  const { brandId } = await createTenant(database.sql)
  const scripted = new ScriptedPlatform(['ads_daily'], { isAsynchronous: true })
  await connectAccount(sql, brandId)
  // A pass ends before the report is ready, because a poll waits for at least two scaled seconds.
  const options = scriptedOptions(scripted, { waitScale: 0.05 })
  // The report of the window that is read last fails, and is prepared longer than the others when it is tried again.
  let [asked, failed, polls] = ['', '', 0]
  scripted.isReady = (reportId) => {
    asked = reportId
    return reportId !== failed || ++polls > 3
  }
  scripted.onRead = ({ from }) => {
    if (from >= '2026-08-01') return
    failed = asked
    throw new SourceError('reply_has_another_form', 'stop', { field: 'spend' })
  }
  expect(await run(brandId, options)).toMatchObject({ complete: false, sources: [{ status: 'needs_attention' }] })
  scripted.onRead = () => undefined
  expect(await run(brandId, options)).toMatchObject({
    complete: true,
    sources: [{ status: 'connected', missing: [], error: null }],
  })
  expect(polls).toBe(4)
})

describe('a single order that is due', () => {
  /** A shop with one due order. `answer` gives its reply, or throws. */
  async function shopWith(answer: (read: number) => Partial<OrdersReply>, more: Partial<ShopOrder> = {}) {
    const { brandId } = await createTenant(database.sql)
    const source = await connectAccount(sql, brandId)
    const order: ShopOrder = {
      order_id: '13',
      updated_at: '2026-11-19T10:00:00Z',
      ordered_at: '2026-11-19T10:00:00Z',
      revenue: '10.00',
      refunded: '0.0',
      currency: 'USD',
      visits: [],
      ...more,
    }
    const empty: OrdersReply = { kind: 'orders', orders: [], unreadyJourneys: [], unknownFields: [] }
    let reads = 0
    const readObjects = async () => {
      reads += 1
      return { ...empty, orders: [order], ...answer(reads), only: ['13'] }
    }
    const scripted = new ScriptedPlatform([])
    const platform: Platform = {
      ...scripted.platform,
      reports: [{ name: 'orders', daysMax: 100, daysBackMax: 100, read: async () => empty, readObjects }],
    }
    await sql`
      select core.enter_brand(${brandId}), sources.note_due_objects(${brandId}, ${source.source_id}, 'orders', ${['13']})`
    const result = await run(brandId, scriptedOptions(scripted, { platforms: [platform], waitScale: 0.001 }))
    const stored = await database.sql`select order_id from analytics.orders where brand_id = ${brandId}`
    const due = await database.sql`select object_id from sources.due_objects where brand_id = ${brandId}`
    return { result, stored: stored.length, due: due.length, reads: () => reads, brandId, platform, scripted }
  }

  test('is read again if the platform was unavailable', async () => {
    const { result, stored } = await shopWith((read) => {
      if (read === 1) throw new SourceError('platform_is_unavailable', 'retry')
      return {}
    })
    expect([result.complete, stored]).toEqual([true, 1])
  })

  test('is missing in the result if it cannot be read, and is tried once by the next run', async () => {
    const { result, stored, reads, brandId, platform, scripted } = await shopWith(() => {
      throw new SourceError('request_is_refused', 'stop')
    })
    const missing = [{ report: 'orders', object_id: '13', reason: 'request_is_refused' }]
    expect([result, stored, reads()]).toMatchObject([{ complete: false, sources: [{ missing }] }, 0, 1])
    expect(await run(brandId, scriptedOptions(scripted, { platforms: [platform] }))).toMatchObject({ complete: false })
    expect(reads()).toBe(2)
  })

  test('is complete if only its journey is not ready', async () => {
    const { result, stored, due, reads } = await shopWith(() => ({ unreadyJourneys: ['13'] }))
    expect([result, stored, due, reads()]).toMatchObject([{ complete: true, sources: [{ missing: [] }] }, 1, 1, 1])
  })

  test('is not read again if it is too old to have a journey', async () => {
    const old = { ordered_at: '2026-11-01T10:00:00Z' }
    const { result, stored, due, reads } = await shopWith(() => ({ unreadyJourneys: ['13'] }), old)
    expect([result.complete, stored, due, reads()]).toEqual([true, 1, 0, 1])
  })
})

test('an internal error ends the run of its source only, and the result is not complete', async () => {
  const { brandId } = await createTenant(database.sql)
  const [broken, whole] = [
    await connectAccount(sql, brandId, { account: '1', platform: 'tiktok' }),
    await connectAccount(sql, brandId, { account: '2' }),
  ]
  const scripted = new ScriptedPlatform()
  const platforms: Platform[] = [{ ...scripted.platform, name: 'tiktok' }, scripted.platform]
  const log: Record<string, unknown>[] = []
  const result = await run(
    brandId,
    scriptedOptions(scripted, {
      platforms,
      restatementDays: (platform) => {
        if (platform.name === 'tiktok') throw new RangeError('secret detail')
        return platform.restatementDays
      },
      log: (line) => void log.push(line),
    }),
  )
  expect(result.complete).toBe(false)
  const ofSource = Object.fromEntries(result.sources.map(({ id, status, error }) => [id, { status, error }]))
  expect(ofSource).toEqual({
    [broken.source_id]: { status: 'syncing', error: 'RangeError' },
    [whole.source_id]: { status: 'connected', error: null },
  })
  expect(log.filter(({ level }) => level === 'error')).toMatchObject([
    { source_id: broken.source_id, cause: expect.stringContaining('secret detail') },
  ])
})

test('the result of all sources is not complete with a failed webhook or a grant that is not revoked', async () => {
  const { brandId, accountId } = await createTenant(database.sql)
  const { source_id } = await connectAccount(sql, brandId)
  const scripted = new ScriptedPlatform()
  const options = scriptedOptions(scripted)
  const all = async () => await syncAll(sql, await listSources(sql, brandId), options, { isWaiting: true, isAll: true })
  expect(await all()).toMatchObject({ complete: true, webhooks_failed: 0, revocations_waiting: 0, paused: 0 })
  await database.sql`
    insert into sources.webhooks (platform, webhook_id, content, proof) values ('shopify', 'w1', '{}', 'wrong')`
  expect(await all()).toMatchObject({ complete: false, webhooks_failed: 1 })
  await database.sql`delete from sources.webhooks`
  const [{ sealed } = {}] = await database.sql`select sealed from sources.connections where platform = 'meta' limit 1`
  await database.sql`
    insert into sources.connections (account_id, platform, sealed, connected_by, ended_at, ended_for)
    values (${accountId}, 'tiktok', ${sealed as string}, 'test', platform.now(), 'disconnected')`
  expect(await all()).toMatchObject({ complete: false, revocations_waiting: 1 })
  await database.sql`delete from sources.connections where platform = 'tiktok'`
  await database.sql`update sources.sources set status = 'paused' where source_id = ${source_id}`
  expect(await all()).toMatchObject({ complete: true, paused: 1 })
})

test('one source raises no alert for the others', async () => {
  const { brandId } = await createTenant(database.sql)
  const [chosen, other] = [await connectAccount(sql, brandId), await connectAccount(sql, brandId)]
  await database.sql`
    update sources.sources set status = 'needs_attention', attention = '{"reason": "grant_is_dead", "values": {}}', attention_since = platform.now()
    where source_id in (${chosen.source_id}, ${other.source_id})`
  const listed = (await listSources(sql, brandId)).filter(({ id }) => id === chosen.source_id)
  const scripted = new ScriptedPlatform()
  scripted.onRead = () => {
    throw new SourceError('request_is_refused', 'stop')
  }
  await syncAll(sql, listed, scriptedOptions(scripted), { isWaiting: true })
  const alerted = await database.sql`
    select source_id from sources.sources where brand_id = ${brandId} and stale_since is not null`
  expect(alerted.map(({ source_id }) => source_id)).toEqual([chosen.source_id])
})
