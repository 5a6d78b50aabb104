import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { SaxesParser } from 'saxes'
import { shell } from '../../shared/sentences/audience.ts'
import { importProducts } from '../../shared/ingest/products/catalog.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()

const lamp = {
  id: 'lamp-s',
  item_group_id: 'lamp',
  title: 'Lamp, small',
  description: 'Warm & bright <soft>, 5" wide; "quoted"',
  link: 'https://shop.example/lamp-s',
  image_links: ['https://shop.example/1.jpg', 'https://shop.example/2.jpg'],
  price: 20,
  list_price: 25,
  currency: 'USD',
  availability: 'in_stock',
  brand: 'Lux',
  category: 'Home > Lights',
  gtin: '4006381333931',
  mpn: 'LX-1',
  condition: 'new',
  attributes: { color: 'red', size: 'S' },
}
const products = [
  lamp,
  { ...lamp, id: 'lamp-l', title: 'Lamp, large', price: 30, list_price: 30, gtin: undefined, availability: 'preorder' },
]

async function file(platform: string, name: string, rows: Record<string, unknown>[] = products) {
  const { brandId } = await shops.open(rows)
  return await shops.look(brandId, `/platforms/${platform}/${name}`)
}
const table = (text: string, delimiter: string) =>
  Papa.parse<Record<string, string>>(text, { header: true, delimiter, skipEmptyLines: true }).data

describe('200', () => {
  test('Google TSV: returns a row per variant with price and sale price', async () => {
    const { text, headers } = await file('google', 'feed.tsv')
    expect(headers['content-type']).toBe('text/tab-separated-values; charset=utf-8')
    expect(table(text, '\t')).toMatchObject([
      {
        id: 'lamp-l',
        price: '30.00 USD',
        sale_price: '',
        availability: 'preorder',
        item_group_id: 'lamp',
        color: 'red',
      },
      { id: 'lamp-s', price: '25.00 USD', sale_price: '20.00 USD', availability: 'in_stock', gtin: '4006381333931' },
    ])
  })

  test.each([
    ['google', 'feed.tsv'],
    ['google', 'feed.xml'],
    ['openai', 'feed.csv'],
    ['acp', 'feed.jsonl'],
  ])('%s %s: an import of the file produces the same catalog', async (platform, name) => {
    const { brandId } = await shops.open(products)
    const { text } = await shops.look(brandId, `/platforms/${platform}/${name}`)
    const copy = await shops.open()
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
    try {
      await writeFile(join(folder, name), text)
      await importProducts(shops.sql(), { audience: shell, brand: copy.brandId, file: join(folder, name) })
    } finally {
      await rm(folder, { recursive: true })
    }
    const catalog = async (id: string) =>
      await shops.sql()`
        select product_id, item_group_id, title, description, link, images, price_micros, list_price_micros, currency, availability, gtin
        from storefront.products where brand_id = ${id} order by product_id`
    const expected = (await catalog(brandId)).map((row) => ({
      ...row,
      // A list price equal to the price is not exported.
      list_price_micros: row.list_price_micros === row.price_micros ? null : row.list_price_micros,
    }))
    expect([...(await catalog(copy.brandId))]).toEqual(expected)
  })

  test('ACP: returns products by the words that their titles share, with the options that a buyer chooses', async () => {
    const rows = products.map((row, index) => ({
      ...row,
      attributes: {
        ...row.attributes,
        size: ['S', 'L'][index] as string,
        product_type: 'Lamps',
        launch_date: '2026-01-01',
      },
    }))
    const { text } = await file('acp', 'feed.jsonl', rows)
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    ).toMatchObject([
      {
        id: 'lamp',
        title: 'Lamp',
        variants: [
          { id: 'lamp-l', title: 'Lamp, large', variant_options: [{ name: 'Size', value: 'L' }] },
          { id: 'lamp-s', price: { amount: 2000 }, list_price: { amount: 2500 } },
        ],
      },
    ])
  })

  test('OpenAI: uses its column names and pre_order, and disables checkout', async () => {
    const { text } = await file('openai', 'feed.csv')
    expect(table(text, ',')[0]).toMatchObject({
      item_id: 'lamp-l',
      availability: 'pre_order',
      group_id: 'lamp',
      seller_name: 'Brand',
      is_eligible_search: 'true',
      is_eligible_checkout: 'false',
    })
  })

  test('Shopify: returns the rows of a handle consecutively', async () => {
    const { text } = await file('shopify', 'feed.csv')
    expect(table(text, ',').map((row) => [row['URL handle'], row.Price, row['Compare-at price']])).toEqual([
      ['lamp', '30.00', ''],
      ['lamp', '20.00', '25.00'],
    ])
  })

  test.each([
    ['google', 'feed.tsv'],
    ['meta', 'feed.csv'],
    ['openai', 'feed.csv'],
    ['shopify', 'feed.csv'],
  ])('%s %s: returns the heading for an empty shop', async (platform, name) => {
    const heading = async (rows?: Record<string, unknown>[]) => (await file(platform, name, rows)).text.split('\n')
    const empty = await heading([])
    expect(empty).toEqual([(await heading())[0], ''])
  })
})

