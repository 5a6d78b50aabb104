import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const catalog = [
  {
    id: 't1',
    title: 'Ridge tent for two',
    brand: 'Alpine',
    category: 'Tents',
    price: 199,
    availability: 'out_of_stock',
  },
  { id: 't2', title: 'Family tent', brand: 'Fell', category: 'Tents', price: 399 },
  {
    id: 'l1',
    title: 'Camping lantern',
    brand: 'Fell',
    category: 'Lights',
    price: 39,
    rating_score: 4.4,
    rating_count: 8,
  },
  {
    id: 'l2',
    title: 'Storm lantern',
    brand: 'Alpine',
    category: 'Lights',
    price: 59,
    rating_score: 2,
    rating_count: 3,
  },
]

async function filtersOf(text: string) {
  const { brandId } = await shops.open(catalog)
  return (await shops.look(brandId, `/search?q=${encodeURIComponent(text)}`)).body.applied_filters
}

describe('price, stock and rating in a query', () => {
  test.each([
    ['something under 300', { price_max: 300, currency: 'USD' }],
    ['something under $1,500', { price_max: 1500, currency: 'USD' }],
    ['something cheaper than 150,50', { price_max: 150.5, currency: 'USD' }],
    ['something under 1.5k', { price_max: 1500, currency: 'USD' }],
    ['something $200 or less', { price_max: 200, currency: 'USD' }],
    ['something < $150', { price_max: 150, currency: 'USD' }],
    ['something under €150', { price_max: 150, currency: 'EUR' }],
    ['something under 200 pounds', { price_max: 200, currency: 'GBP' }],
    ['something $100-$200', { price_min: 100, price_max: 200, currency: 'USD' }],
    ['something 100 to 200 dollars', { price_min: 100, price_max: 200, currency: 'USD' }],
    ['something between 300 and 200', { price_min: 200, price_max: 300, currency: 'USD' }],
    ['something over $300', { price_min: 300, currency: 'USD' }],
    ['something over 200', { price_min: 200, currency: 'USD' }],
    ['something from 200', { price_min: 200, currency: 'USD' }],
    ['something at least 200', { price_min: 200, currency: 'USD' }],
    ['something over 200 under 260', { price_min: 200, price_max: 260, currency: 'USD' }],
    ['something under 260 and over 200', { price_min: 200, price_max: 260, currency: 'USD' }],
    ['something from 200 to 260', { price_min: 200, price_max: 260, currency: 'USD' }],
    ['something between 200 and 260', { price_min: 200, price_max: 260, currency: 'USD' }],
    ['something from 2019', {}],
    ['size from 36 to 40', {}],
    ['something rated above 4', { rating_min: 4 }],
    ['something with a rating of at least 4.5', { rating_min: 4.5 }],
    ['something rated below 3', { rating_max: 3 }],
    ['something not rated above 3', { rating_max: 3 }],
    ['something rated 2 or worse', { rating_max: 2 }],
    ['something at least 50 euros', { price_min: 50, currency: 'EUR' }],
    ['something rated 4+ stars', { rating_min: 4 }],
    ['something in stock', { in_stock: true }],
  ])('are read as filters: %s', async (text, filters) => {
    expect(await filtersOf(text)).toEqual(filters)
  })

  test.each([
    ['not more than $200', { price_max: 200, currency: 'USD' }],
    ['I do not want to spend more than $200 on it', { price_max: 200, currency: 'USD' }],
    ['nothing over $200', { price_max: 200, currency: 'USD' }],
    ['not less than $50', { price_min: 50, currency: 'USD' }],
    ['rated below 3 stars', { rating_max: 3 }],
    ['2 stars or worse', { rating_max: 2 }],
    ['not in stock', { in_stock: false }],
    ['sold out', { in_stock: false }],
    ['lanterns not by Alpine', { brand_not: 'Alpine' }],
    ['tents except Fell under 300', { category: 'Tents', brand_not: 'Fell', price_max: 300, currency: 'USD' }],
  ])('are inverted by a negation: %s', async (text, filters) => {
    expect(await filtersOf(text)).toEqual(filters)
  })

  test.each([
    'up to 400 lumen',
    'under 30 minutes',
    'size under 42',
    'from 2020 to 2024',
    'under 5 kg',
    'over 300 lumens',
  ])('are not read from a number of another unit: %s', async (text) => {
    expect(await filtersOf(text)).toEqual({})
  })
})

