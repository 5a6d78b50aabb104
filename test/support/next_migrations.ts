import { join } from 'node:path'
import { readMigrations } from '../../cli/database/schema.ts'
import type { Migration } from '../../cli/database/history.ts'

/** The released migrations and those of a later release that exists in tests only. */
export function nextMigrations(): Migration[] {
  return [...readMigrations(), ...readMigrations(join(import.meta.dirname, '..', 'core', 'next_migration'))]
}
