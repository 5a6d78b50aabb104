import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingestJourneys } from '../support/journeys.ts'

let database: TestDatabase
let api: Api
let key: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  const touch = (customer: string, channel: string, on: string) => ({
    customer_id: customer,
    touched_at: `2026-11-${on}T12:00:00Z`,
    channel,
    kind: 'click',
    touch_id: `${customer}${channel}${on}`,
  })
  const customers = ['a', 'b']
  await ingestJourneys(
    database,
    tenant.brandId,
    [
      ...customers.flatMap((customer) => [
        touch(customer, 'meta', '02'),
        touch(customer, 'meta', '03'),
        touch(customer, 'google', '11'),
      ]),
      touch('c', 'email', '12'),
    ],
    [...customers, 'c', 'd'].map((customer) => ({
      order_id: customer,
      customer_id: customer,
      ordered_at: '2026-11-12T12:00:00Z',
      revenue: 10,
      is_new_customer: customer === 'a',
    })),
  )
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function read(query: Record<string, string | number> = {}) {
  return await api.http
    .get('/v1/attribution/paths')
    .query({ date_from: '2026-11-10', date_to: '2026-11-14', ...query })
    .set('Authorization', `Bearer ${key}`)
}

describe('GET /v1/attribution/paths', () => {
  test('lists paths by their orders, with touches of one channel in a row as one', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body.data).toEqual([
      { path: ['meta', 'google'], orders: 2, share: 0.666667, revenue: 20, new_customers: 1, days_to_order: 9 },
      { path: ['email'], orders: 1, share: 0.333333, revenue: 10, new_customers: 0, days_to_order: 0 },
    ])
    expect(body.meta).toMatchObject({ total_rows: 2, truncated: false })
  })

  test('counts the touches of other windows', async () => {
    const { body } = await read({ click_days: 5 })
    expect(body.data.map(({ path }: { path: string[] }) => path)).toEqual([['google'], ['email']])
    expect(body.window).toEqual({ click_days: 5, view_days: 1 })
  })

  test('returns pages', async () => {
    const { body } = await read({ limit: 1, page: 2 })
    expect([body.data.length, body.data[0].path, body.meta.truncated]).toEqual([1, ['email'], false])
  })

  test.each([{ click_days: 0 }, { limit: 501 }, { page: 0 }, { model: 'linear' }])(
    'returns 400 for %j',
    async (query) => {
      expect((await read(query)).status).toBe(400)
    },
  )
})
