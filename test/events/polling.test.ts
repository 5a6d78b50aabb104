import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { createPool } from '../../shared/db/pool.ts'
import type { Database } from '../../shared/db/pool.ts'
import { Wakes } from '../../shared/db/wakes.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

let database: TestDatabase
let pool: Database

beforeAll(async () => {
  database = await createDatabase()
  pool = createPool({ url: database.functionsUrl, connectionsMax: 2, isPooled: database.isPooled })
})
afterAll(async () => {
  await pool.end({ timeout: 1 })
  await database.stop()
})

/** Returns how long a waiting stream sleeps when no event arrives. The first poll is not counted. */
async function sleepOf(session: Database | null): Promise<number> {
  const wakes = new Wakes(pool, session)
  onTestFinished(wakes.use())
  await wakes.wait(8000)
  const startedAt = performance.now()
  await wakes.wait(8000)
  return performance.now() - startedAt
}

describe('streams without a LISTEN connection', () => {
  test('poll every second and log the cause once', { timeout: 60_000 }, async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => said.mockRestore())
    const url = `postgres://vitrine_functions:word@127.0.0.1:${await freePort()}/nowhere`
    const session = createPool({ url, connectionsMax: 1 })
    onTestFinished(async () => await session.end({ timeout: 0 }))
    expect(await sleepOf(session)).toBeLessThan(3000)
    const lines = said.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('DATABASE_SESSION_URL'))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] as string)).toMatchObject({ cause: expect.stringContaining('ECONNREFUSED') as string })
    expect(lines[0]).not.toContain('word@')
  })

  test('poll every second and log nothing when no session URL is set', async () => {
    const said = vi.spyOn(console, 'error')
    onTestFinished(() => said.mockRestore())
    expect(await sleepOf(null)).toBeLessThan(3000)
    expect(said).not.toHaveBeenCalled()
  })

  test('poll less often when LISTEN works', { timeout: 60_000 }, async () => {
    const session = createPool({ url: database.sessionUrl, connectionsMax: 1 })
    onTestFinished(async () => await session.end({ timeout: 1 }))
    expect(await sleepOf(session)).toBeGreaterThan(4000)
  })
})
