import postgres from 'postgres'
import { semaphoreOf } from './query.ts'
import type { Database } from './pool.ts'

/** The newest migration that this release contains. A process serves only on a schema that has it (`core.schema_version`). */
export const schemaVersion = '20261123035357'

export type UnreadyReason =
  'database_does_not_respond' | 'login_is_refused' | 'login_has_excess_rights' | 'schema_is_older' | 'schema_is_newer'

/** Why a process cannot serve: a code for /readyz, and a sentence with the fix for the log. */
export interface Unready {
  reason: UnreadyReason
  cause: string
}

/** The time limit of the check. The first connection of a process takes the longest. */
const timeoutMilliseconds = 3000
/** The pause before the next check. */
const pauseMilliseconds = 1000

const results = new WeakMap<Database, Promise<Unready | null>>()

/**
 * Returns null once the database has accepted the login, the login owns nothing and is subject to every policy, and the
 * schema fits this release. Otherwise it returns the reason, and checks again after a second. Row-level security does not
 * apply to superusers. After a success nothing is checked again, so a later outage does not make a process unready.
 */
export async function unready(database: Database): Promise<Unready | null> {
  const known = results.get(database)
  if (known) return await known
  const result = withTimeout(check(database)).catch(failure)
  results.set(database, result)
  const found = await result
  if (found) setTimeout(() => results.delete(database), pauseMilliseconds)
  return found
}

async function check(database: Database): Promise<Unready | null> {
  return (await checkLogin(database)) ?? (await checkSchema(database))
}

async function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The database did not respond in time.')), timeoutMilliseconds)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}

function failure(thrown: unknown): Unready {
  if (!(thrown instanceof postgres.PostgresError))
    return { reason: 'database_does_not_respond', cause: thrown instanceof Error ? thrown.message : String(thrown) }
  // undefined_function and invalid_schema_name: releases before the first check lack the function.
  if (['42883', '3F000'].includes(thrown.code)) return olderSchema('without a version')
  return {
    reason: 'login_is_refused',
    cause: `The database refused the login: ${thrown.message}. Set DATABASE_URL to the role vitrine_functions and its password.`,
  }
}

async function checkLogin(database: Database): Promise<Unready | null> {
  const query = () => database`
    select rolname as name, rolsuper as is_superuser, rolbypassrls as is_exempt,
      exists (
        select from pg_catalog.pg_roles as owner
        where owner.rolname in ('vitrine_owner', 'vitrine_gate', 'vitrine_oauth', 'vitrine_backup') and pg_catalog.pg_has_role(pg_roles.oid, owner.oid, 'member')
      ) as is_owner
    from pg_catalog.pg_roles where rolname = session_user`
  const [login] = await semaphoreOf(database).run('login', query)
  const right = [
    login?.is_superuser && 'is a superuser',
    login?.is_exempt && 'bypasses row-level security',
    login?.is_owner && 'may act as the owner or reads all brands',
  ].find(Boolean)
  if (!right) return null
  const cause = `The login ${login?.name} ${right}. Set DATABASE_URL to the role vitrine_functions.`
  return { reason: 'login_has_excess_rights', cause }
}

/** Compares the schema with this release. Versions are the timestamps of migrations, so their order is that of the texts. */
async function checkSchema(database: Database): Promise<Unready | null> {
  const query = () => database`select version, compatible_since from core.schema_version()`
  const [schema] = await semaphoreOf(database).run('login', query)
  if (schema?.version < schemaVersion) return olderSchema(schema?.version as string)
  if (schema?.compatible_since <= schemaVersion) return null
  const cause = `The database has the schema ${schema?.version}, which this release (${schemaVersion}) cannot use. Deploy the release that migrated it.`
  return { reason: 'schema_is_newer', cause }
}

function olderSchema(found: string): Unready {
  const cause = `The database has the schema ${found}, but this release needs ${schemaVersion}. Run npm run vitrine -- migrate.`
  return { reason: 'schema_is_older', cause }
}
