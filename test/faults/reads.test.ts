import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { faults, putBehindWire } from '../support/faulty_database.ts'
import type { TcpProxy } from '../support/tcp_proxy.ts'

const statementSecondsMax = 1
/** Two waits of one second for a connection, one statement timeout, one more second, and time for a busy machine. */
const answerSecondsMax = 6
const healingSecondsMax = 5

let database: TestDatabase
let wire: TcpProxy
let api: Api
let requests: { name: string; path: string; init: RequestInit }[]

beforeAll(async () => {
  database = await createDatabase()
  const behind = await putBehindWire(database)
  wire = behind.wire
  api = await startApi(behind.database, { statementSecondsMax, trustedProxyHops: 1, isReachable: true })
})
afterAll(async () => {
  await api.stop()
  await wire.stop()
  await database.stop()
})
beforeEach(async () => {
  await wire.set('none')
  const { accountId, brandId, key } = await createTenant(database.sql)
  const issued = async (prefix: 'sk_live_' | 'svc_ak_') => (await issueKey(database.sql, accountId, { prefix })).key
  const [secret, stream] = [await issued('sk_live_'), await issued('svc_ak_')]
  const as = (bearer: string, body?: object): RequestInit => ({
    headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  const shop = `/api/storefront/${brandId}`
  requests = [
    { name: 'analytics', path: '/v1/brands', init: as(key) },
    { name: 'a question', path: '/v1/query', init: as(key, { query: 'spend last week' }) },
    { name: 'a shop', path: `${shop}/products`, init: as(secret) },
    { name: 'a visitor', path: `${shop}/products`, init: {} },
    { name: 'commerce', path: `${shop}/transactions`, init: as(secret) },
    { name: 'webhooks', path: '/api/webhooks', init: as(secret) },
    { name: 'the connector', path: '/api/mcp/brands', init: as(secret, {}) },
    { name: 'a stream', path: `${shop}/events/stream`, init: as(stream) },
    {
      name: 'a token',
      path: '/api/oauth/token',
      init: {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'cli_x', refresh_token: 'ort_x' }),
      },
    },
    { name: 'health', path: '/api/storefront/health', init: {} },
  ]
})

const ask = async ({ name, path, init }: (typeof requests)[number]) => {
  const startedAt = performance.now()
  // Each request has its own address, because anonymous requests are limited to ten a minute.
  const [, high, low] = randomUUID().split('-')
  const headersOfOne = { ...init.headers, 'X-Forwarded-For': `2001:db8:${high}:${low}::1` }
  const response = await fetch(api.url + path, { redirect: 'manual', ...init, headers: headersOfOne })
  const { status, headers } = response
  if (headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
  else await response.text()
  return { name, status, retryAfter: headers.get('retry-after'), seconds: (performance.now() - startedAt) / 1000 }
}

describe('a connection to Postgres that', () => {
  test.each(faults)(
    '%s: every function returns 503 with Retry-After in time, and recovers by itself',
    async (name, fault) => {
      const before = await Promise.all(requests.map(ask))
      expect(before.filter(({ status }) => status >= 500)).toEqual([])
      await wire.set(fault)
      const during = await Promise.all(requests.map(ask))
      await wire.set('none')
      const brokenUntil = performance.now()
      let after: typeof before = []
      await expect
        .poll(
          async () => {
            after = await Promise.all(requests.map(ask))
            return after.filter(({ status }) => status >= 500)
          },
          { timeout: healingSecondsMax * 1000, interval: 50 },
        )
        .toEqual([])
      if (process.env.FAULTS_MEASURED)
        console.log(`${name}: whole again ${Math.round(performance.now() - brokenUntil)} ms later`)
      expect(during.filter(({ status, retryAfter }) => status !== 503 || Number(retryAfter) < 1)).toEqual([])
      expect(Math.max(...during.map(({ seconds }) => seconds))).toBeLessThan(answerSecondsMax)
      expect(after.map(({ status }) => status)).toEqual(before.map(({ status }) => status))
    },
  )
})
