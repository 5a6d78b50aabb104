/**
 * Processor time of the database for a first import of a catalog, for the same file again, and for the file with new prices or with new titles of
 * 1 % of the products, compared with COPY of the same rows in the same run.
 */
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { copyRows, fill, folder, importCatalog, readCatalog } from './catalog.ts'
import type { Cost } from './catalog.ts'
import { startCluster } from './cluster.ts'
import { judgeGoals } from './goals.ts'

if (!existsSync(folder)) console.log('Skipped: ../shared/data/search is absent.')
else await run()

async function run(): Promise<void> {
  const products = readCatalog()
  const cluster = await startCluster()
  try {
    const { sql } = cluster
    await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
    const first = await fill(sql, 'brd_bench', products)
    const copied = await copyRows(sql, cluster.folder)
    const again = await importCatalog(sql, 'brd_bench', products)
    const titled = products.map((product, index) =>
      index % 100 === 0 ? { ...product, title: `${product.title} plus` } : product,
    )
    const changed = await importCatalog(sql, 'brd_bench', titled)
    const priced = await importCatalog(
      sql,
      'brd_bench',
      titled.map((product) => ({ ...product, price: product.price + 100 })),
    )
    const row = ({ seconds, cpuSeconds }: Cost) => ({
      seconds: Math.round(seconds * 10) / 10,
      cpu_seconds: Math.round(cpuSeconds * 10) / 10,
      products_per_second: Math.round(products.length / seconds),
      products_per_cpu_second: Math.round(products.length / cpuSeconds),
    })
    console.log({ products: products.length, load_average: Math.round((loadavg()[0] ?? 0) * 10) / 10 })
    console.table({
      'first import': row(first),
      'COPY of its rows': row(copied),
      'same file again': row(again),
      '1 % new titles': row(changed),
      'new prices': row(priced),
    })
    judgeGoals([
      { name: 'products imported a CPU second', measured: products.length / first.cpuSeconds, atLeast: 10_000 },
      { name: 'unchanged products a CPU second', measured: products.length / again.cpuSeconds, atLeast: 10_000 },
    ])
  } finally {
    await cluster.stop()
  }
}
