import { beforeAll, describe, expect, test } from 'vitest'
import { searchShop } from '../support/search_shop.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const catalog = [
  { id: 'ridge', title: 'Ridge tent', category: 'Tents', price: 199, rating_score: 4.5, rating_count: 3 },
  { id: 'dome', title: 'Dome tent', category: 'Tents', price: 99, availability: 'out_of_stock' },
  { id: 'pegs', title: 'Tent pegs', category: 'Accessories', price: 9 },
  { id: 'poles', title: 'Aluminium poles', category: 'Accessories', price: 29, description: 'Spare poles for a tent.' },
  { id: 'mug', title: 'Enamel mug', category: 'Kitchen', price: 12 },
  { id: 'mug-rack', title: 'Mug rack', category: 'Kitchen', price: 5 },
]

let brandId: string
beforeAll(async () => {
  ;({ brandId } = await shops.open(catalog))
})

const find = (parameters: Record<string, string>) => searchShop(shops, brandId, parameters)

const none = 'No product named "tents" passes the filters.'
const others = 'The products pegs and poles mention "tents", but are other kinds of products.'

describe('a search whose head word no product within the filters is named', () => {
  test.each([
    ['tents under 50', ['pegs', 'poles'], `${none} The cheapest one costs 99 USD. ${others}`],
    ['tents under $5', [], `${none} The cheapest one costs 99 USD.`],
    ['tents over 500', [], `${none} The most expensive one costs 199 USD.`],
    ['tents under 50 in stock', ['pegs', 'poles'], `${none} The cheapest one costs 199 USD. ${others}`],
    ['tents under 50, not ridge', ['pegs', 'poles'], `${none} The cheapest one costs 99 USD. ${others}`],
    ['tents rated 5 stars', [], none],
  ])('says so, with the nearest price: %s', async (q, ids, content) => {
    const answer = await find({ q })
    expect(answer.ids.toSorted()).toEqual(ids)
    expect(answer.messages).toEqual([{ type: 'warning', code: 'kind_not_found', content }])
  })

  test('says so for a bound that is a parameter', async () => {
    expect((await find({ q: 'tents', price_max: '50' })).messages.map(({ code }) => code)).toEqual(['kind_not_found'])
  })

  test('says so in POST /query and POST /catalog/search', async () => {
    const content = `${none} The cheapest one costs 99 USD. ${others}`
    const asked = await shops.ask(brandId, '/query', { agent: { platform: 'x' }, query: { text: 'tents under 50' } })
    expect(asked.body.messages).toMatchObject([{ code: 'kind_not_found', content }])
    const { body } = await shops.ask(brandId, '/catalog/search', { query: 'tents under 50' })
    expect(body.messages).toMatchObject([{ code: 'kind_not_found', content }])
  })
})

test('the nearest price is one in the currency of the search', async () => {
  const { brandId: mixed } = await shops.open([
    ...catalog,
    { id: 'zelt', title: 'Camping tent', category: 'Tents', price: 60, currency: 'EUR' },
    { id: 'zelt-2', title: 'Large tent', category: 'Tents', price: 900, currency: 'EUR' },
  ])
  const contents = async (q: string) =>
    (await searchShop(shops, mixed, { q })).messages
      .filter(({ code }) => code === 'kind_not_found')
      .map(({ content }) => content)
  expect(await contents('tents under 50')).toEqual([`${none} The cheapest one costs 99 USD. ${others}`])
  expect(await contents('tents over 500')).toEqual([`${none} The most expensive one costs 199 USD.`])
  expect(await contents('tents under 50 eur')).toEqual([`${none} The cheapest one costs 60 EUR.`])
})

describe('a page with a product of the kind', () => {
  test.each(['tents under 300', 'cheapest tent', 'tents in stock', 'pegs under 50', 'aluminium poles under 30'])(
    'and no other has no message: %s',
    async (q) => {
      expect((await find({ q })).messages.filter(({ code }) => code !== 'sorted_last')).toEqual([])
    },
  )

  test('names the products of other kinds beside a filter or a sort order', async () => {
    const content = 'The product mug-rack mentions "mug", but is another kind of product.'
    for (const parameters of [{ q: 'mug under 20' }, { q: 'mug', sort: 'price_asc' }, { q: 'cheapest mug' }]) {
      const answer = await find(parameters)
      expect(answer.ids.toSorted()).toEqual(['mug', 'mug-rack'])
      expect(answer.messages).toEqual([{ type: 'warning', code: 'other_kind', content }])
    }
    expect((await find({ q: 'mug' })).messages).toEqual([])
  })
})

describe('a catalog in another language', () => {
  test('has no message about kinds, because its heads are other words', async () => {
    const { brandId: french } = await shops.open([
      {
        id: 'dome',
        title: 'Tente dôme',
        category: 'Plein air',
        price: 50,
        description: 'La tente pour le camping et la plage.',
      },
      {
        id: 'deux',
        title: 'Tente légère',
        category: 'Plein air',
        price: 80,
        description: 'Une tente de deux places avec sac.',
      },
    ])
    const { body } = await shops.look(french, '/search?q=tente&price_max=60')
    expect([body.products.map(({ id }: { id: string }) => id), body.messages]).toEqual([['dome'], []])
  })
})

describe('a catalog without function words', () => {
  test.each([
    ['of an unknown language', 'hylly', ['Musta hylly', 'Hylly kylpyhuone']],
    ['of names', 'zenit', ['X200 Zenit', 'Zenit Orbit']],
  ])('%s has no message about kinds, because its language is unknown', async (_, word, titles) => {
    const { brandId: unknown } = await shops.open(
      titles.map((title, number) => ({ id: `p${number}`, title, price: 50 + number })),
    )
    const { body } = await shops.look(unknown, `/search?q=${word}&price_max=60`)
    const ids = (body.products as { id: string }[]).map(({ id }) => id).toSorted()
    expect([ids, body.messages]).toEqual([['p0', 'p1'], []])
  })
})
