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

/** Opens a pool of two connections. Throws an Error with one sentence if the database is not reachable. */
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
  try {
    await sql`select 1`
    return sql
  } catch (cause) {
    await sql.end({ timeout: 0 })
    throw new Error(sentence(url, cause), { cause })
  }
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
