import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

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

async function targets(key: string, query: Record<string, string> = {}) {
  const { status, body } = await api.http.get('/v1/targets').query(query).set('Authorization', `Bearer ${key}`)
  return { status, body }
}

/** A brand with two campaigns of equal id in two accounts, which spent 100 a day from 1 to 19 November. */
async function spending() {
  const tenant = await createTenant(database.sql)
  const days = Array.from({ length: 19 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
  await ingest(
    database,
    tenant.brandId,
    days.flatMap((date) =>
      ['a', 'b'].map((account_id) => ({
        date,
        platform: 'google',
        account_id,
        campaign_id: '1',
        campaign_name: `Of ${account_id}`,
        spend: 100,
        revenue: account_id === 'a' ? 300 : 100,
        conversions: 4,
      })),
    ),
  )
  return tenant
}

const set = async (brandId: string, account: string | null, month: string, budget: number) =>
  await database.sql`
    insert into analytics.targets (brand_id, month, campaign_entity_id, roas, budget_micros)
    values (${brandId}, ${month}, (
      select campaigns.entity_id
      from analytics.entities as campaigns
      join analytics.entities as accounts on accounts.brand_id = campaigns.brand_id and accounts.entity_id = campaigns.account_entity_id
      where campaigns.brand_id = ${brandId} and campaigns.level = 'campaign' and accounts.external_id = ${account}
    ), 2.5, ${budget * 1_000_000})`

describe('GET /v1/targets', () => {
  test('has no results of a brand without data, nor of months before its first data', async () => {
    const none = { spend_to_date: null, projected_end_of_period: null, pacing_percent: null, status: null }
    const fresh = await createTenant(database.sql)
    await database.sql`
      insert into analytics.targets (brand_id, month, budget_micros) values (${fresh.brandId}, '2026-11-01', 9000000000)`
    expect((await targets(fresh.key)).body).toMatchObject({ data_through: null, brand: { budget: 9000, ...none } })
    const { key } = await spending()
    expect((await targets(key, { month: '2026-10' })).body).toMatchObject({ data_through: null, brand: none })
    expect((await targets(key, { month: '2026-11' })).body.data_through).toBe('2026-11-19')
  })

  test('returns null for each target that is not set, beside the results', async () => {
    const { key } = await spending()
    const { status, body } = await targets(key)
    expect(status).toBe(200)
    expect(body).toMatchObject({ month: '2026-11', data_through: '2026-11-19', campaigns: [] })
    expect(body.brand).toEqual({
      version: 0,
      roas_target: null,
      cpa_target: null,
      budget: null,
      pacing_percent: null,
      status: null,
      spend_to_date: 3800,
      projected_end_of_period: 6000,
      projected_low: null,
      projected_high: null,
      roas: 2,
      cpa: 25,
    })
  })

  test('returns the targets of the brand and of each campaign with their pacing', async () => {
    const { brandId, key } = await spending()
    await set(brandId, null, '2026-11-01', 6000)
    await set(brandId, 'a', '2026-11-01', 2000)
    await set(brandId, 'a', '2026-12-01', 9000)
    const { body } = await targets(key)
    expect(body.brand).toMatchObject({ roas_target: 2.5, budget: 6000, pacing_percent: 100, status: 'on_track' })
    expect(body.campaigns).toMatchObject([
      {
        campaign: 'google/a/1',
        name: 'Of a',
        budget: 2000,
        spend_to_date: 1900,
        roas: 3,
        pacing_percent: 150,
        status: 'over',
      },
    ])
    const next = await targets(key, { month: '2026-12' })
    expect(next.body).toMatchObject({ data_through: null, brand: { budget: null, spend_to_date: null, roas: null } })
    expect(next.body.campaigns).toMatchObject([{ budget: 9000, spend_to_date: null, pacing_percent: null }])
  })

  test('returns the targets of a brand without ad data', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await set(brandId, null, '2026-11-01', 500)
    expect((await targets(key)).body.brand).toMatchObject({ budget: 500, spend_to_date: null, pacing_percent: null })
  })

  test.each(['2026-13', '2026-1', 'november', '1999-01'])('returns 400 for the month %s', async (month) => {
    const { key } = await createTenant(database.sql)
    expect((await targets(key, { month })).status).toBe(400)
  })
})
