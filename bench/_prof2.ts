import { startCluster } from './cluster.ts'
import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
const products = gunzipSync(readFileSync('/work/shared/data/search/products.jsonl.gz')).toString().trim().split('\n').map((l)=>JSON.parse(l))
const c = await startCluster(); const {sql}=c
try {
await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
await sql`select core.create_brand('acc_bench', 'bench', 'Bench', 'USD', 'UTC', 'brd_bench')`
await sql.begin(async (t) => {
  await t`set local work_mem='256MB'`
  await t`select core.enter_brand('brd_bench')`
  await t`select storefront.open_product_import()`
  const lines = products.map((product:any) => JSON.stringify({ id: product.id, title: product.title, brand: product.brand, mpn: product.name, description: product.description, price: product.price/100, currency:'USD', availability:'in_stock', gtin: product.gtin?.[0], attributes: Object.fromEntries(Object.entries(product.attrs).map(([n,v])=>[n,String(v)])), image_links: [] }))
  for (let from = 0; from < lines.length; from += 2000) await t`insert into pg_temp.products (line, product) select n, p::jsonb from unnest(${lines.slice(from, from+2000)}::text[]) with ordinality as given (p, n)`
  await t`select storefront.commit_product_import('brd_bench', 'generic_jsonl', 'bench', 1)`
})
if (process.env.ANALYZE) await sql`analyze`
console.log('dev', c.url); 
await new Promise(()=>{})
} finally { await c.stop() }
