import type { Sql } from 'postgres'

/** One kind of job: a name, when it runs by itself, and the one SQL call that does the work. */
export interface Queue {
  name: string
  /** Cron, in UTC. */
  schedule: string
  /** Returns what was done, for the log. */
  run: (sql: Sql) => Promise<Record<string, unknown>>
}
