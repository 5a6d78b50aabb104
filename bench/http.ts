/**
 * Requests a second and latency of the hot reads behind the real HTTP server on Deno, beside pgbench running the very
 * same statement as the same role. 5 M facts of 50 brands; 90 days by day at campaign level.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { createKey } from '../shared/keys.ts'
import { freePort } from '../scripts/postgres.ts'
import { startProcess } from '../scripts/process.ts'
import { startCluster } from './cluster.ts'
import type { BenchCluster } from './cluster.ts'

const brands = 50
const facts = Number(process.argv[2] ?? 5_000_000)
const seconds = 8
const connections = 8
const wrk = spawnSync('wrk', ['--version']).error === undefined
const pgbench = globSync('/usr/lib/postgresql/*/bin/pgbench').at(-1)

interface Read {
  name: string
  operation: string
  path: string
  input: Record<string, unknown>
}

const metrics = ['spend', 'revenue', 'roas', 'cpa', 'conversions']
const range = { date_from: '2026-08-01', date_to: '2026-10-29' }
const query = `date_from=${range.date_from}&date_to=${range.date_to}`
const reads: Read[] = [
  { name: '/v1/brands', operation: 'analytics.brands', path: '/v1/brands', input: {} },
  {
    name: '/v1/metrics by campaign, 90 days',
    operation: 'analytics.metrics',
    path: `/v1/metrics?${query}&level=campaign`,
    input: { ...range, level: 'campaign', metrics, granularity: 'day', limit: 50 },
  },
  {
    name: '/v1/metrics by account, 90 days',
    operation: 'analytics.metrics',
    path: `/v1/metrics?${query}`,
    input: { ...range, level: 'account', metrics, granularity: 'day', limit: 50 },
  },
]

const cluster = await startCluster()
const port = await freePort()
const keys = await fill(cluster)
const gateway = startProcess('scripts/gateway.ts', {
  DATABASE_URL: cluster.functionsUrl,
  PORT: String(port),
  DATABASE_CONNECTIONS_MAX: String(connections),
})
try {
  while (!(await fetch(`http://127.0.0.1:${port}/openapi.json`).catch(() => null)))
    await new Promise((next) => setTimeout(next, 50))
  const report = []
  for (const read of reads) {
    const database = pgbench ? runPgbench(read) : null
    const http = await runHttp(read)
    report.push({
      read: read.name,
      ...database,
      ...http,
      ratio: database ? round(http.requests_per_second / database.pgbench_tps) : null,
    })
    console.log(report.at(-1))
  }
  if (!pgbench) console.log('pgbench is not installed: no reference (Debian: postgresql-client).')
} finally {
  await gateway.stop()
  await cluster.stop()
}

/** Facts of ads as an import leaves them: 20 campaigns of 5 ads a brand, as many days as the number of facts asks for. */
async function fill({ sql }: BenchCluster): Promise<{ key: string; hash: string }[]> {
  const days = Math.round(facts / brands / 100)
  const made = []
  await sql`update core.plans set requests_per_minute = 100000000`
  await sql`select analytics.ensure_partitions(date '2026-11-20' - ${days}::integer, '2026-11-20')`
  for (let brand = 1; brand <= brands; brand++) {
    const id = `brd_${brand}`
    await sql`select core.create_account('Bench', 'ENTERPRISE', ${`acc_${brand}`})`
    await sql`select core.create_brand(${`acc_${brand}`}, ${id.replace('_', '-')}, ${id}, 'USD', 'UTC', ${id})`
    const { key, hash, display } = await createKey('svc_sk_live_')
    await sql`select core.create_key(${`acc_${brand}`}, 'svc_sk_live_', ${hash}, ${display}, 'bench')`
    made.push({ key, hash: Buffer.from(hash).toString('hex') })
    await sql.begin(async (transaction) => {
      const columns = ['spend_micros', 'revenue_micros', 'conversions_micros', 'impressions', 'clicks']
      await transaction`select analytics.open_ad_import(${columns})`
      await transaction`
        insert into pg_temp.ad_entities (entity_no, platform, account_id, campaign_id, campaign_name, adset_id, ad_id)
        select ad, 'meta', 'act', (ad % 20)::text, 'Campaign ' || ad % 20, (ad % 40)::text, ad::text from generate_series(0, 99) as ad`
      await transaction.unsafe(`
        insert into pg_temp.ad_facts (entity_no, line, day, ${columns.join(', ')})
        select ad, 0, day::date, 1000000 + ad * 7919, 3000000 + ad * 104729, 1000000, 1000 + ad, 10 + ad
        from generate_series(date '2026-11-20' - ${days - 1}, date '2026-11-20', '1 day') as day, generate_series(0, 99) as ad`)
      await transaction`select analytics.commit_ad_import(${id}, 'bench', 'bench', 0, ${columns})`
    })
    process.stderr.write(`\r${brand} of ${brands} brands filled`)
  }
  await sql.unsafe('vacuum analyze')
  process.stderr.write('\n')
  return made
}

