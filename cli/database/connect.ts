import postgres from 'postgres'
import type { Sql } from 'postgres'
import { parseAddress } from '../../shared/db/address.ts'

export interface ConnectOptions {
  /** Sets the clock for data (VITRINE_NOW): an instant with offset. */
  now?: string | undefined
  /** The role that runs the statements. Default: the login. */
  role?: string
  connectionsMax?: number
}

/** Opens a pool of two connections. Throws an Error if the database is not reachable, or if the login may not set the clock. */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Sql> {
  const address = parseAddress(url)
  const sql = postgres(address.url, {
    ssl: address.ssl,
    max: options.connectionsMax ?? 2,
    connect_timeout: 5,
    onnotice: () => undefined,
    connection: {
      application_name: 'vitrine_scripts',
      // JIT compilation of plans over many partitions takes seconds and gains nothing for few rows.
      jit: 'off',
      // A session that waits for a lock blocks later sessions that need the same lock.
      lock_timeout: 10_000,
      ...(options.now ? { 'vitrine.now': options.now } : {}),
      ...(options.role ? { role: options.role } : {}),
    },
  })
  let clock: { login: string; is_fixed: boolean } | undefined
  try {
    ;[clock] = await sql<{ login: string; is_fixed: boolean }[]>`
      select session_user as login, coalesce(
        pg_has_role(session_user, (select oid from pg_roles where rolname = 'vitrine_clock'), 'member'), true
      ) as is_fixed`
  } catch (cause) {
    await sql.end({ timeout: 0 })
    throw new Error(sentence(url, cause), { cause })
  }
  // The database would ignore the setting.
  if (options.now && clock?.is_fixed === false) {
    await sql.end({ timeout: 0 })
    throw new Error(
      `The login ${clock.login} may not set the clock. Unset VITRINE_NOW, or run: grant vitrine_clock to ${clock.login}. ` +
        'Do not run this in production.',
    )
  }
  return sql
}

/** Returns the URL of the same database with another login. */
export function asRole(databaseUrl: string, role: string, password: string): string {
  const url = new URL(databaseUrl)
  url.username = role
  url.password = password
  return url.href
}

function sentence(url: string, cause: unknown): string {
  const { host } = new URL(url)
  if (cause instanceof postgres.PostgresError) {
    return `The database at ${host} refused the connection: ${cause.message}. Correct DATABASE_URL.`
  }
  return `No database is reachable at ${host}. Start it, correct DATABASE_URL, or unset it to use the embedded database.`
}
