import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'
import type { JourneyRecord } from '../support/journeys.ts'

const data = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'attribution')
const ruleModels = ['first_touch', 'last_touch', 'last_non_direct', 'linear', 'linear_unique', 'position', 'time_decay']

interface Channel {
  channel: string
  attributed_value: number | null
}

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function answer(key: string, query: Record<string, string> = {}) {
  const response = await api.http
    .get('/v1/attribution')
    .query({ date_from: '2026-11-01', date_to: '2026-11-20', ...query })
    .set('Authorization', `Bearer ${key}`)
  return { status: response.status, body: response.body }
}

async function credits(key: string, query: Record<string, string> = {}): Promise<Record<string, number | null>> {
  const { status, body } = await answer(key, query)
  expect([status, body.error]).toEqual([200, undefined])
  return Object.fromEntries(body.channels.map((row: Channel) => [row.channel, row.attributed_value]))
}

async function configure(brandId: string, settings: Record<string, string | number | boolean | string[]>) {
  await database.sql.begin(async (transaction) => {
    await transaction`select core.enter_brand(${brandId})`
    const names = Object.keys(settings)
    const list = names.map((name, index) => `${name} => $${index + 2}`).join(', ')
    await transaction.unsafe(`select analytics.configure_attribution($1, ${list})`, [
      brandId,
      ...names.map((name) => settings[name] as string),
    ])
  })
}

/** Imports an order of one customer on 2026-11-10 at noon, with touches the given number of hours earlier. */
async function oneOrder(touches: [channel: string, hoursBefore: number, kind?: string][], order: JourneyRecord = {}) {
  const tenant = await createTenant(database.sql)
  const noon = Date.parse('2026-11-10T12:00:00Z')
  await ingestJourneys(
    database,
    tenant.brandId,
    touches.map(([channel, hoursBefore, kind = 'click'], index) => ({
      customer_id: 'c',
      touched_at: new Date(noon - hoursBefore * 3_600_000).toISOString(),
      channel,
      kind,
      touch_id: String(index),
    })),
    [{ order_id: 'o', customer_id: 'c', ordered_at: '2026-11-10T12:00:00Z', revenue: 100, ...order }],
  )
  return tenant
}

describe('attribution models', () => {
  test.each([
    ['first_touch', { tiktok: 100, meta: 0, google: 0 }],
    ['last_touch', { tiktok: 0, meta: 0, google: 100 }],
    ['linear', { tiktok: 50, meta: 25, google: 25 }],
    ['linear_unique', { tiktok: 33.33, meta: 33.33, google: 33.34 }],
    ['position', { tiktok: 50, meta: 10, google: 40 }],
    // Weights 2^-3, 2^-2, 2^-1 and 1 over their sum of 1.875.
    ['time_decay', { tiktok: 33.33, meta: 13.33, google: 53.34 }],
  ])('%s divides the credit of tiktok > meta > tiktok > google', async (model, expected) => {
    const { brandId, key } = await oneOrder([
      ['tiktok', 22 * 24],
      ['meta', 15 * 24],
      ['tiktok', 8 * 24],
      ['google', 24],
    ])
    await configure(brandId, { model })
    const given = await credits(key)
    for (const [channel, value] of Object.entries(expected)) expect([channel, given[channel]]).toEqual([channel, value])
  })

  test('last_non_direct skips direct touches unless there are no others', async () => {
    const mixed = await oneOrder([
      ['meta', 30],
      ['Direct', 2],
    ])
    await configure(mixed.brandId, { model: 'last_non_direct' })
    expect(await credits(mixed.key)).toEqual({ meta: 100, Direct: 0 })
    const direct = await oneOrder([['direct', 2]])
    await configure(direct.brandId, { model: 'last_non_direct' })
    expect(await credits(direct.key)).toEqual({ direct: 100 })
  })

  test('position gives a single touch all credit and two touches half each', async () => {
    expect(await credits((await oneOrder([['meta', 5]])).key)).toEqual({ meta: 100 })
    const two = await oneOrder([
      ['meta', 5],
      ['google', 4],
    ])
    expect(await credits(two.key)).toEqual({ google: 50, meta: 50 })
  })

  test('linear_unique equals the exact Shapley value of ten orders', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const orders = Array.from({ length: 10 }, (_, index) => `c${index}`)
    await ingestJourneys(
      database,
      brandId,
      orders.flatMap((customer_id, index) => [
        { customer_id, touched_at: '2026-11-05T00:00:00Z', channel: 'a' },
        ...(index < 4 ? [] : [{ customer_id, touched_at: '2026-11-06T00:00:00Z', channel: 'b' }]),
      ]),
      orders.map((id) => ({ order_id: id, customer_id: id, ordered_at: '2026-11-07T00:00:00Z', revenue: 1 })),
    )
    await configure(brandId, { model: 'linear_unique' })
    expect(await credits(key, { metric: 'purchases' })).toEqual({ a: 7, b: 3 })
  })
})

