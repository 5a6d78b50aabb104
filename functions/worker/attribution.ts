import { splitByBrand } from './queue.ts'
import type { Queue } from './queue.ts'

/** Shares out the orders of the last 90 days anew: refunds, late touches and linked devices change what was. */
export const attribution: Queue = {
  name: 'attribution',
  split: splitByBrand,
  run: async (sql, { brand_id = '' }) => {
    const [row] = await sql`select core.enter_brand(${brand_id}), analytics.attribute_lately(${brand_id}) as orders`
    return { brand_id, orders: Number(row?.orders) }
  },
}
