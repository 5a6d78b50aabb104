import { describe, expect, test } from 'vitest'
import { importProducts } from '../../shared/ingest/products/catalog.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { issueKey } from '../support/factories.ts'
import { withFile } from '../support/read_records.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
type Row = Record<string, unknown>

/** A product that every platform accepts without a warning. */
const mug: Row = {
  id: 'mug',
  title: 'Mug',
  description: 'A mug.',
  link: 'https://shop.example/mug',
  image_links: ['https://shop.example/mug.jpg'],
  price: 12,
  currency: 'USD',
  availability: 'in_stock',
  brand: 'Lux',
  gtin: '4006381333931',
  condition: 'new',
}

/** What makes another product of the mug: an id, and a part number in place of the GTIN. */
const other = (id: string): Row => ({ id, gtin: undefined, mpn: id })

async function owner(accountId: string, scopes = ['read:commerce', 'write:storefront']) {
  const { key } = await issueKey(shops.sql(), accountId, { prefix: 'sk_live_', scopes })
  return { Authorization: `Bearer ${key}` }
}

async function problemsOf(rows: Row[], query = '') {
  const { brandId, accountId } = await shops.open(rows)
  const { status, body } = await shops.look(brandId, `/feed-problems${query}`, await owner(accountId))
  expect(status).toBe(200)
  expect(shops.faults('get', '/api/storefront/{brand_id}/feed-problems', body)).toEqual([])
  return body as {
    products: number
    total: number
    platforms: { platform: string; refused: number; warned: number; rules: Row[] }[]
    problems: { product_id: string; platform: string; rule: string; consequence: string }[]
  }
}
const found = async (row: Row) =>
  (await problemsOf([{ ...mug, ...row }])).problems.map(
    ({ platform, rule, consequence }) => `${platform} ${rule} ${consequence}`,
  )

