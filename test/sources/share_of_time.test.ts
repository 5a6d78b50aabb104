import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import type { Database } from '../../shared/db/pool.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, workerPool } from '../support/sources.ts'

let database: TestDatabase
let sql: Database

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  sql = workerPool(database)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await sql.end()
  await database.stop()
})

/** A clock that only moves when a test says so. */
function stoppedClock() {
  const clock = { seconds: 1000 }
  vi.spyOn(performance, 'now').mockImplementation(() => clock.seconds * 1000)
  return clock
}

/** An account whose reads take this long. It has 30 windows. */
async function connected(clock: { seconds: number }, secondsOfRead: number) {
  const { brandId } = await createTenant(database.sql)
  const scripted = new ScriptedPlatform(['ads_daily'], { daysMax: 4 })
  const startedAt: number[] = []
  scripted.onRead = () => {
    startedAt.push(clock.seconds)
    clock.seconds += secondsOfRead
  }
  const source = await connectAccount(sql, brandId)
  return { source, startedAt, read: () => syncSource(sql, source, scriptedOptions(scripted)) }
}

test('a source with much to read begins no step after a minute, so that the next source is read', async () => {
  const clock = stoppedClock()
  const [large, small] = [await connected(clock, 25), await connected(clock, 0)]
  expect(await large.read()).toMatchObject({ steps: 3, next_seconds: 0 })
  expect(large.startedAt).toEqual([1000, 1025, 1050])
  const pass = await small.read()
  expect(pass.next_seconds).toBeNull()
  expect(new Set(small.startedAt)).toEqual(new Set([1075]))
  // The rest is due at once, in a job of its own.
  const due = await sql`select source_id from sources.due_sources(${large.source.brand_id})`
  expect(due.map(({ source_id }) => source_id as string)).toEqual([large.source.source_id])
  expect(await large.read()).toMatchObject({ steps: 3 })
  expect(large.startedAt.slice(3)).toEqual([1075, 1100, 1125])
})

test('a step that takes longer than a minute is finished and stored, and is the only one of its pass', async () => {
  const clock = stoppedClock()
  const { read, source } = await connected(clock, 200)
  expect(await read()).toMatchObject({ steps: 1, next_seconds: 0 })
  const windows = await database.sql`
    select from sources.windows where source_id = ${source.source_id} and state = 'read'`
  expect(windows).toHaveLength(1)
})

test('a source is read until a minute has passed, not one window at a time', async () => {
  const clock = stoppedClock()
  const { read } = await connected(clock, 1)
  expect((await read()).steps).toBeGreaterThan(20)
})
