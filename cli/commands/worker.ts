import { Command } from 'commander'
import type { Sql } from 'postgres'
import { openBoss, retryDeadLetters } from '../../functions/worker/boss.ts'
import type { Failure } from '../../functions/worker/failures.ts'
import { causeOf } from '../../shared/log/log.ts'
import type { JobData, Queue } from '../../functions/worker/queues/queue.ts'
import { queues } from '../../functions/worker/queues.ts'
import { parseEnv } from '../../shared/env.ts'
import { connect } from '../database/connect.ts'
import { supervise } from '../installation/supervise.ts'
import { ringText } from '../secrets/rings.ts'
import { workerUrl } from './database.ts'
import { printOutcome, printRows } from '../terminal/print.ts'

const noQueues = 'There are no queues yet. Start the worker once to create them.'

export function workerCommand(): Command {
  return new Command('worker')
    .description('run jobs: all queues until stopped, or one queue once')
    .option('--once <queue>', `run the jobs of one queue and exit: ${queues.map((queue) => queue.name).join(', ')}`)
    .option('--retry', 'send dead letters (jobs whose retries all failed) again')
    .option('--status', 'show the schedules, and the jobs of each queue by state')
    .action(async (options: { once?: string; retry?: boolean; status?: boolean }, command: Command) => {
      if (options.status) await showStatus(command)
      else if (options.retry) await retry(command)
      else if (options.once) await runOnce(options.once, command)
      else await runAll()
    })
}

async function runOnce(name: string, command: Command): Promise<void> {
  const queue = queues.find((candidate) => candidate.name === name)
  if (!queue)
    throw new Error(`There is no queue ${name}. Available queues: ${queues.map((each) => each.name).join(', ')}.`)
  const sql = await connect(workerUrl(), { now: parseEnv().VITRINE_NOW })
  try {
    const brands = await sql`select core.working_brands() as brand_id`
    const brandIds = brands.map((row) => row.brand_id as string)
    const jobs = queue.split ? await queue.split(sql, brandIds) : [{}]
    const done: Record<string, unknown>[] = []
    for (const [index, job] of jobs.entries()) {
      if (process.stderr.isTTY) process.stderr.write(`\r${index + 1} of ${jobs.length}`)
      done.push(await runJob(queue, sql, job))
    }
    const failed = done.filter((each) => 'failed' in each || 'failures' in each).length
    printOutcome(
      command,
      { queue: name, done },
      `Finished ${name}: ${jobs.length} ${jobs.length === 1 ? 'job' : 'jobs'}${failed > 0 ? `, ${failed} with failures` : ''}.`,
    )
    if (failed > 0) {
      process.exitCode = 1
      for (const each of done) printFailures(each)
    }
  } finally {
    await sql.end()
  }
}

/** Runs one job. An error is returned, so that a failure of one brand does not stop the jobs of the others. */
async function runJob(queue: Queue, sql: Sql, job: JobData): Promise<Record<string, unknown>> {
  try {
    return await queue.run(sql, job)
  } catch (thrown) {
    return { ...job, failed: true, cause: causeOf(thrown) }
  }
}

function printFailures(done: Record<string, unknown>): void {
  const failures = (done.failures ?? (done.failed ? [{ subject: 'job', cause: done.cause }] : [])) as Failure[]
  for (const { subject, cause } of failures) console.error(`${done.brand_id ?? 'all brands'}, ${subject}: ${cause}`)
}

async function retry(command: Command): Promise<void> {
  const url = workerUrl()
  await (await connect(url)).end()
  const boss = await openBoss(url, ({ cause }) => console.error(cause))
  try {
    const count = await retryDeadLetters(boss)
    printOutcome(command, { jobs_sent: count }, `Sent again: ${count} ${count === 1 ? 'job' : 'jobs'}.`)
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function showStatus(command: Command): Promise<void> {
  const sql = await connect(workerUrl())
  try {
    const [queue] = await sql`select to_regclass('pgboss.queue') is not null as exists`
    if (!queue?.exists) return printRows(command, [], noQueues)
    const rows = await sql`
      select queue.name, schedules.every::text, schedules.past::text, ${sql.unsafe(
        ['created', 'retry', 'active', 'completed', 'failed']
          .map((state) => `count(*) filter (where job.state = '${state}')::integer as ${state}`)
          .join(', '),
      )}, max(job.completed_on) as last_completed_at
      from pgboss.queue left join core.schedules on schedules.queue = queue.name left join pgboss.job on job.name = queue.name
      where queue.name not like '\\_\\_%' group by queue.name, schedules.queue order by queue.name`
    printRows(command, rows, noQueues)
  } finally {
    await sql.end()
  }
}

async function runAll(): Promise<void> {
  const variables = {
    DATABASE_URL: workerUrl(),
    WEBHOOK_SECRET_KEY: ringText('WEBHOOK_SECRET_KEY') ?? '',
    SOURCE_TOKEN_KEY: ringText('SOURCE_TOKEN_KEY') ?? '',
  }
  const worker = supervise('functions/worker/process.ts', variables, {
    onCrash: (wait) =>
      console.error(`The worker stopped unexpectedly. See its output above. Restarting in ${wait / 1000} s.`),
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void worker.stop())
}
