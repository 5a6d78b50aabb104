import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sources } from '../../functions/docs/built/sources.js'
import type { Installation } from '../../cli/installation/home.ts'
import { freePort } from '../../cli/installation/postgres.ts'
import { blocksOf, Terminal } from '../support/guide.ts'
import type { Block } from '../support/guide.ts'
import { startLockedRegistry } from '../support/locked_registry.ts'
import type { LockedRegistry } from '../support/locked_registry.ts'

const root = join(import.meta.dirname, '..', '..')
const guides = Object.keys(sources).filter((path) => path.startsWith('guides/'))

let home: string
let registry: LockedRegistry
let server: ChildProcess
let installation: Installation

/** The server that the first guide starts: `npm start` with its demo account and its worker. */
beforeAll(async () => {
  registry = await startLockedRegistry()
  home = mkdtempSync(join(tmpdir(), 'vitrine-guides-'))
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, VITRINE_HOME: home, PORT: String(await freePort()) }
  server = spawn(process.execPath, [join(root, 'cli', 'start.ts')], {
    cwd: home,
    env: { ...env, VITRINE_NOW: '2026-11-20T12:00:00Z', WEBHOOK_ALLOW_LOOPBACK: 'true' },
  })
  let output = ''
  server.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  server.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  while (!output.includes('Vitrine runs at')) {
    if (server.exitCode !== null) throw new Error(`It did not start: ${output}`)
    await new Promise((next) => setTimeout(next, 50))
  }
  installation = JSON.parse(readFileSync(join(home, 'dev.json'), 'utf8')) as Installation
}, 240_000)
afterAll(async () => {
  server.kill('SIGTERM')
  if (server.exitCode === null) await new Promise((done) => server.once('exit', done))
  rmSync(home, { recursive: true, force: true })
  await registry.stop()
})

/** Creates the folder in which a guide starts: a copy of the repository after `npm install`, or an empty folder. */
function makeFolder(markdown: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'vitrine-guide-')), 'vitrine')
  mkdirSync(folder)
  if (!/\bnpm start$|npm run vitrine|functions\//m.test(markdown)) return folder
  for (const name of ['client', 'functions', 'shared', 'cli', 'sql', 'supabase', 'package.json', 'node_modules']) {
    symlinkSync(join(root, name), join(folder, name))
  }
  return folder
}

/** The environment variables at the start of a guide, except the key that the deployment guide takes from the first guide. */
function environment(): Record<string, string> {
  const { keys, database_url, app_database_url } = installation
  return {
    ...registry.env,
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    HOME: process.env.HOME as string,
    VITRINE_HOME: home,
    VITRINE_NOW: '2026-11-20T12:00:00Z',
    KEY: keys.analytics_test as string,
    ADMIN_DATABASE_URL: database_url,
    APP_DATABASE_URL: app_database_url,
  }
}

/** Replaces the dots in a guide with the keys that `npm start` printed, as its reader would. */
function withKeys(text: string): string {
  const { keys } = installation
  const printed: Record<string, string | undefined> = {
    'svc_sk_test_...': keys.analytics_test,
    'sk_test_...': keys.connector_test,
    'sk_live_...': keys.connector_live,
    'svc_ak_...': keys.events,
  }
  return text.replaceAll(/\w+_\.\.\.$/gm, (dots) => printed[dots] ?? dots)
}

/** Connects as an analyst or as the operator of the database. */
async function runSql({ text, as }: Block): Promise<void> {
  const url = new URL(installation.database_url)
  if (as) {
    // The day of the brand is that of the demo.
    const operator = postgres(url.href, { max: 1, onnotice: () => undefined })
    await operator`grant vitrine_clock to ${operator(as)}`
    await operator.end()
    ;[url.username, url.password] = [as, 'change-me']
  }
  const sql: Sql = postgres(url.href, { max: 1, onnotice: () => undefined })
  await sql`select set_config('vitrine.now', '2026-11-20T12:00:00Z', false)`
  const rows = await sql.unsafe(text.replaceAll(/current_date/g, "date '2026-11-20'"))
  await sql.end()
  if (as) expect(rows.length, text).toBeGreaterThan(0)
}

/** A reader of a guide: one terminal, and another one where the guide asks for it. */
class Reader {
  private readonly first: Terminal
  private readonly others: Terminal[] = []