describe('attribution windows and edge cases', () => {
  test('excludes a click exactly at the window length and includes one just within it', async () => {
    expect(await credits((await oneOrder([['meta', 30 * 24]])).key)).toEqual({})
    expect(await credits((await oneOrder([['meta', 30 * 24 - 0.01]])).key)).toEqual({ meta: 100 })
  })

  test('counts a touch at the time of the order but not one after it', async () => {
    const given = await oneOrder([
      ['meta', 0],
      ['google', -0.01],
    ])
    expect(await credits(given.key)).toEqual({ meta: 100 })
  })

  test('counts the last view within its window unless the channel has a click', async () => {
    expect(await credits((await oneOrder([['meta', 23, 'view']])).key)).toEqual({ meta: 100 })
    expect(await credits((await oneOrder([['meta', 25, 'view']])).key)).toEqual({})
    const several = await oneOrder([
      ['meta', 20, 'view'],
      ['google', 10],
      ['meta', 5, 'view'],
    ])
    await configure(several.brandId, { model: 'linear' })
    expect(await credits(several.key)).toEqual({ google: 50, meta: 50 })
    const beside = await oneOrder([
      ['meta', 100],
      ['google', 10],
      ['meta', 5, 'view'],
    ])
    await configure(beside.brandId, { model: 'last_touch' })
    expect(await credits(beside.key)).toEqual({ google: 100, meta: 0 })
  })

  test('sorts simultaneous touches by views before clicks, then by channel name', async () => {
    const { brandId, key } = await oneOrder([
      ['zeta', 5, 'view'],
      ['beta', 5],
      ['alpha', 5],
    ])
    await configure(brandId, { model: 'first_touch' })
    expect((await credits(key)).zeta).toBe(100)
    await configure(brandId, { model: 'last_touch' })
    expect((await credits(key)).beta).toBe(100)
  })

  test('collapses consecutive touches of one channel unless is_collapsed is false', async () => {
    const { brandId, key } = await oneOrder([
      ['meta', 9],
      ['meta', 8],
      ['google', 7],
    ])
    await configure(brandId, { model: 'linear' })
    expect(await credits(key)).toEqual({ google: 50, meta: 50 })
    await configure(brandId, { is_collapsed: false })
    expect(await credits(key)).toEqual({ meta: 66.67, google: 33.33 })
  })

  test('credits each order from its own lookback, cut at the previous order by is_cut_at_orders', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingestJourneys(
      database,
      brandId,
      [
        { customer_id: 'c', touched_at: '2026-11-05T00:00:00Z', channel: 'meta' },
        { customer_id: 'c', touched_at: '2026-11-08T00:00:00Z', channel: 'google' },
      ],
      [
        { order_id: '1', customer_id: 'c', ordered_at: '2026-11-06T00:00:00Z', revenue: 10 },
        { order_id: '2', customer_id: 'c', ordered_at: '2026-11-09T00:00:00Z', revenue: 100 },
      ],
    )
    await configure(brandId, { model: 'linear' })
    expect(await credits(key)).toEqual({ google: 50, meta: 60 })
    await configure(brandId, { is_cut_at_orders: true })
    expect(await credits(key)).toEqual({ google: 100, meta: 10 })
  })

  test('reports an order without touches as unattributed and does not distribute it', async () => {
    const { brandId, key } = await oneOrder([['meta', 5]])
    await ingestJourneys(
      database,
      brandId,
      [],
      [{ order_id: 'p', customer_id: 'stranger', ordered_at: '2026-11-11T00:00:00Z', revenue: 300 }],
    )
    const { body } = await answer(key)
    expect(body).toMatchObject({ total: 400, unattributed: { value: 300, conversions: 1, share: 0.75 } })
    expect(body.channels).toMatchObject([{ channel: 'meta', attributed_value: 100, share: 0.25 }])
  })

  test('subtracts refunds by accounting method and removes fully refunded conversions', async () => {
    const refund = { refunded: 40, refunded_at: '2026-11-15T00:00:00Z' }
    const partly = await oneOrder([['meta', 5]], refund)
    expect(await credits(partly.key, { date_to: '2026-11-12' })).toEqual({ meta: 60 })
    await configure(partly.brandId, { accounting: 'cash' })
    expect(await credits(partly.key, { date_to: '2026-11-12' })).toEqual({ meta: 100 })
    expect(await credits(partly.key, { date_from: '2026-11-12' })).toEqual({ meta: -40 })
    expect(await credits(partly.key, { metric: 'purchases' })).toEqual({ meta: 1 })
    const wholly = await oneOrder([['meta', 5]], { ...refund, refunded: 100 })
    expect(await credits(wholly.key, { metric: 'purchases' })).toEqual({ meta: 0 })
  })

  test('joins devices and customers seen together into one person, transitively', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const at = (day: number) => `2026-11-0${day}T00:00:00Z`
    await ingestJourneys(
      database,
      brandId,
      [
        { device_id: 'phone', touched_at: at(2), channel: 'tiktok' },
        { device_id: 'laptop', touched_at: at(3), channel: 'meta' },
        { customer_id: 'c', device_id: 'phone', touched_at: at(4), channel: 'email' },
        { customer_id: 'd', device_id: 'phone', touched_at: at(5), channel: 'google' },
      ],
      [{ order_id: 'o', customer_id: 'd', device_id: 'laptop', ordered_at: at(6), revenue: 100 }],
    )
    await configure(brandId, { model: 'linear' })
    expect(await credits(key)).toEqual({ email: 25, google: 25, meta: 25, tiktok: 25 })
  })

  test('assigns orders to days of the brand’s time zone and looks back beyond the range', async () => {
    const { brandId, key } = await createTenant(database.sql, { timezone: 'America/Los_Angeles' })
    await ingestJourneys(
      database,
      brandId,
      [{ customer_id: 'c', touched_at: '2026-10-20T00:00:00Z', channel: 'meta' }],
      [{ order_id: 'o', customer_id: 'c', ordered_at: '2026-11-02T02:00:00Z', revenue: 5 }],
    )
    expect(await credits(key, { date_from: '2026-11-01', date_to: '2026-11-01' })).toEqual({ meta: 5 })
    expect(await credits(key, { date_from: '2026-11-02', date_to: '2026-11-02' })).toEqual({})
  })

  test('ignores a repeated import and counts touches that arrive after their order', async () => {
    const { brandId, key } = await oneOrder([['meta', 5]])
    const before = await credits(key)
    const touch = { customer_id: 'c', touched_at: '2026-11-10T07:00:00Z', channel: 'meta', touch_id: '0' }
    await ingestJourneys(database, brandId, [touch], [])
    expect(await credits(key)).toEqual(before)
    await ingestJourneys(database, brandId, [{ ...touch, channel: 'google', touched_at: '2026-11-10T08:00:00Z' }], [])
    expect(await credits(key)).toEqual({ google: 50, meta: 50 })
  })
})

