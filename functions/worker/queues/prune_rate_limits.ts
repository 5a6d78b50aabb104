import type { Queue } from './queue.ts'

/** Deletes old rate limit buckets, stored responses of idempotency keys after a day, and expired checkout sessions. */
export const pruneRateLimits: Queue = {
  name: 'prune_rate_limits',
  run: async (sql) => {
    const [row] = await sql`select core.prune_rate_limits() as buckets, core.prune_answers() as answers,
      storefront.prune_checkouts() as checkouts`
    return {
      buckets_pruned: Number(row?.buckets),
      answers_pruned: Number(row?.answers),
      checkouts_pruned: Number(row?.checkouts),
    }
  },
}
