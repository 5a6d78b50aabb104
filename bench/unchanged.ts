/** Requests per second and latency of the first 20 products of a shop for callers without a key: 200, and 304 to the ETag of that 200. */
import { loadavg } from 'node:os'
import { freePort } from '../cli/installation/postgres.ts'
import { startProcess } from '../cli/installation/process.ts'
import { importProducts } from './import_products.ts'
import { startCluster } from './cluster.ts'
import { untilAnswered } from './until_answered.ts'

const seconds = 5
const rounds = 3
const connections = 8
const path = '/api/storefront/brd_shop/products'
let callers = 0

const cluster = await startCluster()
const port = await freePort()
const gateway = startProcess('cli/gateway/gateway.ts', {
  DATABASE_URL: cluster.functionsUrl,
  PORT: String(port),
  DATABASE_CONNECTIONS_MAX: String(connections),
  TRUSTED_PROXY_HOPS: '1',
  LOG_LEVEL: 'error',
})
try {
  await fill()
  await untilAnswered(`http://127.0.0.1:${port}/openapi.json`)
  const tag = (await ask({})).headers.get('ETag') as string
  for (let round = 0; round < rounds; round++) {
    const rows = [await measure(200, {}), await measure(304, { 'If-None-Match': tag })]
    console.table(rows.map((row) => ({ ...row, load: Math.round((loadavg()[0] ?? 0) * 10) / 10 })))
  }
} finally {
  await gateway.stop()
  await cluster.stop()
}

/** Sends one request from an address of its own, because an address has ten requests a minute. */
async function ask(headers: Record<string, string>): Promise<Response> {
  callers += 1
  const address = `2001:db8:${(callers >> 16).toString(16)}:${(callers & 65_535).toString(16)}::1`
  return await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'X-Forwarded-For': address, ...headers } })
}

async function measure(status: number, headers: Record<string, string>) {
  const milliseconds: number[] = []
  const endsAt = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < endsAt) {
        const startedAt = performance.now()
        const response = await ask(headers)
        await response.arrayBuffer()
        if (response.status !== status) throw new Error(`The status is ${response.status}.`)
        milliseconds.push(performance.now() - startedAt)
      }
    }),
  )
  milliseconds.sort((one, two) => one - two)
  const at = (share: number) => Math.round((milliseconds[Math.floor(milliseconds.length * share)] ?? 0) * 10) / 10
  return { status, requests_per_second: Math.round(milliseconds.length / seconds), p50_ms: at(0.5), p99_ms: at(0.99) }
}

/** Creates a shop of 1,000 products with a sale, categories and ratings. */
async function fill(): Promise<void> {
  const { sql } = cluster
  await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
  await sql`select core.create_brand('acc_bench', 'shop', 'Shop', 'USD', 'UTC', 'brd_shop')`
  await importProducts(
    cluster,
    1000,
    (transaction) => transaction`
      insert into pg_temp.products (line, product)
      select number, jsonb_build_object(
        'id', 'p' || number, 'title', 'Lamp ' || number, 'description', repeat('A lamp with warm light. ', 8), 'price', 10 + number % 300,
        'list_price', 12 + number % 300, 'currency', 'USD', 'availability', 'in_stock', 'quantity', 9, 'category', 'Aisle ' || number % 50,
        'rating_score', 4.5, 'rating_count', 12, 'link', 'https://shop.example/p' || number,
        'image_links', jsonb_build_array('https://shop.example/i' || number || '.jpg'), 'attributes', jsonb_build_object('color', 'red')
      )
      from generate_series(1, 1000) as number`,
  )
  await sql`update core.brands set is_storefront_published = true`
  await sql.unsafe('vacuum analyze')
}
