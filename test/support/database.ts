import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { inject } from 'vitest'

export interface TestDatabase {
  /** Of the superuser, who sees everything. */
  adminUrl: string
  /** Of the login role that the functions use. */
  functionsUrl: string
  sql: Sql
  stop: () => Promise<void>
}

/** A database of the test's own, cloned from the template: nothing in it is shared with another file. */
export async function createDatabase(): Promise<TestDatabase> {
  const { url, functionsPassword, template } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = postgres(`${url}/postgres`, { max: 1, onnotice: () => undefined })
  await server.unsafe(`create database ${name} template ${template} strategy file_copy`)
  const adminUrl = `${url}/${name}`
  const sql = postgres(adminUrl, { max: 4, onnotice: () => undefined })
  const functionsUrl = new URL(adminUrl)
  functionsUrl.username = 'vitrine_functions'
  functionsUrl.password = functionsPassword
  return {
    adminUrl,
    functionsUrl: functionsUrl.href,
    sql,
    stop: async () => {
      await sql.end({ timeout: 1 })
      await server.unsafe(`drop database ${name} with (force)`)
      await server.end({ timeout: 1 })
    },
  }
}
