import type { ISql } from 'postgres'
import type { Database } from '../../../shared/db/pool.ts'

/** The parameters of a job, such as its brand. Empty for jobs without parameters. */
export type JobData = Record<string, string>

/** The time that a host leaves for a job. Without it, the limits of the queue apply. */
export interface JobLimits {
  /** The job should end after this time (seconds), and the rest runs later. */
  secondsMax?: number
  /** The longest part of a job that cannot be interrupted (seconds). */
  stepSecondsMax?: number
}

/** One kind of job: its name and its work. `core.schedules` defines when it is due. */
export interface Queue {
  name: string
  /** How many jobs of the queue a long-running worker runs at once. One if absent. */
  atOnce?: number
  /** Splits due work into jobs that are retried separately. `brandIds` are the brands whose daily work is due. */
  split?: (sql: ISql, brandIds: string[]) => Promise<JobData[]>
  /**
   * Runs the job and returns fields for the log. An interrupted job runs again, so it must be idempotent. Each
   * statement calls `core.enter_brand` itself instead of using a transaction, because postgres 3.4.9 ends the process
   * if the server disconnects between two statements of a transaction.
   */
  run: (sql: Database, data: JobData, limits?: JobLimits) => Promise<Record<string, unknown>>
}

/** Creates one job for each brand. */
export async function splitByBrand(_sql: ISql, brandIds: string[]): Promise<JobData[]> {
  return brandIds.map((brand_id) => ({ brand_id }))
}
