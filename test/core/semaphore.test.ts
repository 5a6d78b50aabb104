import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Busy, ShareExceeded, Semaphore } from '../../shared/db/semaphore.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { connectionsMax: 4 })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

/** Runs work that ends when `finish` is called. */
function hold(semaphore: Semaphore, caller: string, order: string[] = []) {
  let finish: () => void = () => undefined
  const held = new Promise<void>((resolve) => (finish = resolve))
  const ended = semaphore.run(caller, async () => {
    order.push(caller)
    await held
  })
  return { finish, ended }
}

describe('a full connection pool', () => {
  test('rejects a caller that holds its share after its wait', async () => {
    const semaphore = new Semaphore(2, { waitMilliseconds: 20 })
    const first = hold(semaphore, 'one')
    const second = semaphore.run('one', () => Promise.resolve())
    expect(await semaphore.run('two', () => Promise.resolve('served'))).toBe('served')
    await expect(second).rejects.toThrow(ShareExceeded)
    first.finish()
    await first.ended
  })

  test('rejects with Busy when the database serves no query', async () => {
    const semaphore = new Semaphore(2, { waitMilliseconds: 20 })
    const first = hold(semaphore, 'one')
    await expect(semaphore.run('one', () => Promise.resolve())).rejects.toThrow(Busy)
    first.finish()
    await first.ended
  })

  test('rejects a caller after its wait, and frees the slot of a failed caller', async () => {
    const semaphore = new Semaphore(1, { waitMilliseconds: 20 })
    const first = hold(semaphore, 'one')
    await expect(semaphore.run('two', () => Promise.resolve())).rejects.toThrow(Busy)
    const second = semaphore.run('two', () => Promise.resolve('served'))
    first.finish()
    await first.ended
    expect(await second).toBe('served')
    await expect(semaphore.run('one', () => Promise.reject(new Error('own')))).rejects.toThrow('own')
    expect(await semaphore.run('one', () => Promise.resolve('again'))).toBe('again')
    expect([semaphore.inUse, semaphore.waiting]).toEqual([0, 0])
  })

  test('leaves connections for others when one caller floods it', async () => {
    const semaphore = new Semaphore(8)
    const flood = Array.from({ length: 100 }, () => hold(semaphore, 'flood'))
    expect([semaphore.inUse, semaphore.waiting]).toEqual([2, 98])
    expect(await semaphore.run('neighbor', () => Promise.resolve('served'))).toBe('served')
    for (const { finish } of flood) finish()
    await Promise.all(flood.map(({ ended }) => ended))
    expect([semaphore.inUse, semaphore.waiting]).toEqual([0, 0])
  })

  test('serves waiting callers in turn, not in the order of arrival', async () => {
    const semaphore = new Semaphore(2)
    const order: string[] = []
    const holders = [hold(semaphore, 'x'), hold(semaphore, 'y')]
    const names = ['flood', 'flood', 'flood', 'flood', 'second', 'third', 'second']
    const queued = names.map((name) => hold(semaphore, name, order))
    for (const { finish } of [...queued, ...holders]) finish()
    await Promise.all([...queued, ...holders].map(({ ended }) => ended))
    expect(order.slice(0, 3).toSorted()).toEqual(['flood', 'second', 'third'])
    expect(order.slice(3).toSorted()).toEqual(['flood', 'flood', 'flood', 'second'])
  })

  test('bounds the number of waiting queries of one caller', async () => {
    const semaphore = new Semaphore(8, { waitingMax: 3 })
    const accepted = Array.from({ length: 5 }, () => hold(semaphore, 'flood'))
    await expect(semaphore.run('flood', () => Promise.resolve())).rejects.toThrow(ShareExceeded)
    expect(await semaphore.run('neighbor', () => Promise.resolve('served'))).toBe('served')
    for (const { finish } of accepted) finish()
    await Promise.all(accepted.map(({ ended }) => ended))
  })
})

describe('a key that sends more slow requests than its share of the connections', () => {
  test('gets 429 or 503 with Retry-After, and its neighbor gets 200 meanwhile', async () => {
    const [slow, quick] = [await createTenant(database.sql), await createTenant(database.sql)]
    const ask = async (key: string, path: string) => {
      const response = await api.http.get(path).set('Authorization', `Bearer ${key}`)
      return { status: response.status, retryAfter: response.headers['retry-after'], body: response.body }
    }
    await database.sql.begin(async (sql) => {
      await sql`lock table analytics.metric_definitions in access exclusive mode`
      const startedAt = performance.now()
      const flood = Array.from({ length: 40 }, () => ask(slow.key, '/v1/metrics/definitions'))
      await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 10_000, interval: 20 })
      for (let count = 0; count < 10; count++) expect((await ask(quick.key, '/v1/brands')).status).toBe(200)
      const answers = await Promise.all(flood)
      expect(performance.now() - startedAt).toBeLessThan(10_000)
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused.length).toBeGreaterThanOrEqual(30)
      expect(refused[0]).toMatchObject({ retryAfter: '1', body: { error: { code: 'rate_limited', retry_after: 1 } } })
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429, 503]))
    })
    expect((await ask(slow.key, '/v1/metrics/definitions')).status).toBe(200)
  })
})

async function waiting(): Promise<number> {
  const [row] = await database.sql`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.count as number
}