describe('markov', () => {
  test('returns the removal effects of a chain solved by hand', async () => {
    // Start to a or b with 1/2 each; a to the order; b to a or to nothing with 1/2 each: without b half is left.
    const rows = await database.sql`
      select channel, round(removal_effect::numeric, 9)::float as effect from analytics.markov_removal_effects(
        array['(start)', '(start)', 'a', 'b', 'b'], array['a', 'b', '(order)', 'a', '(none)'], array[1, 1, 1.5, 0.5, 0.5])`
    expect(rows).toEqual([
      { channel: 'a', effect: 1 },
      { channel: 'b', effect: 0.333333333 },
    ])
  })

  test('computes removal effects for a hundred channels', async () => {
    const [row] = await database.sql`
      with chain as (
        select 'c' || i as a, 'c' || j as b, 1 + (i * j) % 7 as n from generate_series(1, 100) i, generate_series(1, 100) j where i <> j
        union all select '(start)', 'c' || i, 3 from generate_series(1, 100) i
        union all select 'c' || i, '(order)', 5 from generate_series(1, 100) i
      )
      select count(*)::integer as channels, bool_and(removal_effect > 0 and removal_effect < 1) as are_parts
      from analytics.markov_removal_effects(
        (select array_agg(a) from chain), (select array_agg(b) from chain), (select array_agg(n::float) from chain))`
    expect(row).toEqual({ channels: 100, are_parts: true })
  })
})

