import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { stock } from '../support/catalogue_rows.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'

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

const ids = (body: { products: { id: string }[] }) => body.products.map(({ id }) => id)

describe('200', () => {
  test('pages neither overlap nor leave one out', async () => {
    const { brandId } = await createTenant(database.sql)
    await stock(
      database,
      brandId,
      Array.from({ length: 45 }, (_, index) => ({
        id: `p${String(index).padStart(2, '0')}`,
        title: `Product ${index}`,
      })),
    )
    const pages = await Promise.all(
      [1, 2, 3, 4].map(async (page) => ids((await look(brandId, `/products?page=${page}`)).body)),
    )
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5, 0])
    expect(new Set(pages.flat()).size).toBe(45)
    expect((await look(brandId, '/products?limit=100')).body.products).toHaveLength(45)
  })

  test('an empty shop is an empty list', async () => {
    const { brandId } = await createTenant(database.sql)
    expect((await look(brandId, '/products')).body).toMatchObject({ products: [], meta: { total: 0 } })
  })

  test('what a feed says wrong is rejected with its line, the rest is taken', async () => {
    const { brandId } = await createTenant(database.sql)
    const report = await stock(database, brandId, [
      { id: 'a', title: 'Good' },
      { id: 'b', title: 'Bad', price: -1 },
      { id: 'c', title: 'Odd', currency: 'XQX' },
    ])
    expect(report).toMatchObject({ rows_read: 3, rows_accepted: 1, rows_rejected: 2 })
    expect(report.rejections.map(({ line }) => line)).toEqual([2, 3])
  })

  test('a shop’s own keys of a test kind see no real product', async () => {
    const { brandId, accountId } = await createTenant(database.sql)
    await stock(database, brandId, [{ id: 'real', title: 'Real thing' }])
    const { key } = await issueKey(database.sql, accountId, { prefix: 'pk_test_' })
    expect(JSON.stringify((await look(brandId, '/products', { Authorization: `Bearer ${key}` })).body)).not.toContain(
      'Real thing',
    )
  })
})

describe('400', () => {
  test.each(['/products?limit=101', '/products?limit=0', '/products?page=0', '/products?page=x'])(
    '%s',
    async (path) => {
      const { brandId } = await createTenant(database.sql)
      expect((await look(brandId, path)).status).toBe(400)
    },
  )
})
