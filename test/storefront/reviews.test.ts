import { describe, expect, test } from 'vitest'
import { review, stock } from '../support/catalog_rows.ts'
import { createTenant } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const { look } = shops

describe('200', () => {
  test('returns reviews with a summary, newest first, in pages', async () => {
    const { brandId } = await createTenant(shops.sql())
    await stock(shops.database(), brandId, [{ id: 'p', title: 'Lamp', sku: 'SKU-9' }])
    await review(shops.database(), brandId, [
      { id: 'old', product_id: 'p', rating: 2, title: 'Dim', created_at: '2026-10-01T00:00:00Z' },
      {
        id: 'new',
        product_id: 'SKU-9',
        rating: 5,
        body: 'Bright',
        author: 'Ada',
        verified_purchase: true,
        created_at: '2026-11-01T00:00:00Z',
      },
    ])
    const { status, body } = await look(brandId, '/reviews/p?limit=1')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      product_id: 'p',
      summary: { score: 3.5, count: 2, histogram: { 1: 0, 2: 1, 3: 0, 4: 0, 5: 1 }, verified_count: 1 },
      reviews: [
        {
          id: 'new',
          rating: { value: 5, scale_min: 1, scale_max: 5 },
          author: { display_name: 'Ada', verified: true },
        },
      ],
      pagination: { page: 1, limit: 1, total_pages: 2, has_more: true },
    })
    expect((await look(brandId, '/reviews/p?limit=1&page=2')).body.reviews).toMatchObject([{ id: 'old' }])
  })

  test('returns a null score without reviews', async () => {
    const { brandId } = await createTenant(shops.sql())
    await stock(shops.database(), brandId, [{ id: 'p', title: 'Lamp' }])
    expect((await look(brandId, '/reviews/p')).body.summary).toMatchObject({ score: null, count: 0 })
  })

  test('an import rejects a review of an unknown product with its line', async () => {
    const { brandId } = await createTenant(shops.sql())
    await stock(shops.database(), brandId, [{ id: 'p', title: 'Lamp' }])
    const report = await review(shops.database(), brandId, [
      { id: '1', product_id: 'p', rating: 5, created_at: '2026-11-01T00:00:00Z' },
      { id: '2', product_id: 'ghost', rating: 5, created_at: '2026-11-01T00:00:00Z' },
    ])
    expect(report).toMatchObject({
      rows_accepted: 1,
      rejections: [{ line: 2, reason: expect.stringContaining('no product ghost') }],
    })
  })
})

describe('404', () => {
  test('returns 404 for an unknown product', async () => {
    const { brandId } = await createTenant(shops.sql())
    expect((await look(brandId, '/reviews/nothing')).status).toBe(404)
  })
})
