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

async function shop() {
  const { brandId } = await createTenant(database.sql)
  await stock(
    database,
    brandId,
    ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, title: `Lamp ${id}` })),
  )
  await review(database, brandId, [
    { id: '1', product_id: 'a', rating: 5, created_at: '2026-11-01T00:00:00Z' },
    { id: '2', product_id: 'b', rating: 4, created_at: '2026-11-01T00:00:00Z' },
    { id: '3', product_id: 'b', rating: 4, created_at: '2026-11-02T00:00:00Z' },
  ])
  return brandId
}

describe('200', () => {
  test('puts two to five side by side in the order asked for, and says which is rated and reviewed most', async () => {
    const { status, body } = await look(await shop(), '/compare?ids=b,a,c')
    expect(status).toBe(200)
    expect(body.products.map(({ id }: { id: string }) => id)).toEqual(['b', 'a', 'c'])
    expect(body.comparison).toEqual({
      products_compared: 3,
      highest_rated: { id: 'a', score: 5 },
      most_reviewed: { id: 'b', count: 2 },
    })
  })

  test('without any rating says null', async () => {
    const { body } = await look(await shop(), '/compare?ids=c,d')
    expect(body.comparison).toEqual({ products_compared: 2, highest_rated: null, most_reviewed: null })
  })
})

describe('400 and 404', () => {
  test.each([
    ['/compare', 400],
    ['/compare?ids=a', 400],
    ['/compare?ids=a,a', 400],
    ['/compare?ids=a,b,c,d,e,f', 400],
    ['/compare?ids=a,nothing', 404],
  ])('%s is %i', async (path, status) => {
    expect((await look(await shop(), path)).status).toBe(status)
  })
})
