import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, expect, test } from 'vitest'
import { stock } from '../../support/catalog_rows.ts'
import { useShops } from '../../support/shops.ts'
import { openCatalogs } from '../catalogs.ts'
import { judge } from '../judge.ts'

const version = '2026-04-17'
const file = join(import.meta.dirname, '../../../../shared/protocols/acp/spec', version, 'json-schema/schema.feed.json')
const missing = existsSync(file) ? null : `../shared/protocols/acp/spec/${version} is absent`
const large = join(import.meta.dirname, '../../../../shared/data/search/products.jsonl.gz')
const shops = useShops({ isSimulated: true })

interface Real {
  id: string
  title: string
  brand: string
  name: string
  description: string
  price: number
  gtin?: string[]
  attrs: Record<string, unknown>
}

if (!existsSync(large)) console.log('ACP feed of real products: skipped, because ../shared/data/search is absent.')

/** Compiles Product of the published schema, unmodified and with formats. */
function compileProduct(): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { $id: string }
  ajv.addSchema(schema)
  return ajv.compile({ $ref: `${schema.$id}#/$defs/Product` })
}

judge({ judge: 'ACP schemas', version, checks: 'feed', missing }, () => {
  let validate: ValidateFunction
  beforeAll(() => {
    validate = compileProduct()
  })

  async function readFeed(brandId: string, headers: Record<string, string> = {}): Promise<{ id: string }[]> {
    const rows: { id: string }[] = []
    for (let page = 1; ; page += 1) {
      const { status, text } = await shops.look(brandId, `/platforms/acp/feed.jsonl?page=${page}`, headers)
      expect(status).toBe(200)
      const lines = text.split('\n').filter((line) => line !== '')
      rows.push(...lines.map((line) => JSON.parse(line) as { id: string }))
      if (lines.length < 5000) return rows
    }
  }

  function faultsOf(rows: { id: string }[]): string[] {
    return rows.flatMap((row) => {
      const { id } = row
      const isValid: boolean = validate(row)
      return isValid
        ? []
        : (validate.errors ?? []).map(({ instancePath, message }) => `${id}${instancePath} ${message}`)
    })
  }

  test('a row with an unknown member is a fault', () => {
    expect(faultsOf([{ id: 'a', variants: [], price: 1 } as { id: string }])).toHaveLength(1)
  })

  test('every row of every catalog is valid', { timeout: 240_000 }, async () => {
    for (const { name, brandId, headers } of await openCatalogs(shops)) {
      const rows = await readFeed(brandId, headers)
      expect([name, rows.length > 0, faultsOf(rows)]).toEqual([name, true, []])
    }
  })

  test.skipIf(!existsSync(large))(
    'every row of a catalog of 19,406 products of real shops is valid',
    { timeout: 240_000 },
    async () => {
      const { brandId } = await shops.open()
      const products = gunzipSync(readFileSync(large)).toString().trim().split('\n')
      await stock(
        shops.database(),
        brandId,
        products.map((line) => {
          const { id, title, brand, name, description, price, gtin, attrs } = JSON.parse(line) as Real
          const attributes = Object.fromEntries(Object.entries(attrs).map(([key, value]) => [key, String(value)]))
          return { id, title, brand, mpn: name, description, price: price / 100, gtin: gtin?.[0], attributes }
        }),
      )
      const rows = await readFeed(brandId)
      expect([rows.length, faultsOf(rows)]).toEqual([19_406, []])
    },
  )

  test('every row of a catalog of 20,000 products is valid', { timeout: 240_000 }, async () => {
    const { brandId } = await shops.open()
    const products = Array.from({ length: 20_000 }, (_, number) => ({
      id: `p${number}`,
      item_group_id: `g${Math.floor(number / 3)}`,
      title: `Lamp ${Math.floor(number / 3)}, ${['red', 'green', 'blue'][number % 3]}`,
      price: 1 + (number % 977) / 100,
      link: `https://shop.example/${number}`,
      attributes: { color: ['red', 'green', 'blue'][number % 3] as string },
    }))
    await stock(shops.database(), brandId, products)
    const rows = await readFeed(brandId)
    expect([rows.length, faultsOf(rows)]).toEqual([Math.ceil(20_000 / 3), []])
  })
})
