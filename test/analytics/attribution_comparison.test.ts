import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'

let database: TestDatabase
let api: Api
let tenant: Awaited<ReturnType<typeof createTenant>>

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  tenant = await createTenant(database.sql)
  const report = { date: '2026-11-12', platform: 'google', account_id: 'g', spend: 40, revenue: 60 }
  await ingest(database, tenant.brandId, [
    { ...report, campaign_id: 'g1', campaign_name: 'Brand search' },
    { ...report, campaign_id: 'g2', campaign_name: 'Shopping', spend: 10 },
  ])
  const touch = (customer: string, channel: string, on: string, campaign?: string) => ({
    customer_id: customer,
    touched_at: `${on}T08:00:00Z`,
    channel,
    kind: 'click',
    touch_id: `${customer}${channel}`,
    ...(campaign ? { campaign } : {}),
  })
  const order = (customer: string, revenue: number, more = {}) => ({
    order_id: customer,
    customer_id: customer,
    ordered_at: '2026-11-12T12:00:00Z',
    revenue,
    ...more,
  })
  await ingestJourneys(
    database,
    tenant.brandId,
    [
      // One names a campaign by its id, the other by its name.
      touch('a', 'meta', '2026-11-02', 'Friends'),
      touch('a', 'google', '2026-11-11', 'g1'),
      touch('b', 'google', '2026-11-11', 'Brand search'),
      touch('c', 'email', '2026-11-01'),
      touch('lost', 'meta', '2026-11-05', 'Friends'),
    ],
    [
      order('a', 100, { is_new_customer: true }),
      order('b', 33.33, { is_new_customer: false }),
      order('c', 10, { is_new_customer: false, refunded: 10, refunded_at: '2026-11-13T00:00:00Z' }),
      order('d', 7),
    ],
  )
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const range = { date_from: '2026-11-10', date_to: '2026-11-14' }
async function read(query: Record<string, string | number> = {}, path = 'comparison') {
  return await api.http
    .get(`/v1/attribution/${path}`)
    .query({ ...range, ...query })
    .set('Authorization', `Bearer ${tenant.key}`)
}
type Row = {
  channel: string
  campaign: string | null
  campaign_id: string | null
  spend: number | null
  attributed: Record<string, number>
  compared: Record<string, number>
}
const named = (rows: Row[]) =>
  rows.map((row) => [row.channel, row.campaign, row.attributed.revenue, row.compared.revenue])

