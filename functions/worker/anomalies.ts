import type { Queue } from './queue.ts'

/** Looks at the days of every brand that ended since the last look. */
export const anomalies: Queue = {
  name: 'anomalies',
  schedule: '25 * * * *',
  split: async (sql, hour) => {
    const rows = await sql`select core.due_brands(${hour}) as brand_id`
    return rows.map((row) => ({ brand_id: row.brand_id as string }))
  },
  run: async (sql, { brand_id = '' }) => {
    const [row] = await sql`
      select core.enter_brand(${brand_id}), analytics.detect_due_anomalies(${brand_id}) as found`
    return { brand_id, anomalies_found: row?.found }
  },
}
