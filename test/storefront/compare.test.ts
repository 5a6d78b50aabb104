import { describe, expect, test } from 'vitest'
import { review, stock } from '../support/catalog_rows.ts'
import { createTenant } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const { look } = shops

async function shop() {
  const { brandId } = await createTenant(shops.sql())
  await stock(
    shops.database(),
    brandId,
    ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, title: `Lamp ${id}` })),
  )
  await review(shops.database(), brandId, [
    { id: '1', product_id: 'a', rating: 5, created_at: '2026-11-01T00:00:00Z' },
    { id: '2', product_id: 'b', rating: 4, created_at: '2026-11-01T00:00:00Z' },
    { id: '3', product_id: 'b', rating: 4, created_at: '2026-11-02T00:00:00Z' },
  ])
  return brandId
}

describe('200', () => {
  test('returns products in the requested order with the highest rated and most reviewed', async () => {
    const { status, body } = await look(await shop(), '/compare?ids=b,a,c')
    expect(status).toBe(200)
    expect(body.products.map(({ id }: { id: string }) => id)).toEqual(['b', 'a', 'c'])
    expect(body.comparison).toEqual({
      products_compared: 3,
      highest_rated: { id: 'a', score: 5 },
      most_reviewed: { id: 'b', count: 2 },
    })
  })

  test('returns null for highest_rated and most_reviewed without ratings', async () => {
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
  ])('%s returns %i', async (path, status) => {
    expect((await look(await shop(), path)).status).toBe(status)
  })

  test('states how many ids are needed', async () => {
    const { body } = await look(await shop(), '/compare?ids=a,a')
    expect(body.error).toBe('`ids` must contain 2 to 5 different product ids.')
  })

  test('names the unknown id', async () => {
    const { body } = await look(await shop(), '/compare?ids=a,nothing')
    expect(body.error).toMatch(/^This shop has no product nothing\./)
  })
})
