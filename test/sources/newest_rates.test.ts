import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { Report, Reply, ShopOrder } from '../../shared/sources/platform.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, shownSource, sync, workerPool } from '../support/sources.ts'

let database: TestDatabase
let api: Api
let sql: Database

beforeAll(async () => {
  // It is 21 November in Ho Chi Minh City, and 20 November at the publisher of rates.
  database = await createDatabase({ now: '2026-11-20T18:00:00Z', isSimulated: false })
  api = await startApi(database)
  sql = workerPool(database)
})
afterEach(async () => void (await database.sql`delete from core.exchange_rates`))
afterAll(async () => {
  await sql.end()
  await api.stop()
  await database.stop()
})

const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']

async function addRates(...known: string[]) {
  for (const day of known) {
    await database.sql`
      insert into core.exchange_rates (on_day, from_currency, to_currency, rate, source)
      values (${day}, 'VND', 'EUR', 0.00003, 'test') on conflict do nothing`
  }
}

async function connected(currency = 'EUR', existing?: string) {
  const brandId = existing ?? (await createTenant(database.sql, { currency })).brandId
  const scripted = new ScriptedPlatform(['ads_daily', 'ads_hourly'])
  scripted.rows = days.flatMap((day) => [
    { ad: 'a', day, spend: '100000' },
    { ad: 'a', day, hour: '1', spend: '100000' },
  ])
  const source = await connectAccount(sql, brandId, { currency: 'VND', timezone: 'Asia/Ho_Chi_Minh' })
  return {
    source,
    scripted,
    read: async () => {
      await database.sql`
        update sources.sources set planned = planned - 'hourly' where source_id = ${source.source_id}`
      await sync(sql, source, scriptedOptions(scripted))
      const stored = await database.sql`
        select facts.day::text, facts.spend_micros::text as spend from analytics.rollups_daily as facts
        where facts.brand_id = ${brandId} and facts.level = 'account' order by 1`
      const waiting = await database.sql`
        select first_on::text from sources.windows where source_id = ${source.source_id} and state <> 'read'`
      return {
        stored: stored.map(({ day, spend }) => [day, spend] as unknown as [string, string]),
        waiting: waiting.length,
        shown: await shownSource(database, source),
      }
    },
  }
}

