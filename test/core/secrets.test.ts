import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { openKeyRing } from '../../shared/key_ring.ts'
import { noon, secretKey, WebhookScene } from '../support/webhooks.ts'
import type { Account, Endpoint } from '../support/webhooks.ts'
import { commandLine } from '../support/vitrine.ts'

const root = join(import.meta.dirname, '..', '..')
const deno = join(root, 'node_modules', 'deno', 'deno')
const quoteKey = randomBytes(32).toString('base64url')
const wrongKey = randomBytes(32).toString('base64')
let scene: WebhookScene
let account: Account
let endpoint: Endpoint
let oldId: string
const { vitrine } = commandLine(() => scene.database)

beforeAll(async () => {
  scene = await WebhookScene.start()
  account = await scene.account()
  endpoint = await scene.endpoint(account, '/hook')
  oldId = (await openKeyRing(secretKey)).ids[0] as string
})
afterAll(() => scene.stop())

const missing = () =>
  `WEBHOOK_SECRET_KEY lacks the key ${oldId}, which encrypts 1 webhook secret. Deliveries to 1 active endpoint fail. ` +
  'Add this key after the newest one.'

describe('a wrong WEBHOOK_SECRET_KEY', () => {
  test('is reported by the log and the metrics of the worker', { timeout: 90_000 }, async () => {
    const port = await freePort()
    const worker = spawn(
      deno,
      ['run', '-A', '--quiet', '--node-modules-dir=manual', join(root, 'functions/worker/process.ts')],
      {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: scene.database.workerUrl,
          WEBHOOK_SECRET_KEY: wrongKey,
          METRICS_SECRET: wrongKey,
          WORKER_PORT: String(port),
        },
      },
    )
    onTestFinished(async () => {
      worker.kill('SIGTERM')
      if (worker.exitCode === null) await once(worker, 'exit')
    })
    let log = ''
    worker.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()))
    worker.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
    await vi.waitFor(() => expect(log).toContain(missing()), { timeout: 45_000 })
    const headers = { Authorization: `Bearer ${wrongKey}` }
    // A scrape leaves out what a busy database does not return in time.
    await vi.waitFor(
      async () => {
        const scrape = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
        expect(await scrape.text()).toContain(`vitrine_webhook_secrets_unreadable{key_id="${oldId}"} 1\n`)
      },
      { timeout: 30_000, interval: 1_000 },
    )
  })

  test('is reported by the doctor', async () => {
    const { stdout } = await vitrine(['doctor'], { WEBHOOK_SECRET_KEY: wrongKey })
    expect(stdout).toContain(missing())
  })

  test('is not rotated', async () => {
    const { code, stdout, stderr } = await vitrine(['secrets', 'rotate', 'WEBHOOK_SECRET_KEY'], {
      WEBHOOK_SECRET_KEY: wrongKey,
    })
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: `${missing()}\n` })
  })

  test('stops a process at start if its newest key is broken, without printing it', async () => {
    const broken = `not-a-key,${secretKey}`
    for (const args of [['secrets'], ['doctor'], ['worker', '--once', 'trust']]) {
      const { code, stdout, stderr } = await vitrine(args, { WEBHOOK_SECRET_KEY: broken })
      expect(code).toBe(1)
      expect(stdout + stderr).toContain('WEBHOOK_SECRET_KEY: must be one or more keys of 32 bytes in base64')
      for (const part of broken.split(',')) expect(stdout + stderr).not.toContain(part)
    }
  })
})

