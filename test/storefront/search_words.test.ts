import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const catalog = [
  { id: 'down-jacket', title: 'Down jacket', category: 'Jackets', price: 150 },
  { id: 'rain-jacket', title: 'Rain jacket', category: 'Jackets', price: 120 },
  { id: 'tent-1', title: 'Dome tent, for one', category: 'Tents', price: 90, description: 'Weighs 2 kg. Two poles.' },
  { id: 'tent-2', title: 'Dome tent, for two', category: 'Tents', price: 110, description: 'Weighs 3 kg. One door.' },
  { id: 'tent-4', title: 'Dome tent, sleeps 4', category: 'Tents', price: 190, description: 'Two rooms.' },
  { id: 'headlamp', title: 'Headlamp 400 lm', category: 'Lights', price: 30 },
  { id: 'lantern', title: 'Camping lantern, 200 lumen', category: 'Lights', price: 40 },
  { id: 'bag', title: 'Sleeping bag', category: 'Sleeping', price: 80 },
  {
    id: 'parking',
    title: 'Camp table',
    category: 'Furniture',
    price: 60,
    description: 'Sold by the people of the valley',
  },
]

async function find(query: string, products: Record<string, unknown>[] = catalog) {
  const { brandId } = await shops.open(products)
  const { status, body, headers } = await shops.look(brandId, `/search?${query}`)
  expect(status).toBe(200)
  return { ...body, headers, ids: body.products.map(({ id }: { id: string }) => id) as string[] }
}

describe('English stop words in product names', () => {
  test('"down jacket" ranks the down jacket first', async () => {
    const { ids, query_interpretation: read } = await find('q=down+jacket')
    expect(ids[0]).toBe('down-jacket')
    expect(read.search_terms).toContain('down')
  })

  test.each(['off', 'over', 'same', 'under', 'nor', 'himself'])(
    'q=%s returns an empty list if no product has the word',
    async (word) => {
      const { ids, meta, query_interpretation: read, messages } = await find(`q=${word}`)
      expect([ids, meta.total, read.unmatched]).toEqual([[], 0, [word]])
      expect(messages).toEqual([
        { type: 'warning', code: 'words_not_used', content: `Not used in this answer: "${word}".` },
      ])
    },
  )

  test('q=down returns only products with the word', async () => {
    expect((await find('q=down')).ids).toEqual(['down-jacket'])
  })

  test('stop words add no results to a search with other words', async () => {
    expect((await find('q=a+lantern+for+the+tent+by+me')).ids).not.toContain('parking')
  })
})

describe('numbers with units', () => {
  test.each([
    '2-person tent',
    'tent for 2 people',
    '2p tent',
    'two person tent',
    'tent that sleeps 2',
    'tent for two',
    'two-man tent',
  ])('"%s" ranks the tent for two first', async (text) => {
    expect((await find(`q=${encodeURIComponent(text)}`)).ids[0]).toBe('tent-2')
  })

  test.each(['four person tent', 'tent for 4', '4p'])('"%s" ranks the tent that sleeps 4 first', async (text) => {
    expect((await find(`q=${encodeURIComponent(text)}`)).ids[0]).toBe('tent-4')
  })

  test.each([
    ['400 lumen', 'headlamp'],
    ['400lm light', 'headlamp'],
    ['200 lm', 'lantern'],
    ['2kg tent', 'tent-1'],
    ['three kilograms tent', 'tent-2'],
    ['headlamp 400', 'headlamp'],
  ])('"%s" ranks %s first', async (text, first) => {
    expect((await find(`q=${encodeURIComponent(text)}`)).ids[0]).toBe(first)
  })

  test.each([
    ['sleeping bag for 4 people', ['bag'], ['4 people']],
    ['sleeping bag for 9 people', ['bag'], ['9 people']],
    ['rain jacket 200', ['rain-jacket', 'down-jacket'], ['200']],
  ])('"%s" adds no products that have only the number, which is unmatched', async (text, expected, unmatched) => {
    const { ids, query_interpretation: read } = await find(`q=${encodeURIComponent(text)}`)
    expect([ids, read.unmatched]).toEqual([expected, unmatched])
  })

  test.each(['tents over 100', 'tents over 100 under 150', 'tents from 100 to 150', 'tents between 100 and 150'])(
    '"%s" returns only tents in that price range',
    async (text) => {
      const { ids, query_interpretation: read } = await find(`q=${encodeURIComponent(text)}`)
      expect([ids.toSorted(), read.unmatched]).toEqual([
        text === 'tents over 100' ? ['tent-2', 'tent-4'] : ['tent-2'],
        [],
      ])
    },
  )

  test('an unknown unit matches by its number', async () => {
    expect(
      (
        await find('q=tent+7+watt', [
          { id: 'a', title: 'Tent 7' },
          { id: 'b', title: 'Tent 8' },
        ])
      ).ids[0],
    ).toBe('a')
  })
})

