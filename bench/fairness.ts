/**
 * The latency of one key while another key floods the server with 100 concurrent `/v1/metrics`, beside its latency alone. The
 * load generator is pinned to the last core, and gateway and Postgres to the others, where taskset is installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../cli/installation/postgres.ts'
import { startProcess } from '../cli/installation/process.ts'
import { startCluster } from './cluster.ts'
import { fillBrands } from './facts.ts'
import { untilAnswered } from './until_answered.ts'

const seconds = Number(process.argv[2] ?? 10)
const concurrent = 100
const heavyPath = '/v1/metrics?date_from=2026-08-01&date_to=2026-10-29&level=campaign'
const autocannon = join(import.meta.dirname, '..', 'node_modules', '.bin', 'autocannon')

const cluster = await startCluster()
const port = await freePort()
const gateway = startProcess('cli/gateway/gateway.ts', { DATABASE_URL: cluster.functionsUrl, PORT: String(port) })
const url = `http://127.0.0.1:${port}`
try {
  await cluster.sql`update core.plans set requests_per_minute = 100000000`
  const [heavy, neighbor] = await fillBrands(cluster, 1, 2, 400)
  if (!heavy || !neighbor) throw new Error('No brand was filled.')
  await untilAnswered(`${url}/livez`)
  console.log({ pinned: pin() })
  await measure(neighbor.key, 2)
  const quiet = await measure(neighbor.key, seconds)
  console.log({ neighbor: 'alone', ...quiet })
  const flood = startFlood(heavy.key, seconds + 3)
  await delay(2000)
  const flooded = await measure(neighbor.key, seconds)
  console.log({ neighbor: `beside ${concurrent} concurrent requests of another key`, ...flooded })
  console.log({ p95_ratio: round(flooded.p95_ms / quiet.p95_ms), flood: await flood })
} finally {
  await gateway.stop()
  await cluster.stop()
}

/** Pins this process to the last core, and gateway and Postgres to all others. Returns whether it could. */
function pin(): boolean {
  const cores = availableParallelism()
  if (cores < 2 || spawnSync('taskset', ['--version']).error) return false
  const postmaster = readFileSync(join(cluster.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0] as string
  const others = cores === 2 ? '0' : `0-${cores - 2}`
  const all = [
    [String(cores - 1), String(process.pid)],
    [others, String(gateway.pid)],
    [others, postmaster],
  ]
  return all.every(
    ([list, pid]) => spawnSync('taskset', ['-a', '-c', '-p', list as string, pid as string]).status === 0,
  )
}

/** Sends `/v1/brands` every 20 ms, one at a time. */
async function measure(key: string, duration: number) {
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  const endsAt = performance.now() + duration * 1000
  while (performance.now() < endsAt) {
    const startedAt = performance.now()
    const response = await fetch(`${url}/v1/brands`, { headers: { Authorization: `Bearer ${key}` } })
    await response.arrayBuffer()
    latencies.push(performance.now() - startedAt)
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    await delay(20)
  }
  latencies.sort((one, two) => one - two)
  const at = (part: number) => round(latencies[Math.floor(latencies.length * part)] ?? 0)
  return { p50_ms: at(0.5), p95_ms: at(0.95), max_ms: at(0.9999), statuses }
}

/** Runs the flood in a process of its own, so that it does not delay the measurement. */
async function startFlood(key: string, duration: number) {
  const args = ['-j', '-c', String(concurrent), '-d', String(duration), '-H', `Authorization=Bearer ${key}`]
  const child = spawn(process.execPath, [autocannon, ...args, url + heavyPath], { stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await new Promise((done) => child.once('close', done))
  const result = JSON.parse(output) as { statusCodeStats: Record<string, { count: number }>; latency: { p50: number } }
  const statuses = Object.fromEntries(
    Object.entries(result.statusCodeStats).map(([status, { count }]) => [status, count]),
  )
  return { statuses, p50_ms: result.latency.p50 }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
