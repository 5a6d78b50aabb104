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
  database = await createDatabase({ isSimulated: false })
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const days = Array.from({ length: 14 }, (_, index) => `2026-11-${String(index + 2).padStart(2, '0')}`)

async function brandOf() {
  const tenant = await createTenant(database.sql)
  const row = { platform: 'meta', account_id: 'm', campaign_id: 'c', spend: 10, revenue: 50, clicks: 5, conversions: 1 }
  await ingest(
    database,
    tenant.brandId,
    days.map((date, index) => ({ ...row, date, revenue: 50 + index })),
  )
  return tenant
}

async function factsOf(key: string) {
  const { status, body } = await api.http
    .get('/v1/explanations')
    .query({ metric: 'revenue', date_from: '2026-11-09', date_to: '2026-11-15' })
    .set('Authorization', `Bearer ${key}`)
  expect(status).toBe(200)
  return body.explanation.facts
}

const promote = (brandId: string, name: string, from: string, to: string) => database.sql`
  insert into analytics.promotions (brand_id, name, starts_on, ends_on, created_by) values (${brandId}, ${name}, ${from}, ${to}, 'key_x')`

/** A started experiment of 6 pairs of blocks of two days from Monday 9 November. The coin of the seed decides which blocks are off. */
const experiment = (brandId: string, name: string, platform: string, isStarted = true) => database.sql`
  insert into analytics.experiments
    (brand_id, name, platform, metric, starts_on, pairs, block_days, washout_days, seed, power, status, created_by, started_at, started_by)
  values (
    ${brandId}, ${name}, ${platform}, 'orders', '2026-11-09', 6, 2, 0, 1, '{}', ${isStarted ? 'running' : 'planned'}, 'key_x',
    ${isStarted ? '2026-11-09T00:00:00Z' : null}, ${isStarted ? 'key_x' : null}
  )`

describe('facts of an explanation', () => {
  test('include the promotions of both periods', async () => {
    const { brandId, key } = await brandOf()
    const other = await brandOf()
    await promote(brandId, 'Singles day', '2026-11-09', '2026-11-15')
    await promote(brandId, 'Early', '2026-10-30', '2026-11-03')
    await promote(brandId, 'Later', '2026-11-16', '2026-11-20')
    expect(await factsOf(key)).toEqual([
      {
        kind: 'promotion',
        period: 'previous',
        happened_on: '2026-11-02',
        statement: 'The promotion "Early" ran from 2026-10-30 to 2026-11-03, on 2 of 7 days of the compared period.',
      },
      {
        kind: 'promotion',
        period: 'current',
        happened_on: '2026-11-09',
        statement: 'The promotion "Singles day" ran from 2026-11-09 to 2026-11-15, on 7 of 7 days of the period.',
      },
    ])
    expect(await factsOf(other.key)).toEqual([])
  })

  test('include the days on which a started experiment planned ads to be off', async () => {
    const { brandId, key } = await brandOf()
    await experiment(brandId, 'Meta off', 'meta')
    await experiment(brandId, 'Not started', 'meta', false)
    const [off] = await database.sql`
      select sum(least(last_on, date '2026-11-15') - first_on + 1)::integer as days, min(first_on)::text as first_on
      from analytics.switchback_blocks('2026-11-09', 6, 2, 0, 1) where not is_on and first_on <= '2026-11-15'`
    expect(await factsOf(key)).toEqual([
      {
        kind: 'experiment',
        period: 'current',
        happened_on: off?.first_on,
        statement: `The experiment "Meta off" planned the ads on meta to be off on ${off?.days} of 7 days of the period, the first on ${off?.first_on}.`,
      },
    ])
  })
})
