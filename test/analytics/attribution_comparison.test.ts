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
    expect(body.total).toEqual({ revenue: 140.33, conversions: 3 })
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
            'model', chosen.model, 'channel', held.channel, 'campaign', held.campaign, 'value_micros', held.value_micros,
            'conversions', held.conversions, 'new_customers', held.new_customers
          ) order by chosen.model, held.channel, held.campaign)
          from unnest('{linear,position,time_decay,first_touch}'::text[]) as chosen (model)
          cross join lateral analytics.campaign_credits(${tenant.brandId}, chosen.model, ${range.date_from}, ${range.date_to}) as held) as stored`
    expect(live?.calculated).toEqual(live?.stored)
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
    [{ level: 'ad' }, /level/],
    [{ date_from: '2026-11-15' }, /date_to/],
    [{ compared: 'linear' }, /compared/],
    [{ platform: 'nowhere' }, /nowhere/],
  ])('returns 400 for %j', async (query, message) => {
    const { status, body } = await read(query)
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(message)])
  })
})
