import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { asRole } from '../../cli/database/connect.ts'
import { freePort, startPostgres } from '../../cli/installation/postgres.ts'
import type { OwnCluster } from './own_cluster.ts'

export interface StreamingReplica {
  /** The URL of the login role of the functions. */
  functionsUrl: string
  sql: Sql
  pause: () => Promise<void>
  resume: () => Promise<void>
  /** Waits until the replica has replayed all changes of the primary. */
  caughtUp: () => Promise<void>
  /** Stops the server, so that its port refuses connections. */
  shutDown: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

const ofTheRunning = ['postmaster.pid', 'postmaster.opts']

/** Starts a streaming replica from a base backup of a running server. */
export async function startReplica(primary: OwnCluster): Promise<StreamingReplica> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-replica-'))
  const directory = join(folder, 'data')
  await copyRunning(primary, directory)
  const source = new URL(primary.database.adminUrl)
  const conninfo = `host=127.0.0.1 port=${source.port} user=postgres password=${decodeURIComponent(source.password)}`
  const options = {
    directory,
    port: await freePort(),
    password: decodeURIComponent(source.password),
    settings: ['fsync=off', 'hot_standby=on', `primary_conninfo=${conninfo}`],
  }
  let server = await startPostgres(options)
  const adminUrl = `${server.url}/postgres`
  const sql = postgres(adminUrl, { max: 2, onnotice: () => undefined })
  return {
    functionsUrl: asRole(adminUrl, 'vitrine_functions', options.password),
    sql,
    pause: async () => void (await sql`select pg_wal_replay_pause()`),
    resume: async () => void (await sql`select pg_wal_replay_resume()`),
    caughtUp: async () => {
      const [row] = await primary.database.sql`select pg_current_wal_insert_lsn()::text as lsn`
      for (let isLevel = false; !isLevel;) {
        const [here] = await sql`select pg_last_wal_replay_lsn() >= ${row?.lsn as string}::pg_lsn as is_level`
        isLevel = here?.is_level as boolean
      }
    },
    shutDown: () => server.stop(),
    start: async () => void (server = await startPostgres(options)),
    stop: async () => {
      await sql.end({ timeout: 1 })
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function copyRunning({ database, directory }: OwnCluster, target: string): Promise<void> {
  const session = await database.sql.reserve()
  await session`select pg_backup_start('replica', true)`
  await cp(directory, target, { recursive: true, filter: (path) => !ofTheRunning.includes(basename(path)) })
  const [backup] = await session`select labelfile from pg_backup_stop(false)`
  session.release()
  await writeFile(join(target, 'backup_label'), backup?.labelfile as string)
  await writeFile(join(target, 'standby.signal'), '')
}
