import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'
import { configure } from '../support/configure_shop.ts'

const shops = useShops()
const root = '/api/storefront/{brand_id}'

const products = [
  { id: 'a', title: 'Tent', price: 100 },
  { id: 'b', title: 'Lamp', price: 25.5 },
]
const bundle = { id: 'night', name: 'A night out', price: 99.99, products: ['a', 'b'] }

describe('200', () => {
  test('returns the savings of a bundle at current prices', async () => {
    const { brandId } = await shops.open(products)
    await configure(shops.database(), brandId, { bundles: [{ ...bundle, valid_until: '2026-12-24T00:00:00Z' }] })
    const { body } = await shops.look(brandId, '/bundles')
    expect(shops.faults('get', `${root}/bundles`, body)).toEqual([])
    expect(body).toEqual({
      bundles: [
        {
          id: 'night',
          name: 'A night out',
          description: null,
          products: [
            { price: 100, title: 'Tent', productId: 'a' },
            { price: 25.5, title: 'Lamp', productId: 'b' },
          ],
          bundlePrice: '99.99 USD',
          originalTotal: '125.50 USD',
          savingsPercent: '20.3',
          source: 'manual',
          confidence: '1.00',
          validUntil: '2026-12-24T00:00:00Z',
        },
      ],
      count: 1,
      cacheStatus: 'live',
    })
  })

  test('omits bundles that are expired, save nothing or lack a product', async () => {
    const { brandId } = await shops.open([...products, { id: 'c', title: 'Mat', price: 10 }])
    await configure(shops.database(), brandId, {
      bundles: [
        { ...bundle, id: 'over', valid_until: '2026-11-20T11:59:00Z' },
        { ...bundle, id: 'dear', price: 125.5 },
        { ...bundle, id: 'torn', products: ['a', 'b', 'c'] },
      ],
    })
    expect((await shops.look(brandId, '/bundles')).body.bundles.map(({ id }: { id: string }) => id)).toEqual(['torn'])
    await shops.sql()`delete from storefront.catalog_products where brand_id = ${brandId} and product_id = 'c'`
    expect((await shops.look(brandId, '/bundles')).body).toEqual({ bundles: [], count: 0, cacheStatus: 'live' })
  })
})

describe('configure', () => {
  test.each([
    [
      { bundles: [{ ...bundle, products: ['a', 'nope'] }] },
      /`bundles` names no product of the catalog; product id: "nope"/,
    ],
    [{ bundles: [{ ...bundle, products: ['a'] }] }, /bundles.0.products: must have at least two products/],
    [{ bundles: [bundle, bundle] }, /bundles: two bundles have the same id/],
    [{ website: 'javascript:alert(1)' }, /website: must be an http or https URL/],
    [{ shiping: {} }, /The file contains the unknown name shiping/],
  ])('rejects %j and keeps the previous configuration', async (shop, message) => {
    const { brandId } = await shops.open(products)
    await configure(shops.database(), brandId, { bundles: [bundle] })
    await expect(configure(shops.database(), brandId, shop)).rejects.toThrow(message)
    expect((await shops.look(brandId, '/bundles')).body.count).toBe(1)
  })
})
