import type { Queue } from './queue.ts'

/** Forgets what has expired at the authorisation server, and clients that nobody ever let in. */
export const pruneOauth: Queue = {
  name: 'prune_oauth',
  run: async (sql) => {
    const [row] = await sql`select oauth.prune() as pruned`
    return { clients_pruned: Number(row?.pruned) }
  },
}
