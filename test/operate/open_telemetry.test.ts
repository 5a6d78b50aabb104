import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import { parseEnv } from '../../shared/env.ts'
import { Metrics } from '../../shared/http/server/metrics.ts'
import { metricProducer } from '../../shared/http/server/otlp_metrics.ts'
import { startTelemetry } from '../../shared/telemetry/open_telemetry.ts'
import { startApi } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { startReceiver } from '../support/receiver.ts'
import { secretKey } from '../support/webhooks.ts'

const polling = { timeout: 20_000, interval: 50 }
const traceId = '0af7651916cd43dd8448eb211c80319c'
const callerSpan = 'b7ad6b7169203331'

interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

/** A collector that receives OTLP over HTTP as JSON, and does not answer while it hangs. */
async function startCollector({ hangs = false } = {}) {
  const bodies: { path: string; text: string }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push({ path: request.url as string, text: body })
      if (!hangs) response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const parsed = (path: string) => bodies.filter((body) => body.path === path).map((body) => JSON.parse(body.text))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () =>
      parsed('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: SentSpan[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ) as SentSpan[],
    metrics: () =>
      parsed('/v1/metrics').flatMap(({ resourceMetrics }) =>
        resourceMetrics.flatMap(({ scopeMetrics }: { scopeMetrics: { metrics: object[] }[] }) =>
          scopeMetrics.flatMap(({ metrics }) => metrics),
        ),
      ) as { name: string; sum?: unknown; gauge?: unknown; histogram?: unknown }[],
  }
}

const attributesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

let database: TestDatabase
let tenant: Awaited<ReturnType<typeof createTenant>>

beforeAll(async () => {
  database = await createDatabase()
  tenant = await createTenant(database.sql)
})
afterAll(async () => await database.stop())

const fast = { OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_METRIC_EXPORT_INTERVAL: '1000' }

async function startAnalytics(variables: Record<string, string>) {
  const { key, brandId } = await createTenant(database.sql)
  const port = await freePort()
  const running = startProcess('functions/analytics/index.ts', {
    DATABASE_URL: database.functionsUrl,
    PORT: String(port),
    ...variables,
  })
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await running.stop()
    isStopped = true
  }
  onTestFinished(stop)
  const url = `http://127.0.0.1:${port}`
  await vi.waitUntil(() => fetch(`${url}/readyz`).catch(() => null), polling)
  const get = async (headers: Record<string, string> = {}) => {
    const startedAt = performance.now()
    const response = await fetch(`${url}/v1/brands`, { headers: { Authorization: `Bearer ${key}`, ...headers } })
    await response.text()
    return { status: response.status, ms: performance.now() - startedAt }
  }
  return { url, key, brandId, get, stop }
}

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  test('a function exports a span of the request and one of the database call, in the trace of the caller', async () => {
    const collector = await startCollector()
    const { get, url, key, brandId } = await startAnalytics({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      ...fast,
    })
    await get({ traceparent: `00-${traceId}-${callerSpan}-01` })
    await fetch(`${url}/livez`)
    await vi.waitUntil(() => collector.spans().length >= 2, polling)
    const [call, request] = collector.spans() as [SentSpan, SentSpan]
    expect(request).toMatchObject({ name: 'GET analytics.brands', traceId, parentSpanId: callerSpan })
    expect(call).toMatchObject({ name: 'core.call analytics.brands', traceId, parentSpanId: request.spanId })
    expect(attributesOf(request)).toMatchObject({
      'http.request.method': 'GET',
      'url.path': '/v1/brands',
      'http.response.status_code': 200,
    })
    expect(attributesOf(call)).toMatchObject({
      'db.system.name': 'postgresql',
      'db.operation.name': 'analytics.brands',
    })
    const sent = collector.bodies.map(({ text: body }) => body).join()
    expect(sent).toContain('"vitrine_analytics"')
    expect(sent).toContain('"deployment.environment.name"')
    for (const name of [key, brandId, 'livez']) expect(sent).not.toContain(name)
  })

  test('a function exports the metrics of /metrics', async () => {
    const collector = await startCollector()
    const { get } = await startAnalytics({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...fast })
    await get()
    const found = (name: string) => collector.metrics().find((metric) => metric.name === name)
    await vi.waitUntil(() => found('vitrine_requests'), polling)
    expect(found('vitrine_requests')).toMatchObject({
      sum: { isMonotonic: true, aggregationTemporality: 2, dataPoints: [{ asDouble: 1 }] },
    })
    expect(found('vitrine_request_seconds')).toMatchObject({ histogram: { dataPoints: [{ count: 1 }] } })
    expect(found('process_resident_memory_bytes')).toHaveProperty('gauge')
  })

  test('the worker exports a span of each webhook, whose trace the receiver gets', async () => {
    const collector = await startCollector()
    const receiver = await startReceiver()
    onTestFinished(() => receiver.stop())
    const api = await startApi(database, { webhooks: { secretKey, allowsLoopback: true } })
    onTestFinished(() => api.stop())
    const { key } = await issueKey(database.sql, tenant.accountId, { prefix: 'sk_live_' })
    await api.http
      .post('/api/webhooks')
      .set('Authorization', `Bearer ${key}`)
      .send({ url: `${receiver.url}/hook` })
    const running = startProcess('functions/worker/process.ts', {
      DATABASE_URL: database.workerUrl,
      WEBHOOK_SECRET_KEY: secretKey,
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...fast,
    })
    onTestFinished(running.stop)
    await database.sql`
      insert into events.outbox (brand_id, type, data) values (${tenant.brandId}, 'product.deleted', '{"product_id":"p1"}')`
    await vi.waitUntil(() => receiver.at('/hook').length > 0, polling)
    await vi.waitUntil(() => collector.spans().some(({ name }) => name === 'POST webhook'), polling)
    const span = collector.spans().find(({ name }) => name === 'POST webhook') as SentSpan
    expect(receiver.at('/hook')[0]?.headers.traceparent).toBe(`00-${span.traceId}-${span.spanId}-01`)
    expect(attributesOf(span)).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 204 })
  })

  test('traces and metrics are also exported on Node', async () => {
    const collector = await startCollector()
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
    onTestFinished(() => void vi.unstubAllEnvs())
    const metrics = new Metrics(undefined)
    const api = await startApi(database, { metrics })
    onTestFinished(() => api.stop())
    const telemetry = startTelemetry('test', parseEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), (resource) =>
      metricProducer(metrics, api.database, resource),
    )
    await api.http.get('/v1/brands')
    // A stop sends what is collected.
    await telemetry.stop(5000)
    expect(collector.spans().map(({ name }) => name)).toEqual(['GET analytics.brands'])
    expect(collector.metrics().map(({ name }) => name)).toContain('vitrine_requests')
    // The trace id is also in the log.
    expect(api.log.at(-1)).toMatchObject({ trace_id: collector.spans()[0]?.traceId })
    expect((await api.http.get('/metrics')).status).toBe(404)
  })
})

