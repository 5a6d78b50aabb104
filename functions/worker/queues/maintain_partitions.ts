import { parseEnv } from '../../../shared/env.ts'
import type { Queue } from './queue.ts'

/** Creates the monthly partitions of the next two months, and drops partitions older than FACTS_KEEP_MONTHS. */
export const maintainPartitions: Queue = {
  name: 'maintain_partitions',
  run: async (sql) => {
    const { FACTS_KEEP_MONTHS: months = null } = parseEnv()
    const [created] = await sql`
      select analytics.ensure_partitions(platform.now()::date, (platform.now() + interval '2 months')::date) as partitions`
    if (months === null) return { partitions_made: created?.partitions, partitions_dropped: 0 }
    // A separate transaction, so that a lock timeout here does not undo the partitions created above.
    const [dropped] = await sql`
      select analytics.drop_partitions((platform.now() - make_interval(months => ${months}::integer))::date) as partitions`
    const brands = await sql`select core.working_brands() as brand_id`
    // A transaction for each brand, so that no import waits for all of them.
    for (const { brand_id } of brands) {
      await sql`
        select analytics.clip_coverage(${brand_id}, date_trunc('month', platform.now() - make_interval(months => ${months}::integer))::date)`
    }
    return { partitions_made: created?.partitions, partitions_dropped: dropped?.partitions }
  },
}
