import { splitByBrand } from './queue.ts'
import type { Queue } from './queue.ts'

/** Looks at the days of every brand that ended since the last look. */
export const anomalies: Queue = {
  name: 'anomalies',
  split: splitByBrand,
  run: async (sql, { brand_id = '' }) => {
    const [row] = await sql`
      select core.enter_brand(${brand_id}), analytics.detect_due_anomalies(${brand_id}) as found`
    return { brand_id, anomalies_found: row?.found }
  },
}
