/** Requests per second of a shop of 20,000 products: search and one product, through the HTTP server and with pgbench alone. */
import { createKey } from '../shared/credentials/keys.ts'
import { importProducts } from './import_products.ts'
import { startCluster } from './cluster.ts'
import type { BenchCluster } from './cluster.ts'
import { measure } from './load.ts'
import type { BenchKey } from './load.ts'

const products = Number(process.argv[2] ?? 20_000)
const root = '/api/storefront/brd_shop'
const shop = { brand_id: 'brd_shop' }

const cluster = await startCluster()
try {
  const key = await fill(cluster)
  await measure(
    cluster,
    [key],
    [
      {
        name: 'search, two words',
        operation: 'storefront.search',
        path: `${root}/search?q=ridge+lantern`,
        input: { ...shop, q: 'ridge lantern', limit: 10, page: 1, sort: 'relevance', facets: false },
      },
      {
        name: 'one product',
        operation: 'storefront.product',
        path: `${root}/products/p700`,
        input: { ...shop, product_id: 'p700' },
      },
    ],
  )
} finally {
  await cluster.stop()
}

/** Creates products whose names use a hundred words, a few of them frequent. */
async function fill({ sql }: BenchCluster): Promise<BenchKey> {
  await sql`update core.key_kinds set requests_per_minute = 100000000`
  await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
  await sql`select core.create_brand('acc_bench', 'shop', 'Shop', 'USD', 'UTC', 'brd_shop')`
  const { key, hash, display } = createKey('pk_live_')
  await sql`select core.create_key('acc_bench', 'pk_live_', ${hash}, ${display}, 'bench')`
  await importProducts(
    { sql },
    products,
    (transaction) => transaction`
      insert into pg_temp.products (line, product)
      select number, jsonb_build_object(
        'id', 'p' || number,
        'title', initcap(words[1 + number % 4] || ' ' || words[5 + number % 40] || ' ' || words[45 + number % 56]),
        'description', 'A ' || words[5 + number % 40] || ' for days with ' || words[1 + (number * 7) % 100] || ' and ' || words[1 + (number * 13) % 100],
        'price', 10 + number % 300, 'currency', 'USD', 'availability', 'in_stock', 'brand', initcap(words[1 + number % 20]),
        'category', 'Aisle ' || number % 50, 'mpn', 'M-' || number, 'image_links', '[]'::jsonb, 'attributes', jsonb_build_object('color', words[1 + number % 9])
      )
      from generate_series(1, ${products}::integer) as number,
        (select array['ridge', 'valley', 'storm', 'summit', 'lantern'] || array(
          select translate(md5(word::text), '0123456789', 'ghijklmnop') from generate_series(1, 95) as word) as words) as dictionary`,
  )
  await sql.unsafe('vacuum analyze')
  return { key, hash: Buffer.from(hash).toString('hex') }
}