describe('a collector that', () => {
  test.each([
    ['hangs', async () => (await startCollector({ hangs: true })).url],
    ['refuses connections', async () => `http://127.0.0.1:${await freePort()}`],
  ])('%s delays and fails no request, and the exit by less than a second', async (_, address) => {
    const url = await address()
    const off = await startAnalytics({})
    const on = await startAnalytics({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      ...fast,
      OTEL_BSP_MAX_QUEUE_SIZE: '20',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
    })
    const median = async ({ get }: typeof on) => {
      const answers = []
      for (let request = 0; request < 150; request++) answers.push(await get())
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      return answers.map(({ ms }) => ms).toSorted((one, two) => one - two)[75] as number
    }
    await median(off)
    await median(on)
    // The queue is full and exports have failed meanwhile.
    expect(await median(on)).toBeLessThan(3 * (await median(off)) + 5)
    const exit = async ({ stop }: typeof on) => {
      const startedAt = performance.now()
      await stop()
      return performance.now() - startedAt
    }
    expect(await exit(on)).toBeLessThan((await exit(off)) + 1000)
  })
})

describe('without OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  test.each([
    ['OTEL_SDK_DISABLED', { OTEL_SDK_DISABLED: 'true' }],
    ['OTEL_TRACES_EXPORTER and OTEL_METRICS_EXPORTER', { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }],
  ])('or with %s, nothing is exported', async (_, variables) => {
    const collector = await startCollector()
    const { get } = await startAnalytics({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...fast, ...variables })
    for (let request = 0; request < 5; request++) expect((await get()).status).toBe(200)
    await new Promise((next) => setTimeout(next, 1500))
    expect(collector.bodies).toEqual([])
  })

  test('a protocol other than http/json is refused at the start', () => {
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
    expect(() => parseEnv(variables)).toThrow('OTEL_EXPORTER_OTLP_PROTOCOL: must be http/json')
  })
})
