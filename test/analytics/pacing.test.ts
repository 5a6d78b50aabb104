import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { askQuestion } from '../support/question.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(async () => await database.stop())

/** Spend of 100 on each of these days. */
const spending = (days: string[], platform = 'google') =>
  days.map((date) => ({ date, platform, account_id: platform, campaign_id: platform, spend: 100 }))
const november = (days: number) =>
  Array.from({ length: days }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)

describe('pacing of a ratio', () => {
  test.each(['roas', 'cpa', 'ctr'])('%s is not projected by scaling, with the reason', async (metric) => {
    const tenant = await createTenant(database.sql)
    const measured = { clicks: 40, impressions: 1000, conversions: 4, revenue: 300 }
    await ingest(
      database,
      tenant.brandId,
      spending(november(19)).map((row) => ({ ...row, ...measured })),
    )
    const api = await startApi(database)
    const { status, body } = await api.http
      .post('/v1/query')
      .send({ question: `are we on pace with our ${metric} this month?` })
      .set('Authorization', `Bearer ${tenant.key}`)
    await api.stop()
    expect([status, body.interpretation.intent]).toEqual([200, 'pacing'])
    expect(body.data).toEqual([
      { [metric]: expect.any(Number), days_elapsed: 19, days_in_month: 30, [`projected_${metric}`]: null },
    ])
    expect(body.meta.warnings).toContain(
      `Nothing is projected to the end of the month: ${metric} does not add up over days. The value is that of the days so far.`,
    )
  })
})

/** The pace of the month, as a question and get_budgets answer it. */
async function paceOf(api: Api, accountId: string, key: string) {
  const connector = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
  const asked = await api.http
    .post('/v1/query')
    .send({ question: 'are we on pace this month?' })
    .set('Authorization', `Bearer ${key}`)
  const budgets = await api.http.post('/api/mcp/get_budgets').send({}).set('Authorization', `Bearer ${connector.key}`)
  const targets = await api.http.get('/v1/targets').set('Authorization', `Bearer ${key}`)
  expect([asked.status, budgets.status, targets.status]).toEqual([200, 200, 200])
  return { question: asked.body, budgets: budgets.body, targets: targets.body }
}

