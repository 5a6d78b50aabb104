import { randomUUID } from 'node:crypto'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { vi } from 'vitest'
import { asRole } from '../../cli/database/connect.ts'
import { freePort, startPostgres } from '../../cli/installation/postgres.ts'
import type { Binaries } from '../../cli/installation/postgres.ts'
import { migrate } from '../../cli/database/schema.ts'
import type { TestDatabase } from './database.ts'

export interface OwnCluster {
  database: TestDatabase
  directory: string
  /** Restarts the server on the same data and port. `crash` stops it immediately. */
  restart: (how: 'stop' | 'crash') => Promise<void>
}

export interface OwnClusterOptions {
  /** The binaries of another Postgres than the embedded one. */
  binaries?: Binaries
  /** Whether the database has no schema of Vitrine. */
  isEmpty?: boolean
  /** Settings of the server, such as `work_mem=8MB`. */
  settings?: string[]
}

/** Starts a server that a test may stop. Its clock is not fixed. */
export async function startOwnCluster({
  binaries,
  isEmpty,
  settings = [],
}: OwnClusterOptions = {}): Promise<OwnCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-own-'))
  const directory = join(folder, 'data')
  const password = randomUUID()
  const options = {
    directory,
    port: await freePort(),
    password,
    settings: ['fsync=off', ...settings],
    ...(binaries ? { binaries } : {}),
  }
  let server = await startPostgres(options)
  const adminUrl = `${server.url}/postgres`
  const sql = postgres(adminUrl, { max: 4, onnotice: () => undefined })
  if (!isEmpty) {
    await migrate(sql)
    for (const role of ['vitrine_functions', 'vitrine_worker'])
      await sql.unsafe(`alter role ${role} password '${password}'`)
  }

  return {
    directory,
    database: {
      adminUrl,
      functionsUrl: asRole(adminUrl, 'vitrine_functions', password),
      isPooled: false,
      sessionUrl: asRole(adminUrl, 'vitrine_functions', password),
      workerUrl: asRole(adminUrl, 'vitrine_worker', password),
      sql,
      stop: async () => {
        await sql.end({ timeout: 1 })
        await server.stop()
        await rm(folder, { recursive: true, force: true })
      },
    },
    restart: async (how) => {
      if (how === 'crash') {
        const [pid] = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')
        process.kill(Number(pid), 'SIGQUIT')
        await vi.waitUntil(() => !server.isAlive(), { timeout: 20_000, interval: 20 })
      } else {
        await server.stop()
      }
      server = await startPostgres(options)
    },
  }
}
