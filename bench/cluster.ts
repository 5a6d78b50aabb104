import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { freePort, startPostgres } from '../cli/installation/postgres.ts'
import { migrate } from '../cli/database/schema.ts'

export interface BenchCluster {
  sql: Sql
  /** The address of the database for the superuser. */
  url: string
  /** The address of the database for the login of the functions. */
  functionsUrl: string
  folder: string
  stop: () => Promise<void>
}

/** Starts a Postgres with an empty Vitrine database for one benchmark. fsync is on, as in production. */
export async function startCluster(): Promise<BenchCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
  const cluster = await startPostgres({
    directory: join(folder, 'data'),
    port: await freePort(),
    password: 'bench',
    settings: ['shared_buffers=2GB', 'max_wal_size=8GB', 'checkpoint_timeout=30min'],
  })
  const server = postgres(`${cluster.url}/postgres`, { max: 1 })
  await server`create database vitrine`
  await server.end()
  const url = `${cluster.url}/vitrine`
  const sql = postgres(url, { max: 4, onnotice: () => undefined })
  await migrate(sql)
  await sql`alter role vitrine_functions password 'bench'`
  const functionsUrl = new URL(url)
  functionsUrl.username = 'vitrine_functions'
  return {
    sql,
    url,
    functionsUrl: functionsUrl.href,
    folder,
    stop: async () => {
      await sql.end({ timeout: 1 })
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
