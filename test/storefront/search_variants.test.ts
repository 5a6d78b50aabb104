import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const sizes = ['S', 'M', 'L']
const jackets = ['Down', 'Rain', 'Fleece', 'Wind', 'Ski'].flatMap((kind, place) =>
  sizes.map((size, step) => ({
    id: `${kind}-${size}`.toLowerCase(),
    item_group_id: kind.toLowerCase(),
    title: `${kind} jacket, ${size}`,
    category: 'Jackets',
    brand: place < 2 ? 'Fell' : 'Camp',
    price: 100 + place * 50 + step * 10,
    availability: size === 'S' ? 'out_of_stock' : 'in_stock',
    attributes: { size },
  })),
)
const catalog = [...jackets, { id: 'hat', title: 'Hat', category: 'Hats', brand: 'Fell', price: 20 }]

async function open() {
  const { brandId } = await shops.open(catalog)
  return async (query: string) => {
    const { body } = await shops.look(brandId, `/search?${query}`)
    const ids: string[] = body.products.map(({ id }: { id: string }) => id)
    return { ...body, ids }
  }
}
const groupsOf = (ids: string[]) => new Set(ids.map((id) => id.split('-')[0]))

describe('hits of GET /search', () => {
  test('contain one hit per variant group with count and price range', async () => {
    const find = await open()
    const { ids, meta, products } = await find('q=jacket&limit=30')
    expect([ids.length, groupsOf(ids).size, meta.total]).toEqual([5, 5, 5])
    expect(products.find(({ id }: { id: string }) => id.startsWith('down')).variants).toMatchObject({
      group_id: 'down',
      total: 3,
      matching: 3,
      price_min: 100,
      price_max: 120,
      currency: 'USD',
    })
  })

  test('show the variant of the named size, else one in stock', async () => {
    const find = await open()
    expect((await find('q=ski+jacket+L')).ids[0]).toBe('ski-l')
    expect((await find('q=jacket+S&limit=30')).ids.every((id: string) => id.endsWith('-s'))).toBe(true)
    expect((await find('q=jacket&limit=30')).ids.some((id: string) => id.endsWith('-s'))).toBe(false)
    expect((await find('q=down-m')).ids[0]).toBe('down-m')
  })

  test('count and price only the variants that pass the filters', async () => {
    const find = await open()
    const { products, meta } = await find('q=down+jacket&in_stock=true&price_max=115')
    expect(meta.total).toBe(1)
    expect(products[0]).toMatchObject({
      id: 'down-m',
      variants: { total: 3, matching: 1, price_min: 110, price_max: 110 },
    })
  })

  test('are sorted by the shown variant', async () => {
    const find = await open()
    expect((await find('q=jacket&sort=price_asc')).ids).toEqual(['down-s', 'rain-s', 'fleece-s', 'wind-s', 'ski-s'])
    expect((await find('q=jacket&sort=price_desc')).ids).toEqual(['ski-l', 'wind-l', 'fleece-l', 'rain-l', 'down-l'])
  })

  test('are paged without overlaps or gaps', async () => {
    const find = await open()
    const pages = [
      await find('q=jacket&limit=2'),
      await find('q=jacket&limit=2&page=2'),
      await find('q=jacket&limit=2&page=3'),
    ]
    expect(pages.map(({ ids }) => ids.length)).toEqual([2, 2, 1])
    expect(groupsOf(pages.flatMap(({ ids }) => ids as string[])).size).toBe(5)
    expect((await find('q=jacket&limit=2&page=4')).meta.total).toBe(5)
    const filtered = [await find('q=jacket&in_stock=true&limit=3'), await find('q=jacket&in_stock=true&limit=3&page=2')]
    expect(groupsOf(filtered.flatMap(({ ids }) => ids as string[])).size).toBe(5)
  })

  test('contain every variant with variants=all', async () => {
    const find = await open()
    const { ids, meta, products } = await find('q=jacket&variants=all&limit=30')
    expect([ids.length, meta.total, products[0].variants]).toEqual([15, 15, null])
    expect((await find('q=hat')).products[0].variants).toBeNull()
  })

  test('are counted by the facets', async () => {
    const find = await open()
    const { facets } = await find('q=jacket&facets=true')
    expect(facets.values.brand).toEqual([
      { value: 'Camp', count: 3 },
      { value: 'Fell', count: 2 },
    ])
    expect(facets.values['attributes.size']).toEqual(sizes.toSorted().map((value) => ({ value, count: 5 })))
    const all = await find('q=jacket&facets=true&variants=all')
    expect(all.facets.values.brand).toEqual([
      { value: 'Camp', count: 9 },
      { value: 'Fell', count: 6 },
    ])
  })
})

describe('variants in other operations', () => {
  test('POST /query groups variants, and lists all on request', async () => {
    const { brandId } = await shops.open(catalog)
    const ask = async (response: object) =>
      (await shops.ask(brandId, '/query', { agent: { platform: 'x' }, query: { text: 'jacket' }, response })).body
    const grouped = await ask({})
    expect([grouped.meta.total_results, grouped.results[0].variants.total]).toEqual([5, 3])
    expect(shops.faults('post', '/api/storefront/{brand_id}/query', grouped)).toEqual([])
    expect((await ask({ variants: 'all' })).meta.total_results).toBe(15)
  })

  test('POST /catalog/search returns one product per group with its variants', async () => {
    const { brandId } = await shops.open(catalog)
    const { body } = await shops.ask(brandId, '/catalog/search', { query: 'jacket', pagination: { limit: 50 } })
    expect([body.products.length, body.pagination.total_count, body.products[0].variants.length]).toEqual([5, 5, 3])
  })

  test('GET /products lists every variant', async () => {
    const { brandId } = await shops.open(catalog)
    expect((await shops.look(brandId, '/products')).body.meta.total).toBe(16)
  })
})
