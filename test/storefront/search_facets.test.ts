import { beforeAll, describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
let brandId: string
beforeAll(async () => {
  ;({ brandId } = await shops.open([
    { id: 'ridge', title: 'Ridge tent 2 person', brand: 'Alpine', category: 'Tents', price: 199 },
    { id: 'dome', title: 'Dome tent 4 person', brand: 'Camp', category: 'Tents', price: 99 },
    { id: 'pegs', title: 'Steel pegs for a tent', brand: 'ALPINE', category: 'Tents accessories', price: 9 },
    { id: 'pole', title: 'Tent pole', brand: 'Alpine', category: 'Tents accessories', price: 19 },
    { id: 'mat', title: 'Sleeping mat', brand: 'Alpine', category: 'Sleeping', price: 49 },
    { id: 'bag', title: 'Sleeping bag', brand: 'Camp', category: 'Sleeping', price: 79 },
    { id: 'bivy', title: 'Sleeping bivy, black', brand: 'Camp', category: 'Sleeping', price: 89 },
  ]))
})

interface Counted {
  value: string
  count: number
}

describe('facets', () => {
  test.each([
    ['tents', 2],
    ['alpine tent', 1],
    ['alpine', 3],
    ['tents under 150', 1],
    ['tent not pegs', 2],
    ['cheapest alpine tent', 1],
    ['cheapest tents not dome', 1],
    ['sleeping bag for 4 people', 3],
    ['cheapest sleeping bag for 4 people', 1],
    ['zzzz', 0],
  ])('of "%s" count the products that the search returns', async (query, total) => {
    const { body } = await shops.look(brandId, `/search?facets=true&q=${encodeURIComponent(query)}`)
    expect(body.meta.total).toBe(total)
    for (const name of ['brand', 'category', 'availability']) {
      const values = (body.facets.values[name] ?? []) as Counted[]
      expect([name, values.reduce((sum, { count }) => sum + count, 0)]).toEqual([name, total])
    }
  })
})
