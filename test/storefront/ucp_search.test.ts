import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const path = '/api/storefront/{brand_id}/catalog/search'
const catalog = [
  { id: 's', title: 'Ridge tent, small', price: 100, item_group_id: 'g', category: 'Tents', attributes: { size: 'S' } },
  {
    id: 'l',
    title: 'Ridge tent, large',
    price: 140.5,
    list_price: 160,
    item_group_id: 'g',
    category: 'Tents',
    attributes: { size: 'L' },
  },
  { id: 'x', title: 'Lamp', price: 9.99, category: 'Lights', availability: 'out_of_stock' },
]
const ids = (body: { products: { id: string }[] }) => body.products.map(({ id }) => id)

describe('200', () => {
  test('returns products with variants and price ranges in minor units', async () => {
    const { brandId } = await shops.open(catalog)
    const { body } = await shops.ask(brandId, '/catalog/search', { query: 'large tent' })
    expect(shops.faults('post', path, body)).toEqual([])
    expect(body.products[0]).toMatchObject({
      id: 'g',
      title: 'Ridge tent',
      price_range: { min: { amount: 10_000, currency: 'USD' }, max: { amount: 14_050, currency: 'USD' } },
      variants: [
        { id: 'l', list_price: { amount: 16_000 } },
        { id: 's', options: [{ name: 'size', label: 'S' }] },
      ],
    })
    // The protocol has no null.
    expect(JSON.stringify(body)).not.toContain('null')
    expect(body.ucp).toMatchObject({ version: '2026-04-08' })
  })

  test('names the currencies of a query whose prices are not compared, although nothing is found', async () => {
    const { brandId } = await shops.open(catalog)
    const messagesOf = async (query: string) =>
      (await shops.ask(brandId, '/catalog/search', { query })).body.messages.map(({ code }: { code: string }) => code)
    expect(await messagesOf('tent under 150 EUR')).toEqual(['currency_not_compared'])
    expect(await messagesOf('tent under 5 USD')).toEqual([])
  })

  test('filters by any of the categories and by price without a query', async () => {
    const { brandId } = await shops.open(catalog)
    const find = async (filters: object) => ids((await shops.ask(brandId, '/catalog/search', { filters })).body)
    expect((await find({ categories: ['Lights', 'Tents'] })).toSorted()).toEqual(['g', 'x'])
    expect(await find({ price: { max: 999 } })).toEqual(['x'])
    expect(await find({ price: { min: 10_001 } })).toEqual(['g'])
  })

  test('names filters that the shop does not have, in each catalog operation', async () => {
    const { brandId } = await shops.open(catalog)
    const filters = { color: 'red', price: { max: 99_999, unit: 'each' }, size: { nested: ['L'] } }
    for (const [operation, body] of [
      ['search', { query: 'tent' }],
      ['lookup', { ids: ['l'] }],
      ['product', { id: 'l' }],
    ] as const) {
      const answer = (await shops.ask(brandId, `/catalog/${operation}`, { ...body, filters })).body
      expect(answer.messages).toEqual([
        {
          type: 'warning',
          code: 'filters_not_used',
          content:
            'The shop has no filter "color", "size" or "price.unit". Products are not filtered by it. Use "categories" and "price".',
        },
      ])
    }
    const only = await shops.ask(brandId, '/catalog/search', { filters: { color: 'red' } })
    expect([only.status, only.body.messages?.[0]?.code ?? only.body.code]).toEqual([400, 'invalid_request'])
  })

  test('returns the rating of all variants of a product by their counts', async () => {
    const variant = (id: string, rating_score?: number, rating_count?: number) => ({
      id,
      title: `Boot ${id}`,
      item_group_id: 'boot',
      attributes: { size: id },
      ...(rating_score === undefined ? {} : { rating_score, rating_count }),
    })
    const { brandId } = await shops.open([
      variant('40', 5, 1),
      variant('41', 3, 3),
      variant('42'),
      ...[variant('43', 4, 10), variant('44', 4, 10)].map((each) => ({ ...each, item_group_id: 'sock' })),
      { ...variant('45'), item_group_id: undefined },
    ])
    const products = (await shops.ask(brandId, '/catalog/lookup', { ids: ['40', '41', '44', '45'] })).body.products
    expect(products.map(({ rating }: { rating: unknown }) => rating)).toEqual([
      { value: 3.5, scale_min: 1, scale_max: 5, count: 4 },
      { value: 4, scale_min: 1, scale_max: 5, count: 10 },
      undefined,
    ])
  })

  test('pages by cursor, and returns an empty list without matches', async () => {
    const { brandId } = await shops.open(catalog)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await shops.ask(brandId, '/catalog/search', {
        filters: { price: { min: 0 } },
        pagination: { limit: 1, ...(cursor ? { cursor } : {}) },
      })
      expect(body.pagination.total_count).toBe(2)
      seen.push(...ids(body))
      cursor = body.pagination.cursor ?? undefined
      expect(body.pagination.has_next_page).toBe(cursor !== undefined)
    } while (cursor)
    expect(seen.toSorted()).toEqual(['g', 'x'])
    const { body } = await shops.ask(brandId, '/catalog/search', { query: 'zeppelin' })
    expect(body).toMatchObject({
      products: [],
      pagination: { has_next_page: false, total_count: 0 },
      messages: [],
    })
  })
})

describe('400', () => {
  test.each([
    [{}, 'query'],
    [{ query: '' }, 'query'],
    [{ query: 'a', pagination: { cursor: 'x' } }, 'pagination.cursor'],
    [{ query: 'a', pagination: { limit: 0 } }, 'pagination.limit'],
    [{ query: 'a', filters: { price: { min: -1 } } }, 'filters.price.min'],
  ])('%j names %s', async (body, field) => {
    const { brandId } = await shops.open()
    const answer = await shops.ask(brandId, '/catalog/search', body)
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(new RegExp(`\`?${field}\`?:? `))])
  })
})