describe('vitrine secrets', () => {
  test('rotates WEBHOOK_SECRET_KEY in two runs, without a failed delivery', { timeout: 60_000 }, async () => {
    const rotate = async (ring: string) => {
      const ended = await vitrine(['secrets', 'rotate', 'WEBHOOK_SECRET_KEY', '--json'], { WEBHOOK_SECRET_KEY: ring })
      expect(ended).toMatchObject({ code: 0, stderr: '' })
      return JSON.parse(ended.stdout) as { value: string }
    }
    const { value, ...started } = await rotate(secretKey)
    expect(started).toEqual({ variable: 'WEBHOOK_SECRET_KEY', is_finished: false })
    expect(value).toMatch(/^[\w-]{43},/)
    expect(value.endsWith(`,${secretKey}`)).toBe(true)

    // Not encrypted again yet: workers with the former value still deliver.
    await scene.emit(account.brandId)
    expect(await scene.pass(noon)).toMatchObject({ delivered: 1, failed: 0 })
    expect(await rotate(value)).toEqual({
      variable: 'WEBHOOK_SECRET_KEY',
      resealed: 1,
      unreadable: 0,
      keys_in_use: [],
      is_finished: true,
    })
    expect(await rotate(value)).toMatchObject({ resealed: 0, is_finished: true })
    await scene.emit(account.brandId)
    expect(await scene.pass(noon, { secretKey: value.split(',')[0] as string })).toMatchObject({
      delivered: 1,
      failed: 0,
    })

    const { stdout } = await vitrine(['secrets', '--json'], { WEBHOOK_SECRET_KEY: value })
    const ids = (await openKeyRing(value)).ids
    expect(JSON.parse(stdout)).toEqual([
      { variable: 'WEBHOOK_SECRET_KEY', key_id: ids[0], place: 'first', secrets: 1 },
      { variable: 'WEBHOOK_SECRET_KEY', key_id: ids[1], place: 'later', secrets: 0 },
    ])
  })

  test('keeps an older key that a secret still uses, and exits with 1', async () => {
    const foreign = await openKeyRing(wrongKey)
    const sealed = await foreign.seal(new Uint8Array(32), 'another context')
    await scene.database.sql`update webhooks.secrets set sealed = ${sealed} where endpoint_id = ${endpoint.id}`
    const { code, stdout } = await vitrine(['secrets', 'rotate', 'WEBHOOK_SECRET_KEY'], {
      WEBHOOK_SECRET_KEY: `${secretKey},${wrongKey}`,
    })
    expect(code).toBe(1)
    expect(stdout).toContain(
      `1 cannot be decrypted. Add the missing key after the newest one; if the key is lost, rotate the secrets of their endpoints, and connect the Slack channels again. These older keys are still in use: ${foreign.ids[0]}.`,
    )
  })

  test('adds a QUOTE_SIGNING_KEY that verifies only, then lets it sign', async () => {
    const rotate = (QUOTE_SIGNING_KEY: string, ...options: string[]) =>
      vitrine(['secrets', 'rotate', 'QUOTE_SIGNING_KEY', ...options], { QUOTE_SIGNING_KEY })
    const [added = '', text = ''] = (await rotate(quoteKey)).stdout.split('\n')
    expect([added.startsWith(`${quoteKey},`), text]).toEqual([
      true,
      expect.stringContaining('The new key verifies only.'),
    ])
    const kids = (await QuoteSigner.open(added, '')).publicKeys.map(({ kid }) => kid)
    const between = await rotate(added)
    expect(between.stdout).toContain(`The key ${kids[0]} signs, ${kids[1]} verifies only.`)
    const [signing = ''] = (await rotate(added, '--sign')).stdout.split('\n')
    expect(signing).toBe(added.split(',').toReversed().join(','))
    expect((await rotate(signing)).stdout).toContain('24 hours after all functions run')
    expect(await rotate(quoteKey, '--sign')).toMatchObject({ code: 1, stderr: expect.stringContaining('has one key') })
    const listed = await vitrine(['secrets', 'status', '--json'], { QUOTE_SIGNING_KEY: signing })
    const rows = (JSON.parse(listed.stdout) as { variable: string; place: string; key_id: string }[]).filter(
      ({ variable }) => variable === 'QUOTE_SIGNING_KEY',
    )
    expect(rows.map(({ place, key_id }) => [place, key_id])).toEqual([
      ['first', kids[1]],
      ['later', kids[0]],
    ])
  })

  test('writes a new ring to the secrets of npm start when the old one came from there', async () => {
    const home = mkdtempSync(join(tmpdir(), 'vitrine-'))
    onTestFinished(() => rmSync(home, { recursive: true }))
    const file = join(home, 'secrets.json')
    writeFileSync(file, JSON.stringify({ quotes: quoteKey, worker: 'kept' }))
    writeFileSync(join(home, 'dev.json'), JSON.stringify({ database_url: scene.database.adminUrl }))
    const ended = await vitrine(['secrets', 'rotate', 'QUOTE_SIGNING_KEY'], {
      VITRINE_HOME: home,
      DATABASE_URL: '',
    })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toContain(`Wrote this value to ${file}`)
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    expect(stored.quotes?.split(',')).toEqual([quoteKey, expect.stringMatching(/^[\w-]{43}$/)])
    expect(stored.worker).toBe('kept')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('names the variables when none is given', async () => {
    expect(await vitrine(['secrets', 'rotate'])).toMatchObject({
      code: 1,
      stderr:
        'Name the variable to rotate: WEBHOOK_SECRET_KEY, QUOTE_SIGNING_KEY, TOTP_SECRET_KEY, SOURCE_TOKEN_KEY.\n',
    })
  })

  test('refuses a variable that is not set or is no key ring', async () => {
    const unset = await vitrine(['secrets', 'rotate', 'QUOTE_SIGNING_KEY'])
    expect([unset.code, unset.stderr]).toEqual([
      1,
      'QUOTE_SIGNING_KEY is not set. Set it to the value of the functions.\n',
    ])
    const other = await vitrine(['secrets', 'rotate', 'METRICS_SECRET'])
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining('Allowed choices are WEBHOOK_SECRET_KEY, QUOTE_SIGNING_KEY'),
    ])
  })
})
