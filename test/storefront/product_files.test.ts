import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openProducts } from '../../shared/ingest/products/open.ts'
import type { OpenProductsOptions } from '../../shared/ingest/products/open.ts'
import type { ProductFormat } from '../../shared/ingest/products/recognize.ts'
import { readRecordsOf, withFile } from '../support/read_records.ts'

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)
const shop = { currency: 'EUR', website: 'https://costa.example/' }

const readFixture = async (name: string, options: OpenProductsOptions = {}) =>
  await readRecordsOf(await openProducts(fixture(name), undefined, options))

/** Reads the text as a file of that name. */
async function readText(name: string, content: string | Uint8Array, options: OpenProductsOptions = {}) {
  return await withFile(name, content, async (path) => readRecordsOf(await openProducts(path, undefined, options)))
}

const tsv = (...rows: string[]) => ['id\ttitle\tprice\tavailability\tdescription', ...rows].join('\n')
const rss = (...items: string[]) =>
  `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join('\n')}</channel></rss>`
const item = (id: string, more = '') =>
  `<item><g:id>${id}</g:id><title>Tea</title><g:price>1 EUR</g:price><g:availability>in stock</g:availability>${more}</item>`

describe('Google Merchant', () => {
  test('TSV: reads columns by name, sale periods, image lists and attributes', async () => {
    const { format, values, rejections } = await readFixture('google.tsv')
    expect(format).toBe('google_tsv')
    expect(values[0]).toEqual({
      id: 'TEA-1',
      title: 'Darjeeling First Flush, 100 g',
      description: 'Light & floral.\n\nPick of March.',
      link: 'https://tea.example/p/darjeeling?ref=feed&size=100',
      image_links: [
        'https://cdn.tea.example/darjeeling.jpg',
        'https://cdn.tea.example/darjeeling-2.jpg',
        'https://cdn.tea.example/darjeeling,3.jpg',
      ],
      price: 12.5,
      currency: 'EUR',
      availability: 'in_stock',
      brand: 'Teehaus',
      category: 'Food > Tea > Black tea',
      gtin: '4006381333931',
      condition: 'new',
      attributes: { material: 'leaf', country: 'India', water: '90 °C' },
      feed_fields: {
        google_product_category: '2073',
        product_detail: ['Origin:Country:India', 'Brewing:Water:90 °C'],
        shipping: [{ country: 'DE', service: 'Standard', price: '3.90 EUR' }],
      },
    })
    expect(values[1]).toMatchObject({
      title: '"Sencha" green tea',
      price: 9.9,
      sale_price: 7.9,
      sale_starts_at: '2026-11-14T23:00:00.000Z',
      sale_ends_at: '2026-11-30T22:59:00.000Z',
      category: 'Food > Tea',
    })
    expect(values[2]).toMatchObject({ price: 17.9, sale_ends_at: '2026-11-01T00:00:00.000Z', availability: 'preorder' })
    // The other prices of the file use both marks, so they do not settle it.
    expect(rejections).toEqual([
      {
        line: 5,
        reason: 'price: "1,234" is ambiguous. Import with --decimal point or --decimal comma, or write it as 1234.50.',
      },
    ])
    expect((await readFixture('google.tsv', { decimal: 'comma' })).values.at(-1)).toMatchObject({ price: 1.234 })
  })

  test('refuses the ids . and .., which no address can contain, and reads ids with a slash', async () => {
    const rows = ['.', '..', '.. ', 'a/b', '...', '../x'].map((id) => `${id}\tTea\t1 EUR\tin stock\t`)
    const { values, rejections } = await readText('feed.tsv', tsv(...rows))
    expect(values.map(({ id }) => id)).toEqual(['a/b', '...', '../x'])
    expect(rejections.map(({ line, reason }) => `${line} ${reason}`)).toEqual(
      [2, 3, 4].map((line) => `${line} id: must not be . or .., because no address can end in it.`),
    )
  })

  test.each([
    ['12,50 EUR', 49_999],
    ['12.50 EUR', 49.999],
    ['1.250.000,00 EUR', 49_999],
  ])('reads 49.999 EUR by the other price %s of the file', async (other, price) => {
    const content = `id\ttitle\tprice\tavailability\na\tA\t49.999 EUR\tin stock\nb\tB\t${other}\tin stock\n`
    const { values, rejections } = await readText('feed.tsv', content)
    expect(rejections).toEqual([])
    expect(values[0]).toMatchObject({ id: 'a', price })
  })

  test('rejects an ambiguous decimal mark if no other price in the file settles it', async () => {
    const content = 'id\ttitle\tprice\tavailability\na\tA\t49.999 EUR\tin stock\nb\tB\t12 EUR\tin stock\n'
    const { rejections } = await readText('feed.tsv', content)
    expect(rejections.map(({ line }) => line)).toEqual([2])
    expect(rejections[0]?.reason).toContain('--decimal point or --decimal comma')
    expect((await readText('feed.tsv', content, { decimal: 'comma' })).values[0]).toMatchObject({ price: 49_999 })
  })

  test('omits costs, margins and custom labels of the merchant', async () => {
    const { values } = await readFixture('google.tsv')
    expect(JSON.stringify(values)).not.toMatch(/margin|4\.1/)
  })

  test('RSS: reads namespaces, nested and repeated elements, and rejects script links', async () => {
    const { format, values, rejections } = await readFixture('google_rss.xml')
    expect(format).toBe('google_xml')
    expect(values).toEqual([
      {
        id: 'TEA-1',
        title: 'Darjeeling First Flush, 100 g',
        description: 'Light & floral.',
        link: 'https://tea.example/p/darjeeling?ref=feed&size=100',
        image_links: ['https://cdn.tea.example/darjeeling.jpg', 'https://cdn.tea.example/darjeeling-2.jpg'],
        price: 12.5,
        currency: 'EUR',
        availability: 'in_stock',
        brand: 'Teehaus',
        category: 'Food, Beverages & Tobacco > Tea',
        gtin: '4006381333931',
        condition: 'new',
        attributes: { product_highlight: ['Hand picked', 'Organic'], country: 'India' },
        feed_fields: {
          google_product_category: 'Food, Beverages & Tobacco > Tea',
          product_detail: ['Origin:Country:India'],
          shipping: [{ country: 'DE', price: '3.90 EUR' }],
        },
      },
    ])
    expect(rejections).toEqual([{ line: 34, reason: expect.stringMatching(/^link: must be an http or https address/) }])
  })

  test('Atom: reads Atom elements if Google’s are missing, and the page link', async () => {
    const { values } = await readFixture('google_atom.xml')
    expect(values).toMatchObject([
      {
        id: 'TEA-1',
        description: 'Light and floral.',
        link: 'https://tea.example/p/darjeeling',
        price: 1234.5,
        condition: 'new',
      },
    ])
  })
})

