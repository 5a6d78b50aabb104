import { join } from 'node:path'
import { readMigrations } from '../../cli/database/schema.ts'
import type { Migration } from '../../cli/database/history.ts'

/** What a database has, and a release after it that exists for the tests only. */
export function nextMigrations(): Migration[] {
  return [...readMigrations(), ...readMigrations(join(import.meta.dirname, '..', 'core', 'next_migration'))]
}