async function get(key: string, path: string, query: Record<string, string> = {}) {
  const { body, status } = await api.http.get(path).query(query).set('Authorization', `Bearer ${key}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body
}

const waiting = (warnings: string[]) => warnings.filter((each) => each.includes('exchange rates of'))

const stored = (...known: string[]) => known.map((day) => [day, '3000000'])

describe('an account in another currency', () => {
  test('stores the days with a rate while the newest day lacks one, and the newest when its rate is known', async () => {
    await addRates(...days.slice(0, 4))
    const { read, scripted } = await connected()
    const first = await read()
    expect(first).toMatchObject({
      stored: stored(...days.slice(0, 4)),
      waiting: 0,
      shown: {
        status: 'connected',
        attention: null,
        data_through: '2026-11-20',
        limitations: ['newest_days_lack_rates'],
      },
    })
    // A day that the platform restates is stored too.
    scripted.rows = scripted.rows.map((row) => (row.day === '2026-11-20' ? { ...row, spend: '200000' } : row))
    expect((await read()).stored.at(-1)).toEqual(['2026-11-20', '6000000'])
    await addRates(...days)
    expect(await read()).toMatchObject({
      stored: [...stored(...days.slice(0, 3)), ['2026-11-20', '6000000'], ['2026-11-21', '3000000']],
      waiting: 0,
      shown: { status: 'connected', data_through: '2026-11-21', limitations: [] },
    })
  })

  test('needs attention for days before yesterday, which are named without the newest', async () => {
    await addRates('2026-11-17', '2026-11-18')
    const { read } = await connected()
    const { stored: kept, shown } = await read()
    expect(kept).toEqual([])
    expect(shown).toMatchObject({
      status: 'needs_attention',
      attention: {
        reason: 'exchange_rates_are_missing',
        values: { rates: [{ from_currency: 'VND', to_currency: 'EUR', days: '{[2026-11-19,2026-11-20)}' }] },
      },
    })
  })

  test('is read without an error if only its newest days have rows', async () => {
    const { read, scripted } = await connected()
    scripted.rows = scripted.rows.filter(({ day }) => day >= '2026-11-20')
    expect(await read()).toMatchObject({
      stored: [],
      waiting: 0,
      shown: { status: 'connected', attention: null, data_through: '2026-11-19', progress: null },
    })
  })
})

describe('readers of days that wait for rates', () => {
  test('say so, mark these days as partial, and do not say that the account is late', async () => {
    await addRates('2026-11-17', '2026-11-18', '2026-11-19')
    const { accountId, brandId, key } = await createTenant(database.sql, { currency: 'EUR' })
    const { source, read } = await connected('EUR', brandId)
    await read()
    const range = { date_from: '2026-11-17', date_to: '2026-11-20', metrics: 'spend', granularity: 'day' }
    const sentence = 'waits for the exchange rates of 2026-11-20, which are not published yet.'
    const metrics = await get(key, '/v1/metrics', range)
    expect(waiting(metrics.meta.warnings)).toEqual([expect.stringContaining('exchange rates of 2026-11-20,')])
    expect(metrics.meta.warnings.join(' ')).not.toMatch(/Nothing was reported after|has reported through/)
    const breakdown = await get(key, '/v1/breakdown', {
      date_from: '2026-11-17',
      date_to: '2026-11-20',
      level: 'ad_account',
    })
    expect([breakdown.data[0].partial, waiting(breakdown.meta.warnings).length]).toEqual([true, 1])
    const asked = await get(key, '/v1/metrics', { ...range, date_to: '2026-11-19' })
    expect([asked.data.map(({ partial }: { partial: boolean }) => partial), waiting(asked.meta.warnings)]).toEqual([
      [undefined, undefined, undefined],
      [],
    ])
    const { key: connector } = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
    const { body } = await api.http
      .post('/api/mcp/get_data_status')
      .set('Authorization', `Bearer ${connector}`)
      .send({})
    expect(waiting(body.meta.warnings)).toEqual([expect.stringContaining(sentence)])
    await database.sql`update sources.sources set status = 'disconnected', disconnected_at = now() where source_id = ${source.source_id}`
    expect(waiting((await get(key, '/v1/metrics', range)).meta.warnings)).toEqual([])
  })
})

describe('the days that are planned and not read yet', () => {
  test('are named with the first report that lacks rates, as one period', async () => {
    const { source, scripted } = await connected()
    scripted.onRead = ({ to }) => {
      if (to < '2026-11-19') throw new SourceError('platform_is_unavailable', 'retry')
    }
    const options = scriptedOptions(scripted, { waitScale: 1 })
    await syncSource(sql, source, options)
    const lacking = async () => {
      const { attention } = (await shownSource(database, source)) as Record<string, unknown>
      return (attention as { values: { rates: unknown } }).values.rates
    }
    const pair = { from_currency: 'VND', to_currency: 'EUR' }
    // The first window has amounts of three of its days. All days of the other windows may have some.
    expect(await lacking()).toEqual([{ ...pair, days: '{[2026-07-24,2026-10-23),[2026-11-17,2026-11-20)}' }])
    await addRates('2026-11-17', '2026-11-18', '2026-11-19', '2026-08-01')
    expect(await lacking()).toEqual([{ ...pair, days: '{[2026-07-24,2026-08-01),[2026-08-02,2026-10-23)}' }])
  })

  test('need no rates if the account has the currency of the brand', async () => {
    const { source, scripted } = await connected('VND')
    scripted.onRead = ({ to }) => {
      if (to < '2026-11-19') throw new SourceError('platform_is_unavailable', 'retry')
    }
    await syncSource(sql, source, scriptedOptions(scripted, { waitScale: 1 }))
    expect(await shownSource(database, source)).toMatchObject({ attention: null, data_through: '2026-11-21' })
  })
})

describe('a property of GA4 in another currency', () => {
  test('stores the days with a rate, and needs attention only for earlier days', async () => {
    await addRates('2026-11-18', '2026-11-19', '2026-11-20')
    const { accountId, brandId } = await createTenant(database.sql, { currency: 'EUR' })
    const scripted = new ScriptedPlatform()
    const reported = {
      hour: 9,
      source: 'google',
      medium: 'cpc',
      campaign: 'c',
      sessions: '2',
      key_events: '1',
      purchases: '1',
    }
    let amounts: Record<string, string> = { '2026-11-19': '100000', '2026-11-20': '100000', '2026-11-21': '100000' }
    const report: Report = {
      name: 'sessions',
      daysMax: 30,
      daysBackMax: 60,
      read: async (_, __, { from, to }) =>
        ({
          kind: 'sessions',
          unknownFields: [],
          limitations: [],
          rows: Object.entries(amounts)
            .filter(([day]) => from <= day && day <= to)
            .map(([day, revenue]) => ({ ...reported, day, revenue })),
        }) as unknown as Reply,
    }
    const options = scriptedOptions(scripted, {
      platforms: [{ ...scripted.platform, name: 'ga4' as const, reports: [report] }],
    })
    const source = await connectAccount(sql, brandId, {
      platform: 'ga4',
      currency: 'VND',
      timezone: 'Asia/Ho_Chi_Minh',
    })
    const read = async () => {
      await database.sql`update sources.sources set planned = planned - 'hourly' where source_id = ${source.source_id}`
      await sync(sql, source, options)
      const rows = await database.sql`
        select (hour at time zone 'Asia/Ho_Chi_Minh')::date::text as day, revenue_micros::text as revenue
        from analytics.ga4_sessions where brand_id = ${brandId} order by hour`
      return {
        rows: rows.map(({ day, revenue }) => [day as string, revenue as string]),
        shown: await shownSource(database, source),
      }
    }
    expect(await read()).toMatchObject({
      rows: [
        ['2026-11-19', '3000000'],
        ['2026-11-20', '3000000'],
      ],
      shown: { status: 'connected', data_through: '2026-11-20', limitations: ['newest_days_lack_rates'] },
    })
    const { key } = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
    const { body } = await api.http.post('/api/mcp/get_data_status').set('Authorization', `Bearer ${key}`).send({})
    expect(waiting(body.meta.warnings)).toEqual([expect.stringContaining('exchange rates of 2026-11-21,')])
    // A day that waited is stored, and one without an amount needs no rate.
    await addRates('2026-11-21')
    amounts = { ...amounts, '2026-11-20': '200000' }
    expect(await read()).toMatchObject({
      rows: [
        ['2026-11-19', '3000000'],
        ['2026-11-20', '6000000'],
        ['2026-11-21', '3000000'],
      ],
      shown: { status: 'connected', data_through: '2026-11-21', limitations: [] },
    })
  })
})

describe('a shop in another currency', () => {
  const order = (order_id: string, day: string): ShopOrder => ({
    order_id,
    updated_at: `${day}T12:00:00Z`,
    ordered_at: `${day}T12:00:00Z`,
    revenue: '1000000',
    refunded: '0',
    currency: 'VND',
    visits: [],
  })

  async function shop(orders: ShopOrder[]) {
    const { brandId, key } = await createTenant(database.sql, { currency: 'EUR' })
    const reply = (found: ShopOrder[]) => ({
      kind: 'orders' as const,
      orders: found,
      unreadyJourneys: [],
      unknownFields: [],
    })
    const asked: string[][] = []
    const report: Report = {
      name: 'orders',
      daysMax: 30,
      daysBackMax: 60,
      read: async (_, __, { from, to }) =>
        reply(orders.filter(({ updated_at }) => from <= updated_at.slice(0, 10) && updated_at.slice(0, 10) <= to)),
      readObjects: async (_, __, only) => {
        asked.push([...only])
        return { ...reply(orders.filter(({ order_id }) => only.includes(order_id))), only: [...only] }
      },
    }
    const scripted = new ScriptedPlatform([])
    const options = scriptedOptions(scripted, {
      platforms: [{ ...scripted.platform, name: 'shopify' as const, reports: [report] }],
    })
    const source = await connectAccount(sql, brandId, { platform: 'shopify', currency: 'VND' })
    const read = async (now?: string) => {
      await database.sql`
        update sources.due_objects set due_at = platform.clock() where source_id = ${source.source_id}`
      await database.sql`
        update sources.windows set due_at = platform.clock() where source_id = ${source.source_id} and state <> 'read'`
      const pool = now === undefined ? sql : workerPool(database, now)
      await sync(pool, source, options)
      if (pool !== sql) await pool.end()
      const held = await database.sql`
        select order_id, revenue_micros::text as revenue from analytics.orders where brand_id = ${brandId} order by 1`
      const range = { date_from: '2026-11-10', date_to: '2026-11-20' }
      return {
        stored: held.map(({ order_id }) => order_id as string),
        shown: await shownSource(database, source),
        answer: held.length > 0 ? await get(key, '/v1/attribution', range) : null,
      }
    }
    return { asked, brandId, key, read, source }
  }

  test('stores orders of days with a rate, and the newest ones when their rates are known', async () => {
    await addRates('2026-11-17', '2026-11-18')
    const { asked, key, read } = await shop([
      order('1', '2026-11-17'),
      order('2', '2026-11-18'),
      order('3', '2026-11-19'),
      order('4', '2026-11-20'),
    ])
    const first = await read()
    expect(first).toMatchObject({
      stored: ['1', '2'],
      shown: {
        status: 'connected',
        attention: null,
        data_through: '2026-11-18',
        limitations: ['newest_days_lack_rates'],
      },
      answer: { total: 60, partial: true },
    })
    expect(waiting(first.answer.warnings)).toEqual([expect.stringContaining('2026-11-19 to 2026-11-20')])
    for (const path of ['/v1/attribution/comparison', '/v1/attribution/paths']) {
      const body = await get(key, path, { date_from: '2026-11-10', date_to: '2026-11-20' })
      expect(waiting(body.meta.warnings)).toHaveLength(1)
    }
    await addRates('2026-11-19')
    const second = await read()
    expect(second).toMatchObject({ stored: ['1', '2', '3'], answer: { total: 90 } })
    expect(waiting(second.answer.warnings)).toEqual([expect.stringContaining('exchange rates of 2026-11-20,')])
    await addRates('2026-11-20')
    const third = await read()
    expect(third).toMatchObject({ stored: ['1', '2', '3', '4'], shown: { limitations: [] }, answer: { total: 120 } })
    expect(waiting(third.answer.warnings)).toEqual([])
    expect(asked.map((ids) => ids.toSorted())).toEqual([['3', '4'], ['4']])
  })

  test('needs attention for a day before yesterday, and stores everything after one import', async () => {
    await addRates('2026-11-17', '2026-11-18')
    const { read } = await shop([order('1', '2026-11-17'), order('3', '2026-11-19'), order('4', '2026-11-20')])
    await read()
    const late = await read('2026-11-21T12:00:00Z')
    expect(late).toMatchObject({
      stored: ['1'],
      shown: {
        status: 'needs_attention',
        attention: {
          reason: 'exchange_rates_are_missing',
          values: { rates: [{ from_currency: 'VND', to_currency: 'EUR', days: '{[2026-11-19,2026-11-20)}' }] },
        },
      },
    })
    await addRates('2026-11-19', '2026-11-20')
    await database.sql`update sources.sources set retry_at = platform.clock() where retry_at is not null`
    expect(await read('2026-11-21T12:00:00Z')).toMatchObject({
      stored: ['1', '3', '4'],
      shown: { status: 'connected', attention: null, limitations: [] },
    })
  })

  test('reads nothing further if all its orders wait', async () => {
    const { read, source } = await shop([order('4', '2026-11-20')])
    expect(await read()).toMatchObject({ stored: [], shown: { status: 'connected', attention: null } })
    const due = await database.sql`
      select source_id from sources.due_sources(${source.brand_id}, ${source.source_id}, true)`
    expect(due).toHaveLength(0)
  })
})