describe.skipIf(!existsSync(data))('reference data (skipped where ../shared/data is absent)', () => {
  test('nine journeys match the published credits within a millionth', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const lines = readFileSync(join(data, 'test_journeys.csv'), 'utf8').trim().split('\n').slice(1)
    const journeys = lines.map((line) => line.split(',') as [string, string])
    await ingestJourneys(
      database,
      brandId,
      journeys.flatMap(([path], index) => {
        const channels = path.split(' > ')
        return channels.map((channel, position) => ({
          customer_id: `c${index}`,
          touched_at: new Date(Date.UTC(2026, 10, 10 + position - channels.length)).toISOString(),
          channel,
        }))
      }),
      journeys.map(([, value], index) => ({
        order_id: `o${index}`,
        customer_id: `c${index}`,
        ordered_at: '2026-11-10T00:00:00Z',
        revenue: Number(value),
      })),
    )
    const [header, ...rows] = readFileSync(join(data, 'expected_test_journeys.csv'), 'utf8').trim().split('\n')
    const columns = (header as string).split(',')
    const published = (column: string) =>
      Object.fromEntries(rows.map((row) => [row[0], Number(row.split(',')[columns.indexOf(column)])]))
    await configure(brandId, { direct_channels: ['a'], half_life_hours: 1, model: 'markov' })
    for (const [model, column] of [
      ['first_touch', 'attribution_first_click_heuristic'],
      ['last_touch', 'attribution_last_click_heuristic'],
      ['last_non_direct', 'attribution_last_click_non_A_heuristic'],
      ['linear', 'attribution_linear_heuristic'],
      ['position', 'attribution_position_based_0.4_0.2_0.4_heuristic'],
      ['time_decay', 'attribution_time_decay0.5_freq1_heuristic'],
      ['markov', 'attribution_markov_algorithmic'],
    ] as const) {
      const credited = await database.sql.begin(async (transaction) => {
        return await transaction`
          select channel, value_micros / 1000000 as value
          from analytics.channel_credits(${brandId}, ${model}, '2026-11-01', '2026-11-20') order by channel`
      })
      for (const { channel, value } of credited) {
        expect([model, channel, value]).toEqual([
          model,
          channel,
          expect.closeTo(published(column)[channel] as number, 6),
        ])
      }
      expect(credited).toHaveLength(3)
    }
    expect((await answer(key)).body).toMatchObject({ model: 'markov', total: 27 })
  })
})

