import { breakerOf, semaphoreOf } from '../../db/query.ts'
import type { Database } from '../../db/pool.ts'
import { replicaOf } from '../../db/replica.ts'

export const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Latency {
  buckets: number[]
  count: number
  sum: number
}

/** One value of a metric. Labels never contain a key or a brand. */
export interface Sample {
  name: string
  type: 'counter' | 'gauge'
  help: string
  labels: Record<string, string>
  value: number
}

/** Metrics of one process, in the OpenMetrics text format. */
export class Metrics {
  readonly secret: string
  /** Reads further samples at each scrape, such as queue lengths in the database. */
  readonly #readSamples: () => Promise<Sample[]>
  readonly #requests = new Map<string, number>()
  readonly #latencies = new Map<string, Latency>()

  constructor(secret: string, readSamples: () => Promise<Sample[]> = async () => []) {
    this.secret = secret
    this.#readSamples = readSamples
  }

  /** Counts a request. `operation` is undefined if no route matched; `milliseconds` is the response time. */
  count(operation: string | undefined, status: number, milliseconds: number): void {
    const name = operation ?? 'none'
    const labels = written({ operation: name, status: String(status) })
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1)
    const latency = this.#latencies.get(name) ?? { buckets: secondsBuckets.map(() => 0), count: 0, sum: 0 }
    this.#latencies.set(name, latency)
    const seconds = milliseconds / 1000
    latency.buckets = latency.buckets.map(
      (count, index) => count + Number(seconds <= (secondsBuckets[index] as number)),
    )
    latency.count += 1
    latency.sum += seconds
  }

  async render(database: Database): Promise<string> {
    const lines = ['# TYPE vitrine_requests counter', '# HELP vitrine_requests Requests answered.']
    for (const [labels, value] of this.#requests) lines.push(`vitrine_requests_total${labels} ${value}`)
    lines.push('# TYPE vitrine_request_seconds histogram', '# UNIT vitrine_request_seconds seconds')
    lines.push('# HELP vitrine_request_seconds How long answers took.')
    for (const [operation, { buckets, count, sum }] of this.#latencies) {
      secondsBuckets.forEach((limit, index) => {
        lines.push(`vitrine_request_seconds_bucket${written({ operation, le: String(limit) })} ${buckets[index]}`)
      })
      lines.push(`vitrine_request_seconds_bucket${written({ operation, le: '+Inf' })} ${count}`)
      lines.push(`vitrine_request_seconds_count${written({ operation })} ${count}`)
      lines.push(`vitrine_request_seconds_sum${written({ operation })} ${sum}`)
    }
    const samples = [...samplesOf(database), ...(await this.#readSamples())]
    for (const [name, all] of Map.groupBy(samples, (sample) => sample.name)) {
      const [{ type, help }] = all as [Sample]
      lines.push(`# TYPE ${name} ${type}`, `# HELP ${name} ${help}`)
      const suffix = type === 'counter' ? '_total' : ''
      for (const { labels, value } of all) lines.push(`${name}${suffix}${written(labels)} ${value}`)
    }
    return `${lines.join('\n')}\n# EOF\n`
  }
}

/** Returns the samples of pool, circuit breaker and replica. */
function samplesOf(database: Database): Sample[] {
  const semaphore = semaphoreOf(database)
  const gauge = { type: 'gauge' as const }
  const pool = {
    ...gauge,
    name: 'vitrine_pool_requests',
    help: 'Requests that hold a connection, and that wait for one.',
  }
  const state = breakerOf(database).state
  const breaker = { ...gauge, name: 'vitrine_breaker_state', help: 'The state that the circuit breaker is in is 1.' }
  const replica = replicaOf(database)
  const reads = {
    type: 'counter' as const,
    name: 'vitrine_replica_reads',
    help: 'Reads by outcome of the replica.',
  }
  return [
    { ...pool, labels: { state: 'in_use' }, value: semaphore.inUse },
    { ...pool, labels: { state: 'waiting' }, value: semaphore.waiting },
    { ...gauge, name: 'vitrine_pool_size', help: 'Connections that there may be.', labels: {}, value: semaphore.count },
    ...['closed', 'open', 'half_open'].map((each) => ({
      ...breaker,
      labels: { state: each },
      value: Number(each === state),
    })),
    ...Object.entries(replica?.reads ?? {}).map(([outcome, value]) => ({ ...reads, labels: { outcome }, value })),
  ]
}

function written(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replaceAll(/["\\\n]/g, '_')}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}
