import type { Queue } from './queue.ts'

/** Applies the attribution settings that people requested in the console, which attributes all orders of the brand again. */
export const configureAttribution: Queue = {
  name: 'configure_attribution',
  split: async (sql) => {
    const rows = await sql`select analytics.due_attribution_changes() as brand_id`
    return rows.map((row) => ({ brand_id: row.brand_id as string }))
  },
  run: async (sql, { brand_id = '' }) => {
    const [row] = await sql`
      select core.enter_brand(${brand_id}), analytics.apply_attribution_change(${brand_id}) as applied`
    return { brand_id, applied: row?.applied === true }
  },
}
