import { beforeAll, describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const catalog = [
  { id: 'ridge', title: 'Ridge tent', category: 'Tents', price: 199, attributes: { weight: '2.4 kg', color: 'green' } },
  {
    id: 'dome',
    title: 'Dome tent',
    category: 'Tents',
    price: 99,
    attributes: { weight: '3100 g', color: 'black' },
    rating_score: 4.1,
    rating_count: 9,
  },
  { id: 'tarp', title: 'Tarp tent', category: 'Tents', price: 149, rating_score: 4.8, rating_count: 3 },
  { id: 'pegs', title: 'Tent pegs', category: 'Accessories', price: 9, description: 'Pegs for a tent.' },
  {
    id: 'parka-black',
    title: 'Parka',
    category: 'Jackets',
    price: 250,
    description: 'Comes in black and red, with a hood.',
    attributes: { color: 'black' },
  },
  {
    id: 'parka-red',
    title: 'Parka',
    category: 'Jackets',
    price: 240,
    description: 'Comes in black and red, with a hood.',
    attributes: { color: 'red' },
  },
  { id: 'down', title: 'Down jacket', category: 'Jackets', price: 180, description: 'Goose down. No hood.' },
  { id: 'rain', title: 'Rain jacket', category: 'Jackets', price: 120, attributes: { hood: 'no', color: ['Blue'] } },
]

let brandId: string
beforeAll(async () => {
  ;({ brandId } = await shops.open(catalog))
})

interface Hit {
  id: string
}
async function ask(text: string, rest: Record<string, unknown> = {}) {
  const { status, body } = await shops.ask(brandId, '/query', { agent: { platform: 'x' }, query: { text, ...rest } })
  expect(status).toBe(200)
  expect(shops.faults('post', '/api/storefront/{brand_id}/query', body)).toEqual([])
  return { ...body, read: body.query_interpretation, ids: (body.results as Hit[]).map(({ id }) => id) }
}
async function search(query: string) {
  const { body } = await shops.look(brandId, `/search?${query}`)
  expect(shops.faults('get', '/api/storefront/{brand_id}/search', body)).toEqual([])
  return { ...body, read: body.query_interpretation, ids: (body.products as Hit[]).map(({ id }) => id) }
}

describe('a superlative sorts by the attribute', () => {
  test.each([
    ['cheapest tent', 'price_asc', ['dome', 'tarp', 'ridge']],
    ['which is the cheapest tent?', 'price_asc', ['dome', 'tarp', 'ridge']],
    ['least expensive tents', 'price_asc', ['dome', 'tarp', 'ridge']],
    ['the most expensive tent', 'price_desc', ['ridge', 'tarp', 'dome']],
    ['priciest jacket', 'price_desc', ['parka-black', 'parka-red', 'down', 'rain']],
    ['best rated tent', 'rating', ['tarp', 'dome', 'ridge']],
    ['top-rated tents', 'rating', ['tarp', 'dome', 'ridge']],
    ['lightest tent', 'weight_asc', ['ridge', 'dome', 'tarp']],
    ['heaviest tent', 'weight_desc', ['dome', 'ridge', 'tarp']],
    ['cheapest tent over $100', 'price_asc', ['tarp', 'ridge']],
  ])('in “%s”', async (text, sort, ids) => {
    const answer = await ask(text)
    expect([answer.read.sort, answer.ids, answer.read.unmatched]).toEqual([sort, ids, []])
  })

  test('sorts all products without other words', async () => {
    expect((await ask('the cheapest one')).ids[0]).toBe('pegs')
    expect((await search('q=most+expensive')).ids[0]).toBe('parka-black')
  })

  test('warns how many products lack the attribute', async () => {
    expect((await ask('lightest tent')).messages).toEqual([
      { type: 'warning', code: 'sorted_last', content: '1 product is without a published weight and listed last.' },
    ])
    expect((await ask('lightest jacket')).messages[0].content).toBe(
      'No product here has a published weight. The order does not depend on it.',
    )
    expect((await ask('cheapest tent')).messages).toEqual([])
  })

  test.each([
    ['best tent', 'best'],
    ['warmest jacket', 'warmest'],
    ['most popular tent', 'most popular'],
    ['not the cheapest tent', 'not the cheapest'],
    ['cheapest and lightest tent', 'lightest'],
    ['bestselling tent', 'bestselling'],
  ])('is listed as unused without a matching attribute: %s', async (text, unused) => {
    const answer = await ask(text)
    expect(answer.read.unmatched).toEqual([unused])
    expect(answer.messages).toContainEqual({
      type: 'warning',
      code: 'words_not_used',
      content: `Not used in this answer: "${unused}".`,
    })
  })

  test('is overridden by the parameter sort', async () => {
    const answer = await search('q=cheapest+tent&sort=price_desc')
    expect([answer.ids[0], answer.read.sort, answer.read.unmatched]).toEqual([
      'ridge',
      'price_desc',
      ['order: price_asc'],
    ])
  })
})

describe('a negation excludes products', () => {
  test.each([
    ['jacket not black', ['down', 'parka-red', 'rain']],
    ['jackets that are not black', ['down', 'parka-red', 'rain']],
    ['not black or red jacket', ['down', 'rain']],
    ['jacket, no black', ['down', 'parka-red', 'rain']],
    ["I don't want a black jacket", ['down', 'parka-red', 'rain']],
    ['jacket without hood', ['down', 'rain']],
    ['jackets without a hood, not blue', ['down']],
    ['no down jackets', ['parka-black', 'parka-red', 'rain']],
    ['jackets other than parkas', ['down', 'rain']],
    ['jacket except the rain jacket', ['down', 'parka-black', 'parka-red']],
    ['non-black tents', ['ridge', 'tarp']],
    ['tents but not the dome tent', ['ridge', 'tarp']],
  ])('in “%s”', async (text, ids) => {
    expect((await ask(text)).ids.toSorted()).toEqual(ids)
  })

  test('in GET /search and its facets, and returns the filter', async () => {
    const { ids, applied_filters: filters, facets, meta } = await search('q=jacket+not+black&facets=true')
    expect(ids).not.toContain('parka-black')
    expect([filters.without, meta.total]).toEqual([['black'], ids.length])
    expect(facets.values['attributes.color'].map(({ value }: { value: string }) => value)).not.toContain('black')
  })

  test('none if no product has the word, and lists the word as unused', async () => {
    const answer = await ask('jacket not purple')
    expect([answer.ids.length, answer.read.unmatched]).toEqual([4, ['not purple']])
  })

  test.each([
    ['not sure which tent', ['not sure']],
    ['not', ['not']],
    ['without', ['without']],
    ['nor never no', ['not never']],
    ['no-show socks', ['socks', 'not show']],
  ])('lists unused words: %s', async (text, unmatched) => {
    expect((await ask(text)).read.unmatched).toEqual(unmatched)
  })
})

describe('a negation that describes a product', () => {
  const pantry = [
    { id: 'ale', title: 'Pale ale beer', price: 3, description: 'Hoppy and fresh.' },
    { id: 'stout', title: 'Stout beer', price: 2, description: 'A strong alcoholic drink.' },
    { id: 'free', title: 'Alcohol-free lager beer', price: 4 },
    {
      id: 'zero',
      title: 'Non-alcoholic wheat beer',
      price: 5,
      description: 'No other beer is as alcoholic as our stout.',
    },
    { id: 'steel', title: 'Steel pan', price: 30 },
    { id: 'coated', title: 'Nonstick pan', price: 40 },
    { id: 'teflon', title: 'Frying pan', price: 50, description: 'With a non-stick surface.' },
    { id: 'album', title: 'Photo album', price: 9, description: 'No sticky pages. No stickers included.' },
    { id: 'hidden', title: 'No-show socks', price: 6 },
    { id: 'crew', title: 'Crew socks', price: 7 },
    { id: 'rod', title: 'Curtain rod', price: 15, description: 'No drilling, no drill needed.' },
    { id: 'brass', title: 'Brass curtain rod', price: 25 },
    { id: 'canvas', title: 'Canvas shoe', price: 45, attributes: { leather: 'no' } },
    { id: 'brogue', title: 'Brogue shoe', price: 95, attributes: { leather: 'yes' } },
  ]
  let pantryId: string
  beforeAll(async () => {
    ;({ brandId: pantryId } = await shops.open(pantry))
  })
  const find = async (query: string) =>
    (await shops.look(pantryId, `/search?facets=true&q=${encodeURIComponent(query)}`)).body

  test.each([
    ['non-alcoholic beer', ['free', 'zero'], 'alcoholic'],
    ['cheapest non alcoholic beer', ['free', 'zero'], 'alcoholic'],
    ['non-stick pan', ['coated', 'teflon'], 'stick'],
    ['no-show socks', ['hidden'], 'show'],
    ['no show socks', ['hidden'], 'show'],
    ['no drill curtain rod', ['rod'], 'drill'],
    ['no leather shoe', ['canvas'], 'leather'],
  ])('%s returns the products that state it', async (query, ids, word) => {
    const body = await find(query)
    expect(body.products.map(({ id }: Hit) => id).toSorted()).toEqual(ids)
    expect(body.applied_filters).toMatchObject({ without: [word], stated_without: [word] })
    expect(body.query_interpretation.unmatched).toEqual([])
    expect([body.meta.total, body.facets.values.availability]).toEqual([
      ids.length,
      [{ value: 'in_stock', count: ids.length }],
    ])
  })

  test('shoe without leather uses the attribute leather', async () => {
    const body = await find('shoe without leather')
    expect([body.products.map(({ id }: Hit) => id), body.query_interpretation.unmatched]).toEqual([['canvas'], []])
  })

  test('is an exclusion if no product with the other words states it', async () => {
    const body = await find('non-alcoholic socks')
    expect(body.products.map(({ id }: Hit) => id).toSorted()).toEqual(['crew', 'hidden'])
    expect(body.applied_filters).toEqual({ without: ['alcoholic'] })
  })

  test('applies in POST /query and POST /catalog/search too', async () => {
    const asked = await shops.ask(pantryId, '/query', { agent: { platform: 'x' }, query: { text: 'non-stick pan' } })
    expect(asked.body.results.map(({ id }: Hit) => id).toSorted()).toEqual(['coated', 'teflon'])
    const { body } = await shops.ask(pantryId, '/catalog/search', { query: 'non-stick pan' })
    expect(body.products.map(({ id }: Hit) => id).toSorted()).toEqual(['coated', 'teflon'])
  })
})

describe('a bound is compared in one currency', () => {
  const mixed = [
    { id: 'usd', title: 'Lamp', price: 50, currency: 'USD' },
    { id: 'usd-2', title: 'Lamp', price: 60, currency: 'USD' },
    { id: 'eur', title: 'Lamp', price: 40, currency: 'EUR' },
  ]
  const read = async (products: Record<string, unknown>[], query: Record<string, unknown>) => {
    const shop = await shops.open(products)
    const { body } = await shops.ask(shop.brandId, '/query', { agent: { platform: 'x' }, query })
    return {
      ids: (body.results as Hit[]).map(({ id }) => id),
      currency: body.query_interpretation.applied_filters.currency,
      messages: body.messages,
      results: body.results,
    }
  }

  test('filters.currency defaults to USD, and a warning names excluded currencies', async () => {
    const { ids, currency, messages } = await read(mixed, { text: 'lamp', filters: { price_max: 55 } })
    expect([ids, currency]).toEqual([['usd'], 'USD'])
    expect(messages).toEqual([
      {
        type: 'warning',
        code: 'currency_not_compared',
        content: 'Price bounds are in USD. Products priced in EUR were not compared and are left out.',
      },
    ])
    expect((await read(mixed, { text: 'lamp', filters: { price_max: 55, currency: 'EUR' } })).ids).toEqual(['eur'])
  })

  test('no currency is excluded without a bound', async () => {
    const { ids, currency, messages } = await read(mixed, { text: 'lamp', filters: { in_stock: true } })
    expect([ids.length, currency, messages]).toEqual([3, undefined, []])
  })

  test('a bound in dollars excludes all products of a shop with prices in euros', async () => {
    const euros = [{ id: 'eur', title: 'Lamp', price: 40, currency: 'EUR' }]
    const asked = await read(euros, { text: 'lamp', filters: { price_max: 55 } })
    expect([asked.ids, asked.messages[0].code]).toEqual([[], 'currency_not_compared'])
    expect(await read(euros, { text: 'lamp under $55' })).toMatchObject({ ids: [], currency: 'USD' })
    expect(await read(euros, { text: 'lamp under 55' })).toMatchObject({ ids: ['eur'], currency: 'EUR', messages: [] })
    expect(await read(euros, { text: 'lamp under 55 euros' })).toMatchObject({ ids: ['eur'], currency: 'EUR' })
  })

  test('bounds in two currencies are not combined', async () => {
    const { ids, currency, messages } = await read(mixed, { text: 'lamp under 45 euros', filters: { price_min: 10 } })
    expect([ids.toSorted(), currency]).toEqual([['usd', 'usd-2'], 'USD'])
    expect(messages.map(({ code }: { code: string }) => code)).toEqual(['currency_not_compared', 'words_not_used'])
  })

  test('cheapest sorts prices in the most common currency first and warns of others', async () => {
    const { ids, messages } = await read(mixed, { text: 'cheapest lamp' })
    expect(ids).toEqual(['usd', 'usd-2', 'eur'])
    expect(messages[0].content).toBe('1 product is priced in another currency and listed last.')
  })

  test('a budget is not compared with prices in another currency', async () => {
    const { results, messages } = await read(mixed, { text: 'lamp', context: { user_budget: 55 } })
    const why = Object.fromEntries(
      results.map((result: { id: string; agent_context: { why_recommended: string } }) => [
        result.id,
        result.agent_context.why_recommended,
      ]),
    )
    expect(why.usd).toContain('within the budget')
    expect(why['usd-2']).toContain('above the budget')
    expect(why.eur).not.toContain('budget')
    expect(messages[0].code).toBe('budget_not_compared')
  })

  test('GET /search uses `currency` for its bounds, by default the most common one', async () => {
    const shop = await shops.open(mixed)
    const find = async (query: string) =>
      ((await shops.look(shop.brandId, `/search?q=lamp&${query}`)).body.products as Hit[]).map(({ id }) => id)
    expect(await find('price_max=55')).toEqual(['usd'])
    expect(await find('price_max=55&currency=EUR')).toEqual(['eur'])
    expect((await shops.look(shop.brandId, '/search?q=a&currency=euro')).status).toBe(400)
  })
})

describe('a word that is wanted and excluded', () => {
  test.each([
    ['tents not tents', 'tents', 'not tents'],
    ['tent but not a tent', 'tent', 'not a tent'],
    ['black parka not black', 'black parka', 'not black'],
    ['jacket with hood without a hood', 'jacket with hood', 'not hood'],
    ['dome tents except dome tents', 'dome tents', 'not dome tents'],
  ])('of "%s" is searched for, and its exclusion is unmatched', async (text, wanted, unmatched) => {
    const { ids, read, messages } = await ask(text)
    expect(read.unmatched).toEqual([unmatched])
    expect(read.applied_filters.without).toBeUndefined()
    expect(messages.map(({ code }: { code: string }) => code)).toContain('words_not_used')
    expect(ids).toEqual((await ask(wanted)).ids)
    expect(ids.length).toBeGreaterThan(0)
  })

  test('is not one of a longer exclusion', async () => {
    const { ids, read } = await ask('tents except dome tents')
    expect([ids.toSorted(), read.unmatched]).toEqual([['ridge', 'tarp'], []])
  })
})