describe('200', () => {
  test('counts nothing for a product that every platform accepts', async () => {
    expect(await problemsOf([mug])).toMatchObject({
      products: 1,
      total: 0,
      platforms: ['acp', 'google', 'meta', 'openai', 'shopify'].map((platform) => ({
        platform,
        refused: 0,
        warned: 0,
        rules: [],
      })),
    })
  })

  test('returns counts, a statement and the source of each broken rule', async () => {
    const rows = [
      mug,
      { ...mug, ...other('long'), title: 'x'.repeat(151) },
      { ...mug, ...other('bare'), link: undefined },
    ]
    expect((await problemsOf(rows, '?platform=google')).platforms).toEqual([
      {
        platform: 'google',
        refused: 2,
        warned: 0,
        rules: [
          {
            rule: 'link.required',
            field: 'link',
            consequence: 'refused',
            products: 1,
            statement: 'link is missing.',
            source: 'Product data specification',
          },
          {
            rule: 'title.length_max',
            field: 'title',
            consequence: 'refused',
            products: 1,
            statement: 'title has more than 150 characters.',
            source: 'Product data specification',
          },
        ],
      },
    ])
  })

  test('lists the products of one rule in pages', async () => {
    const rows = Array.from({ length: 5 }, (_, n) => ({ ...mug, ...other(`m${n}`), brand: undefined }))
    const page = await problemsOf(rows, '?platform=openai&rule=brand.required&limit=2&page=3')
    expect(page).toMatchObject({ total: 5, problems: [{ product_id: 'm4', rule: 'brand.required' }] })
  })

  test.each<[string, Row, string[]]>([
    ['a price of 0', { price: 0 }, ['google price.is_zero refused', 'meta price.is_zero warning']],
    ['no condition', { condition: undefined }, ['meta condition.required refused']],
    ['a title in capital letters', { title: 'CAMPING CHAIR XL' }, ['google title.is_in_capitals warning']],
    ['a title with the capitals of a brand and a model', { title: 'BOSCH GSR 12V-15 FC' }, []],
    [
      'a title that calls to buy',
      { title: 'Camping chair, super sale, buy now' },
      ['google title.is_promotional warning'],
    ],
    ['a title with a reduction', { title: 'Becher 20 % Rabatt' }, ['google title.is_promotional warning']],
    ['a title with letters of promotional words', { title: 'Salewa wholesale mug' }, []],
    ['a title with a word that is promotional in other places', { title: 'Sale marino, clearance lights' }, []],
    ['neither GTIN nor MPN', { gtin: undefined }, ['google identifier_exists.is_no warning']],
    [
      'a title of 5,000 characters',
      { title: 'word '.repeat(1000) },
      ['google title.length_max refused', 'meta title.length_max warning', 'openai title.length_max warning'],
    ],
    ['a preorder without a date', { availability: 'preorder' }, ['google availability_date.required refused']],
    [
      'a preorder with a date in the past',
      { availability: 'preorder', feed_fields: { availability_date: '2020-01-01T00:00:00+01:00' } },
      ['google availability_date.is_past warning'],
    ],
    [
      'a preorder with an unreadable date',
      { availability: 'preorder', feed_fields: { availability_date: 'in spring' } },
      ['google availability_date.form refused'],
    ],
    [
      'apparel without color, size, gender and age group',
      { feed_fields: { google_product_category: 'Apparel & Accessories > Clothing > Dresses' } },
      ['color', 'gender', 'age_group', 'size'].map((field) => `google ${field}.required refused`),
    ],
    [
      'a handbag without a size',
      {
        feed_fields: { google_product_category: 'Apparel & Accessories > Handbags' },
        attributes: { color: 'red', gender: 'female', age_group: 'adult' },
      },
      [],
    ],
    [
      'a jumpsuit by its id without a size',
      {
        feed_fields: { google_product_category: '5250' },
        attributes: { color: 'red', gender: 'female', age_group: 'adult' },
      },
      ['google size.required refused'],
    ],
    ['shoelaces by their id', { feed_fields: { google_product_category: '1856' } }, []],
    [
      'an audiobook by its id without a GTIN',
      { feed_fields: { google_product_category: '543541' }, gtin: undefined, mpn: 'A-1' },
      ['google gtin.required warning'],
    ],
    ['a book without a GTIN', { category: 'Media > Books', gtin: undefined }, ['google gtin.required warning']],
    [
      'values outside of the lists of the platforms',
      { attributes: { gender: 'women', energy_efficiency_class: 'Z' } },
      [
        'google energy_efficiency_class.choices warning',
        'google gender.choices warning',
        'meta gender.choices warning',
        'openai gender.choices warning',
      ],
    ],
    [
      'shipping without a price and a weight without a unit',
      { feed_fields: { shipping: [{ country: 'US' }], shipping_weight: '3' } },
      [
        'google shipping.is_incomplete warning',
        'google shipping_weight.form warning',
        'meta shipping_weight.form warning',
      ],
    ],
  ])('%s', async (_, row, expected) => {
    const rules = await found(row)
    expect(rules.filter((rule) => !rule.startsWith('openai price')).toSorted()).toEqual(expected.toSorted())
  })

  test('names variants with the same attributes, and ids that make the same handle', async () => {
    const rows = [
      { ...mug, ...other('a'), item_group_id: 'Set' },
      { ...mug, ...other('b'), item_group_id: 'Set' },
      { ...mug, ...other('c'), item_group_id: 'set' },
    ]
    const { problems } = await problemsOf(rows)
    expect(problems.map(({ product_id, platform, rule }) => `${product_id} ${platform} ${rule}`)).toEqual([
      'a google item_group_id.variants_are_alike',
      'a meta item_group_id.variants_are_alike',
      'a openai variant_dict.variants_are_alike',
      'a shopify URL handle.is_shared',
      'b google item_group_id.variants_are_alike',
      'b meta item_group_id.variants_are_alike',
      'b openai variant_dict.variants_are_alike',
      'b shopify URL handle.is_shared',
      'c shopify URL handle.is_shared',
    ])
  })

  test('names ids that make the same handle with letters outside of ASCII', async () => {
    const rows = [
      { ...mug, ...other('a'), item_group_id: 'ÉTÉ' },
      { ...mug, ...other('b'), item_group_id: 'été' },
      { ...mug, ...other('c'), item_group_id: 'ete' },
      { ...mug, ...other('d'), item_group_id: 'ôtô' },
    ]
    const { problems } = await problemsOf(rows)
    expect(problems.map(({ product_id, rule }) => `${product_id} ${rule}`)).toEqual([
      'a URL handle.is_shared',
      'b URL handle.is_shared',
    ])
  })

  test('names products with the same GTIN that are not variants of one group', async () => {
    const rows = [
      { ...mug, id: 'a' },
      { ...mug, id: 'b' },
      { ...mug, id: 'used', condition: 'used' },
      { ...mug, id: 'four', attributes: { multipack: '4' } },
      { ...mug, id: 'red', gtin: '96385074', item_group_id: 'set', attributes: { color: 'red' } },
      { ...mug, id: 'blue', gtin: '96385074', item_group_id: 'set', attributes: { color: 'blue' } },
    ]
    const { problems } = await problemsOf(rows)
    expect(problems.map(({ product_id, platform, rule }) => `${product_id} ${platform} ${rule}`)).toEqual([
      'a google gtin.is_shared',
      'b google gtin.is_shared',
    ])
  })

  test('a product that a platform refuses stays in its feed', async () => {
    const { brandId } = await shops.open([{ ...mug, id: 'bare', link: undefined, price: 0 }])
    expect((await shops.look(brandId, '/platforms/google/feed.tsv')).text).toContain('bare\t')
  })
})