function runPgbench(read: Read) {
  const scripts = keys.map(({ hash }, index) => {
    const path = join(cluster.folder, `read-${index}.sql`)
    writeFileSync(
      path,
      `select * from core.call('${read.operation}', '\\x${hash}', '127.0.0.1', '${JSON.stringify(read.input)}');\n`,
    )
    return path
  })
  const output = execFileSync(
    pgbench as string,
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(connections),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-l',
      `--log-prefix=${cluster.folder}/log`,
    ]
      .concat(scripts.flatMap((path) => ['-f', path]))
      .concat(cluster.functionsUrl),
    { encoding: 'utf8' },
  )
  const latencies = globSync(`${cluster.folder}/log.*`).flatMap((path) =>
    spawnSync('cut', ['-d', ' ', '-f', '3', path], { encoding: 'utf8', maxBuffer: 1 << 28 })
      .stdout.trim()
      .split('\n')
      .map(Number),
  )
  spawnSync('sh', ['-c', `rm -f ${cluster.folder}/log.*`])
  latencies.sort((one, two) => one - two)
  return {
    pgbench_tps: Math.round(Number(/tps = ([\d.]+)/.exec(output)?.[1])),
    pgbench_p99_ms: round((latencies[Math.floor(latencies.length * 0.99)] ?? 0) / 1000),
  }
}

/** By wrk where it is installed, because it leaves the cores to the server; else by autocannon. */
async function runHttp(read: Read) {
  return wrk ? runWrk(read) : await runAutocannon(read)
}

function runWrk(read: Read) {
  const script = join(cluster.folder, 'keys.lua')
  const list = keys.map(({ key }) => `"${key}"`).join(', ')
  writeFileSync(
    script,
    `local keys = { ${list} }
local turn = 0
request = function()
  turn = turn % #keys + 1
  return wrk.format("GET", nil, { Authorization = "Bearer " .. keys[turn] })
end`,
  )
  const args = ['-t', '1', '-c', String(connections * 2), '-d', `${seconds}s`, '--latency', '-s', script]
  const output = execFileSync('wrk', [...args, `http://127.0.0.1:${port}${read.path}`], { encoding: 'utf8' })
  if (output.includes('Non-2xx')) throw new Error(output)
  const milliseconds = (percent: string) => {
    const [, value, unit] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(output) ?? []
    return round(Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit as 'ms'] ?? Number.NaN))
  }
  return {
    requests_per_second: Math.round(Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])),
    http_p50_ms: milliseconds('50'),
    http_p99_ms: milliseconds('99'),
  }
}

async function runAutocannon(read: Read) {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: connections * 2,
    duration: seconds,
    requests: keys.map(({ key }) => ({ path: read.path, headers: { Authorization: `Bearer ${key}` } })),
  })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers were no success.`)
  return {
    requests_per_second: Math.round(result.requests.average),
    http_p50_ms: result.latency.p50,
    http_p99_ms: result.latency.p99,
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
