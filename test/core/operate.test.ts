import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import { Metrics } from '../../shared/http/server/metrics.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import { putBehindWire } from '../support/faulty_database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'

const root = join(import.meta.dirname, '..', '..')
const secret = 'a-secret-of-operators'
const polling = { timeout: 20_000, interval: 50 }
const scripts = ['cli/gateway/gateway.ts', ...globSync('functions/*/index.ts', { cwd: root }).toSorted()]

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { metrics: new Metrics(secret) })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const scrape = (url: string, given = secret) =>
  fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${given}` } })

/** Parses OpenMetrics text into samples by name and labels. Throws on a line that is neither a sample nor a comment. */
function samples(text: string): Map<string, number> {
  expect(text.endsWith('\n# EOF\n')).toBe(true)
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))
  return new Map(
    lines.map((line) => {
      const [, name, value] = /^([a-z_]+(?:\{(?:[a-z_]+="[^"\n]*",?)+\})?) ([0-9.e+-]+)$/.exec(line) ?? []
      if (!name) throw new Error(`This is no sample: ${line}`)
      return [name, Number(value)]
    }),
  )
}

/** Returns the metrics of the worker function, whose requests use the login of the functions. */
async function scrapeWorker(workerUrl: string): Promise<{ url: string; text: string }> {
  const port = await freePort()
  const running = startProcess('functions/worker/index.ts', {
    DATABASE_URL: database.functionsUrl,
    WORKER_DATABASE_URL: workerUrl,
    METRICS_SECRET: secret,
    PORT: String(port),
  })
  onTestFinished(running.stop)
  const url = `http://127.0.0.1:${port}`
  await vi.waitUntil(() => fetch(`${url}/livez`).catch(() => null), polling)
  const response = await scrape(url)
  expect(response.status).toBe(200)
  return { url, text: await response.text() }
}

describe('GET /livez', () => {
  test.each(scripts)('returns 200 from %s without a database', async (script) => {
    const port = await freePort()
    const running = startProcess(script, {
      DATABASE_URL: `postgres://none:nothing@127.0.0.1:${await freePort()}/nowhere`,
      PORT: String(port),
    })
    onTestFinished(running.stop)
    const response = await vi.waitUntil(() => fetch(`http://127.0.0.1:${port}/livez`).catch(() => null), polling)
    expect([response.status, await response.json()]).toEqual([200, { status: 'alive' }])
    // The function also serves below its name, because hosted platforms add it to the path.
    const name = script.split('/')[1] as string
    if (script === 'cli/gateway/gateway.ts') return
    expect((await fetch(`http://127.0.0.1:${port}/${name}/livez`)).status).toBe(200)
  })

  test('is logged and counted only when it fails', async () => {
    const before = api.log.length
    expect((await api.http.get('/livez')).status).toBe(200)
    expect(api.log).toHaveLength(before)
    await api.http.post('/livez')
    expect(api.log.slice(before)).toMatchObject([{ path: '/livez', status: 404 }])
  })
})

