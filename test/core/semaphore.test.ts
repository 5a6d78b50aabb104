import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callerName, recognize } from '../../shared/db/query.ts'
import { Busy, ShareExceeded, Semaphore } from '../../shared/db/semaphore.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createKey } from '../../shared/credentials/keys.ts'
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

  test('serves a known key before random keys of one address that waited longer', async () => {
    const semaphore = new Semaphore(2)
    const hashOf = (text: string) => new Uint8Array(Buffer.from(text))
    recognize(hashOf('known'), true)
    const order: string[] = []
    const holders = [hold(semaphore, 'x'), hold(semaphore, 'y')]
    const random = Array.from({ length: 100 }, (_, index) =>
      hold(semaphore, callerName(hashOf(`random ${index}`), '192.0.2.1'), order),
    )
    const known = hold(semaphore, callerName(hashOf('known'), '192.0.2.2'), order)
    for (const { finish } of [...holders, known, ...random]) finish()
    await Promise.all([...random, known, ...holders].map(({ ended }) => ended))
    expect(order.indexOf(callerName(hashOf('known'), ''))).toBeLessThanOrEqual(1)
    expect(new Set(order).size).toBe(2)
  })

  test('gives a credential that the database refused the share of its address again', () => {
    const hash = new Uint8Array(Buffer.from('once known'))
    expect(callerName(hash, '192.0.2.3')).toBe('192.0.2.3')
    recognize(hash, true)
    expect(callerName(hash, '192.0.2.3')).not.toBe('192.0.2.3')
    recognize(hash, false)
    expect(callerName(hash, '192.0.2.3')).toBe('192.0.2.3')
  })

  test('rejects the callers of one queue with ShareExceeded while the database serves or refuses others', async () => {
    const queue = new Semaphore(1, { waitMilliseconds: 40, waitingMax: 2 })
    const raised = Object.assign(new postgres.PostgresError('limit'), { code: 'RLMTD' })
    let refuse: () => void = () => undefined
    const refused = queue.run('passwords', async () => {
      await new Promise<void>((resolve) => (refuse = resolve))
      throw raised
    })
    const second = hold(queue, 'passwords')
    const third = queue.run('passwords', () => Promise.resolve())
    await expect(queue.run('passwords', () => Promise.resolve())).rejects.toThrow(ShareExceeded)
    refuse()
    await expect(refused).rejects.toBe(raised)
    await expect(third).rejects.toThrow(ShareExceeded)
    second.finish()
    await second.ended
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

describe('random keys of one address', () => {
  test('hold the share of one caller, and leave connections to token requests of another address', async () => {
    const server = await startApi(database, { connectionsMax: 4, trustedProxyHops: 1 })
    const from = (address: string) => ({ 'X-Forwarded-For': address })
    const ask = async (bearer: string, address: string) =>
      await fetch(`${server.url}/v1/brands`, { headers: { Authorization: `Bearer ${bearer}`, ...from(address) } })
    await database.sql.begin(async (sql) => {
      // Refused keys are counted in this table, so each random key waits for the lock.
      await sql`lock table core.rate_limits in access exclusive mode`
      const flood = Array.from({ length: 12 }, () => ask(createKey('svc_sk_live_').key, '192.0.2.1'))
      await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 10_000, interval: 20 })
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(await waiting()).toBeLessThanOrEqual(2)
      const token = await fetch(`${server.url}/api/oauth/revoke`, {
        method: 'POST',
        headers: from('192.0.2.3'),
        body: new URLSearchParams({ token: 'junk' }),
      })
      expect(token.status).toBe(200)
      await Promise.all(flood)
    })
    await server.stop()
  })
})

describe('a key that sends more slow requests than its share of the connections', () => {
  test('gets 429 or 503 with Retry-After, and its neighbor gets 200 meanwhile', async () => {
    const [slow, quick] = [await createTenant(database.sql), await createTenant(database.sql)]
    const ask = async (key: string, path: string) => {
      const response = await api.http.get(path).set('Authorization', `Bearer ${key}`)
      return { status: response.status, retryAfter: response.headers['retry-after'], body: response.body }
    }
    // Both keys are of one address, so each has a share of its own only after its first response.
    expect((await ask(quick.key, '/v1/brands')).status).toBe(200)
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
