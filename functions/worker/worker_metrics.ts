import type { Database } from '../../shared/db/pool.ts'
import type { Env } from '../../shared/env.ts'
import { Metrics } from '../../shared/http/server/metrics.ts'
import type { Sample } from '../../shared/http/server/metrics.ts'
import { causeOf } from './log.ts'
import type { Log } from './log.ts'

const answerMilliseconds = 5000

/** The worker's numbers, with what waits for it in the database, as far as that answers. Nothing without METRICS_SECRET. */
export function workerMetrics(env: Env, sql: Database, log: Log): Metrics | undefined {
  if (!env.METRICS_SECRET) return undefined
  return new Metrics(env.METRICS_SECRET, async () => {
    try {
      return [answering(1), ...(await withinTime(measure(sql)))]
    } catch (thrown) {
      log({ metrics: 'The database did not answer.', cause: causeOf(thrown) })
      return [answering(0)]
    }
  })
}

async function measure(sql: Database): Promise<Sample[]> {
  const [counted, [row]] = await Promise.all([
    sql`select to_json(core.measure_jobs()) as counted`,
    sql`select to_json(events.measure_outbox()) as held`,
  ])
  const jobs = counted.map((each) => each.counted as { queue: string; state: string; jobs: number })
  const held = row?.held as Record<'unplaced' | 'unplaced_seconds' | 'due' | 'due_seconds', number>
  return [
    ...jobs.map(({ jobs: count, ...labels }) => gauge('vitrine_jobs', 'Jobs by their queue and state.', count, labels)),
    gauge('vitrine_events_unplaced', 'Events that have no place in the order yet.', held.unplaced),
    gauge('vitrine_events_unplaced_seconds', 'How long the oldest of them has waited.', held.unplaced_seconds),
    gauge('vitrine_deliveries_due', 'Deliveries of webhooks that are due.', held.due),
    gauge('vitrine_deliveries_due_seconds', 'How long the oldest of them has been.', held.due_seconds),
  ]
}

function answering(value: number): Sample {
  return gauge('vitrine_database_answers', 'Whether the database told what waits: 1, or 0.', value)
}

function gauge(name: string, help: string, value: number, labels: Record<string, string> = {}): Sample {
  return { name, type: 'gauge', help, labels, value }
}

/** A database that is out of reach may not even refuse, and whoever scrapes does not wait for long. */
async function withinTime<Result>(asked: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_done, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${answerMilliseconds} ms.`)), answerMilliseconds)
  })
  return await Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
