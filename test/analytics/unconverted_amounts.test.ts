import { afterAll, beforeAll, expect, test } from 'vitest'
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
  await database.sql`insert into core.exchange_rates values ('2026-11-02', 'GBP', 'EUR', 1.2, 'test') on conflict do nothing`
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const row = (platform: string, date: string, more: object) => ({
  date,
  platform,
  account_id: platform,
  campaign_id: platform,
  campaign_name: platform,
  ...more,
})

/** A brand in euros with an account in pounds, whose rate is known for 2 November only. */
async function brandWithPounds() {
  const tenant = await createTenant(database.sql, { currency: 'EUR' })
  await ingest(database, tenant.brandId, [
    ...['2026-11-01', '2026-11-02', '2026-11-03'].map((date) => row('meta', date, { spend: 5, revenue: 9 })),
    ...['2026-11-02', '2026-11-03'].map((date) => row('pinterest', date, { currency: 'GBP', spend: 70, clicks: 3 })),
  ])
  return tenant
}

async function warningsOf(key: string, date_from: string, date_to: string, more: object = {}) {
  const { body } = await api.http
    .get('/v1/metrics')
    .query({ date_from, date_to, metrics: 'spend', granularity: 'month', ...more })
    .set('Authorization', `Bearer ${key}`)
  return { spend: body.totals.spend as number, warnings: body.meta.warnings as string[] }
}
const unconverted =
  'Account pinterest on pinterest reported amounts in GBP without a known exchange rate: 2026-11-03. No sum contains them. Import the rates, then these reports again.'

test('amounts without an exchange rate are named with their days, and only then', async () => {
  const { key } = await brandWithPounds()
  const both = await warningsOf(key, '2026-11-02', '2026-11-03')
  expect([both.spend, both.warnings]).toEqual([94, expect.arrayContaining([unconverted])])
  for (const [from, to, more] of [
    ['2026-11-02', '2026-11-02', {}],
    ['2026-11-01', '2026-11-01', {}],
    ['2026-11-02', '2026-11-03', { platform: 'meta' }],
  ] as const) {
    const { warnings } = await warningsOf(key, from, to, more)
    expect(warnings.filter((text) => text.includes('exchange rate'))).toEqual([])
  }
  const foreign = await createTenant(database.sql, { currency: 'EUR' })
  await ingest(database, foreign.brandId, [row('meta', '2026-11-03', { spend: 5 })])
  expect((await warningsOf(foreign.key, '2026-11-03', '2026-11-03')).warnings.join()).not.toContain('GBP')
})

test('a report that is imported again with its rate is in the sums, without the warning', async () => {
  const { key, brandId } = await brandWithPounds()
  await database.sql`insert into core.exchange_rates values ('2026-11-03', 'GBP', 'EUR', 1.3, 'test') on conflict do nothing`
  await ingest(database, brandId, [row('pinterest', '2026-11-03', { currency: 'GBP', spend: 70, clicks: 3 })])
  const { spend, warnings } = await warningsOf(key, '2026-11-02', '2026-11-03')
  expect([spend, warnings.includes(unconverted)]).toEqual([5 + 5 + 84 + 91, false])
})

test('mer without any store revenue says why it is not known', async () => {
  const { key, brandId } = await brandWithPounds()
  const said = async () =>
    (await warningsOf(key, '2026-11-01', '2026-11-01', { metrics: 'spend,mer' })).warnings.filter((text) =>
      text.includes('store_revenue'),
    )
  expect(await said()).toEqual([expect.stringContaining('No report of these days has store_revenue')])
  await ingest(database, brandId, [row('shop', '2026-11-01', { store_revenue: 40 })])
  expect(await said()).toEqual([])
})
