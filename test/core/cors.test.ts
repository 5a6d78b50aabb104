import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { webhooks: { secretKey: Buffer.alloc(32, 5).toString('base64') } })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const origin = 'https://page.example'
const corsHeaders = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))

async function request(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(`${api.url}${path}`, { method, headers: { Origin: origin, ...headers } })
  await response.body?.cancel()
  return response
}

const preflight = (path: string) =>
  request(
    path,
    { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'authorization' },
    'OPTIONS',
  )

describe('operations with secret keys', () => {
  test.each(['/v1/brands', '/api/v1/brands', '/v1/metrics', '/v1/nothing'])(
    '%s has no CORS header, with and without a key',
    async (path) => {
      const { key } = await createTenant(database.sql)
      for (const headers of [{}, { Authorization: `Bearer ${key}` }, { Authorization: 'Bearer null' }])
        expect(corsHeaders((await request(path, headers)).headers)).toEqual([])
    },
  )

  test('GET /v1/brands is 200 for the same key, so that only CORS keeps a page from it', async () => {
    const { key } = await createTenant(database.sql)
    expect((await request('/v1/brands', { Authorization: `Bearer ${key}` })).status).toBe(200)
  })

  test.each(['/v1/brands', '/api/v1/metrics', '/api/webhooks', '/api/storefront/brd_a/events'])(
    'a preflight of %s gets no CORS header',
    async (path) => {
      const response = await preflight(path)
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(corsHeaders(response.headers)).toEqual([])
    },
  )

  test('/api/webhooks has no CORS header', async () => {
    const { accountId } = await createTenant(database.sql)
    const { key } = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
    const response = await request('/api/webhooks', { Authorization: `Bearer ${key}` })
    expect([response.status, corsHeaders(response.headers)]).toEqual([200, []])
  })
})

describe('storefront operations', () => {
  test('allow every origin, and expose Retry-After, the rate limit and the request id', async () => {
    const { brandId } = await createTenant(database.sql)
    const { headers } = await request(`/api/storefront/${brandId}/products`)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const exposed = headers.get('access-control-expose-headers')?.toLowerCase()
    for (const name of ['retry-after', 'x-ratelimit-remaining', 'x-request-id']) expect(exposed).toContain(name)
  })

  test('allow the preflight of a request with a key', async () => {
    const { brandId } = await createTenant(database.sql)
    const { status, headers } = await preflight(`/api/storefront/${brandId}/products`)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization')
  })
})
