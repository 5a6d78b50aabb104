/**
 * Search quality and speed on rated queries, compared with MiniSearch and ts_rank of Postgres in the same run, and the speed in a shop with
 * ten times the products (`npm run bench -- search 1` omits it).
 */
import { existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import type { Sql } from 'postgres'
import { copyRows, fill, folder, readCatalog } from './catalog.ts'
import type { Product } from './catalog.ts'
import { startCluster } from './cluster.ts'
import { countArgument, judgeGoals } from './goals.ts'

if (!existsSync(folder)) console.log('Skipped: ../shared/data/search is absent.')
else await run()

async function run(): Promise<void> {
  const products = readCatalog()
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
    const imported = await fill(sql, 'brd_bench', products)
    const copied = await copyRows(sql, cluster.folder)
    const visitor = (await sql.reserve()) as unknown as Sql
    await asVisitor(visitor)
    const broad = await timesOf(visitor, 'brd_bench')
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
    await writeTexts(sql)
    const plain = await judge(queries, ratings, (query) => tsRank(sql, query))
    const copies = countArgument(10)
    if (copies > 1) await copyShop(sql, copies)
    const broadLarge = copies > 1 ? await timesOf(visitor, 'brd_large') : undefined
    const large = copies > 1 ? await judge(queries, ratings, (query) => search(visitor, 'brd_large', query)) : undefined
    console.log({
      products: products.length,
      import_rows_per_second: Math.round(products.length / imported.seconds),
      copy_rows_per_second: Math.round(products.length / copied.seconds),
      load_average: Math.round((loadavg()[0] ?? 0) * 10) / 10,
      own,
      minisearch: { ...peer, worst: undefined },
      ts_rank: { ...plain, worst: undefined },
      large_shop: large && { products: copies * products.length, p50_ms: large.p50_ms, p95_ms: large.p95_ms },
      frequent_words: broad,
      frequent_words_in_large_shop: broadLarge,
      mrr_of_model_numbers_with_one_wrong_character: typos,
    })
    judgeGoals([
      { name: 'nDCG@10', measured: own.ndcg_at_10, atLeast: 0.81 },
      { name: 'nDCG@10 less that of MiniSearch', measured: own.ndcg_at_10 - peer.ndcg_at_10, atLeast: 0 },
      { name: 'p95 of 20,000 products, milliseconds', measured: own.p95_ms, atMost: 10 },
      ...(large ? [{ name: 'p95 of 200,000 products, milliseconds', measured: large.p95_ms, atMost: 25 }] : []),
      { name: 'p95 of frequent words in 20,000 products, milliseconds', measured: broad.p95_ms, atMost: 60 },
      ...(broadLarge
        ? [
            {
              name: 'p95 of frequent words in 200,000 products, milliseconds',
              measured: broadLarge.p95_ms,
              atMost: 700,
            },
          ]
        : []),
      { name: 'products imported a second', measured: products.length / imported.seconds, atLeast: 10_000 },
    ])
  } finally {
    await cluster.stop()
  }
}

