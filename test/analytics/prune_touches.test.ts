import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { pruneTouches } from '../../functions/worker/queues/prune_touches.ts'
import type { Database } from '../../shared/db/pool.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingestJourneys } from '../support/journeys.ts'
import { workerPool } from '../support/sources.ts'

let database: TestDatabase
let worker: Database

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  worker = workerPool(database)
})
afterEach(() => {
  vi.unstubAllEnvs()
})
afterAll(async () => {
  await worker.end()
  await database.stop()
})

const touch = (device_id: string, touched_at: string, customer_id?: string) => ({
  device_id,
  touched_at,
  channel: 'Meta',
  kind: 'click',
  ...(customer_id && { customer_id }),
})

/** Touches of 2025 and 2026, an old order, and links: of a device without newer data, and of one with it. */
async function fillBrand() {
  const { brandId } = await createTenant(database.sql)
  await ingestJourneys(
    database,
    brandId,
    [
      touch('old', '2025-01-01T10:00:00Z', 'ada'),
      touch('kept', '2025-01-01T11:00:00Z', 'ada'),
      touch('kept', '2026-05-20T00:00:00Z'),
      touch('kept', '2026-11-01T10:00:00Z'),
    ],
    [{ order_id: '1', customer_id: 'ada', ordered_at: '2025-01-02T10:00:00Z', revenue: 80 }],
  )
  return brandId
}

async function stored(brandId: string) {
  const touches = await database.sql`
    select touched_at::date::text as day from analytics.touchpoints where brand_id = ${brandId} order by touched_at`
  const links =
    await database.sql`select linked_id from analytics.identity_links where brand_id = ${brandId} order by 1`
  const credits = await database.sql`
    select model, channel, value_micros from analytics.attribution_credits where brand_id = ${brandId} order by 1, 2`
  return {
    touches: touches.map(({ day }) => day as string),
    links: links.map(({ linked_id }) => linked_id as string),
    credits: credits.map((row) => ({ ...row })),
  }
}

test('keeps all touches without TOUCHES_KEEP_DAYS', async () => {
  const brandId = await fillBrand()
  const before = await stored(brandId)
  expect(await pruneTouches.split?.(worker, [brandId])).toEqual([])
  expect(await pruneTouches.run(worker, { brand_id: brandId })).toEqual({ brand_id: brandId, touches_pruned: 0 })
  expect(await stored(brandId)).toEqual(before)
})

test('deletes older touches and links to visitors without other data, and keeps credits', async () => {
  vi.stubEnv('TOUCHES_KEEP_DAYS', '200')
  const [brandId, other] = [await fillBrand(), await fillBrand()]
  const before = await stored(brandId)
  expect(before.touches).toHaveLength(4)
  expect(before.credits.length).toBeGreaterThan(0)
  expect(await pruneTouches.split?.(worker, [brandId])).toEqual([{ brand_id: brandId }])
  expect(await pruneTouches.run(worker, { brand_id: brandId })).toEqual({ brand_id: brandId, touches_pruned: 2 })
  expect(await stored(brandId)).toEqual({
    touches: ['2026-05-20', '2026-11-01'],
    links: ['device:kept'],
    credits: before.credits,
  })
  expect(await pruneTouches.run(worker, { brand_id: brandId })).toMatchObject({ touches_pruned: 0 })
  expect(await stored(other)).toEqual(before)
})

test('keeps the touches that the nightly attribution needs', async () => {
  vi.stubEnv('TOUCHES_KEEP_DAYS', '123')
  const brandId = await fillBrand()
  await database.sql`update analytics.attribution_settings set click_days = 365 where brand_id = ${brandId}`
  await pruneTouches.run(worker, { brand_id: brandId })
  expect((await stored(brandId)).touches).toEqual(['2026-05-20', '2026-11-01'])
  vi.stubEnv('TOUCHES_KEEP_DAYS', '30')
  await expect(pruneTouches.run(worker, { brand_id: brandId })).rejects.toThrow('TOUCHES_KEEP_DAYS')
})

describe('a customer whose touches were pruned', () => {
  /** Two customers with one device, which sorts before them or after them. Only their orders remain. */
  async function pruneShared(device: string, customers: string[]) {
    vi.stubEnv('TOUCHES_KEEP_DAYS', '200')
    const { brandId } = await createTenant(database.sql)
    await ingestJourneys(
      database,
      brandId,
      customers.map((customer, index) => touch(device, `2025-01-01T1${index}:00:00Z`, customer)),
      customers.map((customer_id) => ({
        order_id: `of-${customer_id}`,
        customer_id,
        ordered_at: '2025-01-02T10:00:00Z',
        revenue: 80,
      })),
    )
    expect(await pruneTouches.run(worker, { brand_id: brandId })).toMatchObject({ touches_pruned: customers.length })
    return brandId
  }

  const call = async (brandId: string, name: 'erase_person' | 'person_data', person: string) =>
    await database.sql`select * from analytics.${database.sql(name)}(${brandId}, ${person}) as result`

  const named = async (brandId: string, ids: string[]) =>
    await database.sql`
      select from analytics.orders as held
      where brand_id = ${brandId} and to_jsonb(held)::text like any (${ids.map((id) => `%${id}%`)})`

  test.each([
    ['a', ['user_77'], 'user_77'],
    ['a', ['user_77'], 'device:a'],
    ['z', ['ada', 'bob'], 'bob'],
    ['z', ['ada', 'bob'], 'device:z'],
  ])('with device %s and customers %j is exported and erased by %s', async (device, customers, person) => {
    const brandId = await pruneShared(device, customers)
    const tables = (await call(brandId, 'person_data', person)).map(({ table_name }) => table_name as string)
    expect(tables.filter((table) => table === 'analytics.orders')).toHaveLength(customers.length)
    expect((await call(brandId, 'erase_person', person))[0]!['result']).toMatchObject({ orders: customers.length })
    expect(await named(brandId, ['"user_77', '"device:a"', '"ada', '"bob', '"device:z'])).toEqual([])
    expect(await database.sql`select from analytics.identity_links where brand_id = ${brandId}`).toHaveLength(0)
  })

  test('is found by the visitor id of a row whose link is missing', async () => {
    const brandId = await pruneShared('a', ['user_77'])
    await ingestJourneys(database, brandId, [touch('a', '2026-11-01T10:00:00Z', 'user_77')], [])
    await database.sql`delete from analytics.identity_links where brand_id = ${brandId}`
    const exported = await call(brandId, 'person_data', 'user_77')
    expect(exported.map(({ table_name }) => table_name as string)).toEqual([
      'analytics.orders',
      'analytics.touchpoints',
    ])
    const [row] = await call(brandId, 'erase_person', 'user_77')
    expect(row!['result']).toMatchObject({ orders: 1, touches: 1 })
  })
})
