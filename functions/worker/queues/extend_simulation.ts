import { storeForecasts } from '../forecasting/store.ts'
import type { Database } from '../../../shared/db/pool.ts'
import type { Failure } from '../failures.ts'
import type { Queue } from './queue.ts'

const brandId = 'brd_simulated'

/**
 * Extends the data of the simulated brand to yesterday, or to the day `through`, with its derived data, so that test keys
 * always read recent days.
 */
export const extendSimulation: Queue = {
  name: 'extend_simulation',
  run: async (sql, { through }) => {
    const finish = await extendSimulatedAds(sql, through)
    return await finish()
  },
}

type Extension = { days_simulated: number; forecasts_stored: number; failures?: Failure[] }

/** Runs the first part of `extendSimulation`, without orders and touches. Returns a function that runs the second part. */
export async function extendSimulatedAds(sql: Database, through?: string): Promise<() => Promise<Extension>> {
  await sql`select simulate.forget_moves()`
  const [known] = await sql`select simulate.missing_days(${through ?? null}::date) as missing`
  const missing = known?.missing as { first_on: string; last_on: string } | null
  if (!missing) return async () => ({ days_simulated: 0, forecasts_stored: 0 })
  // Imported only when days are missing, which is once a day.
  const { simulatedDays } = await import('../../../shared/simulation/simulated_days.ts')
  const { orders, touches, ...world } = simulatedDays(missing.first_on, missing.last_on)
  await sql`select simulate.extend_ads(${JSON.stringify(world)}::text::jsonb)`
  return async () => {
    const [row] =
      await sql`select simulate.extend_customers(${JSON.stringify({ ...missing, orders, touches })}::text::jsonb) as days`
    const days = row?.days as number
    const [due] = await sql`select analytics.forecastable_metrics() as metrics`
    const { stored, failures } =
      days > 0 ? await storeForecasts(sql, brandId, due?.metrics as string[]) : { stored: 0, failures: [] }
    return { days_simulated: days, forecasts_stored: stored, ...(failures.length > 0 ? { failures } : {}) }
  }
}
