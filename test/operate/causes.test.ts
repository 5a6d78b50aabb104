import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { createPerson } from '../support/oauth.ts'
import { startOwnCluster } from '../support/own_cluster.ts'
import type { OwnCluster } from '../support/own_cluster.ts'
import { missingPrometheus, startPrometheus } from '../support/prometheus.ts'
import type { Prometheus } from '../support/prometheus.ts'
import { startTcpProxy } from '../support/tcp_proxy.ts'
import type { TcpProxy } from '../support/tcp_proxy.ts'

/**
 * The rules with windows of seconds, without `for`, and with a limit of memory that every process exceeds. alerts.test.ts tests that
 * each signal outlasts its `for`.
 */
const rules = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operate', 'alerts.yml'), 'utf8')
  .replaceAll(/\[\d+[mh]\]/g, '[6s]')
  .replaceAll(/for: \d+[mh]/g, 'for: 0s')
  .replace('512 * 1024', '16 * 1024')

const secret = 'a-secret-of-operators'
const newKey = () => randomBytes(32).toString('base64')
const tested: string[] = []

describe.skipIf(missingPrometheus)('an alert fires on its cause', () => {
  let cluster: OwnCluster
  let proxy: TcpProxy
  let prometheus: Prometheus
  let tenant: Awaited<ReturnType<typeof createTenant>>
  let key: string
  const processes: Record<string, RunningProcess> = {}
  const urls: Record<string, string> = {}

  async function start(name: string, script: string, variables: Record<string, string>): Promise<void> {
    const port = await freePort()
    urls[name] = `http://127.0.0.1:${port}`
    const common = { METRICS_SECRET: secret, LOG_LEVEL: 'error', PORT: String(port) }
    processes[name] = startProcess(script, { ...common, ...variables })
    await vi.waitUntil(() => fetch(`${urls[name]}/livez`).catch(() => null), { timeout: 20_000, interval: 50 })
  }

  beforeAll(async () => {
    cluster = await startOwnCluster()
    const { sql, functionsUrl, workerUrl } = cluster.database
    tenant = await createTenant(sql)
    ;({ key } = await issueKey(sql, tenant.accountId, { prefix: 'sk_live_' }))
    proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(functionsUrl).port) })
    const replica = new URL(functionsUrl)
    replica.port = String(await freePort())
    const refused = new URL(functionsUrl)
    refused.password = 'wrong'
    await Promise.all([
      start('gateway', 'cli/gateway/gateway.ts', {
        DATABASE_URL: proxy.through(functionsUrl),
        DATABASE_URL_READ: replica.href,
        DATABASE_CONNECTIONS_MAX: '1',
        WEBHOOK_SECRET_KEY: newKey(),
        WEBHOOK_ALLOW_LOOPBACK: 'true',
        VITRINE_COMMIT: 'one',
      }),
      start('next', 'cli/gateway/gateway.ts', { DATABASE_URL: refused.href, VITRINE_COMMIT: 'two' }),
      // No cron calls this worker, so it does nothing except where a test calls it.
      start('worker', 'functions/worker/index.ts', {
        DATABASE_URL: functionsUrl,
        WORKER_DATABASE_URL: workerUrl,
        WORKER_SECRET: secret,
        WEBHOOK_SECRET_KEY: newKey(),
        WEBHOOK_ALLOW_LOOPBACK: 'true',
        SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
        MAIL_FROM: 'mail@example.com',
      }),
    ])
    prometheus = await startPrometheus(rules, secret, [
      { job: 'vitrine-gateway', urls: [urls.gateway as string, urls.next as string] },
      { job: 'vitrine-worker', urls: [urls.worker as string] },
    ])
  }, 90_000)
  afterAll(async () => {
    prometheus?.stop()
    await Promise.all(Object.values(processes).map((running) => running.stop()))
    await proxy?.stop()
    await cluster?.database.stop()
  })

  /** Repeats the cause until the alert fires. */
  async function fires(name: string, cause: () => Promise<unknown> = async () => undefined): Promise<void> {
    tested.push(name)
    await vi.waitUntil(
      async () => {
        await cause()
        return (await prometheus.firing()).includes(name)
      },
      { timeout: 40_000, interval: 250 },
    )
  }

  const get = async (path: string) =>
    await fetch(urls.gateway + path, { headers: { Authorization: `Bearer ${tenant.key}` } }).then(
      (response) => response.text(),
      () => null,
    )
  const tick = async () => {
    const response = await fetch(`${urls.worker}/worker/tick`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
    })
    expect(response.status).toBe(200)
    await response.text()
  }
  const emit = async () =>
    await cluster.database.sql`
    insert into events.outbox (brand_id, type, data, occurred_at)
    values (${tenant.brandId}, 'product.deleted', '{"product_id":"p"}', now() - interval '90 seconds')`

  test('VitrineNotReady: a new process has a wrong password', async () => await fires('VitrineNotReady'))
  test('VitrineReleasesDiffer: two releases run', async () => await fires('VitrineReleasesDiffer'))
  test('VitrineMemoryHigh: a process exceeds the limit', async () => await fires('VitrineMemoryHigh'))

  test('VitrineScheduleOverdue: no cron calls the worker', async () => {
    await cluster.database
      .sql`update core.schedules set made_at = now() - interval '1 hour' where queue = 'expirations'`
    await fires('VitrineScheduleOverdue')
  })

  test('VitrineWebhookSecretsUnreadable: the worker has another key than the gateway', async () => {
    const response = await fetch(`${urls.gateway}/api/webhooks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: 'http://127.0.0.1:9/hook' }),
    })
    expect(response.status).toBe(200)
    await fires('VitrineWebhookSecretsUnreadable')
  })

  test('VitrineEventsStuck: nothing assigns positions', async () => {
    await emit()
    await fires('VitrineEventsStuck')
  })

  test('VitrineDeliveriesLate: nothing delivers', async () => {
    await cluster.database.sql`select events.sequence_events()`
    await cluster.database.sql`update webhooks.deliveries set next_attempt_at = now() - interval '10 minutes'`
    await fires('VitrineDeliveriesLate')
  })

  test('VitrineMailsLate: the mail server refuses connections', async () => {
    const person = await createPerson(cluster.database.sql, [tenant.brandId])
    await cluster.database.sql`
      insert into oauth.mails (kind, person_id, next_attempt_at, expires_at)
      select 'reset', person_id, now(), now() + interval '24 minutes' from platform.find_person(${person.email})`
    await tick()
    await fires('VitrineMailsLate')
  })

  test('VitrineDeliveriesFailing: attempts fail', async () => {
    await fires('VitrineDeliveriesFailing', async () => {
      await emit()
      await tick()
    })
  })

  test('VitrineJobsFailed: a job is a dead letter', async () => {
    await cluster.database.sql`insert into pgboss.job (name, data) values ('dead_letters', '{}')`
    await fires('VitrineJobsFailed')
  })

  test('VitrineReplicaUnused: the replica refuses connections', async () => {
    const path = `/v1/metrics?brand_id=${tenant.brandId}&date_from=2026-11-01&date_to=2026-11-02`
    await fires('VitrineReplicaUnused', () => get(path))
  })

  test('VitrinePoolExhausted, VitrineSlow, VitrineErrorBudgetFast and VitrineErrorBudgetSlow: a session locks a table', async () => {
    const end = new AbortController()
    const load = async () => {
      while (!end.signal.aborted) await Promise.all(Array.from({ length: 6 }, () => get('/v1/brands')))
    }
    const requests = load()
    await cluster.database.sql.begin(async (transaction) => {
      await transaction`lock table core.api_keys in access exclusive mode`
      await fires('VitrinePoolExhausted')
      await fires('VitrineSlow')
      await fires('VitrineErrorBudgetFast')
      await fires('VitrineErrorBudgetSlow')
    })
    end.abort()
    await requests
  })

  test('VitrineEventLoopBlocked: a process gets no CPU', async () => {
    const { pid } = processes.next as RunningProcess
    process.kill(pid, 'SIGSTOP')
    await new Promise((next) => setTimeout(next, 1500))
    process.kill(pid, 'SIGCONT')
    await fires('VitrineEventLoopBlocked')
  })

  test('VitrineDatabaseUnreachable: the database refuses connections', async () => {
    await proxy.set('refuse')
    await fires('VitrineDatabaseUnreachable', () => get('/v1/brands'))
  })

  test('VitrineDown and VitrineWorkerMissing: the worker is killed', async () => {
    process.kill((processes.worker as RunningProcess).pid, 'SIGKILL')
    await fires('VitrineDown')
    await fires('VitrineWorkerMissing')
  })

  test('the SQL of every runbook runs', async () => {
    const folder = join(import.meta.dirname, '..', '..', 'docs', 'operate', 'runbooks')
    const texts = globSync('*.md', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'))
    const commands = texts.flatMap((text) =>
      [...text.matchAll(/`psql [^`]* -c (["'])(.*?)\1`/g)].map(([, , sql]) => sql),
    )
    const statements = texts.flatMap((text) => [...text.matchAll(/`(select [^`]*)`/g)].map(([, sql]) => sql as string))
    // The functions of a replica and the table of pg_cron are on other servers.
    const own = [...commands, ...statements].filter((sql) => !/pg_terminate_backend|replay|cron\./.test(sql as string))
    expect(own.length).toBeGreaterThan(7)
    for (const sql of own) await cluster.database.sql.unsafe(sql as string)
  })

  test('every alert was tested', () => {
    expect(tested.toSorted()).toEqual([...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name).toSorted())
  })
})
