/** Writes the unreleased migration from sql/ and sql/changes/: `node cli/generate/migration.ts`. */
import { join } from 'node:path'
import { writeMigration } from '../migrations/write_migration.ts'

try {
  await writeMigration(join(import.meta.dirname, '..', '..'))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
