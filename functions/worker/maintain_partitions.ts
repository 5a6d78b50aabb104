import { parseEnv } from '../../shared/env.ts'
import type { Queue } from './queue.ts'

/** Makes the monthly partitions of the coming two months before a fact needs them, and drops those that are kept no longer. */
export const maintainPartitions: Queue = {
  name: 'maintain_partitions',
  schedule: '10 2 * * *',
  run: async (sql) => {
    const { FACTS_KEEP_MONTHS: months = null } = parseEnv()
    const [row] = await sql`
      select analytics.ensure_partitions(platform.now()::date, (platform.now() + interval '2 months')::date) as made,
        case when ${months}::integer is null then 0
          else analytics.drop_partitions((platform.now() - make_interval(months => ${months}::integer))::date) end as dropped`
    return { partitions_made: row?.made, partitions_dropped: row?.dropped }
  },
}
