import type { Queue } from './queue.ts'

/** Makes the monthly partitions of the coming two months before a fact needs them. */
export const maintainPartitions: Queue = {
  name: 'maintain_partitions',
  schedule: '10 2 * * *',
  run: async (sql) => {
    const [row] = await sql`
      select analytics.ensure_partitions(platform.now()::date, (platform.now() + interval '2 months')::date) as made`
    return { partitions_made: row?.made }
  },
}
