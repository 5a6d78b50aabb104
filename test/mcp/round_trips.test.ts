import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMcp } from '../../functions/mcp/app.ts'
import { createPool } from '../../shared/db/pool.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { App } from '../../shared/http/app.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'

let database: TestDatabase
let pool: Database
let app: App
let key: string
let statements: string[] = []

beforeAll(async () => {
  database = await createDatabase()
  pool = createPool({ url: database.functionsUrl, connectionsMax: 2, now: '2026-11-20T12:00:00Z' })
  const counted = new Proxy(pool, {
    apply: (target, self, given: [TemplateStringsArray, ...unknown[]]) => {
      statements.push(/core\.\w+/.exec(given[0].join(''))?.[0] ?? given[0].join(''))
      return Reflect.apply(target, self, given) as unknown
    },
  })
  const services = { database: counted, publicBaseUrl: 'http://localhost', trustedProxyHops: 0, log: () => undefined }
  app = createMcp(services, { origins: [], hosts: [] })
  key = (await issueKey(database.sql, (await createTenant(database.sql)).accountId, { prefix: 'sk_test_' })).key
  // The rights of the login are checked with the first request only.
  await send('/api/mcp/brands', {})
})
beforeEach(() => void (statements = []))
afterAll(async () => {
  await pool.end({ timeout: 1 })
  await database.stop()
})

async function send(path: string, body: unknown): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  return (await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

const message = (method: string, params: object = {}) => send('/mcp', { jsonrpc: '2.0', id: 1, method, params })

describe('database calls of a request', () => {
  test('are one for a tool call, with credential, rate limit, scope and result', async () => {
    expect(await message('tools/call', { name: 'list_brands', arguments: {} })).toBe(200)
    expect(statements).toEqual(['core.call'])
  })

  test('are one for POST /api/mcp/{tool}', async () => {
    expect(await send('/api/mcp/brands', {})).toBe(200)
    expect(statements).toEqual(['core.call'])
  })

  test('are two for a message without an operation: rate limit and identity', async () => {
    for (const method of ['initialize', 'tools/list', 'no/such']) await message(method)
    expect(statements).toEqual(Array.from({ length: 3 }, () => ['core.call', 'core.identify']).flat())
  })

  test('are none for an invalid credential', async () => {
    const response = await app.request('/mcp', { method: 'POST', headers: { Authorization: 'Bearer junk' } })
    expect([response.status, statements]).toEqual([401, []])
  })

  test('fail with 503 when the database is down', async () => {
    const broken = createPool({ url: 'postgres://none:x@127.0.0.1:1/none', connectionsMax: 1, now: undefined })
    const services = { database: broken, publicBaseUrl: 'http://localhost', trustedProxyHops: 0, log: () => undefined }
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    for (const method of ['tools/list', 'tools/call']) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { name: 'list_brands', arguments: {} } })
      const served = createMcp(services, { origins: [], hosts: [] })
      const response = await served.request('/mcp', { method: 'POST', headers, body })
      expect([method, response.status, response.headers.get('retry-after')]).toEqual([method, 503, '5'])
    }
    await broken.end({ timeout: 1 })
  })
})
