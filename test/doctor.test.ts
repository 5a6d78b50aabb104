import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { judgeVersion } from '../scripts/doctor/schema.ts'
import { freePort } from '../scripts/postgres.ts'
import { startProcess } from '../scripts/process.ts'
import type { RunningProcess } from '../scripts/process.ts'
import { createAccount, createTenant } from './support/factories.ts'
import { startOwnCluster } from './support/own_cluster.ts'
import type { OwnCluster } from './support/own_cluster.ts'
import { secretKey } from './support/webhooks.ts'

const script = join(import.meta.dirname, '..', 'scripts', 'vitrine.ts')
const execute = promisify(execFile)

let cluster: OwnCluster
let worker: RunningProcess

interface Finding {
  check: string
  is_fine: boolean
  finding: string
}

beforeAll(async () => {
  cluster = await startOwnCluster()
})
afterAll(async () => {
  await worker.stop()
  await cluster.database.stop()
})

async function examine(variables: Record<string, string> = {}): Promise<{ code: number; findings: Finding[] }> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: cluster.database.adminUrl,
    WEBHOOK_SECRET_KEY: secretKey,
    ...variables,
  }
  const ended = await execute(process.execPath, [script, 'doctor', '--json'], { env, cwd: tmpdir() }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  )
  return { code: ended.code, findings: JSON.parse(ended.stdout) as Finding[] }
}

/** What it finds wrong, and nothing else. */
async function complaints(variables: Record<string, string> = {}): Promise<string[]> {
  const { code, findings } = await examine(variables)
  const all = findings.filter((finding) => !finding.is_fine).map(({ check, finding }) => `${check}: ${finding}`)
  expect(code).toBe(all.length > 0 ? 1 : 0)
  return all
}

/** Breaks something until the test is over. */
async function broken(statement: string, mended: string): Promise<void> {
  await cluster.database.sql.unsafe(statement)
  onTestFinished(async () => void (await cluster.database.sql.unsafe(mended)))
}

