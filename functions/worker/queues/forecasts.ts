import { storeForecasts } from '../forecasting/store.ts'
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
  run: async (sql, { brand_id, type, metrics }) => {
    // A retry would not help, so that the job ends here; the log has the reason.
    if (!brand_id || !type || !metrics)
      return { brand_id, refused: 'A forecasts job needs brand_id, type and metrics.' }
    const { stored, failures } = await storeForecasts(sql, brand_id, metrics.split(','))
    // No later run would clear the failure of a metric that is no longer forecast.
    await sql`
      select core.enter_brand(${brand_id}), core.clear_gone_failures(${brand_id}, 'forecasts', analytics.forecastable_metrics())`
    return { brand_id, type, forecasts_stored: stored, ...(failures.length > 0 ? { failures } : {}) }
  },
}
