import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
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
