import type { Queue } from './queue.ts'

/**
 * Moves expired negotiations, holds, transactions and disputes to their next status, emits events for sales that started or
 * ended, and indexes and judges catalogs anew after an upgrade. Reads do not depend on it: they compare with the clock, read
 * an earlier index, and judge such a catalog themselves.
 */
export const expirations: Queue = {
  name: 'expirations',
  split: async (sql) => {
    const rows = await sql`
      select commerce.due_brands() as brand_id
      union select storefront.due_price_brands()
      union select storefront.due_catalogs()`
    return rows.map((row) => ({ brand_id: row.brand_id as string }))
  },
  run: async (sql, { brand_id = '' }) => {
    const [prices] = await sql`
      select core.enter_brand(${brand_id}), storefront.announce_prices(${brand_id}) as announced`
    await sql`select core.enter_brand(${brand_id}), storefront.refresh_catalog(${brand_id})`
    const agents = await sql`select core.enter_brand(${brand_id}), commerce.due_agents(${brand_id}) as agent`
    let moved = 0
    // One transaction for each agent, so that an agent waits only for locks of its own rows.
    for (const { agent } of agents) {
      const [row] = await sql`
        select core.enter_brand(${brand_id}), commerce.settle_agent(${brand_id}, ${agent as string}) as moved`
      moved += Number(row?.moved)
    }
    return { brand_id, moved, prices_announced: Number(prices?.announced) }
  },
}
