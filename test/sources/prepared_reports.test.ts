import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, workerPool } from '../support/sources.ts'

let database: TestDatabase
let sql: Database

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  sql = workerPool(database)
})
afterAll(async () => {
  await sql.end()
  await database.stop()
})

test('a requested report is polled before a report that waits for a place is asked for again', async () => {
  const { brandId } = await createTenant(database.sql)
  const { source_id } = await connectAccount(sql, brandId, { platform: 'shopify' })
  await database.sql`
    insert into sources.windows (brand_id, source_id, report, purpose, first_on, last_on, state, report_id, due_at)
    values
      (${brandId}, ${source_id}, 'orders', 'hourly', '2026-11-20', '2026-11-20', 'due', null, platform.clock()),
      (${brandId}, ${source_id}, 'orders', 'backfill', '2026-01-01', '2026-01-30', 'requested', 'bulk-1', platform.clock())`
  const next = async () => {
    const [row] = await sql`select core.enter_brand(${brandId}), sources.next_window(${brandId}, ${source_id}) as held`
    return row?.held?.report_id as string | null
  }
  expect(await next()).toBe('bulk-1')
  await database.sql`
    update sources.windows set due_at = platform.clock() + interval '1 minute' where source_id = ${source_id} and report_id = 'bulk-1'`
  expect(await next()).toBeNull()
})
