import type { Sql } from 'postgres'
import { factorsOf } from './factors.ts'
import { forecast, pointsMin, quotient } from './forecast.ts'
import type { Forecast } from './forecast.ts'

interface Input {
  unit: string
  is_ratio: boolean
  days: Day[]
}

interface Day {
  day: string
  numerator: number | null
  denominator: number | null
}

const season = 7
const horizonMax = 365

/** Forecasts metrics of a brand and stores them; those without 28 days of history are left out. Returns how many were stored. */
export async function storeForecasts(sql: Sql, brandId: string, metrics: readonly string[]): Promise<number> {
  let stored = 0
  // Many metrics share a base: what is spent is forecast once.
  const made = new Map<string, Forecast>()
  const forecastOnce = (values: number[], horizon: number) => {
    const key = values.join()
    const known = made.get(key) ?? forecast(values, season, horizon)
    made.set(key, known)
    return known
  }
  for (const metric of metrics) {
    const [given] =
      await sql`select core.enter_brand(${brandId}), analytics.forecast_input(${brandId}, ${metric}) as input`
    const row = makeForecast(metric, given?.input as Input, forecastOnce)
    if (!row) continue
    await sql`select core.enter_brand(${brandId}), analytics.store_forecast(${brandId}, ${sql.json(row as never)})`
    stored += 1
  }
  return stored
}

function makeForecast(
  metric: string,
  { unit, is_ratio: isRatio, days }: Input,
  forecastOnce: (values: number[], horizon: number) => Forecast,
) {
  const from = days.findIndex(({ numerator, denominator }) => numerator !== null && (!isRatio || denominator !== null))
  const known = from < 0 ? [] : days.slice(from)
  const numerators = known.map(({ numerator }) => numerator)
  const denominators = known.map(({ denominator }) => denominator)
  const points = known.filter(
    ({ numerator, denominator }) => numerator !== null && (!isRatio || (denominator ?? 0) > 0),
  )
  if (points.length < pointsMin) return null
  const above = withoutGaps(numerators)
  const below = withoutGaps(denominators)
  const horizon = Math.min(horizonMax, 2 * known.length)
  const past = isRatio ? above.map((value, index) => value / Math.max(1e-9, below[index] as number)) : above
  const made = isRatio
    ? quotient(forecastOnce(above, horizon), forecastOnce(below, horizon), past, season)
    : forecastOnce(above, horizon)
  const through = known.at(-1)?.day as string
  // Nothing that is paid or counted falls below nothing; a profit may.
  const floor = above.some((value) => value < 0) ? -Infinity : 0
  const bound = (value: number) => Math.max(floor, value)
  return {
    metric,
    trained_from: known[0]?.day as string,
    trained_through: through,
    horizon_days: horizon,
    model: made.model,
    accuracy: made.accuracy,
    factors: factorsOf(past, made.values, through, unit),
    points: made.values.map((value, step) => ({
      day: dayAfter(through, step + 1),
      value: bound(value),
      low_80: bound(value - (made.widths80[step] as number)),
      high_80: bound(value + (made.widths80[step] as number)),
      low_95: bound(value - (made.widths95[step] as number)),
      high_95: bound(value + (made.widths95[step] as number)),
    })),
  }
}

/** A day of which nothing was reported is taken to have been as the same weekday before, or as the first one known. */
function withoutGaps(values: readonly (number | null)[]): number[] {
  const filled: number[] = []
  const first = values.find((value) => value !== null) ?? 0
  for (const [index, value] of values.entries()) filled.push(value ?? filled[index - season] ?? filled.at(-1) ?? first)
  return filled
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
