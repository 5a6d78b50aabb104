import { beforeAll, describe, expect, test } from 'vitest'
import { importProducts } from '../../shared/ingest/products/catalog.ts'
import type { ProductOptions } from '../../shared/ingest/products/catalog.ts'
import type { ImportReport } from '../../shared/ingest/import_report.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { createTenant } from '../support/factories.ts'
import { withFile } from '../support/read_records.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()

async function importTable(
  name: string,
  lines: string[],
  { brandId, ...options }: Partial<ProductOptions> & { brandId: string },
): Promise<ImportReport> {
  return await withFile(name, lines.join('\n'), async (path) =>
    importProducts(shops.sql(), { audience: shell, brand: brandId, file: path, ...options }),
  )
}

const columns = 'id,title,description,link,image_link,price,availability,condition,brand,mpn'
const row = (id: string, availability = 'in stock') =>
  `${id},Mug,A mug.,https://shop.example/${id},https://shop.example/${id}.jpg,12.00 USD,${availability},new,Lux,${id}`

describe('a table of products', () => {
  let brandId: string
  beforeAll(async () => {
    ;({ brandId } = await createTenant(shops.sql()))
  })

  test('names the columns that are not used, as the file writes them', async () => {
    const { warnings } = await importTable(
      'mugs.csv',
      [`${columns},Price Tier,g:color,custom_label_0`, `${row('m1')},A,red,x`],
      { brandId },
    )
    expect(warnings).toEqual(['These columns of the file are not used: Price Tier, custom_label_0.'])
  })

  test.each([
    ['google.tsv', ['id\ttitle\tprice\tavailability', 'a\tA\t1 USD\tin stock']],
    ['openai.csv', ['item_id,title,price,availability,weight,item_weight_unit', 'b,B,1 USD,in_stock,2,kg']],
    ['shopify.csv', ['Handle,Title,Variant Price,Color (product.metafields.shopify.color-pattern)', 'c,C,1,red']],
  ])('names no column that the reader of %s uses', async (name, lines) => {
    const { warnings } = await importTable(name, lines, { brandId, currency: 'USD' })
    expect(warnings.filter((text) => text.includes('not used'))).toEqual([])
  })

  test('leaves out a quantity that it cannot read, and names it', async () => {
    const quantities: [string, string][] = [
      ['-3', 'in stock'],
      ['abc', 'in stock'],
      ['0', 'in stock'],
      ['0', 'out of stock'],
      ['7', 'in stock'],
    ]
    const lines = quantities.map(([quantity, availability], index) => `${row(`q${index}`, availability)},${quantity}`)
    const { warnings } = await importTable('stock.csv', [`${columns},quantity`, ...lines], { brandId })
    const left = 'because it is not a whole number of at least 0. The availability stays as the file states it.'
    expect(warnings).toEqual([
      `Line 2, product q0: quantity: -3 is left out, ${left}`,
      `Line 3, product q1: quantity: abc is left out, ${left}`,
      'Line 4, product q2: quantity: 0 is left out, because the availability says that the product can be ordered.',
    ])
    const held = await shops.sql()`
      select quantity from storefront.products where brand_id = ${brandId} and product_id like 'q%' order by product_id`
    expect(held.map(({ quantity }) => quantity as number | null)).toEqual([null, null, null, 0, 7])
  })

  test('names the words of Google for an availability that it does not know', async () => {
    const { rejections } = await importTable('words.csv', [columns, row('w1'), row('w2', 'available')], { brandId })
    expect(rejections).toEqual([
      {
        line: 3,
        reason: 'availability: must be "in stock", "low stock", "out of stock", "preorder" or "backorder".',
      },
    ])
  })
})

describe('a product export of Shopify', () => {
  const lines = ['Handle,Title,Variant Price', 'rain-jacket,Rain jacket,89']
  const linkOf = async (brandId: string) => {
    const [held] = await shops.sql()`select link from storefront.products where brand_id = ${brandId}`
    return held?.link as string | null
  }
  const links = (warnings: string[]) => warnings.filter((text) => text.includes('no links'))

  test('has links at the website that the brand has stated', async () => {
    const { brandId } = await createTenant(shops.sql())
    const before = await importTable('shop.csv', lines, { brandId, currency: 'USD' })
    expect([links(before.warnings), await linkOf(brandId)]).toEqual([
      [
        'The file has no links of the products. State the website of the shop with `--website` and import the file again: ' +
          'the link of a product is then the website, /products/ and its handle.',
      ],
      null,
    ])
    await shops.sql()`insert into storefront.shops (brand_id, website) values (${brandId}, 'https://lux.example/')`
    const { warnings } = await importTable('shop.csv', lines, { brandId, currency: 'USD' })
    expect([links(warnings), await linkOf(brandId)]).toEqual([[], 'https://lux.example/products/rain-jacket'])
  })

  test('has links at the website of the command rather than that of the brand', async () => {
    const { brandId } = await createTenant(shops.sql())
    await shops.sql()`insert into storefront.shops (brand_id, website) values (${brandId}, 'https://lux.example')`
    await importTable('shop.csv', lines, { brandId, currency: 'USD', website: 'https://other.example' })
    expect(await linkOf(brandId)).toBe('https://other.example/products/rain-jacket')
  })
})