test('Google: reads structured titles of generated content', async () => {
  const parts =
    '<g:digital_source_type>trained_algorithmic_media</g:digital_source_type><g:content>Tea: fresh</g:content>'
  const machine = item('a', `<g:structured_title>${parts}</g:structured_title>`).replace('<title>Tea</title>', '')
  expect((await readText('a.xml', rss(machine))).values).toMatchObject([{ title: 'Tea: fresh' }])
  const text = 'id,structured_title,price,availability\na,"trained_algorithmic_media:""Tea: fresh""",1 EUR,in stock'
  expect((await readText('a.csv', text)).values).toMatchObject([{ title: 'Tea: fresh' }])
})

describe('Shopify', () => {
  test('old headers: reads a record per variant with the fields of the product', async () => {
    const { format, values, rejections } = await readFixture('shopify_old.csv', shop)
    expect(format).toBe('shopify_csv')
    expect(values.map(({ id }) => id)).toEqual([
      'linen-shirt:s:white',
      'linen-shirt:m:white',
      'linen-shirt:m:blue',
      'gift-card',
    ])
    expect(values[0]).toEqual({
      id: 'linen-shirt:s:white',
      item_group_id: 'linen-shirt',
      title: 'Linen Shirt - S / White',
      description: 'Cool in summer.\n\n- 100% linen\n- Made in Portugal',
      link: 'https://costa.example/products/linen-shirt',
      image_links: ['white', '1', '2', '3'].map((name) => `https://cdn.costa.example/linen-${name}.jpg`),
      price: 59,
      list_price: 79,
      currency: 'EUR',
      availability: 'in_stock',
      quantity: 4,
      brand: 'Costa',
      category: 'Apparel & Accessories > Clothing > Shirts',
      gtin: '4006381333931',
      sku: 'LS-S-W',
      condition: 'new',
      attributes: { product_type: 'Shirts', tags: ['linen', 'summer'], gender: 'male', size: 'S', color: 'White' },
      feed_fields: {
        item_group_title: 'Linen Shirt',
        shopify: {
          position: 1,
          options: [
            { name: 'Size', attribute: 'size' },
            { name: 'Color', attribute: 'color' },
          ],
          images: ['1', '2', '3'].map((name) => `https://cdn.costa.example/linen-${name}.jpg`),
          variant_image: 'https://cdn.costa.example/linen-white.jpg',
        },
      },
    })
    expect(values[1]).toMatchObject({ availability: 'out_of_stock', quantity: 0, brand: 'Costa' })
    // May be sold without stock.
    expect(values[2]).toMatchObject({ availability: 'in_stock' })
    expect(values[2]).not.toHaveProperty('quantity')
    expect(values[3]).toMatchObject({ title: 'Gift Card', item_group_id: 'gift-card', attributes: {} })
    expect(rejections).toEqual([{ line: 11, reason: 'status: the product is draft, so it is not imported.' }])
    expect(JSON.stringify(values)).not.toMatch(/margin|21/)
  })

  test('new headers: reads metafields and derives a handle from the title', async () => {
    const { format, values } = await readFixture('shopify_new.csv', shop)
    expect(format).toBe('shopify_csv')
    expect(values).toMatchObject([
      { id: 'linen-shirt:s', mpn: 'LIN-1', list_price: 79, attributes: { size: 'S', color: ['white', 'off-white'] } },
      { id: 'linen-shirt:m', availability: 'out_of_stock', quantity: 0, brand: 'Costa' },
      { id: 'éclair-mug-300-ml', link: 'https://costa.example/products/%C3%A9clair-mug-300-ml', price: 18 },
    ])
  })

  test('creates unique ids of at most 100 characters from options', async () => {
    const handle = 'a'.repeat(120)
    const rows = ['5.5', '5-5', '红'].map((size, index) => `${handle},${index ? '' : 'Thing'},Size,${size},1.00`)
    const { values } = await readText(
      's.csv',
      `Handle,Title,Option1 Name,Option1 Value,Variant Price\n${rows.join('\n')}`,
      shop,
    )
    expect(new Set(values.map(({ id }) => id)).size).toBe(3)
    expect(values.every(({ id, item_group_id }) => id.length <= 100 && item_group_id?.length === 100)).toBe(true)
  })

  test('requires a currency option', async () => {
    await expect(readFixture('shopify_old.csv')).rejects.toThrow(/contain no currency/)
    await expect(readFixture('shopify_old.csv', { currency: 'EURO' })).rejects.toThrow(/not an ISO 4217 code/)
  })

  test('reads a file without handles with one product per row', async () => {
    const { values } = await readText('s.csv', 'Title,Compare-at price,Price\nRed Mug,,8\nBlue Mug,,9', shop)
    expect(values.map(({ id }) => id)).toEqual(['red-mug', 'blue-mug'])
  })

  test('rejects rows of a handle that are not consecutive', async () => {
    const text = 'Handle,Title,Option1 Value,Variant Price\na,A,S,1\nb,B,S,1\na,,M,2'
    expect((await readText('s.csv', text, shop)).rejections).toEqual([
      { line: 4, reason: 'the rows of "a" began on line 2. Sort the file so that they are consecutive.' },
    ])
  })

  test('rejects a product with more than 5,000 rows', async () => {
    const text = `Handle,Title,Variant Price\n${'a,A,1\n'.repeat(5001)}`
    await expect(readText('s.csv', text, shop)).rejects.toThrow(/more rows than Shopify allows/)
  })
})

