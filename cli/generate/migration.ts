/** Writes the one migration anew from sql/load.sql: until 1.0 there is no database in the world to be kind to. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flattenedSchema } from '../database/schema.ts'

writeFileSync(
  join(import.meta.dirname, '..', '..', 'supabase', 'migrations', '20261121000000_initial.sql'),
  flattenedSchema(),
)
