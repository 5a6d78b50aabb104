import { parseEnv } from '../../../shared/env.ts'
import type { Queue } from './queue.ts'

/** Makes the monthly partitions of the coming two months before a fact needs them, and drops those that are kept no longer. */
export const maintainPartitions: Queue = {
  name: 'maintain_partitions',
  run: async (sql) => {
    const { FACTS_KEEP_MONTHS: months = null } = parseEnv()
    const [made] = await sql`
      select analytics.ensure_partitions(platform.now()::date, (platform.now() + interval '2 months')::date) as partitions`
    if (months === null) return { partitions_made: made?.partitions, partitions_dropped: 0 }
    // In a transaction of its own: one that cannot be had now must not cost the others.
    const [dropped] = await sql`
      select analytics.drop_partitions((platform.now() - make_interval(months => ${months}::integer))::date) as partitions`
    return { partitions_made: made?.partitions, partitions_dropped: dropped?.partitions }
  },
}