describe('OpenAI and ACP', () => {
  test('CSV: reads options and ratings, and rejects items not eligible for search', async () => {
    const { format, values, rejections } = await readFixture('openai.csv')
    expect(format).toBe('acp_csv')
    expect(values[0]).toMatchObject({
      id: 'TRAIL-BLK-10',
      item_group_id: 'TRAIL',
      price: 129.99,
      sale_price: 99.99,
      attributes: { color: 'Black', size: '10', weight: '1.2 lb' },
      rating_score: 4.4,
      rating_count: 12,
    })
    expect(values[0]?.image_links).toHaveLength(3)
    expect(values[1]).toMatchObject({
      availability: 'preorder',
      description: '=HYPERLINK("https://evil.example","cheap")',
    })
    expect(values[1]).not.toHaveProperty('rating_score')
    expect(rejections.map(({ line }) => line)).toEqual([4, 5])
    expect(rejections[0]?.reason).toMatch(/^availability: must be/)
    expect(rejections[1]?.reason).toMatch(/^is_eligible_search: false/)
  })

  test('JSON Lines: reads minor units, variants with product fields, and flat items', async () => {
    const { format, values, rejections } = await readFixture('acp_products.jsonl')
    expect(format).toBe('acp_jsonl')
    expect(values).toMatchObject([
      {
        id: 'tee-red-s',
        item_group_id: 'prod_tee',
        description: 'Soft & plain.',
        image_links: ['https://cdn.tee.example/red.jpg', 'https://cdn.tee.example/tee.jpg'],
        price: 19.99,
        list_price: 24.99,
        availability: 'low_stock',
        category: 'Apparel > Shirts',
        condition: 'used',
        attributes: { color: 'Red', shirt_size: 'Small' },
      },
      { id: 'tee-yen', title: 'Classic Tee', price: 2800, currency: 'JPY', availability: 'out_of_stock' },
      { id: 'flat-1', price: 12.5, rating_score: 4.5, rating_count: 3, attributes: { color: 'Blue' } },
    ])
    expect(rejections).toEqual([
      { line: 1, reason: 'price: is required.' },
      { line: 2, reason: expect.stringMatching(/^variants: must have at least one variant\. See/) },
    ])
  })
})

