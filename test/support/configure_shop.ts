import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shell } from '../../shared/sentences/audience.ts'
import { importShop } from '../../shared/ingest/shop.ts'
import { importSignals } from '../../shared/ingest/signals.ts'
import type { TestDatabase } from './database.ts'

/** Imports the configuration of a shop. */
export async function configure(database: TestDatabase, brand: string, shop: unknown) {
  return await throughFile('shop.json', JSON.stringify(shop), (path) =>
    importShop(database.sql, { audience: shell, brand, path }),
  )
}

/** Imports trust signals. */
export async function signal(database: TestDatabase, brand: string, signals: Record<string, unknown>[]) {
  const lines = signals.map((row) => JSON.stringify(row)).join('\n')
  return await throughFile('signals.jsonl', lines, (path) =>
    importSignals(database.sql, { audience: shell, brand, file: path }),
  )
}

async function throughFile<Result>(
  name: string,
  text: string,
  take: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
  const path = join(folder, name)
  await writeFile(path, text)
  try {
    return await take(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
