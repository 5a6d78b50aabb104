import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'

interface Channel {
  channel: string
  stored: { revenue: number; roas: number | null }
  chosen: { revenue: number; roas: number | null }
}

const channels = ['google', 'meta', 'tiktok', 'email', 'direct']
const original = { model: 'position', click_days: 30, view_days: 1, half_life_hours: 168, accounting: 'accrual' }
const settings = [
  { click_days: 30, view_days: 1, half_life_hours: 168, accounting: 'accrual' },
  { click_days: 12, view_days: 0, half_life_hours: 12, accounting: 'accrual' },
  { click_days: 60, view_days: 20, half_life_hours: 24, accounting: 'cash' },
]
const ruleModels = ['first_touch', 'last_touch', 'last_non_direct', 'linear', 'linear_unique', 'position', 'time_decay']

let database: TestDatabase
let api: Api
let tenant: Awaited<ReturnType<typeof createTenant>>

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  tenant = await createTenant(database.sql)
  const noon = Date.parse('2026-11-19T12:00:00Z')
  const hoursBefore = (hours: number) => new Date(noon - hours * 3_600_000).toISOString()
  const touches = Array.from({ length: 240 }, (_, index) => ({
    customer_id: `c${index % 40}`,
    touched_at: hoursBefore((index * 997) % 1900),
    channel: channels[(index * 7) % 5] as string,
    kind: index % 4 === 0 ? 'view' : 'click',
    touch_id: String(index),
  }))
  const orders = Array.from({ length: 60 }, (_, index) => ({
    order_id: `o${index}`,
    customer_id: `c${(index * 3) % 44}`,
    ordered_at: hoursBefore(index * 29),
    revenue: 20 + ((index * 37) % 80) + 0.33,
    // Refunds of orders before the range count under cash accounting only.
    ...(index % 5 === 0 ? { refunded: index % 10 === 0 ? 5.5 : 20.33, refunded_at: hoursBefore(index * 12) } : {}),
  }))
  await ingestJourneys(database, tenant.brandId, touches, orders)
  const days = ['2026-11-01', '2026-11-02']
  await ingest(
    database,
    tenant.brandId,
    days.flatMap((date) =>
      ['google', 'meta'].map((platform) => ({ date, platform, account_id: 'a', campaign_id: '1', spend: 150 })),
    ),
  )
}, 60_000)
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function get(path: string, query: Record<string, string | number>, key = tenant.key) {
  const { status, body } = await api.http.get(path).query(query).set('Authorization', `Bearer ${key}`)
  return { status, body }
}

async function configure(chosen: Record<string, string | number>) {
  await database.sql.begin(async (transaction) => {
    await transaction`select core.enter_brand(${tenant.brandId})`
    await transaction`
      select analytics.configure_attribution(
        ${tenant.brandId}, ${chosen.model as string}, ${chosen.click_days as number}, ${chosen.view_days as number},
        ${chosen.half_life_hours as number}, ${chosen.accounting as string}
      )`
  })
}

/** What GET /v1/attribution returns under the settings of the brand. */
async function attributed(range: { date_from: string; date_to: string }) {
  const { body } = await get('/v1/attribution', { date_from: range.date_from, date_to: range.date_to })
  return {
    total: body.total,
    unattributed: body.unattributed.value,
    channels: Object.fromEntries(
      body.channels.map((row: { channel: string; attributed_revenue: number; roas: number | null }) => [
        row.channel,
        [row.attributed_revenue, row.roas],
      ]),
    ),
  }
}

const side = (body: { channels: Channel[] }, name: 'stored' | 'chosen') =>
  Object.fromEntries(body.channels.map((row) => [row.channel, [row[name].revenue, row[name].roas]]))

describe('GET /v1/attribution-preview', () => {
  test.each(settings.flatMap((windows) => ruleModels.map((model) => ({ model, ...windows }))))(
    'previews what $model with $click_days days and $accounting accounting returns after it is saved',
    async (chosen) => {
      await configure(original)
      const { status, body } = await get('/v1/attribution-preview', chosen)
      expect(status).toBe(200)
      const before = await attributed(body)
      expect({ ...body.stored, channels: side(body, 'stored') }).toMatchObject({ ...before, model: 'position' })
      await configure(chosen)
      const after = await attributed(body)
      const { total, unattributed } = body.chosen
      // A channel that only the stored settings credit is shown with 0.
      const uncredited = Object.fromEntries(Object.keys(before.channels).map((channel) => [channel, [0, null]]))
      expect({ total, unattributed, channels: side(body, 'chosen') }).toEqual({
        ...after,
        channels: { ...uncredited, ...after.channels },
      })
    },
  )

  test('changes no stored credit', async () => {
    const rows = () => database.sql`
      select to_jsonb(held)::text as row from analytics.attribution_ad_credits as held
      where brand_id = ${tenant.brandId} order by 1`
    const before = await rows()
    await get('/v1/attribution-preview', { model: 'last_touch', click_days: 2, accounting: 'cash' })
    expect(await rows()).toEqual(before)
  })

  test('has null totals and no channels for days without orders', async () => {
    const other = await createTenant(database.sql)
    await ingestJourneys(
      database,
      other.brandId,
      [],
      [{ order_id: 'o', customer_id: 'c', ordered_at: '2026-08-01T00:00:00Z', revenue: 5 }],
    )
    const { body } = await get('/v1/attribution-preview', { click_days: 7 }, other.key)
    expect([body.chosen.total, body.stored.total, body.channels]).toEqual([null, null, []])
  })

  test.each([
    [400, { click_days: 0 }],
    [400, { click_days: 366 }],
    [400, { view_days: -1 }],
    [400, { half_life_hours: 1e9 }],
    [400, { accounting: 'none' }],
    [400, { model: 'participation' }],
    [400, { days: 93 }],
  ])('returns %i for %j', async (status, query) => {
    expect((await get('/v1/attribution-preview', query)).status).toBe(status)
  })

  test('returns 409 for markov with other windows, and 409 without orders', async () => {
    await configure(original)
    expect((await get('/v1/attribution-preview', { model: 'markov' })).status).toBe(200)
    const other = await get('/v1/attribution-preview', { model: 'markov', click_days: 8 })
    expect([other.status, other.body.error.code]).toEqual([409, 'data_not_ready'])
    const empty = await createTenant(database.sql)
    expect((await get('/v1/attribution-preview', {}, empty.key)).status).toBe(409)
  })
})
