import { gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { issueKey } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()

describe('storefront headers', () => {
  test('every response has X-OSP-Version, also errors', async () => {
    const { brandId } = await shops.open()
    for (const path of ['/search?q=a', '/search', '/nothing', '/products/none']) {
      expect((await shops.look(brandId, path)).headers).toMatchObject({
        'x-osp-version': '2026-08-01',
        'x-request-id': expect.any(String),
        'access-control-allow-origin': '*',
      })
    }
  })

  test('public responses are cacheable for 60 seconds, responses to a key are not', async () => {
    const { brandId, accountId } = await shops.open([{ id: 'a', title: 'Lamp' }])
    const { key } = await issueKey(shops.sql(), accountId, { prefix: 'pk_live_' })
    expect((await shops.look(brandId, '/products')).headers['cache-control']).toBe('public, max-age=60')
    const keyed = await shops.look(brandId, '/products', { Authorization: `Bearer ${key}` })
    expect(keyed.headers['cache-control']).toBe('private, no-store')
    expect((await shops.look(brandId, '/products/none')).headers['cache-control']).toBe('no-store')
  })

  test('Vary contains Authorization, and the ETag ignores response_time_ms', async () => {
    const { brandId, accountId } = await shops.open([{ id: 'a', title: 'Lamp' }])
    const { key } = await issueKey(shops.sql(), accountId, { prefix: 'pk_live_' })
    const tags = []
    for (let count = 0; count < 4; count++) tags.push((await shops.look(brandId, '/search?q=lamp')).headers)
    expect(new Set(tags.map(({ etag }) => etag)).size).toBe(1)
    expect(tags[0]?.vary).toContain('Authorization')
    const again = await shops.look(brandId, '/search?q=lamp', { 'If-None-Match': tags[0]?.etag as string })
    expect(again.status).toBe(304)
    for (const path of [`/api/storefront/${brandId}/trust`, '/api/storefront/sdk/curl']) {
      const { headers } = await shops.get(path, { Authorization: `Bearer ${key}` })
      expect([headers['cache-control'], headers.etag]).toEqual(['private, no-store', undefined])
    }
  })

  test('every response with products of a stale catalog has X-OSP-Data-Status stale', async () => {
    const { brandId } = await shops.open([
      { id: 'a', title: 'Lamp' },
      { id: 'b', title: 'Lamp' },
    ])
    const asked = { agent: { platform: 'claude' }, query: { text: 'lamp' } }
    const every = async () => [
      ...(await Promise.all(
        [
          '/products',
          '/products/a',
          '/compare?ids=a,b',
          '/recommend?product_id=a',
          '/search?q=lamp',
          '/reviews/a',
          '/bundles',
          '/platforms/google/feed',
          '/platforms/claude/feed',
          '/platforms/google/feed.tsv',
          '/platforms/acp/feed.jsonl',
        ].map(async (path) => ({ path, ...(await shops.look(brandId, path)) })),
      )),
      { path: '/query', ...(await shops.ask(brandId, '/query', asked)) },
      { path: '/catalog/search', ...(await shops.ask(brandId, '/catalog/search', { query: 'lamp' })) },
      { path: '/catalog/lookup', ...(await shops.ask(brandId, '/catalog/lookup', { ids: ['a', 'none'] })) },
      { path: '/catalog/product', ...(await shops.ask(brandId, '/catalog/product', { id: 'a' })) },
    ]
    for (const { path, headers } of await every()) expect([path, headers['x-osp-data-status']]).toEqual([path, 'live'])
    await shops.sql()`update storefront.catalogs set updated_at = '2026-09-01T12:00:00Z' where brand_id = ${brandId}`
    for (const { path, headers, text } of await every()) {
      expect([path, headers['x-osp-data-status'], headers['x-osp-data-age'], headers['x-osp-degraded']]).toEqual([
        path,
        'stale',
        String(80 * 86_400),
        'catalog;reason=stale',
      ])
      expect(text).not.toContain('degradation')
    }
    const first = await shops.look(brandId, '/products')
    const again = await shops.look(brandId, '/products', { 'If-None-Match': first.headers.etag as string })
    expect([again.status, again.headers['x-osp-data-status']]).toEqual([304, 'stale'])
  })

  test('an import without changes updates data_freshness', async () => {
    const products = [{ id: 'a', title: 'Lamp' }]
    const { brandId } = await shops.open(products)
    await shops.sql()`update storefront.catalogs set updated_at = '2026-09-01T12:00:00Z' where brand_id = ${brandId}`
    expect((await shops.look(brandId, '/products')).headers['x-osp-data-status']).toBe('stale')
    await stock(shops.database(), brandId, products)
    const { body, headers } = await shops.look(brandId, '/products')
    expect([headers['x-osp-data-status'], body.meta.data_freshness]).toEqual(['live', '2026-11-20T12:00:00Z'])
  })

  test('X-OSP-Capabilities returns the requested capabilities that the shop has', async () => {
    const { brandId } = await shops.open()
    const { headers } = await shops.look(brandId, '/products', { 'X-OSP-Capabilities': 'search, teleport, Compare' })
    expect(headers['x-osp-capabilities']).toBe('search, compare')
  })

  test('a large response is compressed with gzip if the client accepts it', async () => {
    const { brandId } = await shops.open(
      Array.from({ length: 20 }, (_, number) => ({
        id: `p${number}`,
        title: 'Lamp',
        description: 'Warm light. '.repeat(20),
      })),
    )
    const url = `${shops.api().url}/api/storefront/${brandId}/products`
    const answer = await new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
      request(url, { headers: { 'Accept-Encoding': 'gzip', 'X-Forwarded-For': '198.51.100.9' } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
        )
      })
        .on('error', reject)
        .end()
    })
    expect(answer.encoding).toBe('gzip')
    expect(JSON.parse(gunzipSync(answer.bytes).toString()).products).toHaveLength(20)
    expect(answer.bytes.length).toBeLessThan(2000)
  })

  test('a CORS preflight allows any origin with a key and a body', async () => {
    const { brandId } = await shops.open()
    const response = await fetch(`${shops.api().url}/api/storefront/${brandId}/query`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://agent.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-headers')).toMatch(/Authorization/i)
  })
})
