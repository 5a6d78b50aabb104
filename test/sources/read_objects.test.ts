import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import type { Database } from '../../shared/db/pool.ts'
import { MissingKey } from '../../shared/key_ring.ts'
import type { OrdersReply, Platform, Report, ShopOrder } from '../../shared/sources/platform.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, shownSource, workerPool } from '../support/sources.ts'

let database: TestDatabase
let sql: Database

beforeAll(async () => {
  database = await createDatabase({ now: '2026-11-20T12:00:00Z', isSimulated: false })
  sql = workerPool(database, '2026-11-20T12:00:00Z')
})
afterAll(async () => {
  await sql.end()
  await database.stop()
})

const order = (order_id: string, more: Partial<ShopOrder> = {}): ShopOrder => ({
  order_id,
  updated_at: '2026-11-19T10:00:00Z',
  ordered_at: '2026-11-19T10:00:00Z',
  revenue: '10.00',
  refunded: '0.0',
  currency: 'USD',
  visits: [],
  ...more,
})

const empty: OrdersReply = { kind: 'orders', orders: [], unreadyJourneys: [], unknownFields: [] }

interface ReadOptions {
  passes: number
  waitScale: number
  secondsMax: number
  reply: Partial<OrdersReply>
}

/** Reads these due orders of a new source in one pass. `answer` gives each order, or throws. */
async function readDue(
  ids: string[],
  answer: (id: string, sourceId: string, asked: readonly string[]) => Promise<ShopOrder> | ShopOrder,
  { passes = 1, waitScale = 1, reply = {}, secondsMax = 60 }: Partial<ReadOptions> = {},
) {
  const { brandId } = await createTenant(database.sql)
  const source = await connectAccount(sql, brandId)
  const { source_id } = source
  const reads: string[][] = []
  const log: Record<string, unknown>[] = []
  const orders: Report = {
    name: 'orders',
    daysMax: 100,
    daysBackMax: 100,
    read: async () => empty,
    readObjects: async (_call, _account, asked) => {
      reads.push([...asked])
      const orders = await Promise.all(asked.map((id) => answer(id, source_id, asked)))
      return { ...empty, ...reply, orders, only: [...asked] }
    },
  }
  const scripted = new ScriptedPlatform([])
  const platform: Platform = { ...scripted.platform, reports: [orders] }
  await sql`
    select core.enter_brand(${brandId}), sources.note_due_objects(${brandId}, ${source_id}, 'orders', ${ids})`
  const write = (line: Record<string, unknown>) => void log.push(line)
  const options = scriptedOptions(scripted, { platforms: [platform], waitScale, secondsMax, log: write })
  for (let number = 0; number < passes; number++) await syncSource(sql, source, options)
  const stored = await database.sql`select order_id from analytics.orders where brand_id = ${brandId} order by 1`
  const due = await database.sql`
    select object_id, due_at > platform.clock() + interval '5 minutes' as is_delayed from sources.due_objects
    where source_id = ${source_id} order by 1`
  return {
    source,
    reads,
    reasons: log.map(({ reason }) => reason),
    stored: stored.map(({ order_id }) => order_id as string),
    delayed: due.filter(({ is_delayed }) => is_delayed as boolean).map(({ object_id }) => object_id as string),
    due: due.filter(({ is_delayed }) => !is_delayed).map(({ object_id }) => object_id as string),
  }
}

describe('a due object', () => {
  test.each<[string, () => ShopOrder, string]>([
    [
      'without an exchange rate',
      () => order('13', { currency: 'JPY', ordered_at: '2026-11-17T10:00:00Z' }),
      'exchange_rates_are_missing',
    ],
    ['with a time that is none', () => order('13', { ordered_at: 'yesterday noon' }), 'reply_has_another_form'],
    ['with an amount that is none', () => order('13', { revenue: 'ten' }), 'reply_has_another_form'],
    [
      'whose token has no key',
      () => {
        throw new MissingKey('k1')
      },
      'token_key_is_missing',
    ],
    [
      'that the platform refuses',
      () => {
        throw new SourceError('request_is_refused', 'stop')
      },
      'request_is_refused',
    ],
  ])('%s is due later, and the pass does not fail', async (_, answer, reason) => {
    expect(await readDue(['13'], answer)).toMatchObject({
      reads: [['13']],
      reasons: [reason],
      stored: [],
      delayed: ['13'],
      due: [],
    })
  })

  test('stays due for the process that took over the source', async () => {
    const read = await readDue(['13'], async (id, sourceId) => {
      await database.sql`update sources.sources set lease = ${randomUUID()} where source_id = ${sourceId}`
      return order(id)
    })
    expect(read).toMatchObject({ reads: [['13']], reasons: [], stored: [], delayed: [], due: ['13'] })
  })

  test('is tried again after an error of this program, and needs attention after three', async () => {
    const fail = () => {
      throw new TypeError('a fault')
    }
    const read = await readDue(['13'], fail, { passes: 3, waitScale: 0 })
    expect(read).toMatchObject({ reads: [['13'], ['13'], ['13']], delayed: ['13'], due: [] })
    expect(await shownSource(database, read.source)).toMatchObject({
      attention: { reason: 'reading_failed', values: { error: 'TypeError', times: 3 } },
    })
  })
})

