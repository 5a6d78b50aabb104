import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asWorker } from '../cli/commands/database.ts'
import { Home } from '../cli/installation/home.ts'
import type { Installation } from '../cli/installation/home.ts'
import { freePort } from '../cli/installation/postgres.ts'
import { Browser } from './support/browser.ts'
import { signedIn } from './support/oauth.ts'
import { startReceiver, verify } from './support/receiver.ts'
import type { Received } from './support/receiver.ts'

interface Run {
  process: ChildProcess
  output: () => string
  /** Exit code. */
  ended: Promise<number | null>
}

let home: string
let port: number
let run: Run
let installation: Installation

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'vitrine-start-'))
  port = await freePort()
  run = start({ WEBHOOK_ALLOW_LOOPBACK: 'true' })
  await untilServing(run)
  installation = readInstallation()
}, 240_000)

afterAll(async () => {
  run.process.kill('SIGTERM')
  await run.ended
  await rm(home, { recursive: true, force: true })
})

/** Starts cli/start.ts with its own home folder. */
function start(variables: Record<string, string> = {}, ...options: string[]): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'cli', 'start.ts'), ...options], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, VITRINE_HOME: home, PORT: String(port), ...variables },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  return { process: child, output: () => output, ended }
}

async function untilServing({ output, ended }: Run): Promise<void> {
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  while (!output().includes('Vitrine runs at')) {
    if (hasEnded) throw new Error(`It did not start: ${output()}`)
    await new Promise((next) => setTimeout(next, 50))
  }
}

function readInstallation(): Installation {
  return JSON.parse(readFileSync(join(home, 'dev.json'), 'utf8')) as Installation
}

async function get(path: string, key: string): Promise<Response> {
  return await fetch(`${installation.base_url}${path}`, {
    headers: { Authorization: `Bearer ${installation.keys[key]}` },
  })
}

/** Whether the port accepts a connection at this address. All addresses 127.x.x.x lead to this machine. */
async function accepts(host: string): Promise<boolean> {
  return await new Promise((done) => {
    const socket = createConnection({ port, host })
    socket.once('error', () => done(false))
    socket.once('connect', () => socket.end(() => done(true)))
  })
}

/** Returns all passwords and keys of the installation. */
function secretsOf({ person, keys }: Installation): string[] {
  return [person.password, ...Object.values(keys)]
}

/** Returns the processes with this home in their environment. Empty on systems without /proc. */
function processes(): string[] {
  return globSync('/proc/[0-9]*/environ').filter((file) => {
    try {
      return readFileSync(file, 'utf8').includes(home)
    } catch {
      return false
    }
  })
}

