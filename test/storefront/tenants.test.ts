import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commerceOperations } from '../../shared/operations/commerce.ts'
import { acpVersion } from '../support/acp_requests.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { stock } from '../support/catalog_rows.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'

/** The request of each path: its path with a query string, or a body. */
const paths: Record<string, string | Record<string, unknown>> = {
  '/search': '/search?q=canary',
  '/products': '/products',
  '/products/{product_id}': '/products/p',
  '/recommend': '/recommend?product_id=p&type=variant_of',
  '/compare': '/compare?ids=p,q',
  '/reviews/{product_id}': '/reviews/p',
  '/query': { agent: { platform: 'generic' }, query: { text: 'canary' } },
  '/docs': '/docs',
  '/platforms/{platform}/feed': '/platforms/google/feed',
  '/platforms/{platform}/config': '/platforms/claude/config',
  '/platforms/{platform}/{file}': '/platforms/acp/feed.jsonl',
  '/bundles': '/bundles',
  '/fulfillment': '/fulfillment',
  '/trust': '/trust',
  '/trust/network': '/trust/network',
  '/certification': '/certification',
  '/.well-known/osp.json': '/.well-known/osp.json',
  '/.well-known/ucp': '/.well-known/ucp',
  '/catalog/search': { query: 'canary' },
  '/catalog/lookup': { ids: ['p', 'q'] },
  '/catalog/product': { id: 'p' },
  '/carts': { line_items: [{ item: { id: 'unknown' }, quantity: 1 }] },
  '/carts/{cart_id}': '/carts/crt_unknown',
  '/carts/{cart_id}/cancel': {},
  '/checkout-sessions': { line_items: [{ item: { id: 'unknown' }, quantity: 1 }] },
  '/checkout-sessions/{checkout_id}': '/checkout-sessions/chk_unknown',
  '/checkout-sessions/{checkout_id}/complete': {},
  '/checkout-sessions/{checkout_id}/cancel': {},
  '/.well-known/acp.json': '/.well-known/acp.json',
  '/acp/checkout_sessions': { line_items: [{ id: 'p' }], currency: 'usd' },
  '/acp/checkout_sessions/{checkout_session_id}': '/acp/checkout_sessions/chk_unknown',
  '/acp/checkout_sessions/{checkout_session_id}/complete': {},
  '/acp/checkout_sessions/{checkout_session_id}/cancel': {},
}
const brands = ['own', 'foreign', 'unknown'] as const

/** The shops that each credential can read; null for an invalid credential. */
const reach: Record<string, readonly string[] | null> = {
  anonymous: ['own', 'foreign'],
  publishable: ['own'],
  secret: ['own'],
  test_publishable: ['own'],
  stranger: ['foreign'],
  analytics: null,
  stream: null,
  expired: null,
  revoked: null,
  junk: null,
}

let database: TestDatabase
let api: Api
const keys: Record<string, string> = { junk: 'pk_live_junk' }
const ids: Record<string, string> = { unknown: 'brd_00000000000000000000000000000000' }

