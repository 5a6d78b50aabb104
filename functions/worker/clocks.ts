import type { Queue } from './queue.ts'

/** Lets what has run out of time do so, for whoever is told of it: who asks finds it so anyway. */
export const clocks: Queue = {
  name: 'clocks',
  split: async (sql) => {
    const rows = await sql`select commerce.due_brands() as brand_id`
    return rows.map((row) => ({ brand_id: row.brand_id as string }))
  },
  run: async (sql, { brand_id = '' }) => {
    const agents = await sql`select core.enter_brand(${brand_id}), commerce.due_agents(${brand_id}) as agent`
    let moved = 0
    // One after the other, so that nobody waits for more than their own.
    for (const { agent } of agents) {
      const [row] = await sql`
        select core.enter_brand(${brand_id}), commerce.settle_agent(${brand_id}, ${agent as string}) as moved`
      moved += Number(row?.moved)
    }
    return { brand_id, moved }
  },
}