describe('npm start', () => {
  test('serves the demo account on one port', async () => {
    const response = await get('/v1/brands', 'analytics_live')
    expect(response.status).toBe(200)
    const { data } = (await response.json()) as { data: { id: string }[] }
    expect(data.map((brand) => brand.id).toSorted()).toEqual(['brd_aurora', 'brd_fresh', 'brd_lumen'])
  })

  test('a command with VITRINE_NOW has that clock', async () => {
    const script = join(import.meta.dirname, '..', 'cli', 'vitrine.ts')
    const variables = { VITRINE_HOME: home, VITRINE_NOW: '2026-01-02T03:04:05Z', SOURCE_TOKEN_KEY: '' }
    const child = spawn(process.execPath, [script, 'sources', 'sync', '--all', '--wait', '--json'], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...variables },
    })
    const [stdout, code] = await Promise.all([text(child.stdout), new Promise((done) => child.once('exit', done))])
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { complete: true }])
    vi.stubEnv('VITRINE_HOME', home)
    vi.stubEnv('VITRINE_NOW', '2026-01-02T03:04:05Z')
    const now = await asWorker(async (sql) => (await sql`select platform.now() as now, current_user as role`)[0])
    vi.unstubAllEnvs()
    expect(now).toEqual({ now: new Date('2026-01-02T03:04:05Z'), role: 'vitrine_worker' })
  })

  test.skipIf(process.platform !== 'linux')('accepts connections from this machine only', async () => {
    expect([await accepts('127.0.0.1'), await accepts('127.0.0.2')]).toEqual([true, false])
  })

  test('creates keys that match their names', async () => {
    expect((await get('/v1/brands', 'analytics_expired')).status).toBe(401)
    expect((await get('/v1/brands', 'analytics_revoked')).status).toBe(401)
    const narrowed = (await (await get('/v1/brands', 'analytics_live_one_brand')).json()) as { data: unknown[] }
    expect(narrowed.data).toHaveLength(1)
    const simulated = (await (await get('/v1/brands', 'analytics_test')).json()) as { meta: { simulated: boolean } }
    expect(simulated.meta.simulated).toBe(true)
  })

  test('prints requests that return 200', async () => {
    const commands = run.output().matchAll(/curl -s -H 'Authorization: (\S+ \S+)' (?:-d '(\S+)' )?'(\S+)'/g)
    const statuses = await Promise.all(
      [...commands].map(async ([, authorization = '', body, url = '']) => {
        const sent = body === undefined ? {} : { method: 'POST', body }
        return (await fetch(url, { ...sent, headers: { Authorization: authorization } })).status
      }),
    )
    expect(statuses.length).toBeGreaterThan(3)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('prints the whole welcome before the first log line of the worker', async () => {
    await vi.waitFor(() => expect(run.output()).toContain('"started":"worker"'), { timeout: 30_000 })
    const [welcome = ''] = /^Vitrine runs at [^]*?\/openapi\.json$/m.exec(run.output()) ?? []
    expect(welcome).toContain('Example requests')
    expect(welcome).not.toContain('{"at":')
    expect(run.output().indexOf('"started":"worker"')).toBeGreaterThan(run.output().indexOf(welcome))
  })

  test('prints the address of the console and a sign-in that works', async () => {
    const [address = ''] = /(?<=Console {2,})\S+/.exec(run.output()) ?? []
    const browser = new Browser(new URL(address).origin)
    const { email, password } = installation.person
    const page = await signedIn(browser, { id: '', email, password }, address)
    expect([page.status, page.url.pathname]).toEqual([200, '/console'])
    const overview = await browser.open('/console/brands/brd_aurora')
    expect([overview.status, overview.html]).toEqual([200, expect.stringContaining('data-metric="revenue"')])
  })

  test('gives the functions a role that cannot read tables', async () => {
    const sql = postgres(installation.app_database_url, { max: 1 })
    await expect(sql`select from core.api_keys`).rejects.toThrow('permission denied')
    await sql.end()
  })

  test('delivers a webhook that is signed with the secret of the endpoint', async () => {
    const receiver = await startReceiver()
    const ask = async (path: string, body?: object) => {
      const response = await fetch(`${installation.base_url}/api/webhooks${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${installation.keys.connector_live}` },
        body: JSON.stringify(body ?? {}),
      })
      return ((await response.json()) as { data: { id: string; secret: string } }).data
    }
    const { id, secret } = await ask('', { url: `${receiver.url}/started`, types: ['product.deleted'] })
    await ask(`/${id}/test`)
    await vi.waitFor(() => expect(receiver.at('/started')).toHaveLength(1), { timeout: 10_000 })
    expect(verify(receiver.at('/started')[0] as Received, secret)).toMatchObject({ type: 'webhook.test' })
    await receiver.stop()
  })

  test('adds a missing secret to an older home once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-older-'))
    writeFileSync(join(folder, 'secrets.json'), '{"postgres":"p","functions":"f","worker":"w","person":"a"}')
    const secrets = new Home(folder).secrets()
    expect(secrets).toMatchObject({ postgres: 'p', webhooks: expect.stringMatching(/^[\w-]{43}$/) })
    expect(new Home(folder).secrets()).toEqual(secrets)
    rmSync(folder, { recursive: true })
  })

  test('keeps its secrets readable by their owner only', () => {
    expect(statSync(join(home, 'dev.json')).mode & 0o077).toBe(0)
    expect(statSync(join(home, 'secrets.json')).mode & 0o077).toBe(0)
  })
})

