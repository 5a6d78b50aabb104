import type { Queue } from './queue.ts'

/** Moves what has run out of time and announces sales that have started or ended; reads already answer by the clock. */
export const expirations: Queue = {
  name: 'expirations',
  split: async (sql) => {
    const rows = await sql`select commerce.due_brands() as brand_id union select storefront.due_price_brands()`
    return rows.map((row) => ({ brand_id: row.brand_id as string }))
  },
  run: async (sql, { brand_id = '' }) => {
    const [prices] = await sql`
      select core.enter_brand(${brand_id}), storefront.announce_prices(${brand_id}) as announced`
    const agents = await sql`select core.enter_brand(${brand_id}), commerce.due_agents(${brand_id}) as agent`
    let moved = 0
    // One after the other, so that nobody waits for more than their own.
    for (const { agent } of agents) {
      const [row] = await sql`
        select core.enter_brand(${brand_id}), commerce.settle_agent(${brand_id}, ${agent as string}) as moved`
      moved += Number(row?.moved)
    }
    return { brand_id, moved, prices_announced: Number(prices?.announced) }
  },
}
