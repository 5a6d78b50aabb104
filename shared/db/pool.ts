import postgres from 'postgres'
import { parseAddress } from './address.ts'
import { Connections, keepConnections } from './connections.ts'

export type Database = postgres.Sql

const statementSeconds = 8

export interface PoolOptions {
  url: string
  connectionsMax: number
  /** Fixes the clock of the service (`platform.now()`), for tests and demonstrations. */
  now?: string | undefined
  /**
   * Behind a transaction pooler no statement is prepared and no session setting is made: the settings of the role
   * apply.
   */
  isPooled?: boolean
  /** The statement timeout of requests. Jobs may take longer. */
  statementSecondsMax?: number
  connectSecondsMax?: number
}

/** The connection pool of one function, as the login role that may execute the gate and the functions of oauth, and read no table. */
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
    // The driver's own waits grow to 20 s, through which a database that is back is not asked; the breaker spares it already.
    backoff: () => 0.1,
    onnotice: () => undefined,
    connection: { application_name: 'vitrine', ...(isPooled ? {} : sessionSettings(options)) },
    // Taken by the driver, and missing from its types.
    socket: connections.open,
  }
  const database = postgres(url, driverOptions)
  keepConnections(database, connections)
  return database
}

function sessionSettings({
  statementSecondsMax = statementSeconds,
  now,
}: PoolOptions): Record<string, string | number> {
  return {
    statement_timeout: statementSecondsMax * 1000,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
    ...(now ? { 'vitrine.now': now } : {}),
  }
}
