import { afterAll, beforeAll, expect, test } from 'vitest'
import { extendSimulation } from '../../functions/worker/queues/extend_simulation.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { startOwnCluster } from '../support/own_cluster.ts'
import type { OwnCluster } from '../support/own_cluster.ts'

let cluster: OwnCluster

beforeAll(async () => {
  cluster = await startOwnCluster()
})
afterAll(() => cluster.database.stop())

test('a new database has no brand until the first test key is created', { timeout: 60_000 }, async () => {
  const { sql } = cluster.database
  const brands = async () => (await sql`select brand_id from core.list_brands()`).map((row) => row.brand_id as string)
  expect(await brands()).toEqual([])
  expect(await extendSimulation.run(sql, {})).toMatchObject({ days_simulated: 0 })

  const { accountId, brandId } = await createTenant(sql)
  expect(await brands()).toEqual([brandId])
  await Promise.all([1, 2, 3].map(() => issueKey(sql, accountId, { prefix: 'svc_sk_test_' })))
  expect((await brands()).toSorted()).toEqual(['brd_simulated', brandId].toSorted())
  const [schedule] =
    await sql`select made_at = '-infinity' as is_due from core.schedules where queue = 'extend_simulation'`
  expect(schedule?.is_due).toBe(true)
})