describe('npm start exits with one sentence for', () => {
  test('a second start in the same home', async () => {
    const second = start({ PORT: String(await freePort()) })
    const code = await second.ended
    expect(second.output()).toMatch(/^Process \d+ already runs Vitrine in .+\. Stop it, or .+\.\n$/)
    expect(code).toBe(1)
  })

  test('a busy port', async () => {
    const blocker = createServer()
    await new Promise<void>((done) => blocker.listen(0, '127.0.0.1', done))
    const { port: busy } = blocker.address() as { port: number }
    const second = start({ PORT: String(busy), VITRINE_HOME: join(home, 'other') })
    const code = await second.ended
    expect(second.output()).toMatch(new RegExp(`^Port ${busy} is busy\\. .+\\.\\n$`))
    expect(code).toBe(1)
    blocker.close()
  })

  test('an unreachable database', async () => {
    const free = await freePort()
    const second = start({
      PORT: String(free),
      VITRINE_HOME: join(home, 'other'),
      DATABASE_URL: `postgres://none:secret@127.0.0.1:${await freePort()}/nothing`,
    })
    const code = await second.ended
    expect(second.output()).toMatch(/^No database is reachable at 127\.0\.0\.1:\d+\. .+\.\n$/)
    expect(code).toBe(1)
  })

  test('an invalid variable', async () => {
    const second = start({ PORT: 'eighty' })
    const code = await second.ended
    expect(second.output()).toMatch(/^PORT: .+\n$/)
    expect(code).toBe(1)
  })
})

describe('npm start exits with 1 and', () => {
  test('names a damaged secrets.json', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-damaged-'))
    writeFileSync(join(folder, 'secrets.json'), '{"postgres":')
    const broken = start({ VITRINE_HOME: folder, PORT: String(await freePort()) })
    expect(await broken.ended).toBe(1)
    expect(broken.output()).toMatch(/secrets\.json is damaged\. Restore it, or delete the folder/)
    rmSync(folder, { recursive: true })
  })

  test('names an invalid DATABASE_URL or PORT', async () => {
    for (const [name, value] of [
      ['DATABASE_URL', 'nonsense'],
      ['PORT', '0'],
    ]) {
      const broken = start({ [name as string]: value as string })
      expect(await broken.ended).toBe(1)
      expect(broken.output()).toMatch(new RegExp(`^${name}: .+\n$`))
    }
  })
})

describe('shutdown and restart', () => {
  test('SIGTERM ends every process, and the next start serves the same installation', { timeout: 90_000 }, async () => {
    run.process.kill('SIGTERM')
    // A terminal and npm both forward a signal: the second one has no effect.
    run.process.kill('SIGINT')
    expect(await run.ended).toBe(0)
    expect(processes()).toEqual([])
    await expect(fetch(installation.base_url)).rejects.toThrow('fetch failed')

    run = start()
    await untilServing(run)
    expect(readInstallation()).toEqual(installation)
    expect(run.output()).not.toContain('Creating')
    for (const secret of secretsOf(installation)) expect(run.output()).not.toContain(secret)
    expect(run.output()).toContain(join(home, 'dev.json'))
    expect((await get('/v1/brands', 'analytics_live')).status).toBe(200)
  })

  test('the next start after SIGKILL serves the same installation', { timeout: 90_000 }, async () => {
    run.process.kill('SIGKILL')
    await run.ended
    run = start({}, '--host', '0.0.0.0')
    await untilServing(run)
    expect(readInstallation()).toEqual(installation)
    if (process.platform === 'linux') expect(await accepts('127.0.0.2')).toBe(true)
    run.process.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(processes()).toEqual([])
  })

  test('npm start restarts its Postgres after SIGKILL, and serves the same data', { timeout: 90_000 }, async () => {
    run = start()
    await untilServing(run)
    const postmaster = () => Number(readFileSync(join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    const first = postmaster()
    process.kill(first, 'SIGKILL')
    const said = /The embedded Postgres stopped unexpectedly\. See its log: .+\.log\. Restarting now\.\n/
    await vi.waitFor(() => expect(run.output()).toMatch(said), { timeout: 10_000 })
    const served = async () => expect((await get('/v1/brands', 'analytics_live')).status).toBe(200)
    await vi.waitFor(served, { timeout: 45_000, interval: 200 })
    expect(postmaster()).not.toBe(first)
    run.process.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(processes()).toEqual([])
  })
})