describe('vitrine doctor', () => {
  test('finds a database that nobody works on, and nothing wrong once somebody does', { timeout: 90_000 }, async () => {
    expect(await complaints()).toEqual([
      expect.stringMatching(
        /^partitions: Missing: analytics\.facts_daily_\d{4}_\d{2}.+worker --once maintain_partitions/,
      ),
      expect.stringMatching(/^worker: No worker has ever run here\. Start it \(npm run vitrine -- worker\)/),
    ])
    worker = startProcess('functions/worker/process.ts', {
      DATABASE_URL: cluster.database.workerUrl,
      WEBHOOK_SECRET_KEY: secretKey,
    })
    await execute(process.execPath, [script, 'worker', '--once', 'maintain_partitions'], {
      env: { PATH: process.env.PATH, DATABASE_URL: cluster.database.workerUrl },
      cwd: tmpdir(),
    })
    await vi.waitUntil(async () => (await examine()).code === 0, { timeout: 60_000, interval: 500 })
  })

  test('finds a missing extension', async () => {
    await cluster.database.sql`drop extension pgcrypto`
    expect(await complaints()).toEqual([
      'extensions: Missing: pgcrypto. Run create extension pgcrypto with schema extensions;',
    ])
    await cluster.database.sql`create extension pgcrypto with schema extensions`
    expect(await complaints()).toEqual([])
  })

  test('finds a role that bypasses row-level security', async () => {
    await broken('alter role vitrine_functions bypassrls', 'alter role vitrine_functions nobypassrls')
    expect(await complaints()).toEqual([
      'roles: Too powerful: vitrine_functions. Run alter role ... nosuperuser nobypassrls nocreaterole.',
    ])
  })

  test('finds a login that may fix the clock, unless the clock is fixed', async () => {
    await broken('grant vitrine_clock to vitrine_functions', 'revoke vitrine_clock from vitrine_functions')
    expect(await complaints()).toEqual([
      'clock: It can be fixed by vitrine_functions. Run revoke vitrine_clock from vitrine_functions.',
    ])
  })

  test('finds a table whose row-level security is not forced', async () => {
    await broken(
      'alter table core.brands no force row level security',
      'alter table core.brands force row level security',
    )
    expect(await complaints()).toEqual([
      'row-level security: Not forced on core.brands. Run alter table ... force row level security.',
    ])
  })

  test('finds next month without a partition', async () => {
    const [row] = await cluster.database.sql`
      select 'analytics.facts_hourly_' || to_char(now() + interval '1 month', 'YYYY_MM') as name`
    await broken(
      `drop table ${row?.name as string}`,
      `select analytics.ensure_partitions(now()::date, (now() + interval '2 months')::date)`,
    )
    expect(await complaints()).toEqual([
      `partitions: Missing: ${row?.name as string}. Run npm run vitrine -- worker --once maintain_partitions, and see that the worker runs.`,
    ])
  })

  test('finds a worker that stopped', { timeout: 60_000 }, async () => {
    await worker.stop()
    await cluster.database.sql`update core.schedules set made_at = now() - interval '6 minutes'`
    expect(await complaints()).toEqual([
      expect.stringMatching(/^worker: No worker has kept the schedules since 20.+Start it/),
    ])

    const { brandId } = await createTenant(cluster.database.sql)
    await cluster.database.sql`
      insert into events.outbox (brand_id, type, data, occurred_at) values (${brandId}, 'trust.updated', '{}', now() - interval '5 minutes')`
    expect(await complaints()).toContainEqual(
      expect.stringMatching(
        /^events: 1 have had no place for 3\d\d s, so that nobody is told of them\. Start the worker/,
      ),
    )
    worker = startProcess('functions/worker/process.ts', {
      DATABASE_URL: cluster.database.workerUrl,
      WEBHOOK_SECRET_KEY: secretKey,
    })
    await vi.waitUntil(async () => (await examine()).code === 0, { timeout: 50_000, interval: 500 })
  })

  test('finds jobs that were given up, until they are sent again', { timeout: 90_000 }, async () => {
    const data = { brand_id: 'brd_nobody', type: 'custom', metrics: 'nonsense' }
    await cluster.database.sql`
      insert into pgboss.job (name, data, singleton_key, policy, retry_limit, dead_letter)
      values ('forecasts', ${cluster.database.sql.json(data)}, 'brd_nobody/custom', 'exclusive', 0, 'dead_letters')`
    const patience = { timeout: 25_000, interval: 500 }
    await vi.waitFor(
      async () =>
        expect(await complaints()).toEqual([
          expect.stringMatching(
            /^jobs: 1 failed every time \(forecasts\), the last with: Cannot destructure.+ then npm run vitrine -- worker --retry sends them again\.$/,
          ),
        ]),
      patience,
    )
    const { stdout } = await execute(process.execPath, [script, 'worker', '--retry'], {
      env: { PATH: process.env.PATH, DATABASE_URL: cluster.database.workerUrl },
      cwd: tmpdir(),
    })
    expect(stdout).toBe('Sent again: 1 job.\n')
    expect(await complaints()).toEqual([])
    await cluster.database.sql`delete from pgboss.job where data ->> 'brand_id' = 'brd_nobody'`
  })

  test('finds endpoints without a key to sign with', async () => {
    const accountId = await createAccount(cluster.database.sql)
    await broken(
      `insert into webhooks.endpoints (endpoint_id, account_id, url) values ('whe_doctor', '${accountId}', 'https://example.com')`,
      `delete from webhooks.endpoints where endpoint_id = 'whe_doctor'`,
    )
    expect(await complaints({ WEBHOOK_SECRET_KEY: '' })).toEqual([
      'webhooks: There are 1 endpoints, and no WEBHOOK_SECRET_KEY to sign with. Set it where the functions and the worker run, as it was.',
    ])
    expect(await complaints()).toEqual([])
  })

  test('finds clocks that are apart', async () => {
    const ahead = 'const now = Date.now; Date.now = () => now() + 60000'
    expect(await complaints({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ahead)}` })).toEqual([
      expect.stringMatching(/^clocks: This machine and the database are (59|60)(\.\d)? s apart\. Set both by NTP\.$/),
    ])
  })

  test('finds a replica that is none, and one that is away', async () => {
    expect(await complaints({ DATABASE_URL_READ: cluster.database.functionsUrl })).toEqual([
      'replica: DATABASE_URL_READ names a primary, which is never read so. Name a replica, or unset it.',
    ])
    const away = `postgres://vitrine_functions:x@127.0.0.1:${await freePort()}/postgres`
    expect(await complaints({ DATABASE_URL_READ: away })).toEqual([
      expect.stringMatching(/^replica: It does not answer \(.+\)\. Start it, or unset DATABASE_URL_READ\.$/),
    ])
  })

  test.each([
    [140022, false, 'is too old. Upgrade to 17.'],
    [150015, false, 'Upgrade to 15.16 or later.'],
    [150016, true, ''],
    [160011, false, 'Upgrade to 16.12 or later.'],
    [170007, false, 'Upgrade to 17.8 or later.'],
    [170010, true, ''],
    [180001, false, 'Upgrade to 18.2 or later.'],
    [190000, true, ''],
  ])('judges server version %i', (number, isFine, fix) => {
    const { is_fine, finding } = judgeVersion(number)
    expect(is_fine).toBe(isFine)
    expect(finding).toContain(fix)
  })
})
