import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'

let database: TestDatabase
let brandId: string

const order = (order_id: string, customer_id: string, day: string, revenue: number, more: object = {}) => ({
  order_id,
  customer_id,
  ordered_at: `${day}T12:00:00Z`,
  revenue,
  ...more,
})

beforeAll(async () => {
  database = await createDatabase()
  ;({ brandId } = await createTenant(database.sql, { currency: 'EUR', timezone: 'Europe/Berlin' }))
  await ingestJourneys(
    database,
    brandId,
    [],
    [
      order('1', 'a', '2026-07-10', 100, { is_new_customer: true }),
      order('2', 'a', '2026-08-05', 50, { is_new_customer: false }),
      order('3', 'b', '2026-07-20', 40, { is_new_customer: true, refunded: 10, refunded_at: '2026-08-30T00:00:00Z' }),
      // Ordered before the data begins.
      order('4', 'old', '2026-07-01', 500, { is_new_customer: false }),
      // 23:30 in UTC is the first of September in Berlin.
      { order_id: '5', customer_id: 'c', ordered_at: '2026-08-31T23:30:00Z', revenue: 30, is_new_customer: true },
      order('6', 'a', '2026-10-15', 20, { is_new_customer: false }),
      order('7', 'd', '2026-10-20', 70),
    ],
  )
  await ingest(database, brandId, [
    { date: '2026-07-05', platform: 'meta', campaign_id: '1', campaign_name: 'One', currency: 'EUR', spend: 60 },
    { date: '2026-06-05', platform: 'meta', campaign_id: '1', campaign_name: 'One', currency: 'EUR', spend: 10 },
    { date: '2026-10-05', platform: 'meta', campaign_id: '1', campaign_name: 'One', currency: 'EUR', spend: 33 },
  ])
})
afterAll(() => database.stop())

describe('analytics.customer_cohorts', () => {
  test('returns one row per month, with 0 for months without orders and none after the data', async () => {
    const rows = await database.sql`
      select months_since, customers::integer, active_customers::integer, orders::integer, revenue::float, ltv::float, partial, currency
      from analytics.customer_cohorts where brand_id = ${brandId} and cohort_month = '2026-07-01' order by months_since`
    const base = { customers: 2, currency: 'EUR' }
    expect(rows).toEqual([
      { ...base, months_since: 0, active_customers: 2, orders: 2, revenue: 130, ltv: 65, partial: false },
      { ...base, months_since: 1, active_customers: 1, orders: 1, revenue: 50, ltv: 90, partial: false },
      { ...base, months_since: 2, active_customers: 0, orders: 0, revenue: 0, ltv: 90, partial: false },
      { ...base, months_since: 3, active_customers: 1, orders: 1, revenue: 20, ltv: 100, partial: true },
    ])
  })

  test('excludes customers whose first order is unknown and uses months of the brand’s time zone', async () => {
    const rows = await database.sql`
      select cohort_month::text, customers::integer from analytics.customer_cohorts
      where brand_id = ${brandId} and months_since = 0 order by 1`
    expect(rows).toEqual([
      { cohort_month: '2026-07-01', customers: 2 },
      { cohort_month: '2026-09-01', customers: 1 },
      { cohort_month: '2026-10-01', customers: 1 },
    ])
    const [old] = await database.sql`
      select cohort_month, revenue::float from analytics.customers where brand_id = ${brandId} and person_id = 'old'`
    expect(old).toEqual({ cohort_month: null, revenue: 500 })
  })
})

describe('analytics.monthly_acquisition', () => {
  test('divides spend by new customers and returns null where either is unknown', async () => {
    const rows = await database.sql`
      select month::text, spend::float, orders::integer, new_customers::integer, orders_of_unknown_customers::integer, cac::float, partial
      from analytics.monthly_acquisition where brand_id = ${brandId} order by month`
    const none = { orders: null, new_customers: null, orders_of_unknown_customers: null, cac: null }
    expect(rows).toEqual([
      { month: '2026-06-01', spend: 10, ...none, partial: true },
      {
        month: '2026-07-01',
        spend: 60,
        orders: 3,
        new_customers: 2,
        orders_of_unknown_customers: 0,
        cac: 30,
        partial: false,
      },
      {
        month: '2026-08-01',
        spend: null,
        orders: 1,
        new_customers: 0,
        orders_of_unknown_customers: 0,
        cac: null,
        partial: false,
      },
      {
        month: '2026-09-01',
        spend: null,
        orders: 1,
        new_customers: 1,
        orders_of_unknown_customers: 0,
        cac: null,
        partial: false,
      },
      {
        month: '2026-10-01',
        spend: 33,
        orders: 2,
        new_customers: null,
        orders_of_unknown_customers: 1,
        cac: null,
        partial: true,
      },
    ])
  })
})

describe('analytics.customer_ltv', () => {
  test('returns the value of the first days only when every customer has completed them', async () => {
    const rows = await database.sql`
      select cohort_month::text, ltv::float, ltv_30::float, ltv_90::float, ltv_365::float, cac::float
      from analytics.customer_ltv where brand_id = ${brandId} order by 1`
    expect(rows).toEqual([
      { cohort_month: '2026-07-01', ltv: 100, ltv_30: 90, ltv_90: null, ltv_365: null, cac: 30 },
      { cohort_month: '2026-09-01', ltv: 30, ltv_30: null, ltv_90: null, ltv_365: null, cac: null },
      { cohort_month: '2026-10-01', ltv: 70, ltv_30: null, ltv_90: null, ltv_365: null, cac: null },
    ])
  })
})

describe('analytics.daily_performance', () => {
  test('returns the platform ids and the currency', async () => {
    const rows = await database.sql`
      select campaign_id, campaign_name, ad_id, spend::float, currency from analytics.daily_performance
      where brand_id = ${brandId} and day = '2026-07-05'`
    expect(rows).toEqual([{ campaign_id: '1', campaign_name: 'One', ad_id: null, spend: 60, currency: 'EUR' }])
  })
})
