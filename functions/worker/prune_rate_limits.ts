import type { Queue } from './queue.ts'

/** Forgets the limits of callers who have been away, so that the limiter stays small. */
export const pruneRateLimits: Queue = {
  name: 'prune_rate_limits',
  schedule: '5 * * * *',
  run: async (sql) => {
    const [row] = await sql`select core.prune_rate_limits() as pruned`
    return { buckets_pruned: Number(row?.pruned) }
  },
}
