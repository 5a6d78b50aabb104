import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '../../cli/database/connect.ts'
import { freePort } from '../../cli/installation/postgres.ts'
import { parseEnv } from '../../shared/env.ts'
import { startEncryptedCluster } from '../support/encrypted_cluster.ts'
import type { EncryptedCluster } from '../support/encrypted_cluster.ts'
import { createTenant } from '../support/factories.ts'

const root = join(import.meta.dirname, '..', '..')
const deno = join(root, 'node_modules', 'deno', 'deno')
const flags = ['run', '--quiet', '--no-prompt', '--node-modules-dir=manual', '--allow-net', '--allow-env']

let cluster: EncryptedCluster
let key: string

beforeAll(async () => {
  cluster = await startEncryptedCluster()
  key = (await createTenant(cluster.database.sql)).key
})
afterAll(async () => await cluster.database.stop())

function address(url: string, mode: string, host = 'localhost'): string {
  const changed = new URL(url)
  changed.hostname = host
  if (mode !== '') changed.searchParams.set('sslmode', mode)
  return changed.href
}

/** Starts a Deno process with only these environment variables and collects its output. */
function start(script: string, variables: Record<string, string>) {
  const child = spawn(deno, [...flags, join(root, script)], { env: { PATH: process.env.PATH, ...variables } })
  const said = { text: '', code: null as number | null }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => void (said.text += String(data)))
  child.once('exit', (code) => void (said.code = code ?? 0))
  onTestFinished(() => void child.kill('SIGKILL'))
  return said
}

/** Returns the status of a read from the analytics function. */
async function serve(variables: Record<string, string>) {
  const port = await freePort()
  const said = start('functions/analytics/index.ts', { PORT: String(port), ...variables })
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/v1/brands`, { headers: { Authorization: `Bearer ${key}` } }).catch(() => null)
  const answer = await vi.waitUntil(async () => said.code !== null || (await ask()), { timeout: 50_000, interval: 200 })
  return { status: answer === true ? null : answer.status, said }
}

describe('a database server with its own certificate authority', { timeout: 60_000 }, () => {
  test.each([
    ['require', false, 200],
    ['verify-ca', true, 200],
    ['verify-full', true, 200],
    ['verify-full', false, 503],
    ['disable', false, 503],
    ['', false, 503],
  ])('functions connect as libpq does with sslmode=%s and DATABASE_CA set: %s', async (mode, isKnown, status) => {
    const url = address(cluster.database.functionsUrl, mode)
    const { ca } = cluster
    expect((await serve({ DATABASE_URL: url, ...(isKnown ? { DATABASE_CA: ca } : {}) })).status).toBe(status)
  })

  test('the worker connects with the same URL', async () => {
    for (const [mode, authority] of [
      ['require', {}],
      ['verify-full', { DATABASE_CA: cluster.ca.replaceAll('\n', '\\n') }],
    ] as const) {
      await cluster.database.sql`update pgboss.version set cron_on = null`.catch(() => undefined)
      const url = address(cluster.database.workerUrl, mode)
      const said = start('functions/worker/process.ts', { DATABASE_URL: url, ...authority })
      const isKept = async () => {
        if (said.code !== null) throw new Error(said.text)
        const rows = await cluster.database.sql`
          select from pg_stat_activity join pg_stat_ssl using (pid)
          where usename = 'vitrine_worker' and ssl and application_name = 'pgboss'`
        return rows.length > 0
      }
      await vi.waitUntil(isKept, { timeout: 50_000, interval: 200 })
    }
  })

  test.each([
    ['verify-ca', 'localhost', 'otherCa', false],
    ['require', 'localhost', 'otherCa', false],
    ['verify-full', '127.0.0.1', 'ca', false],
    ['verify-ca', '127.0.0.1', 'ca', true],
    ['verify-full', 'localhost', 'ca', true],
  ] as const)(
    'commands verify the certificate and the host name: %s as %s, by %s',
    async (mode, host, authority, isBelieved) => {
      const { DATABASE_URL } = parseEnv({
        DATABASE_URL: address(cluster.database.functionsUrl, mode, host),
        DATABASE_CA: cluster[authority],
      })
      const connecting = connect(DATABASE_URL as string)
      if (isBelieved) await (await connecting).end()
      else await expect(connecting).rejects.toThrow()
    },
  )
})

test.each([
  [
    '?sslmode=prefer',
    undefined,
    'DATABASE_URL: has sslmode=prefer. Say one of disable, require, verify-ca, verify-full.',
  ],
  ['?sslmode=verify-ca', undefined, 'DATABASE_URL: has sslmode=verify-ca, which needs DATABASE_CA.'],
  ['?sslrootcert=/etc/ca.pem', undefined, 'DATABASE_URL: names a file in sslrootcert.'],
  ['', '-----BEGIN CERTIFICATE-----', 'DATABASE_URL: says no sslmode, though DATABASE_CA is set.'],
  ['', 'ca.pem', 'DATABASE_CA: must be the text of a certificate (PEM).'],
])('parseEnv names the missing or contradictory TLS setting and its fix: %s', (query, ca, message) => {
  const given = { DATABASE_URL: `postgres://u:p@h/d${query}`, DATABASE_CA: ca }
  expect(() => parseEnv(given)).toThrow(message)
})

test('parseEnv rejects a DATABASE_URL with an IPv6 address', () => {
  expect(() => parseEnv({ DATABASE_URL: 'postgres://u:p@[::1]:5432/d' })).toThrow(
    'DATABASE_URL: names an IPv6 address.',
  )
})

test('an invalid variable ends a function with one sentence and exit code 1', { timeout: 60_000 }, async () => {
  for (const script of ['functions/analytics/index.ts', 'functions/oauth/index.ts', 'functions/worker/process.ts']) {
    const said = start(script, { PORT: 'many', DATABASE_URL: 'postgres://u:p@127.0.0.1/d' })
    await vi.waitUntil(() => said.code !== null, { timeout: 50_000, interval: 100 })
    expect(said).toEqual({ code: 1, text: expect.stringMatching(/^PORT: [^\n]+\n$/) as string })
  }
})
