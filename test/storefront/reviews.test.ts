import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { review, stock } from '../support/catalogue_rows.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { trustedProxyHops: 1 })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

let visitor = 0
/** Asks a shop as somebody whom nobody knows, each time from another address. */
async function look(brandId: string, path: string, headers: Record<string, string> = {}) {
  const address = `2001:db8:1:${(visitor++).toString(16)}::1`
  const response = await api.http
    .get(`/api/storefront/${brandId}${path}`)
    .set({ 'X-Forwarded-For': address, ...headers })
  return { status: response.status, body: response.body, headers: response.headers }
}

describe('200', () => {
  test('newest first, with their summary, page by page', async () => {
    const { brandId } = await createTenant(database.sql)
    await stock(database, brandId, [{ id: 'p', title: 'Lamp', sku: 'SKU-9' }])
    await review(database, brandId, [
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

  test('without any the score is null, never 0', async () => {
    const { brandId } = await createTenant(database.sql)
    await stock(database, brandId, [{ id: 'p', title: 'Lamp' }])
    expect((await look(brandId, '/reviews/p')).body.summary).toMatchObject({ score: null, count: 0 })
  })

  test('a review of a product that the shop does not have is rejected with its line', async () => {
    const { brandId } = await createTenant(database.sql)
    await stock(database, brandId, [{ id: 'p', title: 'Lamp' }])
    const report = await review(database, brandId, [
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
  test('of a product that there is not', async () => {
    const { brandId } = await createTenant(database.sql)
    expect((await look(brandId, '/reviews/nothing')).status).toBe(404)
  })
})
