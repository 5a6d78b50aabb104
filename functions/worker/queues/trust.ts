import { splitByBrand } from './queue.ts'
import type { Queue } from './queue.ts'

/** Computes the trust score of a shop from its observations so far. */
export const trust: Queue = {
  name: 'trust',
  split: splitByBrand,
  run: async (sql, { brand_id = '' }) => {
    await sql`select core.enter_brand(${brand_id}), storefront.score_trust(${brand_id})`
    return { brand_id }
  },
}
