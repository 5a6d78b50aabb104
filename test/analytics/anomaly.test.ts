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

const days = Array.from({ length: 30 }, (_, index) =>
  new Date(Date.parse('2026-10-21') + index * 86_400_000).toISOString().slice(0, 10),
)
const rows = ['1', '2'].flatMap((id) =>
  days.map((date) => ({
    date,
    platform: 'google',
    account_id: 'a',
    campaign_id: id,
    campaign_name: `Campaign ${id}`,
    spend: 10,
    revenue: 30,
  })),
)

/** A brand with two campaigns of one account. The first, and with `level` the account, deviated on these days. */
async function brandWithAnomaly({ first = '2026-11-05', last = '', level = 'campaign' } = {}) {
  const tenant = await createTenant(database.sql)
  await ingest(database, tenant.brandId, rows)
  const id = `ano_${tenant.brandId}`
  await database.sql`
    insert into analytics.anomalies
      (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share)
    select brand_id, ${id}, 'spend_surge', entity_id, ${level}, ${first}, ${last || first}, ${last || first}, 400, 100, 20, 15, 300, 0.5
    from analytics.entities
    where brand_id = ${tenant.brandId} and level = ${level} and (level = 'account' or external_id = '1')`
  const read = async () => (await request(`/v1/anomalies/${id}`, tenant.key)).body.anomaly
  const neighbors = async () => (await read()).neighbors as { kind: string; date: string; statement: string }[]
  return { ...tenant, id, read, neighbors }
}

async function request(path: string, key: string, query: Record<string, string> = {}) {
  return await api.http.get(path).query(query).set('Authorization', `Bearer ${key}`)
}

async function decide(brandId: string, target: object, decidedAt: string, status = 'approved') {
  await database.sql`
    insert into connector.proposals
      (brand_id, target, change, rationale, idempotency_key, request_hash, created_by, status, decided_at, decided_by)
    values (
      ${brandId}, ${database.sql.json({ platform: 'google', ...target } as never)}, '{"kind": "budget", "from": 10, "to": 12}', 'Because',
      platform.new_id('bat'), '', 'key', ${status}, ${decidedAt}, null
    )`
}

const isOf = (kind: string) => (neighbor: { kind: string }) => neighbor.kind === kind

describe('GET /v1/anomalies/{anomaly_id}', () => {
  test('returns 404 for an anomaly of another brand, and for an unknown one', async () => {
    const [{ key, brandId }, other] = [await brandWithAnomaly(), await brandWithAnomaly()]
    for (const id of [other.id, 'ano_nowhere']) {
      const { status, body } = await request(`/v1/anomalies/${id}`, key, { brand_id: brandId })
      expect([status, body.error.code]).toEqual([404, 'not_found'])
      expect(JSON.stringify(body)).not.toContain('Campaign')
    }
  })

  test('returns the anomaly as the list does', async () => {
    const { key, id } = await brandWithAnomaly()
    const { body } = await request(`/v1/anomalies/${id}`, key)
    const list = await request('/v1/anomalies', key)
    expect(body).toMatchObject({ currency: 'USD', anomaly: { id, unit: 'money', value: 400, neighbors: [] } })
    expect(list.body.data).toEqual([body.anomaly])
  })
})

