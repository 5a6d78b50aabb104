import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ISql, Sql } from 'postgres'

const root = join(import.meta.dirname, '..')
const migrationsFolder = join(root, 'supabase', 'migrations')

/** sql/load.sql with its includes written out: the whole database as one script. */
export function flattenedSchema(path = join(root, 'sql', 'load.sql')): string {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines
    .map((line) => (line.startsWith('\\ir ') ? flattenedSchema(join(dirname(path), line.slice(4).trim())) : line))
    .join('\n')
}

export interface Migration {
  version: string
  name: string
  text: string
}

/** The migrations that a live database replays, oldest first. */
export function readMigrations(): Migration[] {
  return readdirSync(migrationsFolder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
      return { version, name, text: readFileSync(join(migrationsFolder, file), 'utf8') }
    })
}

/** The migrations that a database lacks, oldest first. */
export async function missingMigrations(sql: ISql): Promise<Migration[]> {
  const [table] = await sql`select to_regclass('supabase_migrations.schema_migrations') is not null as exists`
  const applied = table?.exists ? await sql`select version from supabase_migrations.schema_migrations` : []
  const versions = new Set(applied.map((row) => row.version as string))
  return readMigrations().filter((migration) => !versions.has(migration.version))
}

/**
 * Applies the migrations that a database lacks, all or none, and returns their names.
 * They are recorded where the Supabase command line records them, so that either may go on from the other.
 */
export async function migrate(sql: Sql): Promise<string[]> {
  return await sql.begin(async (transaction) => {
    // Two starts may migrate at once: the second waits, then finds nothing to do.
    await transaction`select pg_advisory_xact_lock(hashtext('vitrine.migrations'))`
    await transaction.unsafe(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    `)
    const missing = await missingMigrations(transaction)
    for (const { version, name, text } of missing) {
      await transaction.unsafe(text)
      await transaction`
        insert into supabase_migrations.schema_migrations (version, name, statements) values (${version}, ${name}, ${[text]})`
    }
    return missing.map((migration) => migration.name)
  })
}