describe('a word without an exact match', () => {
  test('matches compounds that end in it, and returns the repair', async () => {
    const { ids, query_interpretation: read, messages } = await find('q=lamps')
    expect([ids, read.repaired, read.unmatched]).toEqual([['headlamp'], [{ word: 'lamps', used: ['headlamp'] }], []])
    expect(messages).toEqual([
      {
        type: 'warning',
        code: 'words_repaired',
        content: 'No product has the word "lamps". Results are for "headlamp".',
      },
    ])
  })

  test('matches a compound whose first part is another word of the catalog', async () => {
    const { ids } = await find('q=gehäuse', [
      { id: 'a', title: 'Aluminium stand' },
      { id: 'b', title: 'Aluminiumgehäuse' },
    ])
    expect(ids).toEqual(['b'])
  })

  test('does not match compounds if the catalog has the word itself', async () => {
    const { ids } = await find('q=lamp', [
      { id: 'h', title: 'Headlamp' },
      { id: 'l', title: 'Lamp' },
    ])
    expect(ids).toEqual(['l'])
  })

  test.each([
    ['rain', 'All-terrain stroller'],
    ['rain', 'Drain hose'],
    ['lion', 'Gold medallion necklace'],
    ['ski', 'Skin cream'],
    ['water', 'Waterproof boots'],
  ])('%s finds nothing in a catalog with only: %s', async (word, title) => {
    const { ids, query_interpretation: read, headers } = await find(`q=${word}`, [{ id: 'a', title }])
    expect([ids, read.unmatched, read.repaired]).toEqual([[], [word], []])
    expect(headers['x-osp-degraded']).toBeUndefined()
  })

  test.each([
    ['tentt', 'tent'],
    ['headla', 'headlamp'],
    ['jakets', 'jacket'],
  ])('%s is repaired to %s of the catalog', async (word, used) => {
    const { query_interpretation: read, headers } = await find(`q=${word}`)
    expect(read.repaired).toEqual([{ word, used: [used] }])
    expect(headers['x-osp-degraded']).toBe('search;reason=words_repaired')
  })

  test('is split into two words of the catalog, and ranks a product with both first', async () => {
    const { ids, query_interpretation: read } = await find('q=sleepingbag')
    expect([ids[0], read.repaired]).toEqual(['bag', [{ word: 'sleepingbag', used: ['bag', 'sleeping'] }]])
  })

  test('is reported in POST /query and POST /catalog/search', async () => {
    const { brandId } = await shops.open(catalog)
    const content = 'No product has the word "jakets". Results are for "jacket".'
    const asked = await shops.ask(brandId, '/query', { agent: { platform: 'x' }, query: { text: 'jakets' } })
    expect(asked.body.query_interpretation.repaired).toEqual([{ word: 'jakets', used: ['jacket'] }])
    expect(asked.body.messages).toMatchObject([{ code: 'words_repaired', content }])
    const { body, headers } = await shops.ask(brandId, '/catalog/search', { query: 'jakets' })
    expect(body.messages).toMatchObject([{ code: 'words_repaired', content }])
    expect(headers['x-osp-degraded']).toBe('search;reason=words_repaired')
  })
})