test.each([
  [{ available: false, status: 'in_stock' }, 'out_of_stock'],
  [{ available: false, status: 'backorder' }, 'out_of_stock'],
  [{ available: true, status: 'backorder' }, 'preorder'],
  [{ status: 'low_stock' }, 'low_stock'],
  [{ available: true }, 'in_stock'],
])('ACP: whether a variant can be bought precedes its status, %j', async (availability, expected) => {
  const variant = {
    id: 'cup',
    title: 'Cup',
    url: 'https://shop.example/cup',
    price: { amount: 500, currency: 'USD' },
    availability,
  }
  const { values } = await readText('feed.jsonl', JSON.stringify({ id: 'cups', title: 'Cup', variants: [variant] }))
  expect(values).toMatchObject([{ id: 'cup', availability: expected }])
})

test('generic JSON Lines: reads the record and reports all errors of a line', async () => {
  const { format, values, rejections } = await readFixture('products.jsonl')
  const [first] = (await readFile(fixture('products.jsonl'), 'utf8')).split('\n')
  expect(format).toBe('generic_jsonl')
  expect(values[0]).toEqual(JSON.parse(first as string))
  expect(values[1]).toEqual({
    id: '2',
    title: 'Floor lamp',
    image_links: [],
    price: 189,
    currency: 'EUR',
    availability: 'in_stock',
    attributes: {},
  })
  expect(rejections).toEqual([
    { line: 3, reason: expect.stringMatching(/price: must be a number.*currency: must be.*availability: must be/) },
  ])
})