describe('storefront responses', () => {
  test('a question about stock returns products that are out of stock too', async () => {
    const { brandId } = await shops.open(catalog)
    const ask = async (text: string) =>
      (await shops.ask(brandId, '/query', { agent: { platform: 'x' }, query: { text } })).body
    const answer = await ask('is the ridge tent in stock?')
    expect(answer.query_interpretation).toMatchObject({ parsed_intent: 'availability' })
    expect(answer.query_interpretation.applied_filters).not.toHaveProperty('in_stock')
    expect(answer.results[0]).toMatchObject({ id: 't1', availability: { status: 'out_of_stock' } })
  })

  test('recommendations use the text, or viewed products if there is no text', async () => {
    const { brandId } = await shops.open(catalog)
    const recommend = async (text: string, viewed: string[]) =>
      (
        await shops.ask(brandId, '/query', {
          agent: { platform: 'x' },
          query: { text, intent: 'recommend', context: { previous_products_viewed: viewed } },
        })
      ).body.results.map(({ id }: { id: string }) => id)
    expect(await recommend('lantern', ['t1', 'l1'])).toEqual(['l2'])
    expect(await recommend('', ['t1'])).toEqual(['t2'])
    expect(await recommend('lantern', ['gone'])).toEqual(['l1', 'l2'])
  })

  test('facets count all matches of a query with filters only', async () => {
    const { brandId } = await shops.open(catalog)
    const { body } = await shops.look(brandId, '/search?q=in+stock&facets=true')
    expect(body.facets.values.brand).toEqual([
      { value: 'Fell', count: 2 },
      { value: 'Alpine', count: 1 },
    ])
    const beyond = (await shops.look(brandId, '/search?q=tent&limit=2&page=2')).body
    expect(beyond).toMatchObject({ products: [], applied_filters: { category: 'Tents' }, meta: { total: 2 } })
  })

  test('prices are rounded to the minor unit at import and equal in all formats', async () => {
    const { brandId } = await shops.open([
      { id: 'a', title: 'Lamp', price: 1.005 },
      { id: 'b', title: 'Lamp', price: 1.2345, currency: 'KWD' },
      { id: 'c', title: 'Lamp', price: 10.5, currency: 'JPY' },
    ])
    const prices = (await shops.look(brandId, '/products')).body.products.map(({ price }: { price: object }) => price)
    expect(prices).toEqual([
      { amount: 1.01, currency: 'USD', formatted: '1.01 USD', amount_minor: 101 },
      { amount: 1.235, currency: 'KWD', formatted: '1.235 KWD', amount_minor: 1235 },
      { amount: 11, currency: 'JPY', formatted: '11 JPY', amount_minor: 11 },
    ])
    const [line] = (await shops.look(brandId, '/platforms/acp/feed.jsonl')).text.split('\n')
    expect(JSON.parse(line as string).variants[0].price).toEqual({ amount: 101, currency: 'USD' })
  })

  test('invisible characters are removed from every field', async () => {
    const hidden = '\u{E0041}\u{E0049}\u200b\u202e\u00ad\ufff9'
    const { brandId } = await shops.open([
      {
        id: `a${hidden}`,
        title: `Lamp${hidden}`,
        brand: `Lux${hidden}`,
        category: `Lights${hidden}`,
        mpn: `M1${hidden}`,
        attributes: { color: `red${hidden}` },
      },
    ])
    for (const path of [
      '/products/a',
      '/search?q=lamp&facets=true',
      '/platforms/google/feed.tsv',
      '/platforms/acp/feed.jsonl',
    ]) {
      const { status, text } = await shops.look(brandId, path)
      expect([path, status, /[\u{E0000}-\u{E0FFF}\u200b\u202e\u00ad\ufff9]/u.test(text)]).toEqual([path, 200, false])
    }
  })

  test('a query with 60 misspelled words returns within four seconds', async () => {
    const { brandId } = await shops.open(catalog)
    const text = Array.from({ length: 60 }, (_, number) => `lnt${number}ern`)
      .join(' ')
      .slice(0, 500)
    const { body } = await shops.ask(brandId, '/query', {
      agent: { platform: 'x' },
      query: { text },
      pagination: { limit: 50 },
    })
    expect(body.meta.response_time_ms).toBeLessThan(4000)
  })
})
