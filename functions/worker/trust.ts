import type { Queue } from './queue.ts'

/** Scores the trust of every shop from what was seen of it until now. */
export const trust: Queue = {
  name: 'trust',
  schedule: '40 * * * *',
  split: async (sql, hour) => {
    const rows = await sql`select core.due_brands(${hour}) as brand_id`
    return rows.map((row) => ({ brand_id: row.brand_id as string }))
  },
  run: async (sql, { brand_id = '' }) => {
    await sql`select core.enter_brand(${brand_id}), storefront.score_trust(${brand_id})`
    return { brand_id }
  },
}
