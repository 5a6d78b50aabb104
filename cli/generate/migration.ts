/** Writes the initial migration from sql/load.sql. Migrations are append-only from version 0.2.0 on. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flattenedSchema } from '../database/schema.ts'

writeFileSync(
  join(import.meta.dirname, '..', '..', 'supabase', 'migrations', '20261121000000_initial.sql'),
  flattenedSchema(),
)
