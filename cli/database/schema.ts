import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import type { Sql, TransactionSql } from 'postgres'
import { compareHistory, historyError } from './history.ts'
import type { Migration } from './history.ts'

const root = join(import.meta.dirname, '..', '..')
const migrationsFolder = join(root, 'supabase', 'migrations')
const pauseMilliseconds = 400

/** Returns sql/load.sql with its includes expanded: the whole schema as one script. */
export function flattenedSchema(path = join(root, 'sql', 'load.sql')): string {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines
    .map((line) => (line.startsWith('\\ir ') ? flattenedSchema(join(dirname(path), line.slice(4).trim())) : line))
    .join('\n')
}

export interface MigrateOptions {
  migrations?: Migration[]
  /**
   * The timeout for each lock, in milliseconds. With the default of 200, a migration of five locks blocks requests for
   * at most 1 s, half of their own lock timeout, and it fails before Postgres detects a deadlock.
   */
  lockMilliseconds?: number
  attemptsMax?: number
}

/** Returns the migrations of the folder, oldest first. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
      return { version, name, text: readFileSync(join(folder, file), 'utf8') }
    })
}

/**
 * Applies the missing migrations, each in its own transaction, and returns their names. They are recorded in the table of the
 * Supabase command line, so that both tools can be used. Throws if the database has unknown or changed migrations, or if locks
 * are not available.
 */
export async function migrate(sql: Sql, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations = readMigrations(), lockMilliseconds = 200, attemptsMax = 300 } = options
  const applied: string[] = []
  for (let attempt = 1; ;) {
    try {
      const name = await sql.begin((transaction) => applyNext(transaction, migrations, lockMilliseconds))
      if (name === null) return applied
      applied.push(name)
      attempt = 1
    } catch (error) {
      if (!isLockMissed(error)) throw error
      if (attempt === attemptsMax) throw new Error(lockTimeoutMessage(attemptsMax), { cause: error })
      attempt += 1
      // Sessions that wait for the same locks run before the next attempt.
      await delay(pauseMilliseconds)
    }
  }
}

/** Applies the first missing migration in the transaction and returns its name; null if there is none. */
async function applyNext(
  transaction: TransactionSql,
  migrations: Migration[],
  lockMilliseconds: number,
): Promise<string | null> {
  await transaction`set local statement_timeout = 0`
  await transaction`set local lock_timeout = 0`
  // If two processes migrate at once, the second waits and then finds no missing migration.
  await transaction`select pg_advisory_xact_lock(hashtext('vitrine.migrations'))`
  await transaction.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
  `)
  const history = await compareHistory(transaction, migrations)
  const error = historyError(history)
  if (error) throw new Error(error)
  const [next] = history.missing
  if (!next) return null
  await transaction.unsafe(`set local lock_timeout = ${lockMilliseconds}`)
  await transaction.unsafe(next.text)
  await transaction`
    insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${next.version}, ${next.name}, ${[next.text]})`
  return next.name
}

/** Returns whether the error is lock_not_available or deadlock_detected. */
function isLockMissed(error: unknown): boolean {
  return error instanceof postgres.PostgresError && ['55P03', '40P01'].includes(error.code)
}

function lockTimeoutMessage(attempts: number): string {
  return (
    `The migration could not acquire its locks in ${attempts} attempts, because other transactions hold them. Nothing was changed. ` +
    'End the sessions that pg_stat_activity shows as idle in transaction, and run the migration again.'
  )
}
