/**
 * CPU and memory of a function (also with OpenTelemetry), the gateway and the worker, at rest and under load, from their own /metrics. The reference is a bare
 * Deno.serve under the same load.
 */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import autocannon from 'autocannon'
import { freePort } from '../cli/installation/postgres.ts'
import { startProcess } from '../cli/installation/process.ts'
import { openKeyRing } from '../shared/key_ring.ts'
import { newSecret, secretContext } from '../shared/webhooks/secret.ts'
import { startCluster } from './cluster.ts'
import { fillBrands } from './facts.ts'

const seconds = Number(process.argv[2] ?? 10)
const secret = 'a-secret-of-operators'
const secretKey = randomBytes(32).toString('base64')

const cluster = await startCluster()
await cluster.sql`update core.plans set requests_per_minute = 100000000`
const [key] = await fillBrands(cluster, 1, 1, 1000)
const headers = { Authorization: `Bearer ${key?.key}` }
const workerUrl = new URL(cluster.url)
workerUrl.username = 'vitrine_worker'
await cluster.sql`alter role vitrine_worker password 'bench'`
const functions = { DATABASE_URL: cluster.functionsUrl, WEBHOOK_SECRET_KEY: secretKey }
try {
  await measure('bare Deno.serve', await bareServer(), {}, requests('/'))
  await measure('function analytics', 'functions/analytics/index.ts', functions, requests('/v1/brands'))
  const exported = { ...functions, OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector() }
  await measure(
    'function analytics with OpenTelemetry',
    'functions/analytics/index.ts',
    exported,
    requests('/v1/brands'),
  )
  await measure('gateway', 'cli/gateway/gateway.ts', functions, requests('/v1/brands'))
  const worker = { DATABASE_URL: workerUrl.href, WEBHOOK_SECRET_KEY: secretKey, WEBHOOK_ALLOW_LOOPBACK: 'true' }
  await measure('worker', 'functions/worker/process.ts', worker, deliveries)
} finally {
  await cluster.stop()
}

interface Use {
  cpuSeconds: number
  megabytes: number
}

/** Starts a process, measures it at rest, runs the load, and prints cores and memory of both. */
async function measure(
  name: string,
  script: string,
  variables: Record<string, string>,
  load: (url: string) => Promise<number>,
): Promise<void> {
  const port = String(await freePort())
  const running = startProcess(script, {
    METRICS_SECRET: secret,
    LOG_LEVEL: 'error',
    PORT: port,
    WORKER_PORT: port,
    ...variables,
  })
  const url = `http://127.0.0.1:${port}`
  try {
    while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await pause(0.1)
    await pause(3)
    const before = await useOf(url)
    await pause(seconds)
    const rest = await useOf(url)
    const units = await load(url)
    const busy = await useOf(url)
    const cores = (from: Use, to: Use) => Math.round(((to.cpuSeconds - from.cpuSeconds) / seconds) * 100) / 100
    console.log({
      process: name,
      rest_cores: cores(before, rest),
      rest_mb: rest.megabytes,
      load_per_second: Math.round(units / seconds),
      load_cores: cores(rest, busy),
      load_mb: busy.megabytes,
      cpu_ms_each: Math.round(((busy.cpuSeconds - rest.cpuSeconds) / units) * 100_000) / 100,
    })
  } finally {
    await running.stop()
  }
}

async function useOf(url: string): Promise<Use> {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${secret}` } })
  const text = await response.text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    cpuSeconds: value('process_cpu_seconds_total'),
    megabytes: Math.round(value('process_resident_memory_bytes') / 1_000_000),
  }
}

/** Sends requests with eight connections, and returns the number of answers. */
function requests(path: string) {
  return async (url: string): Promise<number> => {
    const { requests: sent, non2xx } = await autocannon({ url: url + path, headers, connections: 8, duration: seconds })
    if (non2xx > 0) throw new Error(`${non2xx} requests failed.`)
    return sent.total
  }
}

/** Emits as many events as the worker delivers to sixteen local endpoints in this time, and returns the number of deliveries. */
async function deliveries(): Promise<number> {
  const { sql } = cluster
  let delivered = 0
  const server = createServer((request, response) => {
    delivered += 1
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const ring = await openKeyRing(secretKey)
  const [brand] = await sql`select brand_id, account_id from core.brands where brand_id <> 'brd_simulated' limit 1`
  for (let number = 0; number < 16; number++) {
    const id = `whe_${number}`
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${id}`
    await sql`insert into webhooks.endpoints (endpoint_id, account_id, url) values (${id}, ${brand?.account_id}, ${url})`
    await sql`insert into webhooks.secrets (endpoint_id, sealed) values (${id}, ${await ring.seal(newSecret(), secretContext(id))})`
  }
  await sql`
    insert into events.outbox (brand_id, type, data)
    select ${brand?.brand_id}, 'product.deleted', jsonb_build_object('product_id', number::text) from generate_series(1, 2000) as number`
  await pause(seconds)
  server.closeAllConnections()
  server.close()
  return delivered
}

/** Starts a collector that accepts all exports, and returns its address. */
async function startCollector(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Writes a server that only answers and reports its use in the same format. */
async function bareServer(): Promise<string> {
  const script = join(cluster.folder, 'bare.ts')
  await writeFile(
    script,
    `import process from 'node:process'
Deno.serve({ port: Number(Deno.env.get('PORT')), onListen() {} }, (request) => {
  if (!request.url.endsWith('/metrics')) return new Response('{}')
  const { user, system } = process.cpuUsage()
  return new Response(\`process_cpu_seconds_total \${(user + system) / 1e6}\\nprocess_resident_memory_bytes \${process.memoryUsage().rss}\\n\`)
})
`,
  )
  return relative(join(import.meta.dirname, '..'), script)
}

async function pause(length: number): Promise<void> {
  await new Promise((next) => setTimeout(next, length * 1000))
}
