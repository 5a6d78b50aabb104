import { PgBoss } from 'pg-boss'
import { parseAddress } from '../../shared/db/address.ts'
import type { Log } from '../../shared/log/log.ts'
import { queues } from './queues.ts'

/** Jobs whose retries all failed are kept here until `vitrine worker --retry` sends them again. */
export const deadLetterQueue = 'dead_letters'

/**
 * How soon pg-boss detects jobs of a dead worker (seconds), and how soon its client `pg` detects a lost database
 * (`query_timeout`, milliseconds).
 */
const supervision = { superviseIntervalSeconds: 30, monitorIntervalSeconds: 30, query_timeout: 30_000 }

/** The queue of the schedule of pg-boss. Each of its jobs enqueues the work that became due since the last one. */
export const tickQueue = 'tick'

const tickCron = '* * * * *'

const wantedQueues = [
  // At most one tick waits. A failed tick is not retried, because the next one follows in a minute.
  {
    name: tickQueue,
    policy: 'short' as const,
    retryLimit: 0,
    expireInSeconds: 120,
    retentionSeconds: 3600,
    deleteAfterSeconds: 3600,
  },
  // At most one job of a key waits or runs, so that the same work does not run twice at once.
  ...queues.map(({ name }) => ({
    name,
    policy: 'exclusive' as const,
    retryLimit: 3,
    retryDelay: 15,
    retryBackoff: true,
    expireInSeconds: 900,
    deadLetter: deadLetterQueue,
  })),
]

/** How often pg-boss checks the schedule and creates the jobs that are due. Both delay a tick. */
const scheduling = { cronMonitorIntervalSeconds: 15, cronWorkerIntervalSeconds: 15 }

/** How often pg-boss resolves jobs that depend on others, of which there are none. Its default is 5 s. */
const flowIntervalSeconds = 3600

/**
 * Starts pg-boss, and creates or updates its queues. With `keepsSchedule` it sends a tick every minute.
 * `core.schedules` lists the due work, because pg-boss does not send a schedule that it missed by more than a minute.
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
    flowIntervalSeconds,
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

/** Moves dead letters back to their original queues. Returns the number of moved jobs. */
export async function retryDeadLetters(boss: PgBoss): Promise<number> {
  return await boss.redrive(deadLetterQueue, { limit: 100_000 })
}

/** Creates missing queues and updates changed options. One query suffices otherwise, because every hosted tick opens pg-boss. */
async function createQueues(boss: PgBoss): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!existing.has(deadLetterQueue)) await boss.createQueue(deadLetterQueue)
  for (const { name, policy, ...options } of wantedQueues) {
    const found = existing.get(name)
    if (!found) await boss.createQueue(name, { policy, ...options })
    // The policy of a queue cannot be changed.
    else if (!isSubset(options, found)) await boss.updateQueue(name, options)
  }
}

function isSubset(options: object, found: object): boolean {
  return Object.entries(options).every(([name, value]) => found[name as keyof typeof found] === value)
}
