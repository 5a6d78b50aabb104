import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { askQuestion } from '../support/question.ts'

let database: TestDatabase
let api: Api
let key: string

/** Two platforms with the same ids of accounts and campaigns, and days from 10 to 19 November. */
const days = Array.from({ length: 10 }, (_, index) => `2026-11-${10 + index}`)

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  const rows = ['google', 'meta'].flatMap((platform) =>
    days.map((date) => ({
      date,
      platform,
      account_id: 'a',
      campaign_id: '1',
      campaign_name: 'One',
      spend: 10,
      revenue: 30,
    })),
  )
  await ingest(database, tenant.brandId, rows)
  const anomalies = [
    ['google_account', 'google', 'account', '2026-11-12', '2026-11-13'],
    ['google_campaign', 'google', 'campaign', '2026-11-13', '2026-11-13'],
    ['meta_campaign', 'meta', 'campaign', '2026-11-17', '2026-11-17'],
  ]
  for (const [id = '', platform = '', level = '', first = '', last = ''] of anomalies) {
    await database.sql`
      insert into analytics.anomalies
        (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share)
      select brand_id, ${id}, 'spend_surge', entity_id, level, ${first}, ${last}, ${last}, 400, 100, 20, 15, 300, 0.5
      from analytics.entities where brand_id = ${tenant.brandId} and platform = ${platform} and level = ${level}`
  }
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function read(query: Record<string, string>) {
  return await api.http.get('/v1/anomalies').query(query).set('Authorization', `Bearer ${key}`)
}

const ask = (question: string) => askQuestion(api, key, question)

describe('GET /v1/anomalies', () => {
  const range = { date_from: '2026-11-10', date_to: '2026-11-19' }
  test.each([
    [{}, ['meta_campaign', 'google_account', 'google_campaign']],
    [{ level: 'account' }, ['google_account']],
    [{ level: 'campaign', platform: 'google', campaign_ids: '1' }, ['google_campaign']],
    [{ platform: 'google', account_ids: 'a' }, ['google_account', 'google_campaign']],
    [{ platform: 'meta', account_ids: 'a', level: 'account' }, []],
    [{ date_to: '2026-11-12' }, ['google_account']],
    [{ date_from: '2026-11-13', date_to: '2026-11-13' }, ['google_account', 'google_campaign']],
    [{ date_from: '2026-11-14' }, ['meta_campaign']],
  ])('%j selects %j', async (query, ids) => {
    const { status, body } = await read({ ...range, ...query })
    expect(status).toBe(200)
    expect(body.data.map(({ id }: { id: string }) => id).toSorted()).toEqual([...ids].toSorted())
    expect(body.meta.total_rows).toBe(ids.length)
  })

  test.each([
    [{ ...range, days: '7' }, 'days', 'must not be sent with `date_from` and `date_to`.'],
    [{ date_from: '2026-11-13' }, 'date_to', 'is required.'],
    [{ date_from: '2026-11-13', date_to: '2026-11-12' }, 'date_to', 'must not be before `date_from`.'],
    [{ ...range, account_ids: 'b' }, 'invalid_request', 'No ad account of google, meta has the id b.'],
    [{ ...range, level: 'ad' }, 'level', 'must be'],
  ])('%j is 400', async (query, field, message) => {
    const { status, body } = await read(query as unknown as Record<string, string>)
    expect(status).toBe(400)
    expect(JSON.stringify(body.error)).toContain(field)
    expect(body.error.message).toContain(message)
  })
})

describe('why', () => {
  test('an answer about a day names its anomalies with their ids, and only those of the metric and the filters', async () => {
    const idsOf = async (question: string) => {
      const { explanations } = await ask(question)
      const facts = explanations.flatMap(({ facts: found }: { facts: Record<string, string>[] }) => found)
      return facts.filter(({ kind }: { kind: string }) => kind === 'anomaly')
    }
    const found = await idsOf('why did spend surge on 2026-11-13')
    expect(found.map(({ anomaly_id: id }: { anomaly_id: string }) => id).toSorted()).toEqual([
      'google_account',
      'google_campaign',
    ])
    expect(found[0]).toMatchObject({ period: 'current', happened_on: '2026-11-13' })
    expect(found[0].statement).toMatch(
      /The (?:account a|campaign "One") \(google\) had an anomaly on .*: spend surge, 400\.00 USD where 100\.00 USD was expected \(active\)\./,
    )
    expect(await idsOf('why did spend change on meta on 2026-11-13')).toEqual([])
    expect(await idsOf('why did ctr change on 2026-11-13')).toEqual([])
    expect(await idsOf('why did spend change on 2026-11-15')).toEqual([])
  })
})

describe('an anomaly of a cost without a conversion', () => {
  test('has a lower limit as its value, also as a fact of the explanation whose factor it is', async () => {
    const tenant = await createTenant(database.sql)
    await ingest(
      database,
      tenant.brandId,
      days.map((date) => ({
        date,
        platform: 'google',
        account_id: 'a',
        campaign_id: '1',
        campaign_name: 'One',
        spend: 10,
        clicks: 20,
        conversions: date === '2026-11-16' ? 0 : 2,
        revenue: date === '2026-11-16' ? 0 : 30,
      })),
    )
    for (const [id = '', day = ''] of [
      ['without', '2026-11-16'],
      ['with', '2026-11-18'],
    ])
      await database.sql`
        insert into analytics.anomalies
          (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share)
        select brand_id, ${id + tenant.brandId}, 'cpa_spike', entity_id, level, ${day}, ${day}, ${day}, 10, 5, 1, 5, 5, 0.5
        from analytics.entities where brand_id = ${tenant.brandId} and level = 'campaign'`
    const get = (path: string, query: object) =>
      api.http.get(path).query(query).set('Authorization', `Bearer ${tenant.key}`)
    const { body } = await get('/v1/anomalies', { days: 30 })
    expect(body.data.map((row: { date: string; is_lower_limit: boolean }) => [row.date, row.is_lower_limit])).toEqual([
      ['2026-11-18', false],
      ['2026-11-16', true],
    ])
    const explained = await get('/v1/explanations', {
      metric: 'revenue',
      date_from: '2026-11-15',
      date_to: '2026-11-19',
      compared_from: '2026-11-10',
      compared_to: '2026-11-14',
    })
    const statements = explained.body.explanation.facts.map(({ statement }: { statement: string }) => statement)
    expect(statements).toContainEqual(expect.stringContaining('10.00 USD at least (no conversion) where 5.00 USD'))
  })
})
