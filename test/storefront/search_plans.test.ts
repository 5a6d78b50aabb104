import type { PendingQuery, Row, TransactionSql } from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const products = 1500

/** One shop with many products among shops with one product, so that the planner expects few products of a shop. */
let brandId: string
beforeAll(async () => {
  ;({ brandId } = await shops.open(
    Array.from({ length: products }, (_, number) => ({
      id: `p${number}`,
      title: `${['Tent', 'Stove', 'Lamp'][number % 3]} ${number}`,
      brand: number % 2 === 0 ? 'Alpine' : 'Camp',
      category: 'Outdoor',
      price: 5 + (number % 100),
    })),
  ))
  const sql = shops.sql()
  await sql`
    select core.create_brand((select brands.account_id from core.brands where brands.brand_id = ${brandId}), 'small' || number, 'Small', 'USD', 'UTC', ${brandId} || number)
    from generate_series(1, 300) as number`
  await sql`
    insert into storefront.catalog_products (
      brand_id, product_id, title, regular_price_micros, announced_price_micros, currency, availability, content_hash
    )
    select ${brandId} || number, 'p1', 'Tent', 1000000, 1000000, 'USD', 'in_stock', 'x' from generate_series(1, 300) as number`
  await sql`analyze storefront.catalog_products, storefront.postings, storefront.terms, storefront.names`
})

/** The pages of tables and indexes that a call of an operation reads, with those of the functions that it calls. */
async function pagesOf(call: (sql: TransactionSql) => PendingQuery<Row[]>): Promise<number> {
  return await shops.sql().begin(async (sql) => {
    await sql`select set_config('vitrine.brand_ids', ${`{${brandId}}`}, true)`
    await sql`set local role vitrine_key`
    // The first call also reads the catalog of the database.
    await sql`select ${call(sql)}`
    const [row] = await sql`explain (analyze, buffers, format json) select ${call(sql)}`
    const [explained] = (row as Record<string, { Plan: Record<string, number> }[]>)['QUERY PLAN'] ?? []
    const blocks = (name: string) => explained?.Plan[`Shared ${name} Blocks`] ?? NaN
    return blocks('Hit') + blocks('Read')
  })
}

describe('a search in a shop with many products, among small shops', () => {
  test.each([
    ['alpine', false],
    ['alpine tent', false],
    ['alpine under 50', false],
    ['tent under 50', false],
    ['alpine tent', true],
    ['tent', true],
  ])('"%s" (facets: %s) reads at most ten pages for each product', async (query, hasFacets) => {
    const search = (sql: TransactionSql) => sql`storefront.search(${brandId}, ${query}, facets => ${hasFacets})`
    expect(await pagesOf(search)).toBeLessThan(10 * products)
  })
})

test('a page of feed problems reads its products only, and counts the others in an index', async () => {
  await shops.sql()`vacuum analyze storefront.feed_judgments`
  expect(await pagesOf((sql) => sql`storefront.feed_problems(${brandId}, "limit" => 10)`)).toBeLessThan(150)
})
