import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientIp } from '../../shared/http/limits/client_ip.ts'
import { tools } from '../../shared/tools.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

describe('404', () => {
  test.each([
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/brands/',
    '/v2/brands',
    '/api/v1/nothing',
    '/v1/brands%00',
    '/%2e%2e/etc/passwd',
  ])('is returned as an error envelope for %s (404 not_found)', async (path) => {
    const response = await api.http.get(path)
    expect(response.status).toBe(404)
    expect(response.body.error.code).toBe('not_found')
    expect(response.body.request_id).toBe(response.headers['x-request-id'])
  })
})

describe('405', () => {
  test.each(['post', 'put', 'patch', 'delete'] as const)(
    'is returned for %s on a GET path, with the Allow header',
    async (method) => {
      const response = await api.http[method]('/v1/metrics')
      expect(response.status).toBe(405)
      expect(response.body.error.code).toBe('method_not_allowed')
      expect(response.headers.allow).toBe('GET, HEAD')
    },
  )
})

describe('413', () => {
  test('is returned for a body of 10 MB before it is read (413 payload_too_large)', async () => {
    const response = await fetch(`${api.url}/v1/brands`, { method: 'POST', body: 'x'.repeat(10_000_000) }).catch(
      () => null,
    )
    expect([413, undefined]).toContain(response?.status)
  })
})