describe('files', () => {
  test.each([
    ['gzip', 'google.tsv.gz', (text: Buffer) => gzipSync(text)],
    ['a byte order mark', 'google.tsv', (text: Buffer) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text])],
    ['UTF-16', 'google.tsv', (text: Buffer) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['Windows’ line ends', 'google.tsv', (text: Buffer) => Buffer.from(text.toString().replaceAll('\n', '\r\n'))],
  ])('reads a file with %s as the plain file', async (_name, name, change) => {
    const plain = await readFixture('google.tsv')
    expect(await readText(name, change(await readFile(fixture('google.tsv'))))).toEqual(plain)
  })

  test('keeps the first of two rows with equal ids', async () => {
    const { values, rejections } = await readText(
      'g.tsv',
      tsv('a\tA\t1 EUR\tin stock\t', 'b\tB\t1 EUR\tin stock\t', 'a\tC\t1 EUR\tin stock\t'),
    )
    expect(values.map(({ title }) => title)).toEqual(['A', 'B'])
    expect(rejections).toEqual([{ line: 4, reason: 'id: "a" is a duplicate of line 2. Use unique ids.' }])
  })

  test('rejects a row with too few or too many cells and reads the next', async () => {
    const rows = ['a\tA\t1 EUR\tin stock', 'b\tB\t1 EUR\tin stock\tx\ty', 'c\tC\t1 EUR\tin stock\t']
    const { values, rejections } = await readText('g.tsv', `${tsv(...rows)}\n`)
    expect(values.map(({ id }) => id)).toEqual(['c'])
    expect(rejections.map(({ line }) => line)).toEqual([2, 3])
    expect(rejections[0]?.reason).toBe(
      'the row has 4 cells and the header 5. Quote values that hold the delimiter or a line end.',
    )
  })

  test.each<[string, string, string | Uint8Array, RegExp]>([
    ['that is empty', 'a.csv', ' \n', /file is empty/],
    ['with a header and no rows', 'a.tsv', tsv(), /There are no products in the file/],
    [
      'without a column',
      'a.csv',
      'id,title,price\n1,a,1 EUR',
      /lacks the column availability .*It has: id, title, price/,
    ],
    ['with a header of another kind', 'a.csv', 'date,spend\n1,2', /lacks the columns id, title, price, availability/],
    ['cut within a row', 'a.tsv', tsv('a\tA\t1 EUR'), /ends in the middle of line 2/],
    ['cut within a quotation', 'a.tsv', tsv('a\t"A'), /line 2 is not closed/],
    [
      'with a cell of 10 MB',
      'a.tsv',
      tsv(`a\t${'x'.repeat(10_000_000)}\t1 EUR\tin stock\t`),
      /on line 2 is longer than 4,000,000/,
    ],
    ['in Latin-1', 'a.tsv', Buffer.from(tsv('a\tT\xe9\t1 EUR\tin stock\t'), 'latin1'), /not UTF-8 or UTF-16/],
    ['that is gzip by another name', 'a.tsv', gzipSync('x'), /compressed with gzip, but its name does not end in \.gz/],
    ['that is .gz by name only', 'a.tsv.gz', 'id\ttitle', /not compressed with gzip/],
    [
      'cut within gzip',
      'a.tsv.gz',
      gzipSync(tsv('a'.repeat(999))).subarray(0, 40),
      /cannot be read: unexpected end of file/,
    ],
    ['that is a workbook', 'a.xlsx', Buffer.from('PK\x03\x04....'), /Excel workbook, not text\. .*CSV/],
    ['that is Parquet', 'a.parquet', 'PAR1....', /Parquet, not text/],
    ['that is a web page', 'a.xml', '<!DOCTYPE html><html></html>', /a web page, not a feed/],
    ['of reviews', 'a.xml', '<feed><reviews><review/></reviews></feed>', /Import it as reviews/],
    ['of XML of another kind', 'a.xml', '<urlset></urlset>', /begins with <urlset>/],
    ['of XML without products', 'a.xml', rss(), /There are no products/],
    ['of XML that is cut', 'a.xml', rss(item('a')).slice(0, -20), /truncated/],
    [
      'of XML with an open ampersand',
      'a.xml',
      rss(item('a', '<g:brand>A & B</g:brand>'), item('b', '<g:brand>&lt;</g:brand>')),
      /an & on line 2 or shortly before is not the start of an entity\. Write it &amp;/,
    ],
    [
      'of XML with a control character',
      'a.xml',
      rss(item('a', '<g:brand>\u0001</g:brand>')),
      /not well-formed on line 1/,
    ],
    [
      'of XML with an undeclared prefix',
      'a.xml',
      '<rss><channel><item><g:id>1</g:id></item></channel></rss>',
      /Add xmlns:g=/,
    ],
    [
      'of XML that declares entities',
      'a.xml',
      `<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${rss(item('&b;'))}`,
      /has a document type declaration/,
    ],
    [
      'of XML without end',
      'a.xml',
      rss(item('a', `<g:brand>${'x'.repeat(10_000_000)}</g:brand>`)),
      /more than 4,000,000 characters/,
    ],
    ['of XML without bottom', 'a.xml', `<rss>${'<a>'.repeat(100)}`, /elements are nested/],
    ['of JSON in one piece', 'a.json', '[\n{"id": 1}\n]', /not JSON Lines.*jq/],
    ['of JSON in one line', 'a.json', '[{"id": 1}]', /not JSON Lines.*jq/],
    ['of JSON lines that is cut', 'a.jsonl', '{"id": "a"}\n{"id": "b', /ends in the middle of line 2/],
    ['of JSON lines without end', 'a.jsonl', `{"id": "${'x'.repeat(10_000_000)}"}`, /Line 1 is longer than/],
  ])('rejects a file %s', async (_name, name, content, message) => {
    const reading = readText(name, content)
    await expect(reading).rejects.toThrow(message)
    await expect(reading).rejects.toMatchObject({ name: 'ImportError' })
  })

  test('rejects a missing file, a folder and a file of another format', async () => {
    await expect(openProducts('/nowhere.csv')).rejects.toThrow('There is no file /nowhere.csv.')
    await expect(openProducts(import.meta.dirname)).rejects.toThrow(/There is no file/)
    const asked: ProductFormat = 'generic_jsonl'
    await expect(openProducts(fixture('google.tsv'), asked)).rejects.toThrow(
      'The file is google_tsv, not generic_jsonl.',
    )
  })

  test('rejects an element that is too large and reads the next', async () => {
    const large = item('big', '<g:product_highlight>x</g:product_highlight>'.repeat(10_001))
    const { values, rejections } = await readText('a.xml', rss(large, item('b')))
    expect(values.map(({ id }) => id)).toEqual(['b'])
    expect(rejections).toEqual([{ line: 1, reason: expect.stringMatching(/too large for a product/) }])
  })
})

test('a damaged file is rejected with ImportError or read in part', async () => {
  const names = [
    'google.tsv',
    'google_rss.xml',
    'shopify_old.csv',
    'openai.csv',
    'acp_products.jsonl',
    'products.jsonl',
  ]
  for (const name of names) {
    const whole = await readFile(fixture(name))
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(60), fc.uint8Array({ maxLength: 6 }), async (at, gone, put) => {
        const damaged = Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + gone)])
        const outcome = await readText(name, damaged, shop).catch((fault: Error) => fault)
        if (outcome instanceof Error) expect(outcome.name).toBe('ImportError')
        else expect(outcome.values.length).toBeLessThanOrEqual(6)
      }),
      { numRuns: 60 },
    )
  }
})
