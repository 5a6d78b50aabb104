import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shell } from '../../shared/sentences/audience.ts'
import { importAds } from '../../shared/ingest/ads/ads.ts'
import type { TestDatabase } from './database.ts'

type Row = Record<string, string | number | null>

/** Imports rows with the generic CSV importer. */
export async function ingest(database: TestDatabase, brandId: string, rows: Row[]) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) =>
    columns.map((column) => JSON.stringify(row[column] ?? '').replace(/^""$/, '')).join(','),
  )
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
  const path = join(folder, 'ads.csv')
  await writeFile(path, [columns.join(','), ...lines].join('\n'))
  try {
    return await importAds(database.sql, { audience: shell, brand: brandId, file: path, dialect: 'generic' })
  } finally {
    await rm(folder, { recursive: true })
  }
}
