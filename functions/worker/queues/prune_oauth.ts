import type { Queue } from './queue.ts'

/** Deletes expired requests, codes, tokens and sessions of the authorization server, and clients that never received a grant. */
export const pruneOauth: Queue = {
  name: 'prune_oauth',
  run: async (sql) => {
    const [row] = await sql`select oauth.prune() as pruned`
    return { clients_pruned: Number(row?.pruned) }
  },
}
