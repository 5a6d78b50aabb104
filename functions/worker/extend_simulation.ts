import { storeForecasts } from './forecasting/store.ts'
import type { Queue } from './queue.ts'

const brandId = 'brd_simulated'

/** Carries the simulated brand on through yesterday, with all that is made of its days, so that test keys never see old ones. */
export const extendSimulation: Queue = {
  name: 'extend_simulation',
  run: async (sql) => {
    const [row] = await sql`select simulate.extend() as days`
    const days = row?.days as number
    const [due] = await sql`select analytics.forecastable_metrics() as metrics`
    const stored = days > 0 ? await storeForecasts(sql, brandId, due?.metrics as string[]) : 0
    return { days_simulated: days, forecasts_stored: stored }
  },
}
