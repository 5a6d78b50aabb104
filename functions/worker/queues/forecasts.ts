import { storeForecasts } from '../forecasting/store.ts'
import type { Queue } from './queue.ts'

/** Forecasts each brand once a night, at an hour derived from its id. Each type of forecast is one job. */
export const forecasts: Queue = {
  name: 'forecasts',
  split: async (sql, brandIds) => {
    const rows = await sql`select to_json(analytics.split_forecasts(${brandIds})) as due`
    return rows.map((row) => {
      const { brand_id, type, metrics } = row.due as { brand_id: string; type: string; metrics: string[] }
      return { brand_id, type, metrics: metrics.join(',') }
    })
  },
  run: async (sql, { brand_id, type, metrics }) => {
    // A retry cannot succeed, so the job ends without an error. The log has the reason.
    if (!brand_id || !type || !metrics)
      return { brand_id, refused: 'A forecasts job needs brand_id, type and metrics.' }
    const { stored, failures } = await storeForecasts(sql, brand_id, metrics.split(','))
    // Metrics that are no longer forecast are never run again, so their recorded failures are cleared here.
    await sql`
      select core.enter_brand(${brand_id}), core.clear_gone_failures(${brand_id}, 'forecasts', analytics.forecastable_metrics())`
    return { brand_id, type, forecasts_stored: stored, ...(failures.length > 0 ? { failures } : {}) }
  },
}