describe('stored judgments', () => {
  async function shop(rows: Row[]) {
    const { brandId, accountId } = await shops.open(rows)
    const headers = await owner(accountId)
    return {
      brandId,
      put: async (products: Row[], replaces = false) =>
        await withFile('products.jsonl', products.map((row) => JSON.stringify(row)).join('\n'), async (path) =>
          importProducts(shops.sql(), { audience: shell, brand: brandId, file: path, replaces }),
        ),
      rules: async () => {
        const { body } = await shops.look(brandId, '/feed-problems', headers)
        return (body.problems as Row[]).map(({ product_id, platform, rule }) => `${product_id} ${platform} ${rule}`)
      },
    }
  }
  const variant = (id: string, color?: string): Row => ({
    ...mug,
    id,
    item_group_id: 'set',
    ...(color ? { attributes: { color } } : {}),
  })

  test('change for the other variants if one of two that are alike changes, or is deleted', async () => {
    const { put, rules } = await shop([variant('a'), variant('b')])
    expect(await rules()).toHaveLength(6)
    await put([variant('b', 'red')])
    expect(await rules()).toEqual([])
    await put([variant('b')])
    expect(await rules()).toHaveLength(6)
    await put([variant('a')], true)
    expect(await rules()).toEqual([])
  })

  test('change for a product whose handle another one takes, and when that one leaves it', async () => {
    const { put, rules } = await shop([{ ...mug, ...other('A b') }])
    await put([{ ...mug, ...other('a-b') }])
    expect(await rules()).toEqual(['a-b shopify URL handle.is_shared', 'A b shopify URL handle.is_shared'].toSorted())
    await put([{ ...mug, ...other('a-b'), item_group_id: 'other' }])
    expect(await rules()).toEqual([])
  })

  test('change for a product whose GTIN another one takes, and when that one leaves it or is deleted', async () => {
    const { put, rules } = await shop([mug])
    const shared = ['mug google gtin.is_shared', 'second google gtin.is_shared']
    await put([{ ...mug, id: 'second' }])
    expect(await rules()).toEqual(shared)
    await put([{ ...mug, ...other('second') }])
    expect(await rules()).toEqual([])
    await put([{ ...mug, id: 'second' }])
    expect(await rules()).toEqual(shared)
    await put([mug], true)
    expect(await rules()).toEqual([])
  })

  test('have no facts of the day of the import', async () => {
    const { brandId } = await shop([{ ...mug, feed_fields: { expiration_date: '2026-12-01' } }])
    const broken = async (now: string) =>
      await shops.sql().begin(async (sql) => {
        await sql`select set_config('vitrine.now', ${now}, true)`
        const [row] = await sql`select storefront.feed_problems(${brandId}) -> 'problems' as problems`
        return ((row?.problems ?? []) as Row[]).map(({ platform, rule }) => `${platform} ${rule}`)
      })
    expect(await broken('2026-12-01T12:00:00Z')).toEqual([])
    expect(await broken('2026-12-02T12:00:00Z')).toEqual(['google expiration_date.is_past'])
  })

  test('of earlier rules are not used: reads judge the catalog, and the worker stores it', async () => {
    const { brandId, rules } = await shop([{ ...mug, link: undefined }])
    const before = await rules()
    const sql = shops.sql()
    await sql`update storefront.feed_judgments set rules = '{}', rule_set = md5('other')::uuid where brand_id = ${brandId}`
    expect(await rules()).toEqual([])
    await sql`update storefront.catalogs set feed_version = 0 where brand_id = ${brandId}`
    expect(await rules()).toEqual(before)
    const due = async () => (await sql`select storefront.due_catalogs() as id`).map(({ id }) => id as string)
    expect(await due()).toContain(brandId)
    const [first] = await sql`select storefront.refresh_catalog(${brandId}) as done`
    const [second] = await sql`select storefront.refresh_catalog(${brandId}) as done`
    expect([first?.done, second?.done]).toEqual([true, false])
    expect(await due()).not.toContain(brandId)
    expect(await rules()).toEqual(before)
  })

  test('are listed completely by pages that end within a product', async () => {
    const rows = Array.from({ length: 4 }, (_, n) => ({ ...mug, ...other(`m${n}`), link: undefined, brand: undefined }))
    const { body, pages } = await pagesOf(rows, 5)
    expect(pages).toEqual(body)
  })
})

