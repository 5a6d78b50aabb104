import { Buffer } from 'node:buffer'
import postgres from 'postgres'
import { parseAddress } from './address.ts'
import { Connections, keepConnections } from './connections.ts'

export type Database = postgres.Sql

const statementSeconds = 8
const lockSeconds = 2

export interface PoolOptions {
  url: string
  connectionsMax: number
  /** The name of the process in pg_stat_activity and the log of Postgres: `vitrine_analytics`. */
  applicationName?: string | undefined
  /** Fixes the clock of data (`platform.now()`), for tests and demonstrations. */
  now?: string | undefined
  /**
   * Whether the database is behind a transaction pooler. Then statements are not prepared and no session settings are
   * sent; the settings of the role apply.
   */
  isPooled?: boolean
  /** The statement timeout of requests. Jobs may take longer. */
  statementSecondsMax?: number
  /** How long a statement waits for a lock. */
  lockSecondsMax?: number
  connectSecondsMax?: number
}

/**
 * Creates a connection pool. The login role of the functions may execute only granted SQL functions and cannot read the
 * tables of the service.
 */
export function createPool(options: PoolOptions): Database {
  const isPooled = options.isPooled ?? false
  const { url, ssl } = parseAddress(options.url)
  const connections = new Connections((options.statementSecondsMax ?? statementSeconds) + 1)
  const driverOptions = {
    ssl,
    max: options.connectionsMax,
    prepare: !isPooled,
    connect_timeout: options.connectSecondsMax ?? 5,
    idle_timeout: 60,
    // The driver's own backoff grows to 20 s and would delay recovery. The circuit breaker already limits attempts.
    backoff: () => 0.1,
    onnotice: () => undefined,
    types: parameterTypes,
    connection: {
      application_name: options.applicationName ?? 'vitrine',
      ...(isPooled ? {} : sessionSettings(options)),
    },
    // The driver supports this option, but its types do not declare it.
    socket: connections.open,
  }
  // The types of the driver's own types, so that queries declare the same results.
  const database = postgres(url, driverOptions) as unknown as Database
  keepConnections(database, connections)
  return database
}

/**
 * Serializers of parameters whose second application changes nothing, unlike those of the driver. After a migration has changed the
 * result type of a function, Postgres refuses the prepared statements that call it. The driver then sends the query again, and
 * serializes the serialized parameters once more (porsager/postgres#1197): `true` became `false`, and a hash named no session.
 */
const parameterTypes = {
  json: {
    to: 114,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  },
  boolean: {
    to: 16,
    from: [16],
    serialize: (value: unknown) => (value === true || value === 't' ? 't' : 'f'),
    parse: (text: string) => text === 't',
  },
  bytea: {
    to: 17,
    from: [17],
    serialize: (value: Uint8Array | string) =>
      typeof value === 'string' ? value : `\\x${Buffer.from(value).toString('hex')}`,
    parse: (text: string) => Buffer.from(text.slice(2), 'hex'),
  },
}

function sessionSettings({
  statementSecondsMax = statementSeconds,
  lockSecondsMax = lockSeconds,
  now,
}: PoolOptions): Record<string, string | number> {
  return {
    statement_timeout: statementSecondsMax * 1000,
    lock_timeout: lockSecondsMax * 1000,
    idle_in_transaction_session_timeout: 10_000,
    ...(now ? { 'vitrine.now': now } : {}),
  }
}
