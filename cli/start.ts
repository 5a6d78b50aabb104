/** `npm start`: runs Vitrine on this machine, on one port, with an embedded Postgres and a demo account. */
import { existsSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { parseEnv } from '../shared/env.ts'
import type { Env } from '../shared/env.ts'
import { asRole, connect } from './database/connect.ts'
import { Home } from './installation/home.ts'
import type { Installation, Secrets } from './installation/home.ts'
import { harden } from './database/harden.ts'
import { freePort } from './installation/postgres.ts'
import { migrate } from './database/schema.ts'
import { seedDemo } from './demo/seed.ts'
import { supervise } from './installation/supervise.ts'
import type { Supervised } from './installation/supervise.ts'
import { supervisePostgres } from './installation/supervise_postgres.ts'
import { welcome, welcomeBack } from './installation/welcome.ts'
import { writeDocs } from './generate/docs.ts'

const log = (line: string) => console.log(line)
const closers: (() => Promise<void>)[] = []

let isShuttingDown = false
let hasStarted = false

/** Stops everything in reverse order. Ctrl-C arrives twice, from the terminal and from npm; the second call does nothing. */
async function shutDown(code: number): Promise<void> {
  if (isShuttingDown) return
  isShuttingDown = true
  while (closers.length > 0) await closers.pop()?.()
  process.exit(code)
}

/** Reports a crash. `details` is where to look. The supervisor restarts what crashed. Exits if the start had not finished. */
function crash(name: string, details: string, waitMilliseconds: number): void {
  if (isShuttingDown) return
  const next = waitMilliseconds === 0 ? 'Restarting now.' : `Restarting in ${waitMilliseconds / 1000} s.`
  console.error(`The ${name} stopped unexpectedly. ${details} ${hasStarted ? next : ''}`.trimEnd())
  if (!hasStarted) void shutDown(1)
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void shutDown(0))

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { host, port } = readOptions()
  await start(parseEnv({ ...process.env, ...(host ? { HOST: host } : {}), ...(port ? { PORT: port } : {}) }))
} catch (error) {
  if (!isShuttingDown) console.error(error instanceof Error ? error.message : error)
  await shutDown(1)
}

/** Throws an Error that lists the options if one is unknown. */
function readOptions(): { host?: string | undefined; port?: string | undefined } {
  try {
    return parseArgs({ options: { host: { type: 'string' }, port: { type: 'string' } } }).values
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\.\s/)
    const options = 'npm start accepts --host <address> and --port <number>, for example npm start -- --port 8788.'
    throw new Error(`${sentence}. ${options}`, { cause: error })
  }
}

async function start(env: Env): Promise<void> {
  const home = new Home(env.VITRINE_HOME)
  await home.claim()
  const host = env.HOST ?? '127.0.0.1'
  await requirePort(env.PORT, host)
  writeDocs()
  const secrets = home.secrets()
  const databaseUrl = env.DATABASE_URL ?? (await bootDatabase(home, secrets))
  const sql = await connect(databaseUrl, { now: env.VITRINE_NOW })
  const applied = await migrate(sql)
  if (applied.length > 0) log(`Applied migrations: ${applied.join(', ')}.`)
  await harden(databaseUrl)
  await prepareLogins(sql, secrets, env.VITRINE_NOW)

  const isFirst = home.readInstallation() === null
  const demo = await seedDemo(sql, home, log)
  await sql.end()

  const baseUrl = env.PUBLIC_BASE_URL ?? `http://127.0.0.1:${env.PORT}`
  const installation: Installation = {
    base_url: baseUrl,
    api_url: env.PUBLIC_API_URL ?? baseUrl,
    auth_url: baseUrl,
    database_url: databaseUrl,
    app_database_url: asRole(databaseUrl, 'vitrine_functions', secrets.functions),
    ...demo,
  }
  const secretKey = env.WEBHOOK_SECRET_KEY ?? secrets.webhooks
  // The file run.json contains the process ids of the children. The next start kills them if this process was killed.
  const children: Supervised[] = []
  const recordRun = () => home.recordRun(children.map(({ pid }) => pid()))
  const gateway = run(
    'gateway',
    'cli/gateway/gateway.ts',
    {
      DATABASE_URL: installation.app_database_url,
      WEBHOOK_SECRET_KEY: secretKey,
      QUOTE_SIGNING_KEY: env.QUOTE_SIGNING_KEY ?? secrets.quotes,
      TOTP_SECRET_KEY: env.TOTP_SECRET_KEY ?? secrets.totp,
      SOURCE_TOKEN_KEY: env.SOURCE_TOKEN_KEY ?? secrets.sources,
      // On this machine a person who tries Vitrine can create an account, unless the environment says otherwise.
      SIGN_UP: process.env.SIGN_UP || 'open',
      // The page of a requested mail says where it is printed.
      MAIL_TO_CONSOLE: 'true',
      SHOW_COMPONENTS: 'true',
      PUBLIC_BASE_URL: baseUrl,
      PORT: String(env.PORT),
      HOST: host,
    },
    recordRun,
  )
  children.push(gateway)
  recordRun()
  await waitUntilServing(env.PORT, host)
  hasStarted = true
  home.writeInstallation(installation)
  log(isFirst ? welcome(installation) : welcomeBack(installation, home.installationFile))
  if (host !== '127.0.0.1') log(`Vitrine accepts connections at ${host}. Do not expose the demo account to a network.`)
  // The worker starts last, so that its log follows the welcome text.
  const worker = run(
    'worker',
    'functions/worker/process.ts',
    {
      DATABASE_URL: asRole(databaseUrl, 'vitrine_worker', secrets.worker),
      WEBHOOK_SECRET_KEY: secretKey,
      SOURCE_TOKEN_KEY: env.SOURCE_TOKEN_KEY ?? secrets.sources,
      HOST: host,
      PUBLIC_BASE_URL: baseUrl,
      // Without SMTP_URL, mails with links are printed here.
      MAIL_TO_CONSOLE: 'true',
    },
    recordRun,
  )
  children.push(worker)
  recordRun()
}