  constructor(folder: string) {
    this.first = new Terminal({ cwd: folder, env: environment() })
  }

  get printed(): string {
    return [this.first, ...this.others].map(({ output }) => output).join('\n')
  }

  async run(block: Block): Promise<void> {
    if (block.stops) for (const terminal of [this.first, ...this.others]) terminal.stopBackground()
    if (block.notRun) return
    if (block.file) writeFileSync(join(await this.first.folder(), block.file), block.text.replace(/^#.*\n/, ''))
    else if (block.language === 'sql') await runSql(block)
    else if (block.language === 'json') JSON.parse(block.text)
    else if (block.language === 'sh') await this.type(block)
  }

  close(): void {
    for (const terminal of [this.first, ...this.others]) terminal.close()
  }

  private async type({ text, isBackground, isElsewhere }: Block): Promise<void> {
    const terminal = isElsewhere ? await this.open() : this.first
    if (terminal.isBusy) throw new Error(`What was started still runs where this is to be typed: ${text}`)
    if (isBackground) await terminal.runBeside(text.trim())
    else await terminal.run(withKeys(text))
  }

  private async open(): Promise<Terminal> {
    const terminal = new Terminal({ cwd: await this.first.folder(), env: environment() })
    this.others.push(terminal)
    return terminal
  }
}

describe.each(guides)('%s', (path) => {
  const blocks = () => blocksOf((sources[path] as string).replaceAll('{{base_url}}', installation.base_url))

  test('runs as written and prints the shown output', { timeout: 120_000 }, async () => {
    const folder = makeFolder(sources[path] as string)
    const reader = new Reader(folder)
    try {
      for (const block of blocks()) {
        await reader.run(block)
        if (block.prints && !block.file) {
          await expect.poll(() => reader.printed, { timeout: 15_000 }).toMatch(new RegExp(block.prints))
        }
      }
      for (const { prints } of blocks()) if (prints) expect(reader.printed).toMatch(new RegExp(prints))
    } finally {
      reader.close()
      rmSync(dirname(folder), { recursive: true })
    }
  })
})

describe('commands of the guides', () => {
  test('are all run except those that start a server or need a hosted project, Docker, a pooler, an extension, a second server, a customer or a platform', () => {
    const all = guides.flatMap((path) => blocksOf(sources[path] as string).map((block) => ({ path, ...block })))
    const notRun = all.filter(({ notRun }) => notRun).map(({ path, text }) => `${path}: ${text.split('\n')[0]}`)
    expect(notRun).toEqual([
      'guides/deploy: DATABASE_URL=$WORKER_DATABASE_URL deno run --node-modules-dir=manual --allow-net --allow-env functions/worker/process.ts',
      "guides/deploy: deno run --node-modules-dir=manual --allow-net '--allow-env=DATABASE_URL,PORT,PG*' functions/analytics/index.ts",
      'guides/deploy: cat > .env <<END',
      'guides/deploy: npm install',
      'guides/deploy: npx supabase@3.1.0 secrets set \\',
      "guides/deploy: DATABASE_URL='postgres://vitrine_functions:...@pgbouncer:6432/vitrine?sslmode=verify-full' DATABASE_TRANSACTION_POOLER=true \\",
      'guides/find_a_slow_operation: create extension if not exists pg_stat_statements;',
      'guides/find_a_slow_operation: -- operations by total time',
      "guides/find_a_slow_operation: load 'auto_explain';",
      'guides/first_request: npm install && npm start',
      'guides/operate: npm run vitrine -- worker --status',
      'guides/operate: curl -H "Authorization: Bearer $METRICS_SECRET" {{base_url}}/metrics',
      'guides/operate: DATABASE_URL=$ADMIN_DATABASE_URL npm run vitrine -- backup backups/2026-11-22',
      'guides/operate: DATABASE_URL=$NEW_ADMIN_DATABASE_URL npm run vitrine -- restore backups/2026-11-22',
      'guides/privacy: npm run vitrine -- customers export aurora customer-1042',
      'guides/privacy: npm run vitrine -- brands export aurora --out aurora-export',
      'guides/receive_webhooks: WEBHOOK_ALLOW_LOOPBACK=true npm start',
      'guides/shop_over_ucp: npm run vitrine -- keys unbind $KEY_ID',
    ])
    expect(all.length).toBeGreaterThan(40)
  })
})