describe('GET /v1/attribution/comparison', () => {
  test('divides the orders among channels under two models, to the cent', async () => {
    const { status, body } = await read({ model: 'linear', compared_model: 'first_touch' })
    expect(status).toBe(200)
    expect(named(body.data)).toEqual([
      ['google', null, 83.33, 33.33],
      ['meta', null, 50, 100],
      ['email', null, 0, 0],
    ])
    // 50 of spend. Order d does not say whether its customer is new.
    expect(body.total).toEqual({
      revenue: 140.33,
      conversions: 3,
      mer: 2.8066,
      new_customer_roas: null,
      ratio_days: { date_from: '2026-11-12', date_to: '2026-11-12', is_whole: true },
    })
    expect(body.unattributed).toEqual({ revenue: 7, conversions: 1 })
    expect(body.customers).toEqual({
      new: { orders: 1, revenue: 100 },
      returning: { orders: 1, revenue: 33.33 },
      unknown: { orders: 1, revenue: 7 },
    })
  })

  test.each(['first_touch', 'last_touch', 'linear', 'position', 'time_decay', 'markov'])(
    'has the credits of GET /v1/attribution for %s',
    async (model) => {
      const { body } = await read({ model })
      const { body: single } = await api.http
        .get('/v1/attribution')
        .query({ ...range, model })
        .set('Authorization', `Bearer ${tenant.key}`)
      const expected = single.channels.map(
        ({ channel, attributed_revenue, attributed_conversions, roas }: Record<string, unknown>) => [
          channel,
          attributed_revenue,
          attributed_conversions,
          roas,
        ],
      )
      const found = body.data.map(({ channel, attributed }: Row) => [
        channel,
        attributed.revenue,
        attributed.conversions,
        attributed.roas,
      ])
      expect(found.toSorted()).toEqual(expected.toSorted())
    },
  )

  test.each([
    { model: 'linear', compared_model: 'linear' },
    { model: 'linear', compared_model: 'linear', click_days: 5, level: 'campaign' },
    { models: 'linear,linear', compared_model: 'linear' },
  ])('answers the same figures twice for a model that is compared with itself: %j', async (query) => {
    const { status, body } = await read(query)
    expect([status, body.model, body.compared_model]).toEqual([200, 'linear', 'linear'])
    const { body: other } = await read({ ...query, compared_model: 'first_touch' })
    expect(body.data.map(({ attributed }: Row) => attributed)).toEqual(body.data.map(({ compared }: Row) => compared))
    const revenues = (rows: Row[]) =>
      rows.map(({ attributed }) => attributed.revenue).filter((revenue) => revenue !== 0)
    expect(revenues(body.data)).toEqual(revenues(other.data))
    expect([body.total, body.unattributed]).toEqual([other.total, other.unattributed])
  })

  test('compares repeated models with the default, and lists each once', async () => {
    const { body } = await read({ models: 'linear,linear' })
    expect([body.model, body.compared_model]).toEqual(['linear', 'last_touch'])
    expect(Object.keys(body.data[0].by_model)).toEqual(['linear'])
  })

  test.each(['linear', 'last_touch', 'markov'])(
    'adds up the campaigns of a channel to the channel under %s',
    async (model) => {
      const [channels, campaigns] = [(await read({ model })).body, (await read({ model, level: 'campaign' })).body]
      for (const { channel, attributed } of channels.data as Row[]) {
        const parts = (campaigns.data as Row[]).filter((row) => row.channel === channel)
        const sum = parts.reduce((total, part) => total + (part.attributed.revenue as number), 0)
        expect([channel, sum]).toEqual([channel, expect.closeTo(attributed.revenue as number, 2)])
      }
    },
  )

  test('joins touches that name a campaign by its id and by its name, with its spend', async () => {
    const { body } = await read({ model: 'last_touch', level: 'campaign' })
    expect(body.data[0]).toMatchObject({
      channel: 'google',
      platform: 'google',
      campaign_id: 'g1',
      campaign: 'Brand search',
      spend: 40,
      attributed: { revenue: 133.33, conversions: 2, new_customers: 1, roas: 3.33325 },
    })
    expect(body.data.find(({ channel }: Row) => channel === 'meta')).toMatchObject({
      campaign_id: null,
      campaign: 'Friends',
      spend: null,
    })
    expect(body.data.find(({ channel }: Row) => channel === 'email')).toMatchObject({ campaign: null })
  })

  test('counts the touches of other windows, and those of the brand again afterwards', async () => {
    const { body } = await read({ click_days: 5, model: 'linear' })
    expect(named(body.data)).toEqual([['google', null, 133.33, 133.33]])
    expect(body.window).toMatchObject({ click_days: 5, view_days: 1, is_own: false, own_click_days: 30 })
    expect(body.unattributed).toEqual({ revenue: 7, conversions: 1 })
    expect(body.models.find(({ model }: { model: string }) => model === 'markov').is_available).toBe(false)
    const own = await read({ click_days: 30, view_days: 1, model: 'linear' })
    expect(own.body.window.is_own).toBe(true)
    expect(named(own.body.data)).toEqual(named((await read({ model: 'linear' })).body.data))
  })

  test('calculates the credits of the windows of the brand from touches as they are stored', async () => {
    const [live] = await database.sql`
      select
        (select json_agg(held order by held.model, held.channel, held.campaign) from core.brands join analytics.attribution_settings as settings using (brand_id)
          cross join lateral analytics.credits_in_windows(
            brands, settings, '{linear,position,time_decay,first_touch}', ${range.date_from}, ${range.date_to}
          ) as held where brands.brand_id = ${tenant.brandId}) as calculated,
        (select json_agg(json_build_object(
            'model', chosen.model, 'channel', held.channel, 'campaign', held.campaign, 'ad', held.ad, 'creative', held.creative, 'value_micros', held.value_micros,
            'conversions', held.conversions, 'new_customers', held.new_customers
          ) order by chosen.model, held.channel, held.campaign)
          from unnest('{linear,position,time_decay,first_touch}'::text[]) as chosen (model)
          cross join lateral analytics.ad_credits(${tenant.brandId}, chosen.model, ${range.date_from}, ${range.date_to}) as held) as stored`
    expect(live?.calculated).toEqual(live?.stored)
  })

  test('compares several models in one call, each with its own credits', async () => {
    const models = ['first_touch', 'last_touch', 'linear', 'position', 'time_decay', 'markov']
    const { status, body } = await read({ models: models.join(',') })
    expect([status, body.model, body.compared_model]).toEqual([200, 'first_touch', 'last_touch'])
    for (const model of models) {
      const { body: single } = await read({ model })
      for (const row of single.data as Row[]) {
        const found = body.data.find(({ channel }: Row) => channel === row.channel)
        expect([model, found.by_model[model]]).toEqual([model, row.attributed])
      }
      const credited = body.data.reduce(
        (total: number, row: { by_model: Record<string, { revenue: number }> }) =>
          total + (row.by_model[model]?.revenue ?? 0),
        body.unattributed.revenue,
      )
      expect(credited).toBeCloseTo(body.total.revenue, 9)
    }
    expect((await read()).body.data[0].by_model).toBeNull()
  })

  test('counts the touches of a channel in a window of its own', async () => {
    // The click of Meta is ten days before the order, the one of Google one day.
    const { body } = await read({ model: 'linear', channel_windows: 'META:9' })
    expect(named(body.data)).toEqual([
      ['google', null, 133.33, 133.33],
      ['email', null, 0, 0],
    ])
    expect(body.window).toMatchObject({ click_days: 30, is_own: false, channels: { meta: { click_days: 9 } } })
    const longer = await read({ model: 'linear', click_days: 5, channel_windows: 'meta:20/2' })
    expect(named(longer.body.data)).toEqual(
      named((await read({ model: 'linear', channel_windows: 'email:5' })).body.data),
    )
    expect(longer.body.window.channels).toEqual({ meta: { click_days: 20, view_days: 2 } })
  })

  test('divides the credits of a channel among ads and creatives, with their spend', async () => {
    const own = await createTenant(database.sql)
    const ad = { platform: 'google', account_id: 'g', campaign_id: 'g1', campaign_name: 'Search', adset_id: 's' }
    await ingest(database, own.brandId, [
      { ...ad, date: '2026-11-12', ad_id: 'a1', ad_name: 'First', creative_id: 'c1', spend: 10 },
      { ...ad, date: '2026-11-12', ad_id: 'a2', ad_name: 'Second', creative_id: 'c1', spend: 30 },
    ])
    const touch = { customer_id: 'a', channel: 'google', kind: 'click', campaign: 'g1' }
    await ingestJourneys(
      database,
      own.brandId,
      [
        { ...touch, touched_at: '2026-11-10T08:00:00Z', ad: 'a1', creative: 'c1', touch_id: '1' },
        { ...touch, channel: 'email', touched_at: '2026-11-11T08:00:00Z', campaign: 'news', touch_id: '2' },
        { ...touch, touched_at: '2026-11-12T08:00:00Z', ad: 'Second', creative: 'c1', touch_id: '3' },
      ],
      [{ order_id: 'o', customer_id: 'a', ordered_at: '2026-11-12T12:00:00Z', revenue: 90 }],
    )
    const at = async (level: string) => {
      const { body } = await api.http
        .get('/v1/attribution/comparison')
        .query({ ...range, level, models: 'linear,last_touch' })
        .set('Authorization', `Bearer ${own.key}`)
      return body.data
    }
    expect(await at('ad')).toMatchObject([
      {
        channel: 'google',
        ad_id: 'a2',
        ad: 'Second',
        spend: 30,
        attributed: { revenue: 30 },
        compared: { revenue: 90 },
      },
      { channel: 'email', campaign: 'news', ad_id: null, ad: null, spend: null, attributed: { revenue: 30 } },
      {
        channel: 'google',
        campaign_id: 'g1',
        ad_id: 'a1',
        ad: 'First',
        spend: 10,
        attributed: { revenue: 30, roas: 3 },
      },
    ])
    expect(await at('creative')).toMatchObject([
      { channel: 'google', creative_id: 'c1', ad_id: null, spend: 40, attributed: { revenue: 60, roas: 1.5 } },
      { channel: 'email', creative: null, attributed: { revenue: 30 } },
    ])
  })

  test('adds up the conversions and new customers of rows exactly', async () => {
    const own = await createTenant(database.sql)
    const customers = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const channels = ['google', 'meta', 'email']
    await ingestJourneys(
      database,
      own.brandId,
      customers.flatMap((customer_id) =>
        channels.map((channel) => ({ customer_id, touched_at: '2026-11-11T08:00:00Z', channel, kind: 'click' })),
      ),
      customers.map((customer) => ({
        order_id: customer,
        customer_id: customer,
        ordered_at: '2026-11-12T12:00:00Z',
        revenue: 10,
        is_new_customer: true,
      })),
    )
    for (const click_days of [30, 5]) {
      const { body } = await api.http
        .get('/v1/attribution/comparison')
        .query({ ...range, model: 'linear', click_days })
        .set('Authorization', `Bearer ${own.key}`)
      for (const figure of ['conversions', 'new_customers']) {
        const micros = (body.data as Row[]).map(({ attributed }) => Math.round((attributed[figure] ?? 0) * 1e6))
        expect(micros.toSorted()).toEqual([2_333_333, 2_333_333, 2_333_334])
      }
      expect([body.total.conversions, body.unattributed.conversions]).toEqual([7, 0])
    }
  })

  test('filters rows by platform and changes no credit', async () => {
    const all = (await read()).body
    const { body } = await read({ platform: 'google' })
    expect(body.data).toEqual(all.data.filter(({ channel }: Row) => channel === 'google'))
    expect(body.total).toEqual(all.total)
  })

  test.each([
    [{ model: 'markov', click_days: 7 }, /must be another model than markov/],
    [{ model: 'participation' }, /model/],
    [{ click_days: 0 }, /click_days/],
    [{ view_days: 366 }, /view_days/],
    [{ level: 'adset' }, /level/],
    [{ models: 'linear,nonsense' }, /models/],
    [{ models: 'markov', channel_windows: 'meta:9' }, /must be another model than markov/],
    [{ channel_windows: 'meta' }, /channels with days/],
    [{ channel_windows: 'meta:0' }, /channel_windows/],
    [{ channel_windows: 'meta:366' }, /channel_windows/],
    [{ channel_windows: 'email:7,EMAIL:9' }, /must name the channel EMAIL once/],
    [
      { channel_windows: 'nowhere:3' },
      /`channel_windows` must name channels with touchpoints. No touchpoint has the channel nowhere/,
    ],
    [{ date_from: '2026-11-15' }, /date_to/],
    [{ compared: 'linear' }, /compared/],
    [{ platform: 'nowhere' }, /nowhere/],
  ])('returns 400 for %j', async (query, message) => {
    const { status, body } = await read(query)
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(message)])
  })
})
