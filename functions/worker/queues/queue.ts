import type { ISql } from 'postgres'
import type { Database } from '../../../shared/db/pool.ts'

/** What a job is about; empty for jobs that are about everything. */
export type JobData = Record<string, string>

/** One kind of job: a name, and the SQL call or computation that does the work. When it comes due core.schedules says. */
export interface Queue {
  name: string
  /** Splits what is due into jobs of their own, each retried by itself; the brands are those whose daily work is due. */
  split?: (sql: ISql, brandIds: string[]) => Promise<JobData[]>
  /**
   * Returns what was done, for the log. A job that ran half-way is run again: doing it twice must be the same as once. Each
   * statement enters its brand by itself: postgres 3.4.9 ends the process whose server goes between two of one transaction.
   */
  run: (sql: Database, data: JobData) => Promise<Record<string, unknown>>
}

/** A job for each brand. */
export async function splitByBrand(_sql: ISql, brandIds: string[]): Promise<JobData[]> {
  return brandIds.map((brand_id) => ({ brand_id }))
}