/** Starts the embedded Postgres, on the port of the last run if it is free, so that clients can reconnect. */
async function bootDatabase(home: Home, secrets: Secrets): Promise<string> {
  const lastUrl = home.readInstallation()?.database_url
  const port = await freePort(lastUrl ? Number(new URL(lastUrl).port) : 0)
  const options = { directory: home.databaseDirectory, port, password: secrets.postgres }
  const booting = supervisePostgres(options, (wait, cause) =>
    crash('embedded Postgres', cause instanceof Error ? cause.message : `See its log: ${options.directory}.log.`, wait),
  )
  closers.push(() => booting.then((cluster) => cluster.stop()).catch(() => undefined))
  const cluster = await booting
  const server = postgres(`${cluster.url}/postgres`, { max: 1 })
  const [existing] = await server`select from pg_database where datname = 'vitrine'`
  if (!existing) await server`create database vitrine`
  await server.end()
  return `${cluster.url}/vitrine`
}

/** Sets the passwords of the logins. Only with VITRINE_NOW may they set the clock. */
async function prepareLogins(sql: Sql, secrets: Secrets, now: string | undefined): Promise<void> {
  const logins = { vitrine_functions: secrets.functions, vitrine_worker: secrets.worker }
  for (const [login, password] of Object.entries(logins)) {
    await sql.unsafe(`alter role ${login} password '${password}'`)
    await sql.unsafe(now ? `grant vitrine_clock to ${login}` : `revoke vitrine_clock from ${login}`)
  }
}

function run(name: string, script: string, variables: Record<string, string>, onStart: () => void): Supervised {
  const running = supervise(script, variables, {
    onCrash: (wait) => crash(name, 'See its output above.', wait),
    onStart,
  })
  closers.push(running.stop)
  return running
}

/** Throws if the port is busy. Waits up to 1 s, because a process that is shutting down may still use it. */
async function requirePort(port: number, host: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (await isFree(port, host)) return
    await delay(50)
  }
  throw new Error(
    `Port ${port} is busy. Stop the process that uses it, or choose another port: npm start -- --port 8788.`,
  )
}

async function isFree(port: number, host: string): Promise<boolean> {
  return await new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, host, () => probe.close(() => done(true)))
  })
}

async function waitUntilServing(port: number, host: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (await isServing(port, host)) return
    await delay(50)
  }
  throw new Error(`The functions did not listen on port ${port} within 15 s.`)
}

async function isServing(port: number, host: string): Promise<boolean> {
  return await new Promise((done) => {
    const probe = createConnection({ port, host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host })
    probe.once('error', () => done(false))
    probe.once('connect', () => probe.end(() => done(true)))
  })
}
