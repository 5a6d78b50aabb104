import type { Sql } from 'postgres'
import { deadLetterQueue } from '../../functions/worker/boss.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

/** Checks that a worker ran in the last 5 minutes. */
export async function schedules(sql: Sql): Promise<Finding> {
  const start = 'Start it (npm run vitrine -- worker), or have a cron call POST /worker/tick every minute.'
  if (!(await hasQueues(sql))) return wrong('worker', `No worker has run on this database. ${start}`)
  const [row] = await sql`
    select max(made_at) as made_at, max(made_at) < platform.now() - interval '5 minutes' as is_late from core.schedules`
  if (!row?.is_late) return fine('worker', 'Running.')
  return wrong(
    'worker',
    `No worker has run scheduled jobs since ${(row.made_at as Date).toISOString()}. ${start} If it runs, see its log.`,
  )
}

/** Checks that there are no dead letters: jobs whose retries all failed. */
export async function jobs(sql: Sql): Promise<Finding> {
  if (!(await hasQueues(sql))) return fine('jobs', 'No jobs yet.')
  const [row] = await sql`
    select count(*)::integer as count, string_agg(distinct coalesce(source_name, name), ', ') as queues,
      (array_agg(split_part(output ->> 'message', E'\n', 1) order by created_on desc))[1] as cause
    from pgboss.job where name = ${deadLetterQueue} and state < 'active'`
  if (!row?.count) return fine('jobs', 'No dead letters.')
  return wrong(
    'jobs',
    `${row.count} failed with all retries (${row.queues}). Last error: ${String(row.cause ?? 'unknown').replace(/\.$/, '')}. Fix the cause (see the log of the worker), ` +
      'then run npm run vitrine -- worker --retry.',
  )
}

/** Checks that no part of a brand's daily jobs failed: a day, a campaign or a metric. */
export async function failures(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select brand_id, queue, subject, error_class, attempts, count(*) over ()::integer as count from core.list_failures() limit 3`
  if (rows.length === 0) return fine('failures', 'Every part of the daily jobs succeeded.')
  const named = rows.map(
    ({ brand_id, queue, subject, error_class, attempts }) =>
      `${queue} of ${brand_id}, ${subject} (error ${error_class}, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'})`,
  )
  const rest = (rows[0]?.count as number) - rows.length
  return wrong(
    'failures',
    `Failed: ${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}. See the log of the worker for the cause. ` +
      'Each is retried every night. To retry now, run npm run vitrine -- worker --once <queue>.',
  )
}

/** Returns whether pg-boss has created its tables. It creates them when a worker first starts. */
async function hasQueues(sql: Sql): Promise<boolean> {
  const [row] = await sql`select to_regclass('pgboss.version') is not null as is_made`
  return row?.is_made as boolean
}
