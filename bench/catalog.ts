/** The catalog of 19,406 products of ../shared/data/search for benchmarks, and its import. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Sql } from 'postgres'

export interface Product {
  id: string
  title: string
  brand: string
  name: string
  description?: string
  price: number
  gtin?: string[]
  attrs: Record<string, unknown>
}

export const folder = join(import.meta.dirname, '..', '..', 'shared', 'data', 'search')

export function readCatalog(): Product[] {
  return gunzipSync(readFileSync(join(folder, 'products.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Product)
}

export interface Cost {
  seconds: number
  /** Processor time of the database process that did the work. */
  cpuSeconds: number
}

/** Creates a brand and imports the catalog. */
export async function fill(sql: Sql, brand: string, products: Product[]): Promise<Cost> {
  await sql`select core.create_brand('acc_bench', ${brand.replace('brd_', '')}, 'Bench', 'USD', 'UTC', ${brand})`
  const cost = await importCatalog(sql, brand, products)
  await sql`analyze storefront.postings`
  await sql`analyze storefront.terms`
  return cost
}

/** Imports the catalog as one file that replaces the earlier one. */
export async function importCatalog(sql: Sql, brand: string, products: Product[]): Promise<Cost> {
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
  const connection = await sql.reserve()
  try {
    return await measured(connection, async () => {
      await connection`begin`
      await connection`select core.enter_brand(${brand})`
      await connection`select storefront.open_product_import()`
      for (let from = 0; from < lines.length; from += 2000) {
        await connection`
          insert into pg_temp.products (line, product)
          select n, p::jsonb from unnest(${lines.slice(from, from + 2000)}::text[]) with ordinality as given (p, n)`
      }
      await connection`select storefront.commit_product_import(${brand}, 'generic_jsonl', 'bench', ${products.length}, true)`
      await connection`commit`
    })
  } finally {
    connection.release()
  }
}

/**
 * Returns what COPY takes to write the rows of the import into unlogged tables with the same indexes: the limit of the machine for an import
 * that stores these rows.
 */
export async function copyRows(sql: Sql, directory: string): Promise<Cost> {
  const total = { seconds: 0, cpuSeconds: 0 }
  const connection = await sql.reserve()
  try {
    for (const table of ['catalog_products', 'postings', 'product_terms', 'terms']) {
      const file = join(directory, `${table}.copy`)
      const [held] = await connection`
        select string_agg(quote_ident(attname), ', ' order by attnum) as columns
        from pg_attribute
        where attrelid = ${`storefront.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
      const columns = (held as unknown as { columns: string }).columns
      await connection.unsafe(`create unlogged table public.${table} (like storefront.${table} including all)`)
      await connection.unsafe(`copy (select ${columns} from storefront.${table} order by 1, 2, 3) to '${file}'`)
      const cost = await measured(connection, () =>
        connection.unsafe(`copy public.${table} (${columns}) from '${file}'`),
      )
      total.seconds += cost.seconds
      total.cpuSeconds += cost.cpuSeconds
      await connection.unsafe(`drop table public.${table}`)
    }
  } finally {
    connection.release()
  }
  return total
}

async function measured(connection: Sql, work: () => PromiseLike<unknown>): Promise<Cost> {
  const [row] = await connection`select pg_backend_pid() as pid`
  const { pid } = row as { pid: number }
  const startedAt = performance.now()
  const cpuBefore = processSeconds(pid)
  await work()
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: processSeconds(pid) - cpuBefore }
}

/** Returns user and system time of a process of this machine (proc_pid_stat(5), fields 14 and 15, in hundredths of a second). */
export function processSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