/** Writes a shop that has each product several times, and its search index. An import of them would take minutes. */
async function copyShop(sql: Sql, copies: number): Promise<void> {
  await sql`select core.create_brand('acc_bench', 'large', 'Bench', 'USD', 'UTC', 'brd_large')`
  await sql`
    insert into storefront.catalog_products (
      brand_id, product_id, title, description, regular_price_micros, announced_price_micros, currency, availability, product_brand, mpn, gtin,
      attributes, title_length, name_length, description_length, attributes_length, content_hash
    )
    select
      'brd_large', product_id || '-' || copy, title, description, regular_price_micros, announced_price_micros, currency, availability, product_brand,
      mpn || '-' || copy, gtin, attributes, title_length, name_length, description_length, attributes_length, content_hash
    from storefront.catalog_products, generate_series(1, ${copies}::integer) as copy
    where brand_id = 'brd_bench'`
  await sql`
    insert into storefront.postings (brand_id, term, product_id, weight)
    select 'brd_large', term, product_id || '-' || copy, weight
    from storefront.postings, generate_series(1, ${copies}::integer) as copy
    where brand_id = 'brd_bench'
    order by term, product_id, copy`
  await sql`
    insert into storefront.terms (brand_id, term, products)
    select 'brd_large', term, products * ${copies}::integer from storefront.terms where brand_id = 'brd_bench'`
  await sql`
    insert into storefront.names (brand_id, kind, name, words, products, currency, middle_price_micros)
    select 'brd_large', kind, name, words, products * ${copies}::integer, currency, middle_price_micros
    from storefront.names where brand_id = 'brd_bench'`
  await sql`
    insert into storefront.catalogs (
      brand_id, products, title_length, name_length, description_length, attributes_length, currencies, has_groups, index_version
    )
    select
      'brd_large', products * ${copies}::integer, title_length, name_length, description_length, attributes_length, currencies, has_groups, index_version
    from storefront.catalogs where brand_id = 'brd_bench'`
  await sql`vacuum analyze storefront.catalog_products, storefront.postings, storefront.terms`
}

/** Returns the times of searches for words that up to 40 % of the products have, alone and with each filter. */
async function timesOf(sql: Sql, brand: string) {
  const words = ['black', 'cable', 'hp', 'printer', 'usb', 'hp black', 'black usb cable']
  const filters = [{}, { price_max: 50 }, { price_min: 20, price_max: 25 }, { in_stock: true }, { brand: 'HP' }]
  const times: number[] = []
  for (const q of words)
    for (const filter of filters) {
      const given: Record<string, number | boolean | string> = filter
      const ask = () => sql`
        select storefront.search(
          ${brand}, ${q}, price_min => ${given.price_min ?? null}, price_max => ${given.price_max ?? null},
          in_stock => ${given.in_stock ?? null}, brand => ${given.brand ?? null}
        )`
      await ask()
      const startedAt = performance.now()
      await ask()
      times.push(performance.now() - startedAt)
    }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] as number) * 10) / 10
  return { searches: sorted.length, p50_ms: at(0.5), p95_ms: at(0.95) }
}

/** Returns the product ids of GET /search, with the row-level security of a caller. */
async function search(sql: Sql, brand: string, query: string): Promise<string[]> {
  const [row] = await sql`select storefront.search(${brand}, ${query}, 10) as answer`
  const { products } = (row as Record<string, unknown>).answer as { products: { id: string }[] }
  return products.map(({ id }) => id)
}

/** Writes the weighted text vectors that the documentation of Postgres recommends for a search. */
async function writeTexts(sql: Sql): Promise<void> {
  await sql`
    create table public.texts as
    select product_id, setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', concat_ws(' ', product_brand, mpn)), 'B')
      || setweight(to_tsvector('english', coalesce(description, '')), 'C')
      || setweight(to_tsvector('english', coalesce(storefront.attribute_text(attributes), '')), 'D') as words
    from storefront.catalog_products where brand_id = 'brd_bench'`
  await sql`create index on public.texts using gin (words)`
  await sql`analyze public.texts`
}

/** Returns products with all words by ts_rank, then those with any word. */
async function tsRank(sql: Sql, query: string): Promise<string[]> {
  const rows = await sql`
    select texts.product_id
    from (
      select plainto_tsquery('english', ${query}) as all_words, replace(plainto_tsquery('english', ${query})::text, '&', '|')::tsquery as any_word
    ) as asked
    join public.texts on texts.words @@ asked.any_word
    order by texts.words @@ asked.all_words desc, ts_rank(texts.words, asked.any_word, 1) desc, texts.product_id
    limit 10`
  return rows.map((row) => row.product_id as string)
}

async function asVisitor(sql: Sql): Promise<void> {
  await sql`select set_config('vitrine.brand_ids', '{brd_bench,brd_large}', false)`
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
  // A connection of a pool has its plans and its part of the catalog in memory.
  for (const [, text] of queries) await find(text)
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
