import type { Sql } from 'postgres'
import { parseEnv } from '../../shared/env.ts'
import { asRole, connect } from '../database/connect.ts'
import { Home } from '../installation/home.ts'

/** Returns the URL of the database: DATABASE_URL, or the database of the installation of `npm start`. */
export function databaseUrl(): string {
  const env = parseEnv()
  const url = env.DATABASE_URL ?? new Home(env.VITRINE_HOME).readInstallation()?.database_url
  if (url) return url
  throw new Error('No database is configured. Run npm start in another terminal, or set DATABASE_URL.')
}

/** Runs an action with a connection to the database, and closes the connection. */
export async function onDatabase<Result>(action: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = await connect(databaseUrl(), { now: parseEnv().VITRINE_NOW })
  try {
    return await action(sql)
  } finally {
    await sql.end()
  }
}

/**
 * Returns DATABASE_URL, or the database of the local installation with the login of the worker. With VITRINE_NOW it is the login that owns
 * the local database, because `npm start` lets that of the worker set the clock only if it has VITRINE_NOW itself.
 */
export function workerUrl(): string {
  const env = parseEnv()
  if (env.VITRINE_NOW) return databaseUrl()
  return env.DATABASE_URL ?? asRole(databaseUrl(), 'vitrine_worker', new Home(env.VITRINE_HOME).secrets().worker)
}

/** Runs an action as the worker, with connections for several sources at once, and closes the connections. */
export async function asWorker<Result>(action: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = await connect(workerUrl(), { now: parseEnv().VITRINE_NOW, role: 'vitrine_worker', connectionsMax: 8 })
  try {
    return await action(sql)
  } finally {
    await sql.end()
  }
}
