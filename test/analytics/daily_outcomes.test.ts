import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingestJourneys } from '../support/journeys.ts'
import { openPast } from '../support/stored_at.ts'
import type { Past } from '../support/stored_at.ts'

let database: TestDatabase
let past: Past

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  past = openPast(database)
})
afterAll(async () => {
  await past.end()
  await database.stop()
})

/** Imports a file of orders, one an hour from the first to the last of these hours of a day. */
async function importHours(at: string, brandId: string, days: Record<string, number>) {
  await past.at(at)
  const orders = Object.entries(days).flatMap(([day, hours]) =>
    Array.from({ length: hours }, (_, hour) => ({
      order_id: `${day}-${hour}`,
      customer_id: 'c',
      ordered_at: `${day}T${String(hour).padStart(2, '0')}:00:00Z`,
      revenue: 50,
    })),
  )
  await ingestJourneys({ ...database, sql: past.sql }, brandId, [], orders)
}

async function ordersAt(at: string, brandId: string) {
  await past.at(at)
  const [row] = await past.sql`
    select to_json((analytics.daily_outcomes(brands, '2026-11-10', '2026-11-15')).orders) as orders from core.brands where brand_id = ${brandId}`
  return row?.orders as (number | null)[]
}

const whole = { '2026-11-10': 24, '2026-11-11': 24, '2026-11-12': 24, '2026-11-13': 24 }

describe('analytics.daily_outcomes', () => {
  test('does not know a day that was read before its end, until it is read again', async () => {
    const { brandId } = await createTenant(database.sql)
    await importHours('2026-11-14T09:30:00Z', brandId, { ...whole, '2026-11-14': 10 })
    expect(await ordersAt('2026-11-16T12:00:00Z', brandId)).toEqual([24, 24, 24, 24, null, null])
    // A file of earlier days says nothing about the last one.
    await importHours('2026-11-16T09:30:00Z', brandId, { '2026-11-09': 24 })
    expect(await ordersAt('2026-11-16T12:00:00Z', brandId)).toEqual([24, 24, 24, 24, null, null])
    await importHours('2026-11-16T10:00:00Z', brandId, { '2026-11-14': 24 })
    expect(await ordersAt('2026-11-16T12:00:00Z', brandId)).toEqual([24, 24, 24, 24, 24, null])
  })

  test('knows the last day of a file that was imported after its end', async () => {
    const { brandId } = await createTenant(database.sql)
    await importHours('2026-11-14T00:30:00Z', brandId, whole)
    expect(await ordersAt('2026-11-16T12:00:00Z', brandId)).toEqual([24, 24, 24, 24, null, null])
  })
})
