import { describe, expect, test } from 'vitest'
import { review, stock } from '../support/catalog_rows.ts'
import { createTenant } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const { look } = shops

describe('200', () => {
  test('returns a product with prices, identifiers, variants and rating', async () => {
    const { brandId } = await createTenant(shops.sql())
    await stock(shops.database(), brandId, [
      {
        id: 'a',
        item_group_id: 'g',
        title: 'Boot 42',
        description: '<b>Warm</b>',
        price: 80,
        list_price: 100,
        gtin: '4006381333931',
        attributes: { size: '42' },
      },
      { id: 'b', item_group_id: 'g', title: 'Boot 43', price: 80 },
    ])
    await review(shops.database(), brandId, [
      { id: 'r1', product_id: 'a', rating: 4, created_at: '2026-11-01T00:00:00Z' },
    ])
    const { status, body } = await look(brandId, '/products/a')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: 'a',
      price: { amount: 80, currency: 'USD', formatted: '80.00 USD', amount_minor: 8000 },
      list_price: { amount: 100 },
      rating: { score: 4, count: 1 },
      attributes: { size: '42' },
      variants: ['b'],
      gtin: '4006381333931',
      updated_at: expect.stringMatching(/Z$/),
    })
    expect((await look(brandId, '/products/b')).body).toMatchObject({ rating: null, list_price: null })
  })
})

describe('404', () => {
  test('returns not_found for a product of another shop', async () => {
    const { brandId } = await createTenant(shops.sql())
    const other = await createTenant(shops.sql())
    await stock(shops.database(), other.brandId, [{ id: 'theirs', title: 'Theirs' }])
    const { status, body } = await look(brandId, '/products/theirs')
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect(body.error).toContain('has no product theirs')
  })
})