/** Returns the problems of a catalog in one page, and in pages of a size. */
async function pagesOf(rows: Row[], limit: number) {
  const { brandId, accountId } = await shops.open(rows)
  const headers = await owner(accountId)
  const read = async (query: string) => (await shops.look(brandId, `/feed-problems?${query}`, headers)).body
  const { problems, total } = await read('limit=1000')
  const numbers = Array.from({ length: Math.ceil(total / limit) + 1 }, (_, index) => index + 1)
  const pages = await Promise.all(numbers.map((page) => read(`limit=${limit}&page=${page}`)))
  return { body: problems as Row[], pages: pages.flatMap((page) => page.problems as Row[]) }
}

describe('refusals', () => {
  test('401 without a key, 403 for another brand, without the scope and with a publishable key', async () => {
    const own = await shops.open([mug])
    const foreign = await shops.open([mug])
    const publishable = await issueKey(shops.sql(), own.accountId, { prefix: 'pk_live_' })
    const statuses = []
    for (const headers of [
      {},
      await owner(foreign.accountId),
      await owner(own.accountId, ['read:commerce']),
      { Authorization: `Bearer ${publishable.key}` },
    ]) {
      statuses.push((await shops.look(own.brandId, '/feed-problems', headers)).status)
    }
    expect(statuses).toEqual([401, 403, 403, 403])
  })

  test.each(['platform=amazon', 'rule=title.nothing', 'limit=0', 'limit=1001', 'page=0', 'junk=1'])(
    'returns 400 for %s',
    async (query) => {
      const { brandId, accountId } = await shops.open([mug])
      expect((await shops.look(brandId, `/feed-problems?${query}`, await owner(accountId))).status).toBe(400)
    },
  )
})

describe('the report of an import', () => {
  async function report(rows: Row[]) {
    const { brandId } = await shops.open()
    return await withFile('products.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'), async (path) =>
      importProducts(shops.sql(), { audience: shell, brand: brandId, file: path }),
    )
  }

  test('names a GTIN with a wrong check digit and addresses that are left out', async () => {
    const images = ['/mug.jpg', 'https://shop.example/mug.jpg', 'data:image/png;base64,AA']
    const { warnings } = await report([{ ...mug, gtin: '4006381333932', image_links: images }])
    expect(warnings).toEqual([
      'Line 1, product mug: gtin: 4006381333932 is left out, because its length or check digit is wrong. ' +
        'image_links: /mug.jpg and 1 more are left out. Write whole http or https addresses.',
      'Google Merchant Center warns about 1 of 1 product. identifier_exists is no, because the product has neither a GTIN nor a brand with an MPN (1, such as mug).',
    ])
  })

  test('rejects relative links, negative prices and missing currencies, and counts only the rest', async () => {
    const rows = [
      mug,
      { ...mug, id: 'relative', link: '/mug' },
      { ...mug, id: 'negative', price: -1 },
      { ...mug, id: 'currency', currency: undefined },
    ]
    expect(await report(rows)).toMatchObject({ rows_accepted: 1, rows_rejected: 3, warnings: [] })
  })

  test('counts prices in another currency than that of the brand', async () => {
    const { warnings } = await report([mug, { ...mug, ...other('euro'), currency: 'EUR' }])
    expect(warnings).toEqual([
      '1 product, such as euro, has a price in EUR. The currency of the brand is USD. Correct the file if the prices are meant in USD.',
    ])
  })

  test('judges only the imported products', async () => {
    const { brandId } = await shops.open([{ ...mug, ...other('bare'), link: undefined }])
    const { warnings } = await withFile('products.jsonl', JSON.stringify(mug), async (path) =>
      importProducts(shops.sql(), { audience: shell, brand: brandId, file: path }),
    )
    expect(warnings).toEqual([])
  })
})
