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
  api = await startApi(database, {
    publicBaseUrl: 'https://vitrine.example',
    publicApiUrl: 'https://api.vitrine.example',
  })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

/** Removes the parts of a response that differ from request to request. */
function comparable({ status, body }: { status: number; body: object }) {
  return [status, JSON.stringify(body).replace(/req_\w+|"(response_time|latency)_ms":\d+|"uptime_seconds":\d+/g, '')]
}

describe('the API host', () => {
  test('is listed as a server in the OpenAPI document beside the main host', async () => {
    const { body } = await api.http.get('/openapi.json')
    expect(body.servers).toEqual([{ url: 'https://vitrine.example' }, { url: 'https://api.vitrine.example' }])
  })

  test('serves without /api what the main host serves under /api', async () => {
    const { accountId, brandId, key } = await createTenant(database.sql)
    const { key: connector } = await issueKey(database.sql, accountId, { prefix: 'sk_live_', brandId })
    const paths = [
      ['/v1/brands', key],
      [`/storefront/${brandId}/products?limit=1`, connector],
      [`/storefront/${brandId}/negotiations`, connector],
      ['/storefront/health', connector],
      ['/webhooks', connector],
    ] as const
    for (const [path, credential] of paths) {
      const ask = (address: string) => api.http.get(address).set('Authorization', `Bearer ${credential}`)
      expect([path, ...comparable(await ask(path))]).toEqual([path, ...comparable(await ask(`/api${path}`))])
    }
  })

  test('accepts bodies and serves the pages of the main host', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    const { key } = await issueKey(database.sql, accountId, { prefix: 'sk_live_', brandId })
    const ask = (address: string) => api.http.post(address).set('Authorization', `Bearer ${key}`).send({})
    expect(comparable(await ask('/mcp/brands'))).toEqual(comparable(await ask('/api/mcp/brands')))
    expect((await ask('/mcp/brands')).status).toBe(200)
    expect((await api.http.get('/oauth/sign-in')).headers['content-type']).toContain('text/html')
  })
})
