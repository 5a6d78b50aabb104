import type { PgBoss } from 'pg-boss'
import type { Database } from '../../shared/db/pool.ts'
import { causeOf } from './log.ts'
import type { Log } from './log.ts'
import type { JobData, Queue } from './queues/queue.ts'
import { queues } from './queues.ts'

/**
 * Makes jobs of what has come due since the last look, by whomever; one that waits or runs already stands for its twin.
 * Whoever dies between the jobs and the commit has them made once more, never lost.
 * Returns the queues that have new jobs.
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
      const jobs = queue.split ? await queue.split(transaction, brandIds) : [{}]
      if (jobs.length === 0) continue
      await boss.insert(queue.name, jobs.map(keyed))
      sent.push(queue.name)
    }
  })
  return sent
}

/** Does one job and logs what came of it. A failure is thrown on: pg-boss tries it again. */
export async function work(
  sql: Database,
  queue: Queue,
  { id, ...job }: { id: string; data: unknown },
  log: Log,
): Promise<Record<string, unknown>> {
  const startedAt = performance.now()
  const data = (job.data ?? {}) as JobData
  const about = () => ({ queue: queue.name, job_id: id, ms: Math.round(performance.now() - startedAt) })
  try {
    const done = await queue.run(sql, data)
    log({ ...about(), ...done })
    return done
  } catch (cause) {
    log({ ...about(), ...data, failed: true, cause: causeOf(cause) })
    throw cause
  }
}

/** A job with the key by which those of a queue are told apart. */
function keyed(data: JobData): { data: JobData; singletonKey: string } {
  return { data, singletonKey: [data.brand_id, data.type].filter((part) => part !== undefined).join('/') }
}
