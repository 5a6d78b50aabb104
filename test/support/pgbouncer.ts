import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../cli/installation/postgres.ts'

export interface Pgbouncer {
  host: string
  stop: () => Promise<void>
}

export interface PgbouncerOptions {
  serverUrl: string
  /** The passwords of the logins by their names. */
  logins: Record<string, string>
  /** The maximum of server connections for each login and database. */
  poolSize: number
}

/** Debian installs it outside the PATH of ordinary users. */
const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find((path) => spawnSync(path, ['--version']).status === 0)
export const hasPgbouncer = program !== undefined
export const withoutPgbouncer = 'Not tried through a transaction pooler: no PgBouncer here. apt-get install pgbouncer.'

/** Starts PgBouncer in transaction mode on a free port, without support for session state. */
export async function startPgbouncer(options: PgbouncerOptions): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new URL(options.serverUrl)
  const logins = Object.entries(options.logins).map(([name, password]) => `"${name}" "${password}"\n`)
  writeFileSync(join(folder, 'logins.txt'), logins.join(''))
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/logins.txt
pool_mode = transaction
default_pool_size = ${options.poolSize}
max_client_conn = 500
max_db_connections = 100
autodb_idle_timeout = 5
log_connections = 0
log_disconnections = 0
`,
  )
  // PgBouncer does not run as root.
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : []
  const child = spawn(program as string, ['--quiet', ...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  const exited = new Promise((done) => child.once('exit', done))
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer does not start: pgbouncer ${folder}/pgbouncer.ini`)
    await delay(10)
  }
  return {
    host: `127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGINT')
      const timer = setTimeout(() => child.kill('SIGKILL'), 3000)
      await exited
      clearTimeout(timer)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<boolean> {
  return await new Promise((done) => {
    const probe = connect(port, '127.0.0.1')
    probe.once('error', () => done(false))
    probe.once('connect', () => probe.end(() => done(true)))
  })
}
