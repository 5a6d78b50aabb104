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

/** Imports an order for 100 on 2026-11-10 at noon, with one touch of each channel in the hours before it. */
async function oneOrder(channels: string[]) {
  const tenant = await createTenant(database.sql)
  await ingestJourneys(
    database,
    tenant.brandId,
    channels.map((channel, index) => ({
      customer_id: 'c',
      touched_at: new Date(Date.parse('2026-11-10T12:00:00Z') - (channels.length - index) * 3_600_000).toISOString(),
      channel,
    })),
    [{ order_id: 'o', customer_id: 'c', ordered_at: '2026-11-10T12:00:00Z', revenue: 100 }],
  )
  return tenant
}

describe('attribution of incomplete data', () => {
  test('reports spend of a platform without one matching channel as unattributed, with a warning', async () => {
    const { brandId, key } = await oneOrder(['facebook', 'google search', 'youtube'])
    const spends = { meta: 40.5, google: 30.25, pinterest: 20.01 }
    await ingest(
      database,
      brandId,
      Object.entries(spends).map(([platform, spend]) => ({ date: '2026-11-10', platform, account_id: 'a', spend })),
    )
    const { body } = await answer(key, { metric: 'spend', channels: 'youtube' })
    expect(body).toMatchObject({ total: 90.76, unattributed: { value: 50.26, share: 0.553768 } })
    const { body: whole } = await answer(key, { metric: 'spend' })
    expect(whole.channels).toMatchObject([
      { channel: 'facebook', attributed_value: 40.5 },
      { channel: 'google search', attributed_value: null },
      { channel: 'youtube', attributed_value: null },
    ])
    expect(body.warnings).toContain(
      'No single channel matches 2 platforms. Their spend is in the total and in no row: google (30.25 USD), pinterest (20.01 USD).',
    )
    expect((await answer(key)).body.warnings.join()).not.toContain('spent')
  })

  test('returns null outside the known orders and 0 for days between them without orders', async () => {
    const { brandId, key } = await oneOrder(['meta'])
    await ingest(database, brandId, [{ date: '2026-11-15', platform: 'meta', account_id: 'a', spend: 7 }])
    for (const range of [
      { date_from: '2026-11-11', date_to: '2026-11-16' },
      { date_from: '2026-10-01', date_to: '2026-11-09' },
    ]) {
      const { status, body } = await answer(key, range)
      expect([status, body.channels, body.total]).toEqual([200, [], null])
      expect(body).toMatchObject({
        unattributed: { value: null, conversions: null, share: null },
        conversions_considered: null,
        touchpoints_considered: null,
      })
      expect(body.warnings.at(-1)).toContain('No orders were ingested for this range')
      const compared = await api.http
        .get('/v1/attribution/comparison')
        .query(range)
        .set('Authorization', `Bearer ${key}`)
      const unknown = { orders: null, revenue: null }
      expect(compared.body).toMatchObject({
        data: [],
        total: { revenue: null, conversions: null },
        unattributed: { revenue: null, conversions: null },
        customers: { new: unknown, returning: unknown, unknown },
      })
      for (const metric of ['purchases', 'roas', 'cac']) {
        expect((await answer(key, { ...range, metric })).body.total).toBeNull()
      }
    }
    const spend = await answer(key, { date_from: '2026-11-15', metric: 'spend' })
    expect(spend.body).toMatchObject({ total: 7, unattributed: { value: 7, conversions: null } })
    await ingestJourneys(
      database,
      brandId,
      [],
      [{ order_id: 'p', customer_id: 'd', ordered_at: '2026-11-14T00:00:00Z', revenue: 1 }],
    )
    const between = await answer(key, { date_from: '2026-11-11', date_to: '2026-11-13' })
    expect(between.body).toMatchObject({ total: 0, unattributed: { value: 0, conversions: 0 }, warnings: [] })
    const comparedBetween = await api.http
      .get('/v1/attribution/comparison')
      .query({ date_from: '2026-11-11', date_to: '2026-11-13' })
      .set('Authorization', `Bearer ${key}`)
    expect(comparedBetween.body).toMatchObject({
      total: { revenue: 0, conversions: 0 },
      customers: { new: { orders: 0, revenue: 0 } },
    })
    const partly = await answer(key, { date_from: '2026-11-09', date_to: '2026-11-14' })
    expect(partly.body).toMatchObject({ total: 101, warnings: ['Orders before 2026-11-10 are not known.'] })
  })
})

