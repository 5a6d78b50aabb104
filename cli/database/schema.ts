import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import type { Sql, TransactionSql } from 'postgres'
import { compareHistory, historyFault } from './history.ts'
import type { Migration } from './history.ts'

const root = join(import.meta.dirname, '..', '..')
const migrationsFolder = join(root, 'supabase', 'migrations')
const pauseMilliseconds = 400

/** sql/load.sql with its includes written out: the whole database as one script. */
export function flattenedSchema(path = join(root, 'sql', 'load.sql')): string {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines
    .map((line) => (line.startsWith('\\ir ') ? flattenedSchema(join(dirname(path), line.slice(4).trim())) : line))
    .join('\n')
}

export interface MigrateOptions {
  migrations?: Migration[]
  /**
   * A lock that is not had in this time is given up, with all that were had before it: a file of five holds requests up for a
   * second, which have two, and gives up before anybody is found to be in a deadlock.
   */
  lockMilliseconds?: number
  attemptsMax?: number
}

/** The migrations that a live database replays, oldest first. */
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
 * Applies the migrations that a database lacks, each in a transaction of its own, and returns their names.
 * They are recorded where the Supabase command line records them, so that either may go on from the other. Throws where the
 * database knows more than the files, or something else.
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
      if (attempt === attemptsMax) throw new Error(outOfPatience(attemptsMax), { cause: error })
      attempt += 1
      // Whoever queued behind the lock goes first.
      await delay(pauseMilliseconds)
    }
  }
}

/** The first migration that is missing, whole or not at all; null when there is none. */
async function applyNext(
  transaction: TransactionSql,
  migrations: Migration[],
  lockMilliseconds: number,
): Promise<string | null> {
  await transaction`set local statement_timeout = 0`
  await transaction`set local lock_timeout = 0`
  // Two starts may migrate at once: the second waits, then finds nothing to do.
  await transaction`select pg_advisory_xact_lock(hashtext('vitrine.migrations'))`
  await transaction.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
  `)
  const history = await compareHistory(transaction, migrations)
  const fault = historyFault(history)
  if (fault) throw new Error(fault)
  const [next] = history.missing
  if (!next) return null
  await transaction.unsafe(`set local lock_timeout = ${lockMilliseconds}`)
  await transaction.unsafe(next.text)
  await transaction`
    insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${next.version}, ${next.name}, ${[next.text]})`
  return next.name
}

/** Another transaction held a lock for too long, or waited for one of ours. */
function isLockMissed(error: unknown): boolean {
  return error instanceof postgres.PostgresError && ['55P03', '40P01'].includes(error.code)
}

function outOfPatience(attempts: number): string {
  return (
    `The migration could not have its locks in ${attempts} attempts, because other transactions hold them; nothing was changed. ` +
    'End what pg_stat_activity shows to be idle in transaction, and run it again.'
  )
}
