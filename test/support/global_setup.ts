import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { freePort, startPostgres } from '../../cli/installation/postgres.ts'
import { writeDocs } from '../../cli/generate/docs.ts'
import { adminPassword, copyCachedCluster, createTemplates, lossySettings, templates } from './cached_cluster.ts'
import type { Templates } from './cached_cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Functions connect through the pooler if there is one. */
    postgres: { url: string; rolePassword: string; templates: Templates; pooler?: string }
  }
}

interface Server {
  url: string
  templates: Templates
  stop: () => Promise<void>
}

export const rolePassword = 'password'

/** Starts one Postgres for the run, with the templates that test files clone. */
export default async function setup(project: TestProject) {
  writeDocs()
  const server = process.env.TEST_DATABASE_URL ? await useServer(process.env.TEST_DATABASE_URL) : await bootServer()
  const sql = postgres(`${server.url}/postgres`, { max: 1, onnotice: () => undefined })
  for (const role of ['vitrine_functions', 'vitrine_worker']) {
    await sql.unsafe(`alter role ${role} password '${rolePassword}'`)
    await sql.unsafe(`grant vitrine_clock to ${role}`)
  }
  await sql.end()
  project.provide('postgres', { url: server.url, rolePassword, templates: server.templates })
  return server.stop
}

/** Starts a server on a copy of the cached cluster. */
async function bootServer(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const directory = join(folder, 'data')
  await copyCachedCluster(directory)
  const options = { directory, port: await freePort(), password: adminPassword, settings: lossySettings }
  const { url, stop } = await startPostgres(options)
  return { url, templates, stop: () => stop().then(() => rm(folder, { recursive: true, force: true })) }
}

/** Uses a running server. The names of the templates are unique, and the templates are dropped at the end of the run. */
async function useServer(databaseUrl: string): Promise<Server> {
  const url = new URL(databaseUrl)
  url.pathname = ''
  const run = randomUUID().replaceAll('-', '')
  const names = { schema: `schema_${run}`, simulated: `simulated_${run}` }
  const sql = postgres(`${url.href}/postgres`, { max: 1, onnotice: () => undefined })
  const stop = async () => {
    for (const name of Object.values(names)) await sql.unsafe(`drop database if exists ${name} with (force)`)
    await sql.end()
  }
  try {
    await createTemplates(url.href, names)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: url.href, templates: names, stop }
}
