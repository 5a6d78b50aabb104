import type { PgBoss } from 'pg-boss'
import type { Database } from '../../shared/db/pool.ts'
import { causeOf } from '../../shared/log/log.ts'
import type { Log } from '../../shared/log/log.ts'
import type { JobData, JobLimits, Queue } from './queues/queue.ts'
import { queues } from './queues.ts'

/** The limits of a statement of a job (seconds), which are longer than those of a request: an import holds the lock of its brand. */
export const jobStatementLimits = { statementSecondsMax: 600, lockSecondsMax: 10 }
/** The name of the worker in pg_stat_activity. The connections of pg-boss are named `pgboss`. */
export const workerName = 'vitrine_worker'

/**
 * Enqueues the jobs that became due since the last call of any process, and returns the queues that have new jobs. A job with
 * the key of a waiting or running one is not enqueued again. If the process dies after enqueuing and before the commit, the
 * jobs are enqueued again.
 */
export async function sendDue(boss: PgBoss, sql: Database): Promise<string[]> {
  const sent: string[] = []
  await sql.begin(async (transaction) => {
    const names = queues.map(({ name }) => name)
    const rows = await transaction`select to_json(core.take_due(${names})) as due`
    const brandIdsOf = new Map(rows.map(({ due }) => [due.queue as string, (due.brand_ids ?? []) as string[]]))
    for (const queue of queues) {
      const brandIds = brandIdsOf.get(queue.name)
      if (!brandIds) continue
      if (await sendJobs(boss, transaction, queue, brandIds)) sent.push(queue.name)
    }
  })
  return sent
}

/** Enqueues the jobs of a queue for these brands, without waiting for its schedule. Returns whether there are any. */
export async function sendJobs(
  boss: PgBoss,
  sql: Parameters<NonNullable<Queue['split']>>[0],
  queue: Queue,
  brandIds: string[] = [],
): Promise<boolean> {
  const jobs = queue.split ? await queue.split(sql, brandIds) : [{}]
  if (jobs.length > 0) await boss.insert(queue.name, jobs.map(keyed))
  return jobs.length > 0
}

/** Runs one job and logs its result. Throws its error, so that pg-boss retries it. */
export async function work(
  sql: Database,
  queue: Queue,
  { id, ...job }: { id: string; data: unknown },
  log: Log,
  limits?: JobLimits,
): Promise<Record<string, unknown>> {
  const startedAt = performance.now()
  const data = (job.data ?? {}) as JobData
  const fields = () => ({ queue: queue.name, job_id: id, ms: Math.round(performance.now() - startedAt) })
  try {
    const result = await queue.run(sql, data, limits)
    log({ ...fields(), ...result })
    return result
  } catch (cause) {
    log({ ...fields(), ...data, failed: true, cause: causeOf(cause) })
    throw cause
  }
}

/** Adds the key that identifies equal jobs of a queue. */
function keyed(data: JobData): { data: JobData; singletonKey: string } {
  return { data, singletonKey: [data.brand_id, data.type].filter((part) => part !== undefined).join('/') }
}
