import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import type { TestProject } from 'vitest/node'
import { extendSimulation } from '../../functions/worker/queues/extend_simulation.ts'
import { freePort, startPostgres } from '../../cli/installation/postgres.ts'
import { migrate } from '../../cli/database/schema.ts'
import { writeDocs } from '../../cli/generate/docs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** With a pooler, the functions' login goes through it. */
    postgres: { url: string; rolePassword: string; template: string; pooler?: string }
  }
}

interface Server {
  url: string
  stop: () => Promise<void>
}

export const rolePassword = 'password'

/** One real Postgres for the whole run, and in it the template that every test file clones. */
export default async function setup(project: TestProject) {
  writeDocs()
  const server = process.env.TEST_DATABASE_URL ? existingServer(process.env.TEST_DATABASE_URL) : await bootServer()
  const template = `template_${randomUUID().replaceAll('-', '')}`
  const sql = postgres(`${server.url}/postgres`, { max: 1, onnotice: () => undefined })
  const teardown = async () => {
    await sql.unsafe(`drop database if exists ${template} with (force)`)
    await sql.end()
    await server.stop()
  }
  try {
    await sql.unsafe(`create database ${template}`)
    await fillTemplate(postgres(`${server.url}/${template}`, { max: 1, onnotice: () => undefined }))
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('postgres', { url: server.url, rolePassword, template })
  return teardown
}

async function fillTemplate(sql: Sql): Promise<void> {
  await migrate(sql)
  await sql`set vitrine.now = '2026-11-20T12:00:00Z'`
  await extendSimulation.run(sql, {})
  for (const role of ['vitrine_functions', 'vitrine_worker']) {
    await sql.unsafe(`alter role ${role} password '${rolePassword}'`)
    await sql.unsafe(`grant vitrine_clock to ${role}`)
  }
  await sql.end()
}

/** A server of one's own, where losing the data does not matter. */
async function bootServer(): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const options = { directory: join(directory, 'data'), port: await freePort(), password: 'postgres', settings }
  const { url, stop } = await startPostgres(options)
  return { url, stop: () => stop().then(() => rm(directory, { recursive: true, force: true })) }
}

/** A throw-away server that runs already: its vitrine roles get the tests' password. */
function existingServer(databaseUrl: string): Server {
  const url = new URL(databaseUrl)
  url.pathname = ''
  return { url: url.href, stop: async () => undefined }
}
