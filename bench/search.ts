/**
 * Search quality and speed on rated queries, compared with MiniSearch in the same run. The second half uses ten times the products
 * (`npm run bench -- search 1` omits the copies).
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import MiniSearch from 'minisearch'
import type { Sql } from 'postgres'
import { startCluster } from './cluster.ts'

interface Product {
  id: string
  title: string
  brand: string
  name: string
  description?: string
  price: number
  gtin?: string[]
  attrs: Record<string, unknown>
}

const folder = join(import.meta.dirname, '..', '..', 'shared', 'data', 'search')
if (!existsSync(folder)) console.log('Skipped: ../shared/data/search is absent.')
else await run()

async function run(): Promise<void> {
  const products = gunzipSync(readFileSync(join(folder, 'products.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Product)
  const rows = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
  const queries = rows('queries.tsv') as [string, string][]
  const ratings = new Map<string, Map<string, number>>()
  for (const [query = '', product = '', grade] of rows('qrels.tsv')) {
    const rated = ratings.get(query) ?? new Map<string, number>()
    ratings.set(query, rated.set(product, Math.max(Number(grade), rated.get(product) ?? 0)))
  }
  const cluster = await startCluster()
  try {
    const { sql } = cluster
    await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
    const startedAt = performance.now()
    await fill(sql, 'brd_bench', products)
    const importSeconds = (performance.now() - startedAt) / 1000
    const visitor = (await sql.reserve()) as unknown as Sql
    await asVisitor(visitor)
    const own = await judge(queries, ratings, (query) => search(visitor, 'brd_bench', query))
    const typos = await knownItems(visitor, products)
    const mini = new MiniSearch({
      fields: ['title', 'brand', 'name', 'description', 'attributes'],
      searchOptions: { prefix: false },
    })
    mini.addAll(products.map((product) => ({ ...product, attributes: Object.values(product.attrs).join(' ') })))
    const peer = await judge(queries, ratings, (query) =>
      Promise.resolve(
        mini
          .search(query, { boost: { title: 3, brand: 1.5, name: 1.5, attributes: 0.5 } })
          .slice(0, 10)
          .map((hit) => String(hit.id)),
      ),
    )
    for (let copy = 1; copy < Number(process.argv[2] ?? 10); copy++) await fill(sql, `brd_copy${copy}`, products)
    await sql`vacuum analyze storefront.postings`
    const large = await judge(queries, ratings, (query) => search(visitor, 'brd_bench', query))
    console.log({
      products: products.length,
      import_rows_per_second: Math.round(products.length / importSeconds),
      own,
      minisearch: { ...peer, worst: undefined },
      ten_times_the_products: { p50_ms: large.p50_ms, p95_ms: large.p95_ms },
      mrr_of_model_numbers_with_one_wrong_character: typos,
    })
  } finally {
    await cluster.stop()
  }
}

async function fill(sql: Sql, brand: string, products: Product[]): Promise<void> {
  await sql`select core.create_brand('acc_bench', ${brand.replace('brd_', '')}, 'Bench', 'USD', 'UTC', ${brand})`
  await sql.begin(async (transaction) => {
    await transaction`select core.enter_brand(${brand})`
    await transaction`select storefront.open_product_import()`
    const lines = products.map((product) =>
      JSON.stringify({
        id: product.id,
        title: product.title,
        brand: product.brand,
        mpn: product.name,
        description: product.description,
        price: product.price / 100,
        currency: 'USD',
        availability: 'in_stock',
        gtin: product.gtin?.[0],
        attributes: Object.fromEntries(Object.entries(product.attrs).map(([name, value]) => [name, String(value)])),
        image_links: [],
      }),
    )
    for (let from = 0; from < lines.length; from += 2000) {
      await transaction`
        insert into pg_temp.products (line, product)
        select n, p::jsonb from unnest(${lines.slice(from, from + 2000)}::text[]) with ordinality as given (p, n)`
    }
    await transaction`select storefront.commit_product_import(${brand}, 'generic_jsonl', 'bench', ${products.length})`
  })
  await sql`analyze storefront.postings`
  await sql`analyze storefront.terms`
}

/** Returns the product ids of GET /search, with the row-level security of a caller. */
async function search(sql: Sql, brand: string, query: string): Promise<string[]> {
  const [row] = await sql`select storefront.search(${brand}, ${query}, 10) as answer`
  const { products } = (row as Record<string, unknown>).answer as { products: { id: string }[] }
  return products.map(({ id }) => id)
}

async function asVisitor(sql: Sql): Promise<void> {
  await sql`select set_config('vitrine.brand_ids', '{brd_bench}', false)`
  await sql`set role vitrine_key`
}

async function judge(
  queries: [string, string][],
  ratings: Map<string, Map<string, number>>,
  find: (query: string) => Promise<string[]>,
) {
  const gains: { text: string; gain: number }[] = []
  const times: number[] = []
  const gain = (grades: number[]) =>
    grades.slice(0, 10).reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0)
  for (const [id, text] of queries) {
    const rated = ratings.get(id)
    const ideal = gain([...(rated?.values() ?? [])].toSorted((a, b) => b - a))
    if (!rated || ideal === 0) continue
    const startedAt = performance.now()
    const found = await find(text)
    times.push(performance.now() - startedAt)
    gains.push({ text, gain: gain(found.map((product) => rated.get(product) ?? 0)) / ideal })
  }
  const sorted = times.toSorted((a, b) => a - b)
  const round = (value: number) => Math.round(value * 10_000) / 10_000
  return {
    ndcg_at_10: round(gains.reduce((sum, judged) => sum + judged.gain, 0) / gains.length),
    p50_ms: round(sorted[sorted.length >> 1] as number),
    p95_ms: round(sorted[Math.floor(sorted.length * 0.95)] as number),
    worst: gains
      .toSorted((a, b) => a.gain - b.gain)
      .slice(0, 10)
      .map((judged) => `${judged.text} ${round(judged.gain)}`),
  }
}

/** Measures the recall of 300 model numbers with a replaced middle character. */
async function knownItems(sql: Sql, products: Product[]): Promise<number> {
  const named = products.filter(({ name }) => /^[A-Za-z0-9-]{6,}$/.test(name) && /\d/.test(name))
  let sum = 0
  const step = Math.floor(named.length / 300)
  for (let index = 0; index < 300; index++) {
    const { id, name } = named[index * step] as Product
    const middle = name.length >> 1
    const wrong = `${name.slice(0, middle)}${name[middle] === 'x' ? 'y' : 'x'}${name.slice(middle + 1)}`
    const rank = (await search(sql, 'brd_bench', wrong)).indexOf(id)
    sum += rank < 0 ? 0 : 1 / (rank + 1)
  }
  return Math.round((sum / 300) * 1000) / 1000
}
