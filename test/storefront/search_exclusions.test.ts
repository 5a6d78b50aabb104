import { beforeAll, describe, expect, test } from 'vitest'
import { searchShop } from '../support/search_shop.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const catalog = [
  { id: 'parka-black', title: 'Parka', category: 'Jackets', price: 250, attributes: { color: 'black' } },
  { id: 'parka-red', title: 'Parka', category: 'Jackets', price: 240, attributes: { color: 'red' } },
  { id: 'down', title: 'Down jacket', category: 'Jackets', price: 180, description: 'Goose down. No hood.' },
  {
    id: 'rain',
    title: 'Rain jacket',
    category: 'Jackets',
    price: 120,
    description: 'With a hood.',
    attributes: { color: 'blue' },
  },
  { id: 'free', title: 'BPA-free bottle', category: 'Bottles', price: 12 },
  { id: 'classic', title: 'Classic bottle 500 ml', category: 'Bottles', price: 8, description: 'Contains BPA.' },
  { id: 'steel', title: 'Steel bottle 750 ml', category: 'Bottles', price: 15 },
]

let brandId: string
beforeAll(async () => {
  ;({ brandId } = await shops.open(catalog))
})

const find = (parameters: Record<string, string>) => searchShop(shops, brandId, parameters)

describe('a minus before a word excludes it', () => {
  test.each([
    ['jacket -black', ['down', 'parka-red', 'rain']],
    ['jacket −black', ['down', 'parka-red', 'rain']],
    ['jacket –black', ['down', 'parka-red', 'rain']],
    ['-black jacket', ['down', 'parka-red', 'rain']],
    ['jacket -hood -blue', ['down', 'parka-black', 'parka-red']],
    ['jacket (-hood)', ['down', 'parka-black', 'parka-red']],
    ['jacket -"rain jacket"', ['down', 'parka-black', 'parka-red']],
    ['bottle -BPA', ['free', 'steel']],
    ['bottle -500ml', ['free', 'steel']],
  ])('in “%s”', async (q, ids) => {
    const answer = await find({ q })
    expect([answer.ids.toSorted(), answer.unmatched]).toEqual([ids, []])
  })

  test('and returns the filter', async () => {
    expect((await find({ q: 'parka -black' })).filters).toEqual({ without: ['black'] })
  })

  test('in POST /query and POST /catalog/search', async () => {
    const asked = await shops.ask(brandId, '/query', { agent: { platform: 'x' }, query: { text: 'parka -black' } })
    expect(asked.body.results.map(({ id }: { id: string }) => id)).toEqual(['parka-red'])
    const { body } = await shops.ask(brandId, '/catalog/search', { query: 'parka -black' })
    expect(body.products.map(({ id }: { id: string }) => id)).toEqual(['parka-red'])
  })

  test.each(['jackets - black', 'jacket black -10', 'black-jacket'])('but not in “%s”', async (q) => {
    const answer = await find({ q })
    expect([answer.ids[0], answer.filters.without]).toEqual(['parka-black', undefined])
  })

  test.each(['BPA-free bottle', 'bottle BPA -free'])('and “%s” asks for the product that states it', async (q) => {
    const answer = await find({ q })
    expect([answer.ids[0], answer.filters.without]).toEqual(['free', undefined])
  })
})

describe('an exclusion', () => {
  test.each(['BPA-free bottle without BPA', 'BPA free bottle not BPA', 'BPA-free bottle -BPA'])(
    'that the query also asks for is judged by the products: %s',
    async (q) => {
      const answer = await find({ q })
      expect([answer.ids.toSorted(), answer.filters.without, answer.unmatched]).toEqual([
        ['free', 'steel'],
        ['bpa'],
        [],
      ])
    },
  )

  test.each([
    ['bottle not 500 ml', ['free', 'steel']],
    ['bottle without 500ml or 750ml', ['free']],
    ['bottle not 0.5 l', ['free', 'steel']],
  ])('can be a number with its unit: %s', async (q, ids) => {
    const answer = await find({ q })
    expect([answer.ids.toSorted(), answer.unmatched]).toEqual([ids, []])
  })

  test.each([
    ['jacket without hodd', ['down', 'parka-black', 'parka-red', 'rain'], 'not hodd'],
    ['jacket except rain bottle', ['down', 'parka-black', 'parka-red', 'rain'], 'not rain bottle'],
  ])('of no product excludes nothing and is unmatched: %s', async (q, ids, unmatched) => {
    const answer = await find({ q })
    expect([answer.ids.toSorted(), answer.unmatched]).toEqual([ids, [unmatched]])
  })
})
