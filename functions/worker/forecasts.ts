import { storeForecasts } from './forecasting/store.ts'
import type { Queue } from './queue.ts'

/** Forecasts every brand once a night, each kind of forecast in a job of its own, at an hour that its id gives. */
export const forecasts: Queue = {
  name: 'forecasts',
  split: async (sql, brandIds) => {
    const rows = await sql`select to_json(analytics.split_forecasts(${brandIds})) as due`
    return rows.map((row) => {
      const { brand_id, type, metrics } = row.due as { brand_id: string; type: string; metrics: string[] }
      return { brand_id, type, metrics: metrics.join(',') }
    })
  },
  run: async (sql, { brand_id = '', type = '', metrics = '' }) => {
    const { stored, failures } = await storeForecasts(sql, brand_id, metrics.split(','))
    return { brand_id, type, forecasts_stored: stored, ...(failures.length > 0 ? { failures } : {}) }
  },
}
