import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { importProducts } from '../../shared/ingest/products/catalog.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { withFile } from '../support/read_records.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
type Row = Record<string, string>

const shirt: Row = {
  id: 'shirt-red-s',
  title: 'Shirt, red, S',
  description: 'A shirt.',
  link: 'https://shop.example/shirt',
  image_link: 'https://shop.example/1.jpg',
  additional_image_link: 'https://shop.example/2.jpg,https://shop.example/3.jpg',
  availability: 'in_stock',
  price: '25.00 USD',
  sale_price: '20.00 USD',
  sale_price_effective_date: '2026-01-01T00:00+0000/2099-01-01T00:00+0000',
  condition: 'new',
  brand: 'Lux',
  gtin: '4006381333931',
  product_type: 'Clothes > Shirts',
  google_product_category: '212',
  shipping: 'US:CA:Overnight:16.00 USD,US::Ground:5.00 USD',
  shipping_weight: '0.4 kg',
  shipping_label: 'light',
  max_handling_time: '2',
  item_group_id: 'shirt',
  color: 'red',
  size: 'S',
  size_system: 'US',
  gender: 'female',
  age_group: 'adult',
  material: 'cotton',
}
const backorder: Row = {
  ...shirt,
  id: 'shirt-red-m',
  title: 'Shirt, red, M',
  size: 'M',
  availability: 'backorder',
  availability_date: '2099-02-01T00:00+0000',
  gtin: '',
  identifier_exists: 'no',
}

const tsv = (rows: Row[]) =>
  Papa.unparse(rows, { columns: [...new Set(rows.flatMap((row) => Object.keys(row)))], delimiter: '\t' })
const parsed = (text: string, delimiter: string) =>
  Papa.parse<Row>(text, { header: true, delimiter, skipEmptyLines: true }).data
const filled = (rows: Row[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')))

async function importText(name: string, text: string) {
  const { brandId } = await shops.open()
  const report = await withFile(name, text, async (path) =>
    importProducts(shops.sql(), {
      audience: shell,
      brand: brandId,
      file: path,
      currency: 'USD',
      website: 'https://shop.example',
    }),
  )
  return { brandId, report }
}
const feed = async (brandId: string, platform: string, file: string) =>
  (await shops.look(brandId, `/platforms/${platform}/${file}`)).text

describe('a Google feed', () => {
  test('comes out of the TSV and XML feeds with all its fields', async () => {
    const { brandId } = await importText('google.tsv', tsv([backorder, shirt]))
    const text = await feed(brandId, 'google', 'feed.tsv')
    expect(filled(parsed(text, '\t'))).toEqual(filled([backorder, shirt]))
    const copy = await importText('google.xml', await feed(brandId, 'google', 'feed.xml'))
    expect(await feed(copy.brandId, 'google', 'feed.tsv')).toBe(text)
  })

  test('writes one XML element for each shipping rate and each image', async () => {
    const { brandId } = await importText('google.tsv', tsv([shirt]))
    const xml = await feed(brandId, 'google', 'feed.xml')
    expect(xml).toContain(
      '<g:shipping><g:country>US</g:country><g:region>CA</g:region><g:service>Overnight</g:service><g:price>16.00 USD</g:price></g:shipping>',
    )
    expect(xml.match(/<g:additional_image_link>/g)).toHaveLength(2)
  })

  test('reads shipping in the order of its heading', async () => {
    const { shipping: _, ...row } = shirt
    const { brandId } = await importText('google.tsv', tsv([{ ...row, 'shipping(country:price)': 'DE:3.90 USD' }]))
    expect(parsed(await feed(brandId, 'google', 'feed.tsv'), '\t')[0]?.shipping).toBe('DE:::3.90 USD')
  })

  test('keeps regional rates, and commas in their names and prices', async () => {
    const { shipping: _, ...row } = shirt
    const heading = 'shipping(country:postal_code:service:price)'
    const { brandId } = await importText(
      'google.tsv',
      tsv([{ ...row, [heading]: 'US:940*:Standard, 2-3 days:5,00 USD,DE::Post:4.95 EUR' }]),
    )
    const text = await feed(brandId, 'google', 'feed.tsv')
    expect(parsed(text, '\t')[0]).toMatchObject({
      'shipping(country:region:service:price:postal_code)': 'US::Standard, 2-3 days:5,00 USD:940*,DE::Post:4.95 EUR:',
    })
    const xml = await feed(brandId, 'google', 'feed.xml')
    expect(xml).toContain('<g:price>5,00 USD</g:price><g:postal_code>940*</g:postal_code></g:shipping>')
    const copy = await importText('google.xml', xml)
    expect(await feed(copy.brandId, 'google', 'feed.tsv')).toBe(text)
  })

  test('keeps feed fields from agents', async () => {
    const { brandId } = await importText('google.tsv', tsv([shirt]))
    const { body } = await shops.look(brandId, '/products/shirt-red-s')
    expect(JSON.stringify(body)).not.toMatch(/0\.4 kg|Overnight/)
  })

  test('the report names products that platforms refuse', async () => {
    const { image_link: _, ...row } = shirt
    const { report } = await importText(
      'google.tsv',
      tsv([shirt, { ...row, id: 'bare', size: 'M', gtin: '', availability: 'preorder' }]),
    )
    expect(report.warnings).toEqual([
      'Google Merchant Center refuses 1 of 2 products. availability_date is missing (1, such as bare).',
      'Google Merchant Center warns about 1 of 2 products. identifier_exists is no, because the product has neither a GTIN nor a brand with an MPN (1, such as bare).',
    ])
  })

  test('the report is without warnings if platforms accept all products', async () => {
    const { report } = await importText('google.tsv', tsv([shirt]))
    expect(report.warnings).toEqual([])
  })
})

test('a Shopify export keeps weight and category in the Google feed', async () => {
  const { brandId } = await importText(
    'shopify.csv',
    Papa.unparse([
      {
        Handle: 'mug',
        Title: 'Mug',
        'Body (HTML)': 'A mug.',
        Vendor: 'Lux',
        'Variant SKU': 'M-1',
        'Variant Grams': '1200',
        'Variant Weight Unit': 'kg',
        'Variant Inventory Qty': '3',
        'Variant Price': '12.00',
        'Image Src': 'https://shop.example/mug.jpg',
        'Google Shopping / Google Product Category': '2169',
      },
    ]),
  )
  expect(parsed(await feed(brandId, 'google', 'feed.tsv'), '\t')).toMatchObject([
    { title: 'Mug', shipping_weight: '1.2 kg', google_product_category: '2169', identifier_exists: 'no' },
  ])
})

test('an ACP feed comes out as it came in', async () => {
  const { brandId } = await importText('google.tsv', tsv([shirt, backorder]))
  const text = await feed(brandId, 'acp', 'feed.jsonl')
  const copy = await importText('acp.jsonl', text)
  expect(await feed(copy.brandId, 'acp', 'feed.jsonl')).toBe(text)
})