describe('GET /metrics', () => {
  test('returns 404 without METRICS_SECRET and 401 for a wrong secret', async () => {
    const without = await startApi(database)
    expect((await scrape(without.url)).status).toBe(404)
    await without.stop()
    for (const wrong of ['', 'wrong', `${secret}x`]) expect((await scrape(api.url, wrong)).status).toBe(401)
    const ask = (Authorization: string) => fetch(`${api.url}/metrics`, { headers: { Authorization } })
    for (const scheme of ['xBearer', 'Basic', 'Bearer Bearer', ''])
      expect([scheme, (await ask(`${scheme} ${secret}`)).status]).toEqual([scheme, 401])
    expect((await ask(`bearer ${secret}`)).status).toBe(200)
  })

  test('logs a refused scrape without the secret, and no successful one', async () => {
    const before = api.log.length
    const refused = await scrape(api.url, 'guessed-secret-of-sixteen')
    await scrape(api.url)
    const lines = api.log.slice(before)
    expect(lines).toMatchObject([
      { level: 'info', path: '/metrics', status: 401, request_id: refused.headers.get('x-request-id') },
    ])
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toMatch(/guessed|a-secret/)
  })

  test('counts requests and their duration by operation and status', async () => {
    const { key } = await createTenant(database.sql)
    const before = samples(await (await scrape(api.url)).text())
    const ask = () => api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)
    for (let request = 0; request < 3; request++) await ask()
    await api.http.get('/v1/brands')
    await api.http.get('/nowhere')
    const response = await scrape(api.url)
    expect(response.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    const after = samples(await response.text())
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    expect(grown('vitrine_requests_total{operation="analytics.brands",status="200"}')).toBe(3)
    expect(grown('vitrine_requests_total{operation="analytics.brands",status="401"}')).toBe(1)
    expect(grown('vitrine_requests_total{operation="none",status="404"}')).toBe(1)
    expect(grown('vitrine_request_seconds_count{operation="analytics.brands"}')).toBe(4)
    const buckets = [...after].filter(([name]) =>
      name.startsWith('vitrine_request_seconds_bucket{operation="analytics.brands"'),
    )
    const counts = buckets.map(([, count]) => count)
    expect(counts).toEqual(counts.toSorted((one, two) => one - two))
    expect(counts.at(-1)).toBe(after.get('vitrine_request_seconds_count{operation="analytics.brands"}'))
  })

  test('reports CPU, memory, start and event-loop lag of the process', async () => {
    await scrape(api.url)
    // The loop is blocked for longer than the interval at which it is measured.
    for (const until = performance.now() + 400; performance.now() < until;);
    const values = await vi.waitUntil(async () => {
      const read = samples(await (await scrape(api.url)).text())
      return (read.get('vitrine_event_loop_lag_seconds') ?? 0) >= 0.25 ? read : null
    }, polling)
    expect(values.get('process_cpu_seconds_total')).toBeGreaterThan(0.3)
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(20_000_000)
    expect(values.get('vitrine_heap_used_bytes')).toBeGreaterThan(1_000_000)
    expect(
      Math.abs((values.get('process_start_time_seconds') as number) + process.uptime() - Date.now() / 1000),
    ).toBeLessThan(5)
    expect(values.get('vitrine_ready')).toBe(1)
  })

  test('reports the pool size and the breaker state', async () => {
    const values = samples(await (await scrape(api.url)).text())
    expect(values.get('vitrine_pool_size')).toBe(4)
    expect(values.get('vitrine_pool_requests{state="in_use"}')).toBe(0)
    expect(values.get('vitrine_breaker_state{state="closed"}')).toBe(1)
    const { key } = await createTenant(database.sql)
    const behind = await putBehindWire(database)
    const broken = await startApi(behind.database, { metrics: new Metrics(secret) })
    const ask = async () => await broken.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)
    expect((await ask()).status).toBe(200)
    await behind.wire.set('close')
    for (let request = 0; request < 6; request++) await ask()
    expect(samples(await (await scrape(broken.url)).text()).get('vitrine_breaker_state{state="open"}')).toBe(1)
    await behind.wire.stop()
    await broken.stop()
  })

  test('reports a process that has never reached its database as not ready', async () => {
    const gone = { ...database, functionsUrl: `postgres://none:nothing@127.0.0.1:${await freePort()}/nowhere` }
    const unready = await startApi(gone, { metrics: new Metrics(secret) })
    expect(
      samples(await (await scrape(unready.url)).text()).get('vitrine_ready{reason="database_does_not_respond"}'),
    ).toBe(0)
    await unready.stop()
  })

  test('contains no key, brand or account id', async () => {
    const { key, keyId, brandId } = await createTenant(database.sql)
    await api.http
      .get(`/v1/metrics?brand_id=${brandId}&date_from=2026-11-01&date_to=2026-11-02`)
      .set('Authorization', `Bearer ${key}`)
    await api.http.get(`/api/storefront/${brandId}/products`)
    const text = await (await scrape(api.url)).text()
    for (const name of [key, keyId, brandId, 'brd_', 'key_', 'acc_']) expect(text).not.toContain(name)
  })

  test('reports waiting jobs and unplaced events on the worker', async () => {
    const port = await freePort()
    const running = startProcess('functions/worker/process.ts', {
      DATABASE_URL: database.workerUrl,
      METRICS_SECRET: secret,
      WORKER_PORT: String(port),
    })
    onTestFinished(running.stop)
    const url = `http://127.0.0.1:${port}`
    await vi.waitUntil(() => fetch(`${url}/livez`).catch(() => null), polling)
    const { brandId } = await createTenant(database.sql)
    // No worker reads the queue of dead letters.
    await database.sql`insert into pgboss.job (name, data) values ('dead_letters', '{}'), ('dead_letters', '{}')`
    // The sequencer cannot place events while this transaction locks its row.
    const holding = database.sql.begin(async (transaction) => {
      await transaction`select from events.sequencer for update`
      await database.sql`
        insert into events.outbox (brand_id, type, data, occurred_at)
        values (${brandId}, 'trust.updated', '{}', platform.now() - interval '90 seconds')`
      const values = samples(await (await scrape(url)).text())
      expect(values.get('vitrine_events_unplaced')).toBe(1)
      expect(values.get('vitrine_events_unplaced_seconds')).toBeGreaterThan(80)
      expect(values.get('vitrine_jobs{queue="dead_letters",state="created"}')).toBe(2)
      for (const state of ['created', 'retry', 'active', 'failed'])
        expect(values.get(`vitrine_jobs{queue="trust",state="${state}"}`)).toBe(0)
      expect(values.get('vitrine_database_answers')).toBe(1)
    })
    await holding
    await vi.waitUntil(
      async () => samples(await (await scrape(url)).text()).get('vitrine_events_unplaced') === 0,
      polling,
    )
  })
  test('of the worker function queries the database as the worker', async () => {
    const { text } = await scrapeWorker(database.workerUrl)
    const values = samples(text)
    expect(values.get('vitrine_database_answers')).toBe(1)
    expect(values.has('vitrine_events_unplaced')).toBe(true)
    expect(text).toMatch(
      /^vitrine_build_info\{function="worker",version="[\d.]+",commit="unknown",schema="\d{14}",runtime="deno [\d.]+"\} 1$/m,
    )
    for (const status of ['pending', 'failed']) expect(values.get(`vitrine_deliveries{status="${status}"}`)).toBe(0)
    expect(values.get('vitrine_mails_waiting')).toBe(0)
  })

  test('reports the age of each schedule, and since when it is overdue', async () => {
    const { sql } = database
    await sql`update core.schedules set made_at = platform.now()`
    await sql`update core.schedules set made_at = platform.now() - interval '30 minutes' where queue = 'expirations'`
    await sql`update core.schedules set made_at = '-infinity' where queue = 'maintain_partitions'`
    await sql`update core.schedules set made_at = 'infinity' where queue = 'prune_events'`
    const { text } = await scrapeWorker(database.workerUrl)
    const values = samples(text)
    const of = (name: string, queue: string) => values.get(`vitrine_schedule_${name}_seconds{queue="${queue}"}`)
    expect(of('age', 'expirations')).toBeCloseTo(1800, -2)
    expect(of('overdue', 'expirations')).toBeGreaterThan(1700)
    expect(of('age', 'maintain_partitions')).toBeUndefined()
    expect(of('overdue', 'maintain_partitions')).toBeGreaterThan(0)
    expect(of('overdue', 'prune_oauth')).toBe(0)
    expect(of('age', 'prune_events')).toBeUndefined()
    await sql`update core.schedules set made_at = platform.now()`
  })

  test('of the worker reports its own numbers and the database as down', async () => {
    const { url, text } = await scrapeWorker(`postgres://none:nothing@127.0.0.1:${await freePort()}/nowhere`)
    expect(samples(text).get('vitrine_database_answers')).toBe(0)
    expect(samples(text).has('vitrine_events_unplaced')).toBe(false)
    const again = samples(await (await scrape(url)).text())
    expect(again.get('vitrine_requests_total{operation="none",status="200"}')).toBeUndefined()
  })

  test('counts pending deliveries by index, without a sequential scan', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    const { sql } = database
    await sql`insert into webhooks.endpoints (endpoint_id, account_id, url) values ('whe_measured', ${accountId}, 'https://example.com')`
    await sql`
      insert into webhooks.deliveries (brand_id, endpoint_id, event_id, type, data, occurred_at, status, next_attempt_at)
      select ${brandId}, 'whe_measured', 'evt_' || number, 'trust.updated', '{}', platform.clock(),
        case when number <= 3 then 'pending' when number <= 8 then 'failed' else 'delivered' end,
        case when number <= 2 then platform.clock() - interval '5 minutes' when number = 3 then platform.now() + interval '1 hour' end
      from generate_series(1, 20000) as number`
    await sql`vacuum analyze webhooks.deliveries`
    const scanned = await sql.begin(async (transaction) => {
      const scans = () => transaction`
        select relname, seq_scan, idx_scan from pg_stat_xact_user_tables where relname = 'deliveries'`
      const [measured] = await transaction`select * from events.measure_outbox()`
      expect(measured).toMatchObject({ due: '2', due_seconds: 300, pending: '3', failed: '5' })
      return await scans()
    })
    expect(scanned).toMatchObject([{ seq_scan: '0', idx_scan: '2' }])
  })
})
