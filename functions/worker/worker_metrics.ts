import type { Database } from '../../shared/db/pool.ts'
import type { Env } from '../../shared/env.ts'
import type { Metrics } from '../../shared/http/server/metrics.ts'
import type { Sample } from '../../shared/http/server/sample.ts'
import { causeOf } from '../../shared/log/log.ts'
import type { Log } from '../../shared/log/log.ts'
import type { Pass } from './webhooks/deliver_webhooks.ts'
import { findUnreadableSecrets } from './webhooks/unreadable_secrets.ts'

const timeoutMilliseconds = 5000

/** Returns a function that reads the backlog from the database, for the metrics of a worker. */
export function backlogReader(env: Env, sql: Database, log: Log): () => Promise<Sample[]> {
  return async () => {
    try {
      return [databaseUp(1), ...(await withinTime(measure(sql, env.WEBHOOK_SECRET_KEY)))]
    } catch (thrown) {
      log({ metrics: 'The database did not respond.', cause: causeOf(thrown) })
      return [databaseUp(0)]
    }
  }
}

/** Counts the attempts of a delivery pass. */
export function countAttempts(metrics: Metrics | undefined, { delivered, failed }: Pass): void {
  for (const [outcome, count] of Object.entries({ delivered, failed }))
    metrics?.add('vitrine_delivery_attempts', 'Attempts of webhook deliveries.', { outcome }, count)
}

type Held = 'unplaced' | 'unplaced_seconds' | 'due' | 'due_seconds' | 'pending' | 'failed'

interface Schedule {
  queue: string
  /** Null if the schedule never ran. */
  age_seconds: number | null
  overdue_seconds: number
}

async function measure(sql: Database, secretKey: string | undefined): Promise<Sample[]> {
  const [counted, [row], unreadable, scheduled, [mail]] = await Promise.all([
    sql`select to_json(core.measure_jobs()) as counted`,
    sql`select to_json(events.measure_outbox()) as held`,
    findUnreadableSecrets(sql, secretKey),
    sql`select to_json(core.measure_schedules()) as measured`,
    sql`select to_json(oauth.measure_mails()) as measured`,
  ])
  const jobs = counted.map((each) => each.counted as { queue: string; state: string; jobs: number })
  const held = row?.held as Record<Held, number>
  const mails = mail?.measured as { waiting: number; oldest_seconds: number }
  const schedules = scheduled.map((each) => each.measured as Schedule)
  return [
    ...jobs.map(({ jobs: count, ...labels }) => gauge('vitrine_jobs', 'Jobs by queue and state.', count, labels)),
    gauge('vitrine_events_unplaced', 'Events that are not sequenced yet.', held.unplaced),
    gauge('vitrine_events_unplaced_seconds', 'Age of the oldest event that is not sequenced.', held.unplaced_seconds),
    gauge('vitrine_deliveries_due', 'Webhook deliveries that are due.', held.due),
    gauge('vitrine_deliveries_due_seconds', 'Delay of the oldest due webhook delivery.', held.due_seconds),
    gauge('vitrine_deliveries', 'Webhook deliveries.', held.pending, { status: 'pending' }),
    gauge('vitrine_deliveries', 'Webhook deliveries.', held.failed, { status: 'failed' }),
    gauge('vitrine_mails_waiting', 'Mails that are not sent yet.', mails.waiting),
    gauge('vitrine_mails_waiting_seconds', 'Age of the oldest mail that is not sent.', mails.oldest_seconds),
    ...schedules.flatMap(({ queue, age_seconds, overdue_seconds }) => [
      ...(age_seconds === null
        ? []
        : [gauge('vitrine_schedule_age_seconds', 'Time since the last jobs of a schedule.', age_seconds, { queue })]),
      gauge('vitrine_schedule_overdue_seconds', 'Time since the first missed run.', overdue_seconds, { queue }),
    ]),
    ...unreadable.map(({ key_id, endpoints, slack_channels: channels }) =>
      gauge(
        'vitrine_webhook_secrets_unreadable',
        'Endpoints and Slack channels whose secret has a missing key.',
        endpoints + channels,
        { key_id },
      ),
    ),
  ]
}

function databaseUp(value: number): Sample {
  return gauge('vitrine_database_answers', 'Whether the database responded to the measurement: 1 or 0.', value)
}

function gauge(name: string, help: string, value: number, labels: Record<string, string> = {}): Sample {
  return { name, type: 'gauge', help, labels, value }
}

/** Rejects after 5 s: an unreachable database may not refuse the connection, and a scraper has a short timeout. */
async function withinTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_done, reject) => {
    timer = setTimeout(() => reject(new Error(`No response in ${timeoutMilliseconds} ms.`)), timeoutMilliseconds)
  })
  return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
