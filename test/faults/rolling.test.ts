import { randomUUID } from 'node:crypto'
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'
import { stock } from '../support/catalog_rows.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { startRollingProxy } from '../support/rolling_proxy.ts'

const polling = { timeout: 20_000, interval: 20 }
const clients = 8

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.sql`update core.key_kinds set requests_per_minute = 1000000 where requests_per_minute is not null`
  await database.sql`update core.plans set requests_per_minute = 1000000`
})
afterAll(() => database.stop())

async function startGateway(port: number, drainSeconds: number): Promise<RunningProcess> {
  const running = startProcess('cli/gateway/gateway.ts', {
    DATABASE_URL: database.functionsUrl,
    PORT: String(port),
    VITRINE_NOW: '2026-11-20T12:00:00Z',
    DRAIN_SECONDS: String(drainSeconds),
  })
  await vi.waitUntil(() => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null), polling)
  return running
}

async function shop() {
  const { accountId, brandId } = await createTenant(database.sql)
  await stock(database, brandId, [{ id: 'lamp', title: 'Lamp', price: 100, link: 'https://shop.example/lamp' }])
  const scopes = ['read:commerce', 'write:negotiation']
  const { key } = await issueKey(database.sql, accountId, { prefix: 'sk_live_', scopes })
  const { key: readerKey } = await issueKey(database.sql, accountId, { prefix: 'svc_ak_' })
  return { brandId, path: `/api/storefront/${brandId}`, key, readerKey }
}

const post = (key: string, idempotencyKey: string = randomUUID()): RequestInit => ({
  method: 'POST',
  headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
  body: JSON.stringify({ items: [{ product_id: 'lamp', quantity: 1 }] }),
})

describe('a rolling restart of two gateways behind a proxy without retries', () => {
  test('loses no request and no event', { timeout: 60_000 }, async () => {
    const ports = [await freePort(), await freePort()]
    const gateways = await Promise.all(ports.map((port) => startGateway(port, 2)))
    onTestFinished(() => void Promise.all(gateways.map((each) => each.stop())))
    const proxy = await startRollingProxy(ports)
    onTestFinished(proxy.stop)
    const { brandId, path, key, readerKey } = await shop()

    const received: string[] = []
    const source = new EventSource(`${proxy.url}${path}/events/stream?types=transaction.created`, {
      fetch: (address, init) =>
        fetch(address, { ...init, headers: { ...init.headers, Authorization: `Bearer ${readerKey}` } }),
    })
    source.addEventListener('transaction.created', ({ data }) =>
      received.push((JSON.parse(data as string) as { data: { transaction_id: string } }).data.transaction_id),
    )
    await vi.waitUntil(() => source.readyState === EventSource.OPEN, polling)

    const state = { isOver: false }
    const statuses: Record<number, number> = {}
    const made: string[] = []
    const load = Array.from({ length: clients }, async (_, number) => {
      while (!state.isOver) {
        const isWrite = number % 4 === 0
        const response = await fetch(
          proxy.url + path + (isWrite ? '/transactions' : '/products'),
          isWrite ? post(key) : { headers: { Authorization: `Bearer ${key}` } },
        )
        statuses[response.status] = (statuses[response.status] ?? 0) + 1
        const body = (await response.json()) as { id: string }
        if (isWrite && response.status === 201) made.push(body.id)
      }
    })
    await vi.waitUntil(() => made.length > 5, polling)
    for (const [index, port] of ports.entries()) {
      const before = made.length
      const startedAt = performance.now()
      await gateways[index]?.stop()
      if (process.env.FAULTS_MEASURED) console.log(`a gateway ended in ${Math.round(performance.now() - startedAt)} ms`)
      gateways[index] = await startGateway(port, 2)
      await vi.waitUntil(() => made.length > before + 5, polling)
    }
    state.isOver = true
    await Promise.all(load)
    if (process.env.FAULTS_MEASURED) console.log(JSON.stringify(statuses))
    expect(proxy.failures).toEqual([])
    expect(Object.keys(statuses).toSorted()).toEqual(['200', '201'])
    await vi.waitUntil(() => received.length >= made.length, polling)
    source.close()
    expect(received.toSorted()).toEqual(made.toSorted())
    expect(await database.sql`select from commerce.transactions where brand_id = ${brandId}`).toHaveLength(made.length)
  })
})

describe('shutdown of a gateway', () => {
  test('fails the readiness check, closes connections, ends streams, and then stops listening', async () => {
    const port = await freePort()
    const running = await startGateway(port, 1)
    const url = `http://127.0.0.1:${port}`
    const { path, readerKey } = await shop()
    const stream = await fetch(`${url}${path}/events/stream`, { headers: { Authorization: `Bearer ${readerKey}` } })
    const ended = stream.text()
    expect((await fetch(`${url}/readyz`)).headers.get('connection')).not.toBe('close')
    const stopped = running.stop()
    const draining = await vi.waitUntil(async () => {
      const answer = await fetch(`${url}/readyz`)
      return answer.status === 503 && answer
    }, polling)
    expect(draining.headers.get('connection')).toBe('close')
    expect((await fetch(`${url}/api/storefront/health`)).status).toBe(503)
    const answer = await fetch(`${url}/livez`)
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await ended).toContain(': connected')
    await stopped
    await expect(fetch(`${url}/livez`)).rejects.toThrow('fetch failed')
  })

  test('with SIGKILL loses no acknowledged order and creates none twice', async () => {
    const port = await freePort()
    const { brandId, path, key } = await shop()
    const keys = Array.from({ length: 60 }, () => randomUUID())
    const send = async (idempotencyKey: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}/transactions`, post(key, idempotencyKey))
      return response.status === 201 ? ((await response.json()) as { id: string }).id : null
    }
    const first = await startGateway(port, 0)
    let acknowledged = 0
    const answers = keys.map(async (each) => {
      const id = await send(each).catch(() => null)
      if (id && ++acknowledged === 10) process.kill(first.pid, 'SIGKILL')
      return id
    })
    const before = await Promise.all(answers)
    expect(before).toContain(null)
    const second = await startGateway(port, 0)
    onTestFinished(second.stop)
    const after = await Promise.all(keys.map((each) => vi.waitUntil(() => send(each).catch(() => null), polling)))
    before.forEach((id, index) => id && expect(after[index]).toBe(id))
    const rows = await database.sql`select transaction_id from commerce.transactions where brand_id = ${brandId}`
    expect(rows.map(({ transaction_id }) => transaction_id as string).toSorted()).toEqual(after.toSorted())
  })
})
