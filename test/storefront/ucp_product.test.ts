import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()

describe('200', () => {
  test('one product with its variants, itself first', async () => {
    const { brandId } = await shops.open([
      { id: 'a', item_group_id: 'g', title: 'Lamp, red' },
      { id: 'b', item_group_id: 'g', title: 'Lamp, blue' },
    ])
    const { status, body } = await shops.ask(brandId, '/catalog/product', { id: 'b' })
    expect([status, shops.faults('post', '/api/storefront/{brand_id}/catalog/product', body)]).toEqual([200, []])
    expect(body.product.variants.map(({ id }: { id: string }) => id)).toEqual(['b', 'a'])
  })
})

describe('404', () => {
  test('a product that there is none of', async () => {
    const { brandId } = await shops.open()
    expect((await shops.ask(brandId, '/catalog/product', { id: 'a' })).status).toBe(404)
  })
})
