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

describe('a word of the catalog that no returned product has is unmatched', () => {
  const tents = [
    { id: 'duo', title: 'Ridge tent 2 person', category: 'Tents', price: 199, availability: 'out_of_stock' },
    { id: 'quad', title: 'Ridge tent 4 person', category: 'Tents', price: 299, description: 'Waterproof.' },
    { id: 'six', title: 'Camp tent 6 person', category: 'Tents', price: 399 },
    { id: 'mat', title: 'Insulated mat', category: 'Mats', price: 40, availability: 'out_of_stock' },
  ]
  let tentShop: string
  beforeAll(async () => {
    ;({ brandId: tentShop } = await shops.open(tents))
  })
  const cases: [string, string[]][] = [
    ['2 person tent in stock', ['2 person']],
    ['2-person tent under 350 in stock', ['2-person']],
    ['insulated waterproof tent in stock', ['insulated']],
    ['insulated mat for tents in stock', ['insulated', 'mat']],
    ['4 person tent in stock', []],
    ['2 person tent', []],
    ['mat in stock', []],
  ]
  const said = (unmatched: string[]) =>
    unmatched.length === 0
      ? []
      : [`No product in this answer matches ${unmatched.map((word) => `"${word}"`).join(' or ')}.`]
  const textsOf = (messages: { code: string; content: string }[]) =>
    messages.filter(({ code }) => code.startsWith('words_not')).map(({ content }) => content)

  test.each(cases)('GET /search: %s', async (q, unmatched) => {
    const answer = await searchShop(shops, tentShop, { q })
    expect([answer.unmatched, textsOf(answer.messages)]).toEqual([unmatched, said(unmatched)])
  })

  test.each(cases)('POST /query: %s', async (words, unmatched) => {
    const { body } = await shops.ask(tentShop, '/query', {
      protocol_version: '1.0',
      agent: { platform: 'chatgpt' },
      query: { text: words, intent: 'search' },
    })
    expect([body.query_interpretation.unmatched, textsOf(body.messages)]).toEqual([unmatched, said(unmatched)])
  })

  test.each(cases)('UCP catalog search: %s', async (query, unmatched) => {
    const { body } = await shops.ask(tentShop, '/catalog/search', { query })
    expect(textsOf(body.messages)).toEqual(said(unmatched))
  })
})