describe('hostile content', () => {
  const evil = {
    id: 'evil',
    title: '=HYPERLINK("http://evil.example")',
    description: '</description><script>alert(1)</script> ]]> &amp; \u202Egnp.exe',
    price: 1,
    currency: 'USD',
    availability: 'in_stock',
    brand: '@SUM(1+1)',
  }

  test.each(['=1+2', '-100', '+5', '@a'])(
    'the id and the title %s are the same in every format and at checkout',
    async (id) => {
      const { brandId } = await shops.open([{ ...evil, id, title: id, link: 'https://shop.example/1' }])
      const feed = async (path: string) => (await shops.look(brandId, `/platforms/${path}`)).text
      const rows = [
        table(await feed('google/feed.tsv'), '\t')[0],
        table(await feed('meta/feed.csv'), ',')[0],
        table(await feed('openai/feed.csv'), ',')[0],
        JSON.parse((await feed('openai/feed.jsonl')).trim()) as Record<string, string>,
      ]
      expect(rows.map((row) => [row?.id ?? row?.item_id, row?.title])).toEqual(rows.map(() => [id, id]))
      expect(await feed('google/feed.xml')).toContain(`<g:id>${id}</g:id>`)
      expect(table(await feed('shopify/feed.csv'), ',')[0]).toMatchObject({ Title: id, SKU: id })
      const lines = { line_items: [{ item: { id: rows[0]?.id }, quantity: 1 }] }
      expect((await shops.ask(brandId, '/checkout-sessions', lines)).status).toBe(201)
    },
  )

  test('XML is well-formed and contains no markup from the catalog', async () => {
    const { text } = await file('google', 'feed.xml', [evil])
    const names: string[] = []
    const parser = new SaxesParser()
    parser.on('opentag', ({ name }) => names.push(name))
    parser.on('error', (error) => {
      throw error
    })
    parser.write(text).close()
    expect(names).not.toContain('script')
    expect(text).not.toContain('\u202E')
  })

  test('links with another scheme than http and https are omitted', async () => {
    const { brandId } = await shops.open([lamp])
    await shops.sql()`
      update storefront.catalog_products set link = 'javascript:alert(1)', images = '{data:text/html;base64,AA,https://shop.example/ok.jpg}', title = ${'La\u200bmp\u0007'}
      where brand_id = ${brandId}`
    const { body } = await shops.look(brandId, '/products/lamp-s')
    expect(body).toMatchObject({ purchase_url: null, images: ['https://shop.example/ok.jpg'], title: 'Lamp' })
    expect((await shops.look(brandId, '/platforms/google/feed')).body.products[0]).toMatchObject({ link: '' })
  })
})

describe('404', () => {
  test.each([
    ['google', 'feed.csv'],
    ['acp', 'feed.xml'],
    ['nothing', 'feed.csv'],
    ['google', 'passwd'],
  ])('returns 404 for %s %s', async (platform, name) => {
    const { status, body } = await file(platform, name)
    expect([status, body.code]).toEqual([404, 'not_found'])
  })
})
