import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withSentences } from '../../shared/db/warnings.ts'
import { shell } from '../../shared/sentences/audience.ts'
import type { Warning } from '../../shared/sentences/warnings/warning.ts'
import { importProducts } from '../../shared/ingest/products/catalog.ts'
import { fitProduct } from '../../shared/ingest/products/fit_product.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.stop())

/** Platforms refuse nothing of it. */
const product = {
  id: 'a',
  title: 'A',
  description: 'A lamp.',
  link: 'https://shop.example/a',
  image_links: ['https://shop.example/a.jpg'],
  price: 1,
  currency: 'EUR',
  availability: 'in_stock',
  brand: 'Lux',
  condition: 'new',
  mpn: 'L-1',
}

async function importing(products: object[]) {
  const { brandId } = await createTenant(database.sql, { currency: 'EUR' })
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
  const path = join(folder, 'products.jsonl')
  await writeFile(path, products.map((each) => JSON.stringify(each)).join('\n'))
  try {
    const report = await importProducts(database.sql, { audience: shell, brand: brandId, file: path })
    const held = await database.sql`
      select product_id, title, mpn, description, attributes from storefront.products where brand_id = ${brandId} order by 1`
    const [kept] = await database.sql`select warnings from analytics.imports where brand_id = ${brandId}`
    return { report, held, kept: kept?.warnings as Warning[] }
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('import of a product with a field that is too long', () => {
  test('truncates the field, and names the line and the product in a warning', async () => {
    const attributes = Object.fromEntries(Array.from({ length: 130 }, (_, n) => [`n${n}`, 'x']))
    const { report, held, kept } = await importing([
      { ...product, mpn: 'm'.repeat(150), attributes: { care: 'c'.repeat(1500) } },
      { ...product, id: 'b', attributes },
      { ...product, id: 'c', description: 'd'.repeat(3_000_000), title: '\u{1f600}'.repeat(400) },
      { ...product, id: 'd' },
    ])
    expect(report).toMatchObject({ rows_accepted: 4, rows_rejected: 0 })
    expect(report.warnings).toEqual([
      'Line 1, product a: mpn: cut to 100 characters. attributes.care: cut to 1000 characters.',
      'Line 2, product b: attributes: only the first 100 of 130 are kept.',
      'Line 3, product c: title: cut to 500 characters. description: cut to 10000 characters.',
      'Google Merchant Center refuses 1 of 4 products. description has more than 5000 characters (1, such as c). title has more than 150 characters (1, such as c).',
      'Google Merchant Center warns about 1 of 4 products. mpn has more than 70 characters (1, such as a).',
      'Meta warns about 1 of 4 products. description has more than 9999 characters (1, such as c). title has more than 200 characters (1, such as c).',
      'OpenAI warns about 1 of 4 products. description has more than 5000 characters (1, such as c). title has more than 150 characters (1, such as c).',
    ])
    expect(await withSentences({ warnings: kept }, shell)).toEqual({ warnings: report.warnings })
    expect(held.map(({ product_id }) => product_id as string)).toEqual(['a', 'b', 'c', 'd'])
    expect(held[0]).toMatchObject({ mpn: 'm'.repeat(100), attributes: { care: 'c'.repeat(1000) } })
    expect(Object.keys(held[1]?.attributes as object)).toHaveLength(100)
    expect(String(held[2]?.title).isWellFormed()).toBe(true)
    expect(held[2]?.description).toHaveLength(10_000)
  })

  test('rejects a product whose id is too long', async () => {
    const { report } = await importing([product, { ...product, id: 'x'.repeat(101), mpn: 'm'.repeat(150) }])
    expect(report).toMatchObject({ rows_accepted: 1, rows_rejected: 1, warnings: [] })
    expect(report.rejections).toEqual([{ line: 2, reason: 'id: must have at most 100 characters.' }])
  })

  test('lists 100 warnings and counts the others', async () => {
    const { report } = await importing(
      Array.from({ length: 103 }, (_, n) => ({ ...product, id: `p${n}`, mpn: 'm'.repeat(101) })),
    )
    expect(report.warnings.slice(100)).toEqual([
      '3 more products have fields that were cut to what fits.',
      'Google Merchant Center warns about 103 of 103 products. mpn has more than 70 characters (103, such as p0).',
    ])
  })
})

test('fitProduct returns a product that fits unchanged', () => {
  const whole = { ...product, mpn: 'm'.repeat(100), attributes: { a: 'x', b: ['y'], c: 3 } }
  expect(fitProduct(whole)).toEqual({ product: whole, cuts: [] })
})
