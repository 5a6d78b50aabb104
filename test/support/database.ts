import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { inject } from 'vitest'
import { asRole } from '../../cli/database/connect.ts'

export interface TestDatabase {
  /** Of the superuser, who sees everything. */
  adminUrl: string
  /** Of the login role that the functions use; through a transaction pooler where the tests run so. */
  functionsUrl: string
  isPooled: boolean
  /** The same login, never through a pooler. */
  sessionUrl: string
  /** Of the login role of jobs. */
  workerUrl: string
  sql: Sql
  stop: () => Promise<void>
}

export interface DatabaseOptions {
  now?: string
  /** False for tests that read no days of the simulated brand: their clone is ten times smaller. */
  isSimulated?: boolean
}

/** A database of the test's own, cloned from a template: nothing in it is shared with another file. */
export async function createDatabase({
  now = '2026-11-20T12:00:00Z',
  isSimulated = true,
}: DatabaseOptions = {}): Promise<TestDatabase> {
  const { url, rolePassword, templates, pooler } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = postgres(`${url}/postgres`, { max: 1, onnotice: () => undefined })
  await server.unsafe(
    `create database ${name} template ${isSimulated ? templates.simulated : templates.schema} strategy file_copy`,
  )
  // Imports refuse the future: the clock of a test stands still for every connection.
  await server.unsafe(`alter database ${name} set vitrine.now = '${now}'`)
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
