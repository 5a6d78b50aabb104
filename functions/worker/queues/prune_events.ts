import type { Queue } from './queue.ts'

/** Deletes events and deliveries that are older than their retention. */
export const pruneEvents: Queue = {
  name: 'prune_events',
  run: async (sql) => {
    const [row] = await sql`select events.prune_events() as events, webhooks.prune_deliveries() as deliveries`
    return { events_pruned: Number(row?.events), deliveries_pruned: Number(row?.deliveries) }
  },
}
