/**
 * 500 concurrent callers on one server: requests per second, latency, refused requests and memory over time.
 * `npm run bench -- concurrency 60` runs for 60 minutes.
 */
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { freePort } from '../cli/installation/postgres.ts'
import { startProcess } from '../cli/installation/process.ts'
import { startCluster } from './cluster.ts'
import { fillBrands } from './facts.ts'
import { untilAnswered } from './until_answered.ts'

const minutes = Number(process.argv[2] ?? 1)
const rounds = 6
const range = 'date_from=2026-08-01&date_to=2026-10-29&metrics=spend,roas'

const cluster = await startCluster()
const port = await freePort()
const gateway = startProcess('cli/gateway/gateway.ts', {
  DATABASE_URL: cluster.functionsUrl,
  PORT: String(port),
  CONNECTIONS_PER_ADDRESS_MAX: '1000',
})
const url = `http://127.0.0.1:${port}`
try {
  await cluster.sql`update core.plans set requests_per_minute = 100000000`
  const keys = await fillBrands(cluster, 1, 20, 120)
  await untilAnswered(`${url}/livez`)
  console.log({ rss_mb: rssMegabytes() })
  for (const connections of [16, 500]) await load(connections, 10)
  for (let round = 1; round <= rounds; round++) await load(500, (minutes * 60) / rounds)

  async function load(connections: number, seconds: number): Promise<void> {
    const requests = keys.flatMap(({ key }) =>
      ['/v1/brands', `/v1/metrics?${range}`].map((path) => ({ path, headers: { Authorization: `Bearer ${key}` } })),
    )
    const result = await autocannon({ url, connections, duration: seconds, timeout: 30, requests })
    const { p50: p50_ms, p99: p99_ms, max: max_ms } = result.latency
    console.log({
      connections,
      seconds,
      requests_per_second: Math.round(result.requests.average),
      p50_ms,
      p99_ms,
      max_ms,
      refused: result.non2xx,
      broken: result.errors,
      rss_mb: rssMegabytes(),
    })
  }
} finally {
  await gateway.stop()
  await cluster.stop()
}

function rssMegabytes(): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
