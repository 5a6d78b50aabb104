import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { queues } from '../functions/worker/queues.ts'
import { startProcess } from '../scripts/process.ts'
import type { RunningProcess } from '../scripts/process.ts'
import { createDatabase } from './support/database.ts'
import type { TestDatabase } from './support/database.ts'

let database: TestDatabase
let worker: RunningProcess

beforeAll(async () => {
  database = await createDatabase()
  worker = startProcess('functions/worker/process.ts', { DATABASE_URL: database.workerUrl })
})

afterAll(async () => {
  await worker.stop()
  await database.stop()
})

describe('the worker, under Deno and as its own role', () => {
  test('schedules every queue', async () => {
    const expected = queues.map(({ name, schedule }) => ({ name, cron: schedule }))
    await vi.waitFor(
      async () =>
        expect(await database.sql`select name, cron from pgboss.schedule order by created_on`).toEqual(expected),
      { timeout: 15_000, interval: 100 },
    )
  })

  test('does a job that a SQL statement enqueued', async () => {
    await database.sql`insert into pgboss.job (name) values ('maintain_partitions')`
    await vi.waitFor(
      async () => expect(await database.sql`select state from pgboss.job`).toEqual([{ state: 'completed' }]),
      { timeout: 15_000, interval: 100 },
    )
    const [row] = await database.sql`
      select to_regclass('analytics.facts_daily_' || to_char(now() + interval '2 months', 'YYYY_MM')) is not null as made`
    expect(row?.made).toBe(true)
  })
})
