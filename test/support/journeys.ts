import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shell } from '../../shared/sentences/audience.ts'
import { importJourneys, importOrders } from '../../shared/ingest/journeys.ts'
import type { TestDatabase } from './database.ts'

export type JourneyRecord = Record<string, string | number | boolean>

/** Imports touches and orders as JSON lines with the importer. */
export async function ingestJourneys(
  database: TestDatabase,
  brand: string,
  touches: JourneyRecord[],
  orders: JourneyRecord[],
) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
  const write = async (name: string, records: JourneyRecord[]) => {
    const path = join(folder, name)
    await writeFile(path, records.map((record) => JSON.stringify(record)).join('\n'))
    return path
  }
  try {
    if (touches.length > 0) {
      await importJourneys(database.sql, { audience: shell, brand, file: await write('journeys.jsonl', touches) })
    }
    if (orders.length > 0)
      await importOrders(database.sql, { audience: shell, brand, file: await write('orders.jsonl', orders) })
  } finally {
    await rm(folder, { recursive: true })
  }
}