describe('attribution sums', () => {
  test('credited plus unattributed revenue equals the total to the cent for every model on random journeys', async () => {
    const channel = fc.constantFrom('meta', 'google', 'tiktok', 'direct', 'email')
    const customer = fc.record({
      touches: fc.array(fc.record({ channel, hours: fc.integer({ min: 0, max: 900 }), isView: fc.boolean() }), {
        maxLength: 7,
      }),
      cents: fc.integer({ min: 1, max: 1_000_000 }),
      refundedCents: fc.integer({ min: 0, max: 100 }),
    })
    const customers = fc.sample(fc.array(customer, { minLength: 60, maxLength: 60 }), { numRuns: 4, seed: 7 })
    for (const some of customers) {
      const { brandId, key } = await createTenant(database.sql)
      await ingestJourneys(
        database,
        brandId,
        some.flatMap(({ touches }, index) =>
          touches.map((touch, number) => ({
            customer_id: `c${index}`,
            touched_at: new Date(Date.parse('2026-11-12T00:00:00Z') - touch.hours * 3_600_000).toISOString(),
            channel: touch.channel,
            kind: touch.isView ? 'view' : 'click',
            touch_id: String(number),
          })),
        ),
        some.map(({ cents, refundedCents }, index) => ({
          order_id: `o${index}`,
          customer_id: `c${index}`,
          ordered_at: '2026-11-12T00:00:00Z',
          revenue: cents / 100,
          refunded: Math.min(cents, refundedCents) / 100,
        })),
      )
      const cents = some.reduce((sum, row) => sum + row.cents - Math.min(row.cents, row.refundedCents), 0)
      for (const model of [...ruleModels, 'markov']) {
        await configure(brandId, { model })
        const { body } = await answer(key)
        const sum = body.channels.reduce(
          (total: number, row: Channel) => total + Math.round((row.attributed_value ?? 0) * 100),
          0,
        )
        expect([model, sum + Math.round(body.unattributed.value * 100)]).toEqual([model, cents])
        expect(Math.round(body.total * 100)).toBe(cents)
      }
    }
  })
})

describe('200', () => {
  test('returns spend, roas and cac of the platform that a channel belongs to', async () => {
    const { brandId, key } = await oneOrder([['facebook', 5]], { is_new_customer: true })
    await ingest(database, brandId, [{ date: '2026-11-10', platform: 'meta', account_id: 'a', spend: 40 }])
    const { body } = await answer(key, { metric: 'roas' })
    expect(body).toMatchObject({
      metric: 'roas',
      total: 2.5,
      currency: 'USD',
      model: 'position',
      window: { click_days: 30, view_days: 1 },
    })
    expect(body.warnings).toContainEqual(expect.stringContaining('not the mean of the channels'))
    expect(body.channels).toEqual([
      {
        channel: 'facebook',
        platform: 'meta',
        attributed_value: 2.5,
        share: null,
        attributed_revenue: 100,
        attributed_conversions: 1,
        assisted_conversions: 0,
        first_touches: 1,
        last_touches: 1,
        spend: 40,
        roas: 2.5,
        cac: 40,
      },
    ])
    expect(await credits(key, { metric: 'spend' })).toEqual({ facebook: 40 })
    expect(await credits(key, { metric: 'cac' })).toEqual({ facebook: 40 })
  })

  test('filters rows by channels without changing credit', async () => {
    const { key } = await oneOrder([
      ['meta', 5],
      ['google', 4],
    ])
    const { body } = await answer(key, { channels: ' META' })
    expect(body.channels).toMatchObject([{ channel: 'meta', attributed_value: 50, share: 0.5 }])
    expect(body.total).toBe(100)
  })
})

describe('400', () => {
  test.each([
    [{ date_from: '2026-02-30' }, 'date_from'],
    [{ date_to: '2026-10-01' }, 'date_to'],
    [{ metric: 'clicks' }, 'metric'],
    [{ channels: ',' }, 'channels'],
    [{ channels: 'meta,nothing' }, 'No touchpoint has the channel nothing. Channels: meta.'],
    [{ model: 'last_clik' }, 'model'],
    [{ platform: 'pinterest' }, '`platform` must be a connected platform, not pinterest. Connected platforms: none.'],
  ])('names the invalid parameter of %j', async (query, parameter) => {
    const { key } = await oneOrder([['meta', 5]])
    const { status, body } = await answer(key, query as Record<string, string>)
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.message).toContain(parameter)
  })
})

describe('409', () => {
  test('returns data_not_ready before an order is ingested', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingestJourneys(
      database,
      brandId,
      [{ customer_id: 'c', touched_at: '2026-11-01T00:00:00Z', channel: 'meta' }],
      [],
    )
    const { status, body } = await answer(key)
    expect([status, body.error.code]).toEqual([409, 'data_not_ready'])
  })
})