describe('monthly pacing', () => {
  test('counts the days reported by every account, in questions and in get_budgets', async () => {
    const tenant = await createTenant(database.sql)
    await ingest(database, tenant.brandId, [...spending(november(19)), ...spending(november(15), 'meta')])
    const api = await startApi(database)
    const { question, budgets, targets } = await paceOf(api, tenant.accountId, tenant.key)
    await api.stop()
    expect(budgets).toMatchObject({ days_elapsed: 15, totals: { spend_to_date: 3000, projected_end_of_period: 6000 } })
    expect(question.data).toMatchObject([{ days_elapsed: 15, days_in_month: 30, spend: 3000, projected_spend: 6000 }])
    const leftOut = expect.stringMatching(
      /^Not every account has reported all of .* The spend of these days \(.*400.*\) is left out: .* It is the spend of google on google \(400 USD through 2026-11-19\)\.$/,
    )
    expect(budgets.meta.warnings).toContainEqual(leftOut)
    expect(question.meta.warnings).toContainEqual(leftOut)
    expect(targets).toMatchObject({ data_through: '2026-11-15', brand: { spend_to_date: 3000 } })
    expect(targets.meta.warnings).toEqual([leftOut])
  })

  test('projects nothing on the first day of a month, in questions and in get_budgets', async () => {
    const tenant = await createTenant(database.sql)
    await ingest(database, tenant.brandId, spending(['2026-10-30', '2026-10-31', '2026-11-01']))
    const api = await startApi(database, { now: '2026-11-01T12:00:00Z' })
    const { question, budgets } = await paceOf(api, tenant.accountId, tenant.key)
    await api.stop()
    const warning = expect.stringMatching(/^No complete day of 2026-11-01 to 2026-11-30/)
    expect(budgets).toMatchObject({ days_elapsed: 0, meta: { warnings: expect.arrayContaining([warning]) } })
    expect(question).toMatchObject({
      data: [{ days_elapsed: 0, days_in_month: 30, spend: null, projected_spend: null }],
      meta: { warnings: expect.arrayContaining([warning]) },
    })
  })

  test('names each account that reached a later day, and its spend', async () => {
    const tenant = await createTenant(database.sql)
    await ingest(database, tenant.brandId, [
      ...spending(november(19)),
      ...spending(november(17), 'tiktok'),
      ...spending(november(15), 'meta'),
    ])
    const api = await startApi(database)
    const { targets } = await paceOf(api, tenant.accountId, tenant.key)
    await api.stop()
    expect(targets.meta.warnings[0]).toMatch(
      /It is the spend of google on google \(400 USD through 2026-11-19\), tiktok on tiktok \(200 USD through 2026-11-17\)\.$/,
    )
  })

  test('of one platform ends with the accounts of this platform, and warns of no other spend', async () => {
    const tenant = await createTenant(database.sql)
    const connector = await issueKey(database.sql, tenant.accountId, { prefix: 'sk_live_' })
    await ingest(database, tenant.brandId, [...spending(november(19)), ...spending(november(15), 'meta')])
    const api = await startApi(database)
    const google = await askQuestion(api, tenant.key, 'are we on pace this month on google?')
    const meta = await askQuestion(api, tenant.key, 'are we on pace this month on meta?')
    const { body: budgets } = await api.http
      .post('/api/mcp/get_budgets')
      .send({ platform: 'google' })
      .set('Authorization', `Bearer ${connector.key}`)
    await api.stop()
    const leftOut = expect.stringContaining('is left out')
    expect(google).toMatchObject({ data: [{ days_elapsed: 19, spend: 1900 }], interpretation: { intent: 'pacing' } })
    expect(google.meta.warnings).not.toContainEqual(leftOut)
    expect(meta.data).toMatchObject([{ days_elapsed: 15, spend: 1500 }])
    expect(meta.meta.warnings).not.toContainEqual(leftOut)
    expect(budgets).toMatchObject({ days_elapsed: 19, totals: { spend_to_date: 1900 } })
  })

  test('names the account whose later spend is not known, because its currency has no rate', async () => {
    const tenant = await createTenant(database.sql)
    await ingest(database, tenant.brandId, [
      ...spending(november(15)),
      ...spending(november(14), 'tiktok').map((row) => ({ ...row, currency: 'SEK' })),
      {
        date: '2026-11-16',
        platform: 'tiktok',
        account_id: 'tiktok',
        campaign_id: 'tiktok',
        spend: 10,
        currency: 'SEK',
      },
    ])
    const api = await startApi(database)
    const { targets } = await paceOf(api, tenant.accountId, tenant.key)
    await api.stop()
    expect(targets.meta.warnings).toEqual([
      expect.stringMatching(
        /The spend of these days \(an unknown amount\) .* tiktok on tiktok \(an unknown amount through 2026-11-16\)\.$/,
      ),
    ])
  })

  test('of a month that has not begun has no warning', async () => {
    const tenant = await createTenant(database.sql)
    await ingest(database, tenant.brandId, spending(november(19)))
    const api = await startApi(database)
    const { body } = await api.http
      .get('/v1/targets')
      .query({ month: '2026-12' })
      .set('Authorization', `Bearer ${tenant.key}`)
    await api.stop()
    expect([body.data_through, body.meta.warnings]).toEqual([null, []])
  })

  test.each([
    ['JPY', 317, 11],
    ['KWD', 316.667, 10.556],
  ])('projects and averages in the minor unit of %s', async (currency, projected, perDay) => {
    const { key, brandId } = await createTenant(database.sql, { currency })
    const ad = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'One' }
    await ingest(
      database,
      brandId,
      november(9).map((date, index) => ({ ...ad, date, spend: index === 0 ? 15 : 10 })),
    )
    const api = await startApi(database, { now: '2026-11-10T12:00:00Z' })
    const pace = await askQuestion(api, key, 'are we on pace this month?')
    const average = await askQuestion(api, key, 'average spend per day from 2026-11-01 to 2026-11-09')
    await api.stop()
    expect(pace.data).toMatchObject([{ spend: 95, projected_spend: projected }])
    expect(average.data).toMatchObject([{ spend_per_day: perDay }])
  })
})
