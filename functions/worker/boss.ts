import type { PgBoss } from 'pg-boss'
import type { Sql } from 'postgres'
import { parseAddress } from '../../shared/db/address.ts'
import { queues } from './queues.ts'
import type { JobData, Queue } from './queue.ts'

/** Where jobs go that failed every time; nothing works on it but people. */
export const deadLetterQueue = 'dead_letters'

/** How soon it is noticed that whoever did a job is gone. */
export const supervision = { superviseIntervalSeconds: 15, monitorIntervalSeconds: 15 }

/** Where pg-boss connects, encrypted as the functions are. */
export function bossAddress(databaseUrl: string) {
  const { url, ssl } = parseAddress(databaseUrl)
  return { connectionString: url, ssl }
}

/** The queues in the database, with their schedules: made anew or brought up to date. */
export async function createQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(deadLetterQueue)
  for (const queue of queues) {
    // Exclusive: of what has the same key one job waits or runs, so that nothing is done twice at once.
    const options = {
      retryLimit: 3,
      retryDelay: 15,
      retryBackoff: true,
      expireInSeconds: 900,
      deadLetter: deadLetterQueue,
    }
    await boss.createQueue(queue.name, { policy: 'exclusive', ...options })
    await boss.schedule(queue.name, queue.schedule, {})
  }
}

/** Does one job, or splits it into those that are due in this hour. Returns what was done. */
export async function work(boss: PgBoss, sql: Sql, queue: Queue, data: JobData): Promise<Record<string, unknown>> {
  if (!queue.split || Object.keys(data).length > 0) return await queue.run(sql, data)
  const jobs = await queue.split(sql, new Date().getUTCHours())
  for (const job of jobs) await boss.send(queue.name, job, { singletonKey: keyOf(job) })
  return { jobs_due: jobs.length }
}

/** What tells a job from others of its queue. */
export function keyOf(data: JobData): string {
  return [data.brand_id, data.type].filter((part) => part !== undefined).join('/')
}
