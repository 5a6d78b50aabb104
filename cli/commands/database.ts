import type { Sql } from 'postgres'
import { parseEnv } from '../../shared/env.ts'
import { connect } from '../database/connect.ts'
import { Home } from '../installation/home.ts'

/** The database that a command works on: DATABASE_URL, or the running installation's. */
export function databaseUrl(): string {
  const env = parseEnv()
  const url = env.DATABASE_URL ?? new Home(env.VITRINE_HOME).readInstallation()?.database_url
  if (url) return url
  throw new Error('There is no database to work on. Run npm start in another terminal, or set DATABASE_URL.')
}

/** Hands a command its database and closes it afterwards. */
export async function onDatabase<Result>(action: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = await connect(databaseUrl(), { now: parseEnv().VITRINE_NOW })
  try {
    return await action(sql)
  } finally {
    await sql.end()
  }
}
