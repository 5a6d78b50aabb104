import { storeForecasts } from './forecasting/store.ts'
import type { Queue } from './queue.ts'

const brandId = 'brd_simulated'

/**
 * Carries the simulated brand on through yesterday, or through a given day (`through`), with all that is made of its days, so
 * that test keys never see old ones.
 */
export const extendSimulation: Queue = {
  name: 'extend_simulation',
  run: async (sql, { through }) => {
    await sql`select simulate.forget_moves()`
    const [known] = await sql`select simulate.missing_days(${through ?? null}::date) as missing`
    const missing = known?.missing as { first_on: string; last_on: string } | null
    if (!missing) return { days_simulated: 0, forecasts_stored: 0 }
    // Loaded when days are missing: once a day.
    const { simulatedDays } = await import('../../shared/simulation/simulated_days.ts')
    const world = simulatedDays(missing.first_on, missing.last_on)
    const [row] = await sql`select simulate.extend(${JSON.stringify(world)}::text::jsonb) as days`
    const days = row?.days as number
    const [due] = await sql`select analytics.forecastable_metrics() as metrics`
    const { stored, failures } =
      days > 0 ? await storeForecasts(sql, brandId, due?.metrics as string[]) : { stored: 0, failures: [] }
    return { days_simulated: days, forecasts_stored: stored, ...(failures.length > 0 ? { failures } : {}) }
  },
}
