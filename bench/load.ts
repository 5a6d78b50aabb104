/** Requests per second and latency of a read through the HTTP server, compared with pgbench running the same statement. */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { freePort } from '../cli/installation/postgres.ts'
import { startProcess } from '../cli/installation/process.ts'
import { connectorResource } from '../shared/connector.ts'
import type { BenchCluster } from './cluster.ts'
import { untilAnswered } from './until_answered.ts'

const seconds = 8
const connections = 8
const wrk = spawnSync('wrk', ['--version']).error === undefined
const pgbench = globSync('/usr/lib/postgresql/*/bin/pgbench').at(-1)

export interface Read {
  name: string
  operation: string
  path: string
  input: Record<string, unknown>
  /** The body of a POST. Without it, the read is a GET. */
  post?: { body: string; headers: Record<string, string> }
  /** Whether the function of this read accepts access tokens, which adds the audience to the statement. */
  isOfConnector?: boolean
}

export interface BenchKey {
  key: string
  /** SHA-256 of the key, in hexadecimal. */
  hash: string
}

export interface Scene {
  cluster: BenchCluster
  port: number
  keys: BenchKey[]
}

/** Starts the server on Deno and measures one read after another. Keys are used in turn. */
export async function measure(cluster: BenchCluster, keys: BenchKey[], reads: Read[]): Promise<void> {
  const scene = { cluster, keys, port: await freePort() }
  const gateway = startProcess('cli/gateway/gateway.ts', {
    DATABASE_URL: cluster.functionsUrl,
    PORT: String(scene.port),
    DATABASE_CONNECTIONS_MAX: String(connections),
  })
  try {
    await untilAnswered(`http://127.0.0.1:${scene.port}/openapi.json`)
    for (const read of reads) {
      const database = runPgbench(scene, read)
      const http = await runHttp(scene, read)
      const ratio = database ? round(http.requests_per_second / database.pgbench_tps) : null
      console.log({ read: read.name, ...database, ...http, ratio })
    }
    if (!pgbench) console.log('pgbench is not installed: no reference (Debian: postgresql-client).')
  } finally {
    await gateway.stop()
  }
}

/** Runs the requests of a read. wrk is used where it is installed, because it needs less processor time than autocannon. */
export async function runHttp(scene: Scene, read: Read) {
  return wrk ? runWrk(scene, read) : await runAutocannon(scene, read)
}

/** Runs the statement of a read with pgbench. Null if it is not installed. */
export function runPgbench({ cluster, keys, port }: Scene, read: Read) {
  if (!pgbench) return null
  const baseUrl = `http://127.0.0.1:${port}`
  const scripts = keys.map(({ hash }, index) => {
    const path = join(cluster.folder, `read-${index}.sql`)
    writeFileSync(
      path,
      `select * from core.call('${read.operation}', '\\x${hash}', '127.0.0.1', '${JSON.stringify(read.input).replaceAll('":', '": ')}'${read.isOfConnector ? `, '${connectorResource(baseUrl)}'` : ''});\n`,
    )
    return path
  })
  const output = execFileSync(
    pgbench,
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

function runWrk({ cluster, keys, port }: Scene, read: Read) {
  const script = join(cluster.folder, 'keys.lua')
  const list = keys.map(({ key }) => `"${key}"`).join(', ')
  const headers = Object.entries(read.post?.headers ?? {})
    .map(([name, value]) => `, ["${name}"] = "${value}"`)
    .join('')
  writeFileSync(
    script,
    `local keys = { ${list} }
local turn = 0
request = function()
  turn = turn % #keys + 1
  return wrk.format("${read.post ? 'POST' : 'GET'}", nil, { Authorization = "Bearer " .. keys[turn]${headers} }${read.post ? `, [[${read.post.body}]]` : ''})
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

async function runAutocannon({ keys, port }: Scene, read: Read) {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: connections * 2,
    duration: seconds,
    requests: keys.map(({ key }) => ({
      path: read.path,
      headers: { Authorization: `Bearer ${key}`, ...read.post?.headers },
      ...(read.post ? { method: 'POST' as const, body: read.post.body } : {}),
    })),
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
