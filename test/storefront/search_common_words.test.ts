import { beforeAll, describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()

interface Item {
  id: string
  price: number
  rating?: number
  isAvailable: boolean
  brand: string
  category: string
  group?: string
}

/** Products that have the same words, so that only ratings and ids order them. */
const items: Item[] = Array.from({ length: 120 }, (_, number) => ({
  id: `p${(number * 37) % 120}`,
  price: 10 + (number % 12) * 5,
  isAvailable: number % 4 > 0,
  brand: number % 3 === 0 ? 'Alpine' : 'Camp',
  category: number % 5 === 0 ? 'Outdoor > Paths' : 'Home',
  ...(number % 6 === 0 ? { rating: 1 + (number % 5) } : {}),
  ...(number % 8 < 2 ? { group: `g${number >> 3}` } : {}),
}))
const rows = items.map(({ id, price, rating, isAvailable, brand, category, group }) => ({
  id,
  title: 'Trail gear',
  price,
  brand,
  category,
  availability: isAvailable ? 'in_stock' : 'out_of_stock',
  ...(rating ? { rating_score: rating, rating_count: 3 } : {}),
  ...(group ? { item_group_id: group } : {}),
}))

const byRating = (a: Item, b: Item) => (b.rating ?? 0) - (a.rating ?? 0) || (a.id < b.id ? -1 : 1)
/** The best variant of each group: available, then rated, cheap, and with the first id. */
const representatives = (list: Item[]) =>
  [...Map.groupBy(list, ({ id, group }) => group ?? id).values()].map(
    (members) =>
      members.toSorted(
        (a, b) =>
          Number(b.isAvailable) - Number(a.isAvailable) ||
          (b.rating ?? 0) - (a.rating ?? 0) ||
          a.price - b.price ||
          byRating(a, b),
      )[0] as Item,
  )

let brandId: string
beforeAll(async () => {
  // A shop with the same ids and words, and other prices.
  await shops.open(rows.map((row) => ({ ...row, price: 1 })))
  ;({ brandId } = await shops.open(rows))
})

async function pages(query: string) {
  const ids: string[] = []
  let total = 0
  for (let page = 1; page <= 12; page++) {
    const { body } = await shops.look(brandId, `/search?limit=25&page=${page}&${query}`)
    total = body.meta.total as number
    ids.push(...(body.products as { id: string }[]).map(({ id }) => id))
    if (page * 25 >= total) break
  }
  return { ids, total }
}

describe('a search for a word that all products have', () => {
  const filters: [string, (item: Item) => boolean][] = [
    ['', () => true],
    ['&price_max=30', ({ price }) => price <= 30],
    ['&price_min=29.999&price_max=40', ({ price }) => price >= 29.999 && price <= 40],
    ['&price_min=40&price_max=30', () => false],
    ['&price_max=1000000000', () => true],
    ['&in_stock=true', ({ isAvailable }) => isAvailable],
    ['&in_stock=false', ({ isAvailable }) => !isAvailable],
    ['&rating_min=3', ({ rating }) => (rating ?? 0) >= 3],
    ['&brand=ALPINE', ({ brand }) => brand === 'Alpine'],
    ['&category=path&brand=camp', ({ brand, category }) => brand === 'Camp' && category !== 'Home'],
    ['&currency=EUR', () => false],
  ]
  test.each(filters)('returns each product of "%s" once, by rating and id', async (query, passes) => {
    const expected = items.filter(passes).toSorted(byRating)
    for (const words of ['gear', 'trail gear', 'trail gear unknownword'])
      expect(await pages(`q=${encodeURIComponent(words)}&variants=all${query}`)).toEqual({
        ids: expected.map(({ id }) => id),
        total: expected.length,
      })
  })

  test.each(filters)('returns each group of "%s" once, by its best variant', async (query, passes) => {
    const expected = representatives(items.filter(passes)).toSorted(byRating)
    expect(await pages(`q=gear${query}`)).toEqual({ ids: expected.map(({ id }) => id), total: expected.length })
  })

  test('returns the same without words', async () => {
    const expected = items.filter(({ price }) => price <= 30).toSorted(byRating)
    expect(await pages('price_max=30&variants=all')).toEqual({
      ids: expected.map(({ id }) => id),
      total: expected.length,
    })
  })
})