test('five outages and one error of this program need no attention', async () => {
  let reads = 0
  const fail = () => {
    reads += 1
    if (reads === 6) throw new TypeError('a fault')
    throw new SourceError('platform_is_unavailable', 'retry')
  }
  const read = await readDue(['13'], fail, { passes: 6, waitScale: 0 })
  expect(read).toMatchObject({ delayed: [], due: ['13'] })
  expect(await shownSource(database, read.source)).toMatchObject({ attention: null })
})

describe('a run', () => {
  test('requests an object once that is noted again while it is read, and the next run requests it again', async () => {
    const noteAgain = async (id: string, sourceId: string) => {
      await database.sql`
        update sources.due_objects set noted_at = clock_timestamp(), due_at = '2026-11-20T11:00:00Z' where source_id = ${sourceId}`
      return order(id)
    }
    expect(await readDue(['13', '14'], noteAgain)).toMatchObject({ reads: [['13', '14']], due: ['13', '14'] })
    expect(await readDue(['13'], noteAgain, { passes: 2 })).toMatchObject({ reads: [['13'], ['13']], due: ['13'] })
  })

  test('requests an order without a ready journey once, also after its last seven days', async () => {
    const unready = { unreadyJourneys: ['13'] }
    const old = order('13', { ordered_at: '2026-11-13T11:59:00Z' })
    expect(await readDue(['13'], () => old, { reply: unready })).toMatchObject({
      reads: [['13']],
      due: [],
      delayed: [],
    })
    const recent = order('13', { ordered_at: '2026-11-13T12:01:00Z' })
    expect(await readDue(['13'], () => recent, { reply: unready })).toMatchObject({ reads: [['13']], delayed: ['13'] })
  })

  test('ends after its share, and the rest of the source is due for the next job', async () => {
    const read = await readDue(['13'], (id) => order(id), { secondsMax: 0 })
    expect(read).toMatchObject({ reads: [], due: ['13'] })
    const due = await sql`select source_id from sources.due_sources(${read.source.brand_id})`
    expect(due.map(({ source_id }) => source_id as string)).toEqual([read.source.source_id])
  })
})

describe('several due objects', () => {
  test('are stored, except for the one that cannot be', async () => {
    const read = await readDue(['1', '2', '3'], (id) =>
      order(id, id === '2' ? { currency: 'JPY', ordered_at: '2026-11-17T10:00:00Z' } : {}),
    )
    expect(read).toMatchObject({
      reads: [['1', '2', '3'], ['1'], ['2'], ['3']],
      reasons: ['exchange_rates_are_missing', 'exchange_rates_are_missing'],
      stored: ['1', '3'],
      delayed: ['2'],
      due: [],
    })
    expect(await shownSource(database, read.source)).toMatchObject({
      status: 'needs_attention',
      attention: {
        reason: 'exchange_rates_are_missing',
        values: { rates: [{ from_currency: 'JPY', to_currency: 'USD' }] },
      },
    })
  })

  test('do not wait for one that always fails, which needs attention', async () => {
    const read = await readDue(
      ['1', '2', '3'],
      (id) => {
        if (id === '2') throw new SourceError('platform_is_unavailable', 'retry')
        return order(id)
      },
      { passes: 16, waitScale: 0 },
    )
    expect(read.reads.filter((ids) => ids.includes('2'))).toHaveLength(12)
    expect(read).toMatchObject({ stored: ['1', '3'], delayed: ['2'] })
    expect(await shownSource(database, read.source)).toMatchObject({ attention: { reason: 'platform_is_unavailable' } })
  })

  test('that take longer than a step are read one by one', async () => {
    const read = await readDue(['1', '2', '3'], (id, _, asked) => {
      if (asked.length > 1) throw new SourceError('report_is_too_large', 'split')
      return order(id)
    })
    expect(read).toMatchObject({ reads: [['1', '2', '3'], ['1'], ['2'], ['3']], stored: ['1', '2', '3'] })
  })

  test('are not requested one by one while the platform is unavailable', async () => {
    const read = await readDue(['1', '2'], () => {
      throw new SourceError('platform_is_unavailable', 'retry')
    })
    expect(read).toMatchObject({ reads: [['1', '2']], stored: [] })
  })
})
