import { inTime } from '../../shared/db/connections.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { Env } from '../../shared/env.ts'
import { Metrics } from '../../shared/http/metrics.ts'
import type { Sample } from '../../shared/http/metrics.ts'

/** The worker's numbers, with what waits for it in the database. Nothing without METRICS_SECRET. */
export function workerMetrics(env: Env, sql: Database): Metrics | undefined {
  if (!env.METRICS_SECRET) return undefined
  return new Metrics(env.METRICS_SECRET, async () => {
    const [row] = await inTime(sql, () => sql`select core.measure_work() as samples`)
    return row?.samples as Sample[]
  })
}
