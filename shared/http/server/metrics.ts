import { breakerOf, semaphoreOf } from '../../db/query.ts'
import type { Database } from '../../db/pool.ts'
import { unready } from '../../db/readiness.ts'
import { replicaOf } from '../../db/replica.ts'
import { processSamples, watchEventLoop } from './process_metrics.ts'
import type { Build } from './process_metrics.ts'
import type { Sample } from './sample.ts'

/** The upper bounds of the histogram of request durations. */
export const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The requests of one operation, by duration. `buckets` counts all requests up to each bound. */
export interface Latency {
  operation: string
  buckets: number[]
  count: number
  sum: number
}

export interface MetricsOptions {
  build?: Build | undefined
  /** Reads further samples each time, such as queue lengths in the database. */
  readSamples?: (() => Promise<Sample[]>) | undefined
}

/** The metrics of one process. open_metrics.ts writes them for Prometheus. */
export class Metrics {
  /** The secret of /metrics. Without it the endpoint does not exist. */
  readonly secret: string | undefined
  readonly #options: MetricsOptions
  readonly #counters = new Map<string, Sample>()
  readonly #latencies = new Map<string, Latency>()

  constructor(secret: string | undefined, options: MetricsOptions = {}) {
    this.secret = secret
    this.#options = options
    watchEventLoop()
  }

  /** Counts a request. `operation` is undefined if no route matched; `milliseconds` is the response time. */
  count(operation: string | undefined, status: number, milliseconds: number): void {
    const name = operation ?? 'none'
    this.add('vitrine_requests', 'Requests answered.', { operation: name, status: String(status) })
    const latency = this.#latencies.get(name) ?? {
      operation: name,
      buckets: secondsBuckets.map(() => 0),
      count: 0,
      sum: 0,
    }
    this.#latencies.set(name, latency)
    const seconds = milliseconds / 1000
    latency.buckets = latency.buckets.map(
      (count, index) => count + Number(seconds <= (secondsBuckets[index] as number)),
    )
    latency.count += 1
    latency.sum += seconds
  }

  /** Increases a counter. */
  add(name: string, help: string, labels: Record<string, string>, by = 1): void {
    const key = name + JSON.stringify(labels)
    const known = this.#counters.get(key) ?? { name, type: 'counter', help, labels, value: 0 }
    known.value += by
    this.#counters.set(key, known)
  }

  get latencies(): Iterable<Latency> {
    return this.#latencies.values()
  }

  /** Returns all values except the histogram of durations. */
  async samples(database: Database): Promise<Sample[]> {
    return [
      ...this.#counters.values(),
      ...processSamples(this.#options.build),
      ...(await databaseSamples(database)),
      ...((await this.#options.readSamples?.()) ?? []),
    ]
  }
}

async function databaseSamples(database: Database): Promise<Sample[]> {
  const gauge = { type: 'gauge' as const }
  const semaphore = semaphoreOf(database)
  const pool = {
    ...gauge,
    name: 'vitrine_pool_requests',
    help: 'Requests that hold or wait for a database connection.',
  }
  const state = breakerOf(database).state
  const breaker = { ...gauge, name: 'vitrine_breaker_state', help: 'The state that the circuit breaker is in is 1.' }
  const replica = replicaOf(database)
  const reads = {
    type: 'counter' as const,
    name: 'vitrine_replica_reads',
    help: 'Reads by outcome of the replica.',
  }
  const found = await unready(database)
  return [
    {
      ...gauge,
      name: 'vitrine_ready',
      help: 'Whether the process can serve: 1, or 0 with the reason of /readyz.',
      labels: found ? { reason: found.reason } : {},
      value: found ? 0 : 1,
    },
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
