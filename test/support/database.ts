import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { inject } from 'vitest'
import { asRole } from '../../cli/database/connect.ts'
import { defaultNow } from './default_now.ts'

export interface TestDatabase {
  /** The URL of the superuser, to whom no policy applies. */
  adminUrl: string
  /** The URL of the login role of the functions, through the transaction pooler in pooled runs. */
  functionsUrl: string
  isPooled: boolean
  /** The URL of the same login without the pooler. */
  sessionUrl: string
  /** The URL of the login role of jobs. */
  workerUrl: string
  sql: Sql
  stop: () => Promise<void>
}

export interface DatabaseOptions {
  now?: string
  /** False for tests that do not read data of the simulated brand. Their clone is ten times smaller. */
  isSimulated?: boolean
  /** False where leases and waits of other processes must end: limits then follow the clock of the machine. */
  isClockFixed?: boolean
}

/** Clones a template database for one test file. */
export async function createDatabase({
  now = defaultNow,
  isSimulated = true,
  isClockFixed = true,
}: DatabaseOptions = {}): Promise<TestDatabase> {
  const { url, rolePassword, templates, pooler } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = postgres(`${url}/postgres`, { max: 1, onnotice: () => undefined })
  await server.unsafe(
    `create database ${name} template ${isSimulated ? templates.simulated : templates.schema} strategy file_copy`,
  )
  // Imports reject future dates, so the clock is fixed for every connection.
  await server.unsafe(`alter database ${name} set vitrine.now = '${now}'`)
  // A fixed clock of limits, so that no test runs into the next minute.
  if (isClockFixed) await server.unsafe(`alter database ${name} set vitrine.clock = '${now}'`)
  const adminUrl = `${url}/${name}`
  const sessionUrl = asRole(adminUrl, 'vitrine_functions', rolePassword)
  const functionsUrl = new URL(sessionUrl)
  if (pooler) functionsUrl.host = pooler
  const sql = postgres(adminUrl, { max: 4, onnotice: () => undefined })
  return {
    adminUrl,
    functionsUrl: functionsUrl.href,
    isPooled: pooler !== undefined,
    sessionUrl,
    workerUrl: asRole(adminUrl, 'vitrine_worker', rolePassword),
    sql,
    stop: async () => {
      await sql.end({ timeout: 1 })
      await server.unsafe(`drop database ${name} with (force)`)
      await server.end({ timeout: 1 })
    },
  }
}
