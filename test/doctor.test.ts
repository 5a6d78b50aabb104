import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { judgeVersion } from '../cli/doctor/schema.ts'
import { harden } from '../cli/database/harden.ts'
import { freePort } from '../cli/installation/postgres.ts'
import { startProcess } from '../cli/installation/process.ts'
import type { RunningProcess } from '../cli/installation/process.ts'
import { createAccount, createTenant } from './support/factories.ts'
import { startOwnCluster } from './support/own_cluster.ts'
import type { OwnCluster } from './support/own_cluster.ts'
import { startReplica } from './support/replica.ts'
import { secretKey } from './support/webhooks.ts'

const script = join(import.meta.dirname, '..', 'cli', 'vitrine.ts')
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
  await harden(cluster.database.adminUrl)
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

async function migrating(): Promise<{ code: number; stderr: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: cluster.database.adminUrl }
  return await execute(process.execPath, [script, 'migrate'], { env, cwd: tmpdir() }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  )
}

/** Returns the failed checks. */
async function complaints(variables: Record<string, string> = {}): Promise<string[]> {
  const { code, findings } = await examine(variables)
  const all = findings.filter((finding) => !finding.is_fine).map(({ check, finding }) => `${check}: ${finding}`)
  expect(code).toBe(all.length > 0 ? 1 : 0)
  return all
}

/** Changes the database until the end of the test. */
async function broken(statement: string, mended: string): Promise<void> {
  await cluster.database.sql.unsafe(statement)
  onTestFinished(async () => void (await cluster.database.sql.unsafe(mended)))
}

