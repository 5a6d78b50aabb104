import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sql } from 'postgres'

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
    .sort()
    .map((file) => {
      const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
      return { version, name, text: readFileSync(join(migrationsFolder, file), 'utf8') }
    })
}

/**
 * Applies the migrations that a database lacks, each in a transaction, and returns their names.
 * They are recorded where the Supabase command line records them, so that either may go on from the other.
 */
export async function migrate(sql: Sql): Promise<string[]> {
  await sql.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
  `)
  const applied = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`
  const versions = new Set(applied.map((row) => row.version))
  const missing = readMigrations().filter((migration) => !versions.has(migration.version))
  for (const migration of missing) {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(migration.text)
      await transaction`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${migration.version}, ${migration.name}, ${[migration.text]})`
    })
  }
  return missing.map((migration) => migration.name)
}
