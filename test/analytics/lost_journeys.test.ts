import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storableJson } from '../../shared/sources/storage/storable_json.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingestJourneys } from '../support/journeys.ts'

let database: TestDatabase
let api: Api
const range = { date_from: '2026-11-01', date_to: '2026-11-19' }

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function ask(key: string, query: Record<string, string> = {}) {
  const response = await api.http
    .get('/v1/attribution')
    .query({ ...range, ...query })
    .set('Authorization', `Bearer ${key}`)
  return { status: response.status, body: response.body }
}

function asWorker<Result>(brandId: string, work: (transaction: TransactionSql) => Promise<Result>): Promise<Result> {
  return database.sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    await transaction`select core.enter_brand(${brandId})`
    return await work(transaction)
  }) as Promise<Result>
}

const visit = (id: string, occurred_at: string, channel: string) => ({ visit_id: id, occurred_at, channel })

/** A brand whose only journeys are those of orders of a connected shop. One visit is older than the attribution window. */
async function shopOnly() {
  const tenant = await createTenant(database.sql)
  const order = { updated_at: '2026-11-12T00:00:00Z', refunded: '0.0', currency: 'USD' }
  const reply = {
    kind: 'orders',
    orders: [
      {
        ...order,
        order_id: '1',
        ordered_at: '2026-11-11T10:00:00Z',
        customer_id: '7',
        revenue: '100.00',
        visits: [visit('a', '2026-10-13T10:00:00Z', 'meta'), visit('b', '2026-11-10T10:00:00Z', 'google')],
      },
      {
        ...order,
        order_id: '2',
        ordered_at: '2026-11-11T11:00:00Z',
        customer_id: '8',
        revenue: '60.00',
        visits: [visit('c', '2026-11-11T10:30:00Z', 'meta')],
      },
    ],
    unreadyJourneys: [],
    unknownFields: [],
  }
  await asWorker(tenant.brandId, async (transaction) => {
    await transaction`
      select analytics.commit_shop_orders(${tenant.brandId}, 'src_test', ${storableJson(reply)}::text::jsonb, '2026-10-01', '2026-11-20')`
    await transaction`select analytics.configure_attribution(${tenant.brandId}, click_days => 14)`
  })
  return tenant
}

const models = async (brandId: string) => {
  const rows = await database.sql`
    select distinct model from analytics.channel_attribution(${brandId}, '2026-11-01', '2026-11-19')`
  return rows.map(({ model }) => model as string)
}
const dailyMarkov = (brandId: string) => database.sql`
  select sum(value)::float as value from analytics.daily_attribution where brand_id = ${brandId} and model = 'markov' having count(*) > 0`
const creditMarkov = (brandId: string) =>
  asWorker(brandId, (transaction) => transaction`select analytics.credit_markov(${brandId}) as days`)

describe('a brand with journeys of a connected shop only', () => {
  test('returns 409 for the model markov, although visits before the window look like lost journeys', async () => {
    const { brandId, key } = await shopOnly()
    const [transition] = await database.sql`
      select to_channel from analytics.attribution_transitions where brand_id = ${brandId} and to_channel = '(none)'`
    expect(transition).toBeDefined()
    const { status, body } = await ask(key, { model: 'markov' })
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      'data_not_ready',
      expect.stringContaining('only those of customers who ordered'),
    ])
    const other = await ask(key, { model: 'linear' })
    expect(other.body).toMatchObject({ total: 160, unattributed: { value: 0 }, warnings: [] })
  })

  test('gets the same error from the connector', async () => {
    const { accountId, brandId } = await shopOnly()
    const { key } = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
    const response = await api.http
      .post('/api/mcp/get_attribution')
      .send({ ...range, model: 'markov', brand_id: brandId })
      .set('Authorization', `Bearer ${key}`)
    expect([response.status, response.body.error.code]).toEqual([409, 'data_not_ready'])
  })

  test('has no markov credits for analysts, and cannot use the model', async () => {
    const { brandId } = await shopOnly()
    expect(await creditMarkov(brandId)).toMatchObject([{ days: 0 }])
    expect(await dailyMarkov(brandId)).toHaveLength(0)
    const known = await models(brandId)
    expect(known).toContain('linear')
    expect(known).not.toContain('markov')
    await expect(
      database.sql`select analytics.channel_credits(${brandId}, 'markov', '2026-11-01', '2026-11-19')`,
    ).rejects.toMatchObject({ code: 'NTRDY' })
    await expect(
      asWorker(
        brandId,
        (transaction) => transaction`select analytics.configure_attribution(${brandId}, model => 'markov')`,
      ),
    ).rejects.toMatchObject({ code: 'NTRDY' })
  })

  test('gets markov credits of all days after journeys without an order are imported', async () => {
    const { brandId, key } = await shopOnly()
    await creditMarkov(brandId)
    const lost = { customer_id: 'lost', touched_at: '2026-10-05T10:00:00Z', channel: 'meta', kind: 'click' }
    await ingestJourneys(database, brandId, [lost], [])
    expect((await ask(key, { model: 'markov' })).body).toMatchObject({ model: 'markov', total: 160, warnings: [] })
    await creditMarkov(brandId)
    expect(await dailyMarkov(brandId)).toMatchObject([{ value: 160 }])
    expect(await models(brandId)).toContain('markov')
  })
})

test('a brand whose imported journeys all ended in an order gets a warning', async () => {
  const { brandId, key } = await createTenant(database.sql)
  const touch = { customer_id: 'c', touched_at: '2026-11-10T10:00:00Z', channel: 'meta', kind: 'click' }
  await ingestJourneys(
    database,
    brandId,
    [touch],
    [{ order_id: 'o', customer_id: 'c', ordered_at: '2026-11-10T12:00:00Z', revenue: 9 }],
  )
  const warnings = async (model: string) => ((await ask(key, { model })).body.warnings as string[]).join(' ')
  expect(await warnings('markov')).toContain('Every known journey ended in an order.')
  expect(await warnings('linear')).not.toContain('Every known journey')
  await ingestJourneys(database, brandId, [{ ...touch, customer_id: 'lost' }], [])
  expect(await warnings('markov')).not.toContain('Every known journey')
})
