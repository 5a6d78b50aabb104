import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { freePort, startPostgres } from '../../scripts/postgres.ts'
import { migrate } from '../../scripts/schema.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { url: string; functionsPassword: string; template: string }
  }
}

const functionsPassword = 'functions'
const template = 'vitrine_template'

/** One real Postgres for the whole run, and in it the template that every test file clones. */
export default async function setup(project: TestProject) {
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const cluster = await startPostgres({
    directory: join(directory, 'data'),
    port: await freePort(),
    password: 'postgres',
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  })
  const server = postgres(`${cluster.url}/postgres`, { max: 1, onnotice: () => undefined })
  await server.unsafe(`create database ${template}`)
  const sql = postgres(`${cluster.url}/${template}`, { max: 1, onnotice: () => undefined })
  await migrate(sql)
  await sql.unsafe(`alter role vitrine_functions password '${functionsPassword}'`)
  await sql.end()
  await server.end()
  project.provide('postgres', { url: cluster.url, functionsPassword, template })
  return async () => {
    await cluster.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
