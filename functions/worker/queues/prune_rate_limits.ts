import type { Queue } from './queue.ts'

/** Deletes old rate limit buckets, and stored responses of idempotency keys after a day. */
export const pruneRateLimits: Queue = {
  name: 'prune_rate_limits',
  run: async (sql) => {
    const [row] = await sql`select core.prune_rate_limits() as buckets, core.prune_answers() as answers`
    return { buckets_pruned: Number(row?.buckets), answers_pruned: Number(row?.answers) }
  },
}
