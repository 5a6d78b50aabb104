import { PgBoss } from 'pg-boss'
import { parseAddress } from '../../shared/db/address.ts'
import type { Log } from './log.ts'
import { queues } from './queues.ts'

/** Where jobs go that failed every time, until people send them again. */
export const deadLetterQueue = 'dead_letters'

/** How soon it is noticed that whoever did a job is gone, or, by its client `pg`, that the database is. */
const supervision = { superviseIntervalSeconds: 15, monitorIntervalSeconds: 15, query_timeout: 30_000 }

/** The queue whose jobs pg-boss's own schedule sends: each one makes jobs of what has come due since the last one. */
export const tickQueue = 'tick'

const tickCron = '* * * * *'

/** How soon after its minute a tick comes: the schedule is looked at, its job is sent, and a worker takes it. */
const scheduling = { cronMonitorIntervalSeconds: 15, cronWorkerIntervalSeconds: 5 }

/**
 * pg-boss on its tables, with every queue made anew or brought up to date. With `keepsSchedule` it sends a tick every minute;
 * core.schedules lists the due work, because pg-boss does not send what it missed for longer than a minute.
 */
export async function openBoss(
  databaseUrl: string,
  log: Log,
  { keepsSchedule = false }: { keepsSchedule?: boolean } = {},
): Promise<PgBoss> {
  const { url, ssl } = parseAddress(databaseUrl)
  const boss = new PgBoss({
    connectionString: url,
    ssl,
    schema: 'pgboss',
    createSchema: false,
    schedule: keepsSchedule,
    ...scheduling,
    max: 3,
    ...supervision,
  })
  boss.on('error', (error) => log({ cause: error.message }))
  try {
    await boss.start()
    await createQueues(boss)
    if (keepsSchedule) await boss.schedule(tickQueue, tickCron)
    return boss
  } catch (cause) {
    await boss.stop({ graceful: false })
    throw cause
  }
}

/** Sends the jobs again that failed every time, each to the queue that it came from. */
export async function retryDeadLetters(boss: PgBoss): Promise<number> {
  return await boss.redrive(deadLetterQueue, { limit: 100_000 })
}

async function createQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(deadLetterQueue)
  // One tick waits at most, and one that fails is followed by the next.
  await boss.createQueue(tickQueue, {
    policy: 'short',
    retryLimit: 0,
    expireInSeconds: 120,
    retentionSeconds: 3600,
    deleteAfterSeconds: 3600,
  })
  for (const queue of queues) {
    await boss.createQueue(queue.name, {
      // Of what has the same key one job waits or runs, so that nothing is done twice at once.
      policy: 'exclusive',
      retryLimit: 3,
      retryDelay: 15,
      retryBackoff: true,
      expireInSeconds: 900,
      deadLetter: deadLetterQueue,
    })
  }
}
