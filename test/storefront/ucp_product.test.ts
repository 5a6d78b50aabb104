import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()

describe('200', () => {
  test('returns a product with its variants, the requested one first', async () => {
    const { brandId } = await shops.open([
      { id: 'a', item_group_id: 'g', title: 'Lamp, red' },
      { id: 'b', item_group_id: 'g', title: 'Lamp, blue' },
    ])
    const { status, body } = await shops.ask(brandId, '/catalog/product', { id: 'b' })
    expect([status, shops.faults('post', '/api/storefront/{brand_id}/catalog/product', body)]).toEqual([200, []])
    expect(body.product.variants.map(({ id }: { id: string }) => id)).toEqual(['b', 'a'])
  })
})

describe('200 for an unknown product', () => {
  test('has status error and no product', async () => {
    const { brandId } = await shops.open()
    const { status, body } = await shops.ask(brandId, '/catalog/product', { id: 'a' })
    expect([status, shops.faults('post', '/api/storefront/{brand_id}/catalog/product', body)]).toEqual([200, []])
    expect([body.ucp.status, body.product]).toEqual(['error', undefined])
  })
})
