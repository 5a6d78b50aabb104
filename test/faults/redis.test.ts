import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { faults } from '../support/faulty_database.ts'
import { hasRedis, startRedis } from '../support/redis.ts'
import type { Redis } from '../support/redis.ts'
import { startTcpProxy } from '../support/tcp_proxy.ts'
import type { TcpProxy } from '../support/tcp_proxy.ts'
import { startUpstash } from '../support/upstash.ts'
import type { Upstash } from '../support/upstash.ts'

let database: TestDatabase
let redis: Redis
let upstash: Upstash
let wire: TcpProxy
let api: Api

if (!hasRedis) console.warn('Not run: redis-server is not installed (Debian: redis-server).')

beforeAll(async () => {
  if (!hasRedis) return
  database = await createDatabase()
  redis = await startRedis()
  upstash = await startUpstash(redis)
  wire = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(upstash.url).port) })
  api = await startApi(database, { redis: { url: wire.through(upstash.url), token: upstash.token } })
})
afterAll(async () => {
  if (!hasRedis) return
  await api.stop()
  await wire.stop()
  await upstash.stop()
  await redis.stop()
  await database.stop()
})
beforeEach(() => wire?.set('none'))

describe.skipIf(!hasRedis)('a connection to Redis that', () => {
  test.each(faults)('%s: requests and the health check return 503 until it recovers', async (_, fault) => {
    const { key, keyId } = await createTenant(database.sql)
    const ask = async (path = '/v1/brands') => {
      const startedAt = performance.now()
      const response = await fetch(api.url + path, { headers: { Authorization: `Bearer ${key}` } })
      const body = (await response.json()) as { checks?: Record<string, { status: string }> }
      const milliseconds = performance.now() - startedAt
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body, milliseconds }
    }
    // Repeats the request, because an earlier fault may have left broken connections.
    await vi.waitUntil(async () => (await ask()).status === 200, { timeout: 15_000, interval: 20 })
    await database.sql`update core.api_keys set last_used_at = null where key_id = ${keyId}`
    await wire.set(fault)
    const during = await Promise.all(Array.from({ length: 8 }, () => ask()))
    const health = await ask('/api/storefront/health')
    await wire.set('none')
    const brokenUntil = performance.now()
    await vi.waitUntil(async () => (await ask()).status === 200, { timeout: 15_000, interval: 20 })
    await vi.waitUntil(async () => (await ask('/api/storefront/health')).status === 200, {
      timeout: 15_000,
      interval: 20,
    })
    if (process.env.FAULTS_MEASURED)
      console.log(`redis: whole again ${Math.round(performance.now() - brokenUntil)} ms later`)
    expect(during.map(({ status, retryAfter }) => `${status} ${retryAfter}`)).toEqual(during.map(() => '503 5'))
    expect(Math.max(...during.map(({ milliseconds }) => milliseconds))).toBeLessThan(6000)
    expect([health.status, health.body.checks?.redis]).toEqual([503, { status: 'down' }])
    expect(health.body.checks?.database?.status).toBe('up')
  })
})