describe('GET /openapi.json', () => {
  test('is OpenAPI 3.1 and lists every served path and no other', async () => {
    const { body } = await api.http.get('/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    const { key } = await createTenant(database.sql)
    for (const [path, methods] of Object.entries<Record<string, unknown>>(body.paths)) {
      for (const method of Object.keys(methods)) {
        const response = await api.http.get(path).set('Authorization', `Bearer ${key}`)
        // Only an unknown path has this message. An unknown storefront or product has another one.
        expect([path, method, response.text]).not.toEqual([path, method, expect.stringContaining('There is no /')])
      }
    }
    const listed = [
      '/v1/brands',
      '/v1/breakdown',
      '/v1/metrics',
      '/v1/metrics/definitions',
      '/v1/query',
      '/v1/explanations',
      '/v1/digest',
      '/v1/forecasts',
      '/v1/anomalies',
      '/v1/anomalies/{anomaly_id}',
      '/v1/proposals',
      '/v1/attribution',
      '/v1/attribution/comparison',
      '/v1/attribution/paths',
      '/v1/attribution-settings',
      '/v1/targets',
      '/v1/attribution-preview',
      '/v1/creatives',
      '/v1/budget-recommendations',
      '/v1/scenarios',
      '/v1/sources',
      '/v1/experiment-preview',
      '/v1/experiments',
      '/v1/experiments/{experiment_id}',
      '/v1/experiments/{experiment_id}/start',
      '/v1/experiments/{experiment_id}/end',
      '/v1/experiments/{experiment_id}/cancel',
      '/v1/alert-rules/preview',
      '/v1/alert-rules',
      '/v1/alert-rules/{rule_id}',
      '/v1/promotions',
      '/v1/promotions/{promotion_id}',
      ...[
        'search',
        'products',
        'products/{product_id}',
        'recommend',
        'compare',
        'reviews/{product_id}',
        'query',
        'docs',
        'platforms/{platform}/feed',
        'platforms/{platform}/config',
        'platforms/{platform}/{file}',
        'feed-problems',
        'queries',
        'hidden-products',
        'hidden-products/{product_id}',
        'bundles',
        'fulfillment',
        'trust',
        'trust/network',
        'certification',
        '.well-known/osp.json',
        '.well-known/ucp',
        'catalog/search',
        'catalog/lookup',
        'catalog/product',
        'carts',
        'carts/{cart_id}',
        'carts/{cart_id}/cancel',
        'checkout-sessions',
        'checkout-sessions/{checkout_id}',
        'checkout-sessions/{checkout_id}/complete',
        'checkout-sessions/{checkout_id}/cancel',
        'orders/{transaction_id}',
        'ucp/mcp',
        '.well-known/acp.json',
        'acp/checkout_sessions',
        'acp/checkout_sessions/{checkout_session_id}',
        'acp/checkout_sessions/{checkout_session_id}/complete',
        'acp/checkout_sessions/{checkout_session_id}/cancel',
        'negotiations',
        'negotiations/{negotiation_id}',
        'negotiations/{negotiation_id}/offers',
        'negotiations/{negotiation_id}/accept',
        'negotiations/{negotiation_id}/reject',
        'negotiations/{negotiation_id}/withdraw',
        'negotiations/{negotiation_id}/respond',
        'holds',
        'holds/{hold_id}',
        'transactions',
        'transactions/{transaction_id}',
        'transactions/{transaction_id}/report',
        'transactions/{transaction_id}/cancel',
        'transactions/{transaction_id}/confirmation-window/confirm',
        'transactions/{transaction_id}/confirmation-window/dispute',
        'handoff/{token}',
        'disputes',
        'disputes/{dispute_id}',
        'disputes/{dispute_id}/statements',
        'disputes/{dispute_id}/close',
        'offers',
        'offers/{offer_id}',
        'feedback',
        'feedback/{feedback_id}',
        'pricing-policies',
        'pricing-policies/simulations',
        'agents',
      ].map((path) => `/api/storefront/{brand_id}/${path}`),
      '/api/storefront/health',
      '/api/storefront/{brand_id}/events/stream',
      ...tools.map(({ name }) => `/api/mcp/${name === 'list_brands' ? 'brands' : name}`),
      '/api/webhooks/event-types',
      '/api/webhooks',
      '/api/webhooks/{id}',
      '/api/webhooks/{id}/rotate-secret',
      '/api/webhooks/{id}/test',
      '/api/webhooks/{id}/deliveries',
      '/api/webhooks/{id}/deliveries/{delivery_id}/replay',
      '/api/sources/meta/deauthorize',
      '/api/sources/meta/delete-data',
      '/api/sources/meta/deletions/{code}',
      '/api/sources/shopify/webhooks',
      '/api/oauth/register',
      '/api/oauth/token',
      '/api/oauth/revoke',
      '/api/oauth/grants',
      '/api/oauth/grants/{grant_id}',
      '/oauth/authorize',
      '/mcp',
      '/api/storefront/sdk/curl',
      '/api/storefront/sdk/javascript',
      '/api/storefront/sdk/python',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-authorization-server',
      '/.well-known/osp.json',
      '/.well-known/ucp',
      '/.well-known/acp.json',
      '/openapi.json',
    ]
    expect(Object.keys(body.paths).toSorted()).toEqual(listed.toSorted())
  })

  test('declares every bound of the specification', async () => {
    const { body } = await api.http.get('/openapi.json')
    const parameters = Object.fromEntries(
      body.paths['/v1/metrics'].get.parameters.map((parameter: { name: string }) => [parameter.name, parameter]),
    )
    expect(parameters.date_from).toMatchObject({
      in: 'query',
      required: true,
      schema: { type: 'string', format: 'date' },
    })
    expect(parameters.limit.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 500, default: 50 })
    expect(parameters.level.schema).toMatchObject({ enum: ['account', 'campaign', 'adset', 'ad'], default: 'account' })
    expect(parameters.granularity.schema).toMatchObject({ enum: ['hour', 'day', 'week', 'month'], default: 'day' })
    expect(parameters.brand_id.required).toBe(false)
  })
})

describe('clientIp', () => {
  test.each([
    ['203.0.113.9', undefined, 0, '203.0.113.9'],
    ['::ffff:203.0.113.9', undefined, 0, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', 0, '203.0.113.9'],
    ['10.0.0.1', '6.6.6.6, 198.51.100.1', 1, '198.51.100.1'],
    ['10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', 2, '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1', 2, 'unknown'],
    ['10.0.0.1', 'junk', 1, 'unknown'],
    ['10.0.0.1', undefined, 1, 'unknown'],
    ['2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
    ['2001:DB8::1:2', undefined, 0, '2001:db8:0:0::/64'],
    ['fe80::1%eth0', undefined, 0, 'fe80:0:0:0::/64'],
    ['0x7f.0.0.1', undefined, 0, 'unknown'],
    ['203.0.113.9:443', undefined, 0, 'unknown'],
    ['::1]@6.6.6.6/[', undefined, 0, 'unknown'],
    [undefined, undefined, 0, 'unknown'],
  ])('peer %s, forwarded %s, %i trusted hops: %s', (peer, forwarded, hops, expected) => {
    expect(clientIp(peer, forwarded, hops)).toBe(expected)
  })
})
