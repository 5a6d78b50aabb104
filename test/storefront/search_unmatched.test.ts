import { beforeAll, describe, expect, test } from 'vitest'
import { searchShop } from '../support/search_shop.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const catalog = [
  { id: 'tent', title: 'Ridge tent', category: 'Tents', price: 199, gtin: '4006381333931', mpn: 'RT-9', sku: 'SKU 7' },
  { id: 'item.5', title: 'Rain jacket', category: 'Jackets', price: 120 },
  { id: 'soap', title: 'Soap', category: 'Care', price: 5, description: 'Free shipping.' },
]

let brandId: string
beforeAll(async () => {
  ;({ brandId } = await shops.open(catalog))
})

const find = (parameters: Record<string, string>) => searchShop(shops, brandId, parameters)

describe('a number that names a product is not unmatched', () => {
  test.each([
    ['4006381333931', 'tent'],
    ['RT-9', 'tent'],
    ['SKU 7', 'tent'],
    ['item.5', 'item.5'],
  ])('%s', async (q, id) => {
    const answer = await find({ q })
    expect([answer.ids[0], answer.unmatched, answer.messages]).toEqual([id, [], []])
  })
})

describe('a part of a hyphenated word that no product has is unmatched', () => {
  test.each([
    ['BPA-free soap', 'soap', ['bpa']],
    ['xylo-rain jacket', 'item.5', ['xylo']],
    ['xylo-zinc jacket', 'item.5', ['xylo-zinc']],
  ])('%s', async (q, id, unmatched) => {
    const answer = await find({ q })
    expect([answer.ids[0], answer.unmatched]).toEqual([id, unmatched])
  })
})

describe('a filter of the query that a parameter replaces is unmatched', () => {
  test.each([
    [{ q: 'tents under 300', price_max: '250' }, ['price_max: 300']],
    [{ q: 'tents over 300', price_min: '50' }, ['price_min: 300']],
    [{ q: 'tents in stock', in_stock: 'false' }, ['in_stock: true']],
    [{ q: 'tents under 300', price_max: '300' }, []],
    [{ q: 'tents under 300', price_min: '50' }, []],
  ])('%o', async (parameters, unmatched) => {
    expect((await find(parameters as Record<string, string>)).unmatched).toEqual(unmatched)
  })
})