describe('markov', () => {
  const configure = async (brandId: string, setting: string) =>
    await database.sql.begin(async (transaction) => {
      await transaction`select core.enter_brand(${brandId})`
      await transaction.unsafe(`select analytics.configure_attribution('${brandId}', ${setting})`)
    })

  test('returns no channels and a null total for a range without paths', async () => {
    const { brandId, key } = await oneOrder(['meta'])
    const before = { date_from: '2026-10-01', date_to: '2026-10-31' }
    const { status, body } = await answer(key, { ...before, model: 'markov' })
    expect([status, body.error]).toEqual([200, undefined])
    expect(body).toMatchObject({ model: 'markov', channels: [], total: null })
    await configure(brandId, "model => 'markov'")
    const { body: own } = await answer(key, before)
    expect({ ...own, model_version: 0, meta: 0 }).toEqual({ ...body, model_version: 0, meta: 0 })
  })

  test('credits a range with only refunds like linear', async () => {
    const { brandId, key } = await oneOrder(['meta', 'google', 'meta'])
    const order = { order_id: 'o', customer_id: 'c', ordered_at: '2026-11-10T12:00:00Z', revenue: 100 }
    const refund = { refunded: 30, refunded_at: '2026-11-12T12:00:00Z' }
    await ingestJourneys(database, brandId, [], [{ ...order, ...refund }])
    await configure(brandId, "accounting => 'cash'")
    for (const model of ['linear', 'markov']) {
      const { body } = await answer(key, { date_from: '2026-11-12', date_to: '2026-11-12', model })
      expect(body.channels).toMatchObject([
        { channel: 'google', attributed_value: -10 },
        { channel: 'meta', attributed_value: -20 },
      ])
    }
  })
})

describe('channel names', () => {
  test('match a platform alias as a word, not as part of another word', async () => {
    const channels = ['Snap Ads', 'twitter_cpc', 'GoogleBrand', 'climbing forum', 'igloo']
    const { brandId, key } = await oneOrder(channels)
    await ingest(
      database,
      brandId,
      ['snapchat', 'x', 'google', 'microsoft', 'meta'].map((platform, index) => ({
        date: '2026-11-10',
        platform,
        account_id: 'a',
        spend: index + 1,
      })),
    )
    const { body } = await answer(key)
    const rows = body.channels.map(({ channel, platform, spend }: Record<string, unknown>) => [
      channel,
      platform,
      spend,
    ])
    expect(rows.toSorted()).toEqual([
      ['GoogleBrand', 'google', 3],
      ['Snap Ads', 'snapchat', 1],
      ['climbing forum', null, null],
      ['igloo', null, null],
      ['twitter_cpc', 'x', 2],
    ])
  })

  test('that differ only in case or blanks are merged under the first spelling', async () => {
    const { brandId, key } = await oneOrder(['Paid  Social', 'paid social ', 'Google', 'PAID SOCIAL', 'google'])
    await ingest(database, brandId, [{ date: '2026-11-10', platform: 'google', account_id: 'a', spend: 20 }])
    const { body } = await answer(key)
    expect(body.channels).toMatchObject([
      { channel: 'Google', platform: 'google', attributed_value: 50, spend: 20, roas: 2.5 },
      { channel: 'Paid Social', attributed_value: 50 },
    ])
    const [path] = await database.sql`select path from analytics.conversion_paths where brand_id = ${brandId}`
    expect(path).toEqual({ path: 'Paid Social > Google > Paid Social > Google' })
  })

  test('keep the stored spelling when a touch is imported again in another spelling', async () => {
    const { brandId, key } = await oneOrder(['Meta', 'email'])
    const touch = { customer_id: 'c', touched_at: '2026-11-10T10:00:00Z', channel: 'ｍeta' }
    await ingestJourneys(database, brandId, [touch], [])
    const touches = await database.sql`
      select channel from analytics.touchpoints where brand_id = ${brandId} order by touched_at`
    expect(touches.map(({ channel }) => channel)).toEqual(['Meta', 'email'])
    const { body } = await answer(key, { channels: 'META' })
    expect(body.channels).toMatchObject([{ channel: 'Meta', platform: 'meta', attributed_value: 50 }])
  })
})