describe('neighbors of an anomaly', () => {
  test('are decisions on its campaign and account from 3 days before to 3 days after, by date, and no others', async () => {
    const { brandId, neighbors } = await brandWithAnomaly()
    const campaign = (id: string) => ({ level: 'campaign', id })
    await decide(brandId, campaign('1'), '2026-11-02T12:00:00Z')
    await decide(brandId, { level: 'account', id: 'a' }, '2026-11-08T12:00:00Z', 'rejected')
    await decide(brandId, campaign('1'), '2026-11-01T12:00:00Z')
    await decide(brandId, campaign('1'), '2026-11-09T12:00:00Z')
    await decide(brandId, campaign('2'), '2026-11-05T12:00:00Z')
    await decide(brandId, { ...campaign('1'), platform: 'meta' }, '2026-11-05T12:00:00Z')
    expect(await neighbors()).toEqual([
      {
        kind: 'proposal',
        date: '2026-11-02',
        statement:
          'A proposed budget change of campaign "Campaign 1" (google) was approved on 2026-11-02. Whether it was made on the platform is not known.',
      },
      expect.objectContaining({ kind: 'proposal', date: '2026-11-08', statement: expect.stringContaining('rejected') }),
    ])
  })

  test('of an account are decisions on each of its campaigns, at most ten', async () => {
    const { brandId, neighbors } = await brandWithAnomaly({ level: 'account' })
    for (let made = 0; made < 6; made++)
      for (const id of ['1', '2']) await decide(brandId, { level: 'campaign', id }, `2026-11-0${made + 3}T12:00:00Z`)
    const found = await neighbors()
    expect([found.length, found[0]?.date, found[9]?.date]).toEqual([10, '2026-11-03', '2026-11-07'])
  })

  test('are monthly budgets that differ from the month before, of the campaign and of the brand', async () => {
    const { brandId, neighbors } = await brandWithAnomaly({ first: '2026-11-03' })
    await database.sql`
      insert into analytics.targets (brand_id, month, campaign_entity_id, budget_micros)
      select ${brandId}, month.day::date, entity.entity_id, case when month.day = '2026-11-01' then 2e9 else 1e9 end
      from (values ('2026-10-01'::timestamp), ('2026-11-01')) as month (day)
      cross join (
        select entity_id from analytics.entities where brand_id = ${brandId} and level = 'campaign'
        union all select null
      ) as entity`
    const found = await neighbors()
    expect(found.map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-01'])
    expect(found.map(({ statement }) => statement)).toEqual([
      'The budget is 2000.00 USD in 2026-11 and was 1000.00 USD in 2026-10.',
      'The budget of campaign "Campaign 1" (google) is 2000.00 USD in 2026-11 and was 1000.00 USD in 2026-10.',
    ])
  })

  test('are the days on which products ran out', async () => {
    const { brandId, neighbors } = await brandWithAnomaly({ first: '2026-11-17' })
    const emptied = async (product_id: string, availability: string, at: string) =>
      await database.sql`
        insert into events.outbox (brand_id, type, data, occurred_at)
        values (${brandId}, 'product.availability_changed', ${database.sql.json({ product_id, availability })}, ${at})`
    await emptied('one', 'out_of_stock', '2026-11-18T12:00:00Z')
    await emptied('one', 'out_of_stock', '2026-11-18T13:00:00Z')
    await emptied('two', 'out_of_stock', '2026-11-18T14:00:00Z')
    await emptied('three', 'in_stock', '2026-11-18T14:00:00Z')
    expect(await neighbors()).toEqual([
      { kind: 'stock_out', date: '2026-11-18', statement: '2 products ran out of stock on 2026-11-18.' },
    ])
  })

  test('are no products of a day whose events are not all kept', async () => {
    const { brandId, neighbors } = await brandWithAnomaly({ first: '2026-11-13' })
    const { sql } = database
    // The first two events are of one day. The retention ends between them.
    await sql`
      insert into events.outbox (brand_id, type, data, occurred_at)
      select ${brandId}, 'product.availability_changed', jsonb_build_object('product_id', made.id, 'availability', 'out_of_stock'), made.at
      from (
        values
          ('pruned', platform.now() - interval '7 days 1 minute'),
          ('same_day', events.first_kept_day('UTC')::timestamp at time zone 'UTC' - interval '1 second'),
          ('kept', events.first_kept_day('UTC')::timestamp at time zone 'UTC')
      ) as made (id, at)`
    await sql`update events.outbox set seq = written where brand_id = ${brandId}`
    const [row] = await sql`select events.first_kept_day('UTC')::text as day`
    const before = await neighbors()
    expect(before).toEqual([
      { kind: 'stock_out', date: row?.day, statement: `1 product ran out of stock on ${row?.day}.` },
    ])
    await sql`select events.prune_events()`
    expect(await neighbors()).toEqual(before)
  })

  test('are later reports that change its metric on its days, and no growth of a new day', async () => {
    const { brandId, neighbors } = await brandWithAnomaly({ first: '2026-11-04', last: '2026-11-05' })
    await database.sql`
      update analytics.facts_daily set first_stored_at = day + interval '1 day' where brand_id = ${brandId}`
    const restated = rows
      .filter(({ date }) => date === '2026-11-05' || date === '2026-11-06')
      .map((row) => ({ ...row, spend: row.campaign_id === '1' ? 13 : 99, revenue: 31 }))
    await ingest(database, brandId, restated)
    const found = (await neighbors()).filter(isOf('restatement'))
    expect(found.map(({ statement }) => statement)).toEqual([
      expect.stringMatching(/^Later reports changed spend of 2026-11-05 by \+3\.00 USD, last on \d{4}-\d\d-\d\d\.$/),
    ])
  })
})
