import postgres from 'postgres'
import type { Sql } from 'postgres'
import type { TestDatabase } from './database.ts'
import { ingest } from './ingest.ts'

export interface Past {
  sql: Sql
  /** Fixes the time of the statements and imports that follow. */
  at: (now: string) => Promise<void>
  /** Imports rows at a time. */
  store: (now: string, brandId: string, rows: Parameters<typeof ingest>[2]) => Promise<void>
  end: () => Promise<void>
}

/** One session of the superuser whose time of data a test moves. */
export function openPast(database: TestDatabase): Past {
  const sql = postgres(database.adminUrl, { max: 1, onnotice: () => undefined })
  const at = async (now: string) => {
    await sql`select set_config('vitrine.now', ${now}, false)`
  }
  return {
    sql,
    at,
    store: async (now, brandId, rows) => {
      await at(now)
      await ingest({ ...database, sql }, brandId, rows)
    },
    end: () => sql.end({ timeout: 1 }),
  }
}
