import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sources } from '../../functions/docs/built/sources.js'
import type { Installation } from '../../scripts/home.ts'
import { freePort } from '../../scripts/postgres.ts'
import { blocksOf, Terminal } from '../support/guide.ts'
import type { Block } from '../support/guide.ts'

const root = join(import.meta.dirname, '..', '..')
const guides = Object.keys(sources).filter((path) => path.startsWith('guides/'))

let home: string
let server: ChildProcess
let installation: Installation

/** The very server that the first guide starts: `npm start`, with its demo account and its worker. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vitrine-guides-'))
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, VITRINE_HOME: home, PORT: String(await freePort()) }
  server = spawn(process.execPath, [join(root, 'scripts', 'start.ts')], {
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
}, 90_000)
afterAll(async () => {
  server.kill('SIGTERM')
  if (server.exitCode === null) await new Promise((done) => server.once('exit', done))
  rmSync(home, { recursive: true, force: true })
})

/** A folder that looks like the repository after `npm install`, and may be written to. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-guide-'))
  for (const name of ['functions', 'shared', 'scripts', 'sql', 'supabase', 'package.json']) {
    symlinkSync(join(root, name), join(folder, name))
  }
  mkdirSync(join(folder, 'node_modules', '@vitrine'), { recursive: true })
  symlinkSync(join(root, 'client'), join(folder, 'node_modules', '@vitrine', 'client'))
  for (const name of readdirSync(join(root, 'node_modules'))) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  return folder
}

/** What a guide says to export: the keys that the start printed. */
function environment(): Record<string, string> {
  const { keys, database_url, app_database_url } = installation
  return {
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    HOME: process.env.HOME as string,
    VITRINE_HOME: home,
    VITRINE_NOW: '2026-11-20T12:00:00Z',
    KEY: keys.analytics_test as string,
    SK: keys.connector_test as string,
    SK_LIVE: keys.connector_live as string,
    AK: keys.events as string,
    ADMIN_DATABASE_URL: database_url,
    APP_DATABASE_URL: app_database_url,
  }
}

/** As an analyst's own login, or as whoever runs the database. */
async function runSql({ text, as }: Block): Promise<void> {
  const url = new URL(installation.database_url)
  if (as) [url.username, url.password] = [as, 'change-me']
  const sql: Sql = postgres(url.href, { max: 1, onnotice: () => undefined })
  await sql`select set_config('vitrine.now', '2026-11-20T12:00:00Z', false)`
  const rows = await sql.unsafe(text.replaceAll(/current_date/g, "date '2026-11-20'"))
  await sql.end()
  if (as) expect([text, rows.length]).not.toEqual([text, 0])
}

async function runBlock(block: Block, terminal: Terminal, folder: string): Promise<void> {
  if (block.stops) terminal.stopBackground()
  if (block.notRun) return
  if (block.file) writeFileSync(join(folder, block.file), block.text.replace(/^#.*\n/, ''))
  else if (block.language === 'sql') await runSql(block)
  else if (block.language === 'json') JSON.parse(block.text)
  else if (block.language === 'sh' && block.isBackground) await terminal.runBeside(block.text.trim())
  else if (block.language === 'sh') await terminal.run(block.text)
}

describe.each(guides)('%s', (path) => {
  const blocks = () => blocksOf((sources[path] as string).replaceAll('{{base_url}}', installation.base_url))

  test('runs as it is written, and prints what it says', { timeout: 90_000 }, async () => {
    const folder = makeFolder()
    const terminal = new Terminal({ cwd: folder, env: environment() })
    try {
      for (const block of blocks()) {
        await runBlock(block, terminal, folder)
        if (block.prints && !block.file) {
          await expect.poll(() => terminal.output, { timeout: 15_000 }).toMatch(new RegExp(block.prints))
        }
      }
      for (const { prints } of blocks()) if (prints) expect(terminal.output).toMatch(new RegExp(prints))
    } finally {
      terminal.close()
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the guides', () => {
  test('leave out only what starts a server, gives a key, or needs a hosted project Docker, a pooler or a second server', () => {
    const all = guides.flatMap((path) => blocksOf(sources[path] as string).map((block) => ({ path, ...block })))
    const notRun = all.filter(({ notRun }) => notRun).map(({ path, text }) => `${path}: ${text.split('\n')[0]}`)
    expect(notRun).toEqual([
      'guides/connect_an_assistant: export SK=sk_test_...',
      'guides/deploy: DATABASE_URL=$WORKER_DATABASE_URL deno run --node-modules-dir=manual --allow-net --allow-env functions/worker/process.ts',
      'guides/deploy: cat > .env <<END',
      'guides/deploy: npm install',
      'guides/deploy: npx supabase@3.1.0 secrets set \\',
      'guides/deploy: DATABASE_URL=postgres://vitrine_functions:...@pgbouncer:6432/vitrine DATABASE_TRANSACTION_POOLER=true \\',
      'guides/first_request: npm install && npm start',
      'guides/first_request: export KEY=svc_sk_test_...',
      'guides/operate: npm run vitrine -- worker --status',
      'guides/operate: curl -H "Authorization: Bearer $METRICS_SECRET" {{base_url}}/metrics',
      'guides/operate: pg_dumpall --roles-only --dbname "$ADMIN_DATABASE_URL" --file roles.sql',
      'guides/operate: psql --dbname "$NEW_SERVER_URL" --file roles.sql',
      'guides/receive_webhooks: export SK_LIVE=sk_live_...',
      'guides/resume_a_stream: export AK=svc_ak_...',
    ])
    expect(all.length).toBeGreaterThan(40)
  })
})
