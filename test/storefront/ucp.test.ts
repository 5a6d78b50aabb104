import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()

describe('200', () => {
  test('returns a profile with the catalog and no payment handler, and without orders if their events cannot be signed', async () => {
    const { brandId } = await shops.open()
    const { body } = await shops.look(brandId, '/.well-known/ucp')
    expect(shops.faults('get', '/api/storefront/{brand_id}/.well-known/ucp', body)).toEqual([])
    expect(body.ucp).toMatchObject({
      version: '2026-04-08',
      services: {
        'dev.ucp.shopping': [
          { transport: 'rest', endpoint: `http://vitrine.test/api/storefront/${brandId}` },
          { transport: 'mcp', endpoint: `http://vitrine.test/api/storefront/${brandId}/ucp/mcp` },
        ],
      },
      payment_handlers: {},
    })
    expect(Object.keys(body.ucp.capabilities)).toEqual([
      'dev.ucp.shopping.cart',
      'dev.ucp.shopping.checkout',
      'dev.ucp.shopping.discount',
      'dev.ucp.shopping.fulfillment',
      'dev.ucp.shopping.catalog.lookup',
      'dev.ucp.shopping.catalog.search',
    ])
  })
})

describe('304', () => {
  test('may be stored for as long as the document', async () => {
    const { brandId } = await shops.open([])
    for (const [path, seconds] of [
      ['/.well-known/ucp', 300],
      ['/.well-known/acp.json', 3600],
    ] as const) {
      const { headers } = await shops.look(brandId, path)
      const again = await shops.look(brandId, path, { 'If-None-Match': headers.etag as string })
      expect([again.status, again.headers['cache-control']]).toEqual([304, `public, max-age=${seconds}`])
    }
  })
})