describe('a search without q', () => {
  test('lists all products of a category with relevance 1', async () => {
    const { ids, products, query, applied_filters: filters, meta } = await find('category=Tents')
    expect([ids.toSorted(), query, filters, meta.total]).toEqual([
      ['tent-1', 'tent-2', 'tent-4'],
      '',
      { category: 'Tents' },
      3,
    ])
    expect(products.map(({ relevance }: { relevance: number }) => relevance)).toEqual([1, 1, 1])
  })

  test('lists products that match other filters, sorted by `sort`', async () => {
    expect((await find('price_min=110&price_max=150&sort=price_asc')).ids).toEqual([
      'tent-2',
      'rain-jacket',
      'down-jacket',
    ])
    expect((await find('category=nothing+such')).ids).toEqual([])
  })

  test('returns 400 and names q without a filter', async () => {
    const { brandId } = await shops.open(catalog)
    const { status, body } = await shops.look(brandId, '/search?limit=3')
    expect([status, body.code, body.error]).toEqual([
      400,
      'invalid_request',
      '`q` is required without a filter such as `category`.',
    ])
  })
})

describe('two words that the catalog writes as one', () => {
  const products = [
    { id: 'mat', title: 'Coir doormat' },
    { id: 'door', title: 'Oak door' },
    { id: 'yoga', title: 'Yoga mat' },
  ]

  test('"door mat" ranks the doormat first, and reports no repair', async () => {
    const { ids, query_interpretation: read, messages, headers } = await find('q=door+mat', products)
    expect([ids[0], read.repaired, read.unmatched, messages]).toEqual(['mat', [], [], []])
    expect(headers['x-osp-degraded']).toBeUndefined()
  })

  test('reports the repair of a word that no product has', async () => {
    const { ids, query_interpretation: read } = await find('q=door+mat', products.slice(0, 1))
    expect([ids, read.repaired]).toEqual([
      ['mat'],
      [
        { word: 'door', used: ['doormat'] },
        { word: 'mat', used: ['doormat'] },
      ],
    ])
  })

  test('matches the parts only beside each other', async () => {
    expect((await find('q=mat+door', products)).ids.toSorted()).toEqual(['door', 'yoga'])
  })
})

describe('ranking by the head word', () => {
  // The accessories have the word more often, and in a shorter title.
  const accessories = [
    { id: 'bag', title: 'Laptop bag', description: 'Holds a laptop' },
    { id: 'sleeve', title: 'Sleeve for laptop', description: 'Holds a laptop' },
    { id: 'aero', title: 'Aero Swift 14 business laptop, silver', description: 'Made of aluminium' },
  ]

  test.each([
    ['laptop', 'aero'],
    ['business laptops', 'aero'],
    ['laptop bag', 'bag'],
    ['bag for laptop', 'bag'],
    ['sleeve for a laptop', 'sleeve'],
  ])('"%s" ranks %s first', async (query, first) => {
    expect((await find(`q=${encodeURIComponent(query)}`, accessories)).ids[0]).toBe(first)
  })

  test.each([
    ['Laptop bag for travel, with strap', 'bag'],
    ['Gehäuse schwarz - USB hub black', 'schwarz hub'],
    ['19.1" LCD monitor privacy filter', 'filter'],
    ['Cafetière with a long handle', 'cafetière'],
    ['Black', 'black'],
    ['Bag for laptop and camera, red lamp', 'bag lamp'],
    ['', ''],
  ])('the head words of "%s" are "%s"', async (title, heads) => {
    const [row] = await shops.sql()`select btrim(storefront.head_words(${title})) as heads`
    expect(row?.heads).toBe(heads)
  })
})

describe('ranking by product type', () => {
  test('ranks a product before an accessory for it', async () => {
    const { ids } = await find('q=laptop', [
      { id: 'bag', title: 'Laptop bag', category: 'Bags', description: 'Holds a laptop' },
      { id: 'laptop', title: 'Aero 14 laptop', category: 'Computers', attributes: { product_type: 'Laptop' } },
    ])
    expect(ids).toEqual(['laptop', 'bag'])
  })
})

describe('identifiers', () => {
  test.each([
    ['ÉTÉ-9', 'été-9'],
    ['ñandú-4', 'ÑANDÚ-4'],
    ['ИЖ-21', 'иж-21'],
    ['MINI-ID', 'mini-id'],
  ])('a SKU or MPN %s is found first as %s, in the locale C too', async (written, asked) => {
    const named = [1, 2, 3].map((number) => ({ id: `other-${number}`, title: `${asked} ${asked}` }))
    for (const column of ['sku', 'mpn']) {
      const products = [...named, { id: 'lamp', title: 'Lamp', brand: 'Lux', [column]: written }]
      expect((await find(`q=${encodeURIComponent(asked)}`, products)).ids[0]).toBe('lamp')
    }
  })
})
