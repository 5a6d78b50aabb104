import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops({ isSimulated: true })
const { look } = shops

const ids = (body: { products: { id: string }[] }) => body.products.map(({ id }) => id)

describe('200', () => {
  test('returns pages without overlaps or gaps', async () => {
    const { brandId } = await createTenant(shops.sql())
    await stock(
      shops.database(),
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

  test('returns an empty list for an empty shop', async () => {
    const { brandId } = await createTenant(shops.sql())
    const { body } = await look(brandId, '/products')
    expect(body).toMatchObject({ products: [], meta: { total: 0 } })
    // Without an import there is no freshness time.
    expect(body.meta).not.toHaveProperty('data_freshness')
  })

  test('an import rejects invalid rows with their lines and accepts the others', async () => {
    const { brandId } = await createTenant(shops.sql())
    const report = await stock(shops.database(), brandId, [
      { id: 'a', title: 'Good' },
      { id: 'b', title: 'Bad', price: -1 },
      { id: 'c', title: 'Odd', currency: 'XQX' },
    ])
    expect(report).toMatchObject({ rows_read: 3, rows_accepted: 1, rows_rejected: 2 })
    expect(report.rejections.map(({ line }) => line)).toEqual([2, 3])
  })

  test('returns no live product to a test key', async () => {
    const { brandId, accountId } = await createTenant(shops.sql())
    await stock(shops.database(), brandId, [{ id: 'real', title: 'Real thing' }])
    const { key } = await issueKey(shops.sql(), accountId, { prefix: 'pk_test_' })
    expect(JSON.stringify((await look(brandId, '/products', { Authorization: `Bearer ${key}` })).body)).not.toContain(
      'Real thing',
    )
  })
})

describe('comparison_context', () => {
  type Lamp = { price: number; currency?: string; item_group_id?: string }
  const context = async (lamps: Lamp[]) => {
    const { brandId } = await createTenant(shops.sql())
    const products = lamps.map((lamp, number) => ({ id: `p${number}`, title: 'Lamp', category: 'Lamps', ...lamp }))
    await stock(shops.database(), brandId, products)
    const { body } = await look(brandId, '/products')
    return body.products.map(({ comparison_context }: { comparison_context: string }) => comparison_context)
  }

  test('compares the price with the median, without differences of 0 %', async () => {
    expect(await context([100, 100.2, 125, 80, 99.9].map((price) => ({ price })))).toEqual([
      'Costs about as much as the median of 5 products in Lamps.',
      'Costs about as much as the median of 5 products in Lamps.',
      'Costs 25 % more than the median of 5 products in Lamps.',
      'Costs 20 % less than the median of 5 products in Lamps.',
      'Costs about as much as the median of 5 products in Lamps.',
    ])
  })

  test('counts variants once, and neither prices of 0 nor prices in another currency', async () => {
    const variants = [10, 10, 10, 10].map((price) => ({ price, item_group_id: 'set' }))
    const lamps = [100, 100, 200].map((price) => ({ price }))
    const others = [{ price: 0 }, { price: 5, currency: 'JPY' }]
    expect(await context([...variants, ...lamps, ...others])).toEqual([
      ...variants.map(() => 'Costs 90 % less than the median of 4 products in Lamps.'),
      'Costs about as much as the median of 4 products in Lamps.',
      'Costs about as much as the median of 4 products in Lamps.',
      'Costs 100 % more than the median of 4 products in Lamps.',
      null,
      null,
    ])
  })

  test('is null in a category with two priced products', async () => {
    const variants = [10, 10].map((price) => ({ price, item_group_id: 'set' }))
    expect(await context([...variants, { price: 20 }, { price: 0 }])).toEqual([null, null, null, null])
  })
})

describe('400', () => {
  test.each(['/products?limit=101', '/products?limit=0', '/products?page=0', '/products?page=x'])(
    'returns 400 for %s',
    async (path) => {
      const { brandId } = await createTenant(shops.sql())
      expect((await look(brandId, path)).status).toBe(400)
    },
  )
})
