import type { Sql } from 'postgres'

/** What a job is about; empty for jobs that are about everything. */
export type JobData = Record<string, string>

/** One kind of job: a name, when it comes due by itself, and the SQL call or computation that does the work. */
export interface Queue {
  name: string
  /** Cron, in UTC. */
  schedule: string
  /** Splits what is due into jobs of their own, each retried by itself. `hour` is that of the schedule; null: all. */
  split?: (sql: Sql, hour: number | null) => Promise<JobData[]>
  /**
   * Returns what was done, for the log. A job that ran half-way is run again: doing it twice must be the same as once. Each
   * statement enters its brand by itself: postgres 3.4.9 ends the process whose server goes between two of one transaction.
   */
  run: (sql: Sql, data: JobData) => Promise<Record<string, unknown>>
}
