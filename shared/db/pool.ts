import postgres from 'postgres'

export type Database = postgres.Sql

export interface PoolOptions {
  url: string
  connectionsMax: number
  /** Fixes the service's clock (`platform.now()`); for tests and demonstrations. */
  now?: string | undefined
  /** False behind a transaction pooler that cannot keep prepared statements. */
  prepare?: boolean
  /** A request is given up after this; jobs may take longer. */
  statementSecondsMax?: number
  connectSecondsMax?: number
}

/** The connection pool of one function, as the login role that may ask the gate and the doors of oauth, and read nothing. */
export function createPool(options: PoolOptions): Database {
  return postgres(options.url, {
    max: options.connectionsMax,
    prepare: options.prepare ?? true,
    connect_timeout: options.connectSecondsMax ?? 5,
    idle_timeout: 60,
    onnotice: () => undefined,
    connection: {
      application_name: 'vitrine',
      statement_timeout: (options.statementSecondsMax ?? 8) * 1000,
      lock_timeout: 2000,
      idle_in_transaction_session_timeout: 10_000,
      ...(options.now ? { 'vitrine.now': options.now } : {}),
    },
  })
}
