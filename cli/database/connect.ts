import postgres from 'postgres'
import type { Sql } from 'postgres'
import { parseAddress } from '../../shared/db/address.ts'

export interface ConnectOptions {
  /** Fixes the service's clock, as for the functions. */
  now?: string | undefined
}

/** A small pool on a database that answers; throws one sentence when it does not. */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Sql> {
  const address = parseAddress(url)
  const sql = postgres(address.url, {
    ssl: address.ssl,
    max: 2,
    connect_timeout: 5,
    onnotice: () => undefined,
    connection: {
      application_name: 'vitrine_scripts',
      // Compiling costs seconds on plans over many partitions, and gains nothing on rows this few.
      jit: 'off',
      // Whatever waits for a lock holds up those behind it.
      lock_timeout: 10_000,
      ...(options.now ? { 'vitrine.now': options.now } : {}),
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

/** The same database, as another login role. */
export function asRole(databaseUrl: string, role: string, password: string): string {
  const url = new URL(databaseUrl)
  url.username = role
  url.password = password
  return url.href
}

function sentence(url: string, cause: unknown): string {
  const { host } = new URL(url)
  if (cause instanceof postgres.PostgresError) {
    return `The database at ${host} refuses the connection: ${cause.message}. Correct DATABASE_URL.`
  }
  return `No database answers at ${host}. Start it, correct DATABASE_URL, or unset it for the embedded one.`
}