beforeAll(async () => {
  database = await createDatabase()
  const [own, foreign] = [await createTenant(database.sql), await createTenant(database.sql)]
  for (const [name, tenant] of Object.entries({ own, foreign })) {
    ids[name] = tenant.brandId
    await stock(database, tenant.brandId, [
      { id: 'p', item_group_id: 'g', title: `Canary CANARY_${name}`, link: 'https://shop.example/p' },
      { id: 'q', item_group_id: 'g', title: `Canary CANARY_${name} too` },
    ])
  }
  const issue = async (prefix: Parameters<typeof issueKey>[2], account = own.accountId) =>
    await issueKey(database.sql, account, prefix)
  keys.publishable = (await issue({ prefix: 'pk_live_' })).key
  keys.secret = (await issue({ prefix: 'sk_live_' })).key
  keys.test_publishable = (await issue({ prefix: 'pk_test_' })).key
  keys.stranger = (await issue({ prefix: 'sk_live_' }, foreign.accountId)).key
  keys.analytics = own.key
  keys.stream = (await issue({ prefix: 'svc_ak_' })).key
  keys.expired = (await issue({ prefix: 'pk_live_', expiresAt: '2026-01-01T00:00:00Z' })).key
  const revoked = await issue({ prefix: 'sk_live_' })
  await database.sql`select core.revoke_key(${revoked.keyId})`
  keys.revoked = revoked.key
  api = await startApi(database, { connectionsMax: 1, trustedProxyHops: 1 })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const attempts = Object.keys(paths).flatMap((path) =>
  Object.keys(reach).flatMap((credential) => brands.map((brand) => ({ path, credential, brand }))),
)

describe('storefront paths for every credential and shop', () => {
  test('cover every documented path', async () => {
    const { body } = await api.http.get('/openapi.json')
    const served = Object.keys(body.paths)
      .flatMap((path) => path.split('/api/storefront/{brand_id}')[1] ?? [])
      // The event stream has its own keys and its own tests, and commerce its own matrix.
      .filter((path) => path !== '/events/stream')
      // Only the owner reads and writes them (feed_problems.test.ts, queries.test.ts, hidden_products.test.ts).
      .filter((path) => !/^\/(feed-problems|queries|hidden-products)/.test(path))
      // The orders and the MCP binding of UCP have their own tests (judges/ucp).
      .filter((path) => path !== '/orders/{transaction_id}' && path !== '/ucp/mcp')
      .filter((path) => !commerceOperations.some((operation) => operation.path.endsWith(`}${path}`)))
    expect(Object.keys(paths).toSorted()).toEqual(served.toSorted())
  })

  test(
    'return the expected status and no data of other shops over one shared connection',
    { timeout: 90_000 },
    async () => {
      const wrong: unknown[] = []
      const ask = async ({ path, credential, brand }: (typeof attempts)[number], index: number) => {
        const reachable = reach[credential] ?? null
        const expected = reachable === null ? 401 : brand === 'unknown' ? 404 : reachable.includes(brand) ? 200 : 403
        const asked = paths[path] as string | Record<string, unknown>
        const url = `${api.url}/api/storefront/${ids[brand]}${typeof asked === 'string' ? asked : path}`
        const headers: Record<string, string> = { 'X-Forwarded-For': `2001:db8:2:${index.toString(16)}::1` }
        if (keys[credential]) headers.Authorization = `Bearer ${keys[credential]}`
        if (path.startsWith('/acp/'))
          Object.assign(headers, { 'API-Version': acpVersion, 'Idempotency-Key': `${index}` })
        const response = await fetch(
          url,
          typeof asked === 'string' ? { headers } : { headers, method: 'POST', body: JSON.stringify(asked) },
        )
        const text = await response.text()
        const isSimulated = credential.startsWith('test_')
        // The Agentic Commerce Protocol has 404 for an unknown session. The simulated shop of a test key has no products with these ids.
        const ofSession = path.includes('{checkout_session_id}') ? 404 : path.startsWith('/acp/') ? 201 : 200
        const unknown = isSimulated ? [path.startsWith('/acp/') ? 400 : 404] : []
        const statuses = expected === 200 ? [ofSession, ...unknown] : [expected]
        const isRight = statuses.includes(response.status)
        if (!isRight) wrong.push({ path, credential, brand, expected, status: response.status, text })
        for (const name of ['own', 'foreign']) {
          const mayAppear = !isSimulated && response.ok && brand === name
          if (!mayAppear && text.includes(`CANARY_${name}`)) wrong.push({ path, credential, brand, leaks: name })
        }
      }
      // On a busy machine, more concurrent requests would wait too long for the connection and get 503.
      const atOnce = 4
      for (let start = 0; start < attempts.length; start += atOnce)
        await Promise.all(attempts.slice(start, start + atOnce).map((attempt, index) => ask(attempt, start + index)))
      expect(wrong).toEqual([])
    },
  )
})

describe('storefront.near_terms', () => {
  test('returns words of a brand in scope, and nothing of another brand', async () => {
    const near = async (brandIds: string[], brandId: string) =>
      await database.sql.begin(async (sql) => {
        await sql`select set_config('vitrine.brand_ids', ${`{${brandIds.join(',')}}`}, true)`
        await sql`set local role vitrine_key`
        return (await sql`select near_terms from storefront.near_terms(${brandId}, 'canaris')`).map(
          (row) => row.near_terms,
        )
      })
    expect(await near([ids.own as string], ids.own as string)).toEqual(['canari'])
    expect(await near([ids.own as string], ids.foreign as string)).toEqual([])
    expect(await near([], ids.own as string)).toEqual([])
  })
})
