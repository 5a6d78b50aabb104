import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shell } from '../../shared/sentences/audience.ts'
import { importProducts, importReviews } from '../../shared/ingest/products/catalog.ts'
import type { ImportReport } from '../../shared/ingest/import_report.ts'
import type { TestDatabase } from './database.ts'

type Row = Record<string, unknown>

const usual = { price: 10, currency: 'USD', availability: 'in_stock', image_links: [], attributes: {} }

/** Imports products as generic JSON lines with the importer. */
export async function stock(
  database: TestDatabase,
  brand: string,
  products: Row[],
  options: { replaces?: boolean } = {},
): Promise<ImportReport> {
  return await throughFile(
    products.map((product) => ({ ...usual, ...product })),
    (path) => importProducts(database.sql, { audience: shell, brand, file: path, ...options }),
  )
}

export async function review(database: TestDatabase, brand: string, reviews: Row[]): Promise<ImportReport> {
  return await throughFile(reviews, (path) => importReviews(database.sql, { audience: shell, brand, file: path }))
}

async function throughFile<Result>(rows: Row[], take: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
  const path = join(folder, 'rows.jsonl')
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'))
  try {
    return await take(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