describe('vitrine doctor', () => {
  test('reports that no worker has run, and nothing when one runs', { timeout: 90_000 }, async () => {
    expect(await complaints()).toEqual([
      expect.stringMatching(
        /^partitions: Missing: analytics\.facts_daily_\d{4}_\d{2}.+worker --once maintain_partitions/,
      ),
      expect.stringMatching(/^worker: No worker has run on this database\. Start it \(npm run vitrine -- worker\)/),
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

  test('reports a missing extension', async () => {
    await cluster.database.sql`drop extension pgcrypto`
    expect(await complaints()).toEqual([
      'extensions: Missing: pgcrypto. Run create extension pgcrypto with schema extensions;',
    ])
    await cluster.database.sql`create extension pgcrypto with schema extensions`
    expect(await complaints()).toEqual([])
  })

  test('reports a role that bypasses row-level security', async () => {
    await broken('alter role vitrine_functions bypassrls', 'alter role vitrine_functions nobypassrls')
    expect(await complaints()).toEqual([
      'roles: Excess rights: vitrine_functions. Run alter role ... nosuperuser nobypassrls nocreaterole.',
    ])
  })

  test.each([
    [
      'alter role vitrine_functions reset all',
      `alter role vitrine_functions set statement_timeout = '8s'; alter role vitrine_functions set lock_timeout = '2s';
       alter role vitrine_functions set idle_in_transaction_session_timeout = '10s'; alter role vitrine_functions set jit = off`,
      'vitrine_functions has no default statement_timeout, lock_timeout, idle_in_transaction_session_timeout. Run ' +
        "alter role vitrine_functions set statement_timeout = '8s'; alter role vitrine_functions set lock_timeout = '2s'; " +
        "alter role vitrine_functions set idle_in_transaction_session_timeout = '10s';",
    ],
    [
      'alter role vitrine_functions set statement_timeout = 0',
      "alter role vitrine_functions set statement_timeout = '8s'",
      "vitrine_functions has no default statement_timeout. Run alter role vitrine_functions set statement_timeout = '8s';",
    ],
    [
      'alter role vitrine_functions connection limit -1',
      'alter role vitrine_functions connection limit 150',
      'vitrine_functions has no connection limit. Run alter role vitrine_functions connection limit 75;',
    ],
    [
      'alter role vitrine_worker nologin',
      'alter role vitrine_worker login',
      'vitrine_worker cannot log in. Run alter role vitrine_worker login;',
    ],
    [
      'revoke vitrine_functions from vitrine_worker',
      'grant vitrine_functions to vitrine_worker',
      'vitrine_worker cannot end sessions of vitrine_functions. Run grant vitrine_functions to vitrine_worker;',
    ],
    [
      'grant execute on function pg_advisory_lock(bigint) to public',
      'revoke execute on function pg_advisory_lock(bigint) from public',
      'vitrine_functions can take advisory locks. Run npm run vitrine -- migrate',
    ],
  ])('reports a login without its limits: %s', async (statement, mended, words) => {
    await broken(statement, mended)
    expect(await complaints()).toEqual([`logins: ${words}`])
  })

  test('reports a login that may set the clock, unless the clock is fixed', async () => {
    await broken('grant vitrine_clock to vitrine_functions', 'revoke vitrine_clock from vitrine_functions')
    expect(await complaints()).toEqual([
      'clock: Can be set by vitrine_functions. Run revoke vitrine_clock from vitrine_functions.',
    ])
    const { findings } = await examine({ VITRINE_NOW: '2026-11-22T12:00:00Z' })
    expect(findings.find(({ check }) => check === 'clock')).toEqual({
      check: 'clock',
      is_fine: true,
      finding:
        'VITRINE_NOW fixes the time of data at 2026-11-22T12:00:00Z. Limits and timeouts use the time of the database.',
    })
  })

  test('reports a table without forced row-level security', async () => {
    await broken(
      'alter table core.brands no force row level security',
      'alter table core.brands force row level security',
    )
    expect(await complaints()).toEqual([
      'row-level security: Not forced on core.brands. Run alter table ... force row level security.',
    ])
  })

  test.each([
    ['core.run_as_key(text,jsonb)', 'vitrine_key', 'postgres'],
    ['core.run_as_key(text,jsonb)', 'vitrine_key', 'vitrine_worker'],
    ['core.call(text,bytea,text,jsonb,text,integer,jsonb,text,text)', 'vitrine_gate', 'postgres'],
    ['events.emit(text,text,jsonb)', 'vitrine_gate', 'postgres'],
  ])('reports %s when its owner is not %s but %s', async (name, owner, other) => {
    await broken(`alter function ${name} owner to ${other}`, `alter function ${name} owner to ${owner}`)
    expect(await complaints()).toEqual([
      `executors: Security definer functions with an unexpected owner: ${name} (${other}). Restore a backup with npm run vitrine -- restore, ` +
        'or run alter function ... owner to the role in sql/*/owners.sql.',
    ])
  })

  test('reports a table with another owner', async () => {
    await broken('alter table core.brands owner to postgres', 'alter table core.brands owner to vitrine_owner')
    expect(await complaints()).toEqual([
      'row-level security: Not owned by vitrine_owner: core.brands. Restore a backup with npm run vitrine -- restore, ' +
        'or run alter table ... owner to vitrine_owner.',
    ])
  })

  test.each([
    [
      'drop index analytics.entities_accounts_idx',
      `create index entities_accounts_idx on analytics.entities (brand_id, platform) where level = 'account'`,
      'missing: index analytics.entities_accounts_idx',
    ],
    [
      'alter function core.working_brands() rename to working',
      'alter function core.working() rename to working_brands',
      'missing: function core.working_brands(); added: function core.working()',
    ],
    [
      'create policy opens on core.brands for select to vitrine_key using (true)',
      'drop policy opens on core.brands',
      'added: policy opens of core.brands',
    ],
    [
      'alter table core.brands alter column timezone drop not null',
      'alter table core.brands alter column timezone set not null',
      'changed: column core.brands.timezone',
    ],
    [
      'alter table core.brands disable trigger user',
      'alter table core.brands enable trigger user',
      'changed: trigger keep_plain of core.brands',
    ],
  ])('reports a schema that differs from the last migration: %s', async (statement, mended, words) => {
    await broken(statement, mended)
    expect(await complaints()).toEqual([
      `catalog: Differs from the last migration: ${words}. Create missing and changed objects again with their statements in ` +
        'supabase/migrations, and drop added ones.',
    ])
  })

  test('reports a changed function body', async () => {
    const [row] = await cluster.database.sql`select pg_get_functiondef('core.scope_brand_ids'::regproc) as definition`
    await broken(
      `create or replace function core.scope_brand_ids() returns text[] language sql stable return array['brd_other']`,
      row?.definition as string,
    )
    expect(await complaints()).toEqual([expect.stringContaining('changed: function core.scope_brand_ids(). Create')])
  })

  test('reports failed parts of the daily jobs of a brand', async () => {
    const { brandId } = await createTenant(cluster.database.sql)
    await cluster.database.sql`
      insert into core.job_failures (brand_id, queue, subject, error_class, attempts)
      values (${brandId}, 'anomalies', 'day 2026-11-05', '22012', 2)`
    onTestFinished(async () => void (await cluster.database.sql`delete from core.job_failures`))
    expect(await complaints()).toEqual([
      `failures: Failed: anomalies of ${brandId}, day 2026-11-05 (error 22012, 2 attempts). See the log of the worker for the cause. ` +
        'Each is retried every night. To retry now, run npm run vitrine -- worker --once <queue>.',
    ])
  })

  test('names the login to use when the given one lacks rights', async () => {
    expect(await complaints({ DATABASE_URL: cluster.database.workerUrl })).toEqual([
      'migrations: The login vitrine_worker of DATABASE_URL cannot read supabase_migrations. Use the login that runs migrations.',
    ])
  })

  test('reports a missing role and how to restore it', async () => {
    await broken('alter role vitrine_clock rename to renamed', 'alter role renamed rename to vitrine_clock')
    expect(await complaints()).toEqual([
      'roles: Missing: vitrine_clock. Run npm run vitrine -- migrate on a new database and restore a backup into it (guide "Operate").',
    ])
  })

  test('reports a migration of a newer release, which migrate rejects', async () => {
    await broken(
      `insert into supabase_migrations.schema_migrations (version, name) values ('20991231000000', 'newer')`,
      `delete from supabase_migrations.schema_migrations where version = '20991231000000'`,
    )
    const words =
      'The database has migrations that this release does not have: 20991231000000. Use the release that applied them, or a newer one.'
    expect(await complaints()).toEqual([`migrations: ${words}`])
    expect(await migrating()).toEqual({ code: 1, stderr: `${words}\n` })
  })

  test('reports a migration that changed after it was applied, which migrate rejects', async () => {
    await broken(
      `update supabase_migrations.schema_migrations set statements = array_append(statements, 'select 1')`,
      `update supabase_migrations.schema_migrations set statements = statements[1:1]`,
    )
    const words =
      /These migrations changed after they were applied: \d+_initial\.sql(?:, \d+_\w+\.sql)*\. Restore the files/
    expect(await complaints()).toEqual([expect.stringMatching(words)])
    expect(await migrating()).toEqual({ code: 1, stderr: expect.stringMatching(words) as string })
  })

  test('does not check the embedded Postgres when another database is used', async () => {
    const { findings } = await examine()
    expect(findings.map(({ check }) => check)).not.toContain('postgres')
  })

  test('reports a DATABASE_SESSION_URL that receives no notifications', async () => {
    expect(await complaints({ DATABASE_SESSION_URL: cluster.database.functionsUrl })).toEqual([])
    await cluster.database.sql`create database elsewhere`
    const elsewhere = cluster.database.functionsUrl.replace(/postgres$/, 'elsewhere')
    expect(await complaints({ DATABASE_SESSION_URL: elsewhere })).toEqual([
      expect.stringMatching(/^streams: Notifications do not arrive.+unset it\.$/),
    ])
    const away = `postgres://vitrine_functions:x@127.0.0.1:${await freePort()}/postgres`
    expect(await complaints({ DATABASE_SESSION_URL: away })).toEqual([
      expect.stringMatching(/^streams: LISTEN failed \(.+\), so streams poll every second\. Set .+, or unset it\.$/),
    ])
  })

  test('reports a missing partition for the next month', async () => {
    const [row] = await cluster.database.sql`
      select 'analytics.facts_hourly_' || to_char(now() + interval '1 month', 'YYYY_MM') as name`
    await broken(
      `drop table ${row?.name as string}`,
      `select analytics.ensure_partitions(now()::date, (now() + interval '2 months')::date)`,
    )
    expect(await complaints()).toEqual([
      `partitions: Missing: ${row?.name as string}. Run npm run vitrine -- worker --once maintain_partitions, and make sure that the worker runs.`,
    ])
  })

  test('reports a worker that stopped', { timeout: 60_000 }, async () => {
    await worker.stop()
    await cluster.database.sql`update core.schedules set made_at = now() - interval '6 minutes'`
    expect(await complaints()).toEqual([
      expect.stringMatching(/^worker: No worker has run scheduled jobs since 20.+Start it/),
    ])

    const { brandId } = await createTenant(cluster.database.sql)
    await cluster.database.sql`
      insert into events.outbox (brand_id, type, data, occurred_at) values (${brandId}, 'trust.updated', '{}', now() - interval '5 minutes')`
    expect(await complaints()).toContainEqual(
      expect.stringMatching(/^events: 1 have not been sequenced for 3\d\d s and are not delivered\. Start the worker/),
    )
    worker = startProcess('functions/worker/process.ts', {
      DATABASE_URL: cluster.database.workerUrl,
      WEBHOOK_SECRET_KEY: secretKey,
    })
    await vi.waitUntil(async () => (await examine()).code === 0, { timeout: 50_000, interval: 500 })
  })

  test('reports failed jobs until they are retried', { timeout: 90_000 }, async () => {
    const data = { brand_id: 'brd_unknown', type: 'custom', metrics: 'nonsense' }
    await cluster.database.sql`
      insert into pgboss.job (name, data, singleton_key, policy, retry_limit, dead_letter)
      values ('forecasts', ${cluster.database.sql.json(data)}, 'brd_unknown/custom', 'exclusive', 0, 'dead_letters')`
    const polling = { timeout: 25_000, interval: 500 }
    await vi.waitFor(
      async () =>
        expect(await complaints()).toEqual([
          expect.stringMatching(
            /^jobs: 1 failed with all retries \(forecasts\)\. Last error: `brand_id` names no brand .+"brd_unknown"\. Fix the cause .+ then run npm run vitrine -- worker --retry\.$/,
          ),
        ]),
      polling,
    )
    const { stdout } = await execute(process.execPath, [script, 'worker', '--retry'], {
      env: { PATH: process.env.PATH, DATABASE_URL: cluster.database.workerUrl },
      cwd: tmpdir(),
    })
    expect(stdout).toBe('Sent again: 1 job.\n')
    expect(await complaints()).toEqual([])
    await cluster.database.sql`delete from pgboss.job where data ->> 'brand_id' = 'brd_unknown'`
  })

  test('reports endpoints without WEBHOOK_SECRET_KEY', async () => {
    const accountId = await createAccount(cluster.database.sql)
    await broken(
      `insert into webhooks.endpoints (endpoint_id, account_id, url) values ('whe_doctor', '${accountId}', 'https://example.com')`,
      `delete from webhooks.endpoints where endpoint_id = 'whe_doctor'`,
    )
    expect(await complaints({ WEBHOOK_SECRET_KEY: '' })).toEqual([
      'webhooks: 1 endpoint exists, but WEBHOOK_SECRET_KEY is not set. Set its original value for the functions and the worker.',
    ])
    expect(await complaints()).toEqual([])
  })

  test('reports a clock that differs from that of the database', async () => {
    const ahead = 'const now = Date.now; Date.now = () => now() + 60000'
    expect(await complaints({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ahead)}` })).toEqual([
      expect.stringMatching(
        /^clocks: This machine and the database are (59|60)(\.\d)? s apart\. Synchronize both with NTP\.$/,
      ),
    ])
  })

  test('reports a primary or an unreachable server in DATABASE_URL_READ', async () => {
    expect(await complaints({ DATABASE_URL_READ: cluster.database.functionsUrl })).toEqual([
      'replica: DATABASE_URL_READ is a primary. Set it to a replica, or unset it.',
    ])
    const away = `postgres://vitrine_functions:x@127.0.0.1:${await freePort()}/postgres`
    expect(await complaints({ DATABASE_URL_READ: away })).toEqual([
      expect.stringMatching(/^replica: Not reachable \(.+\)\. Start it, or unset DATABASE_URL_READ\.$/),
    ])
  })

  test('reports a replica of another server', { timeout: 60_000 }, async () => {
    const other = await startOwnCluster()
    onTestFinished(() => other.database.stop())
    const replica = await startReplica(other)
    onTestFinished(() => replica.stop())
    expect(await complaints({ DATABASE_URL_READ: replica.functionsUrl })).toEqual([
      'replica: DATABASE_URL_READ is a replica of another server than DATABASE_URL. Set it to a replica of this one, or unset it.',
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
  ])('checks server version %i', (number, isFine, fix) => {
    const { is_fine, finding } = judgeVersion(number)
    expect(is_fine).toBe(isFine)
    expect(finding).toContain(fix)
  })
})
