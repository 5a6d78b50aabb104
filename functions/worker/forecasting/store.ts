import { addDays } from '../../../shared/calendar/days.ts'
import type { Database } from '../../../shared/db/pool.ts'
import { attemptPart, clearFailures } from '../failures.ts'
import type { Failure } from '../failures.ts'
import { factorsOf } from './factors.ts'
import { forecast, pointsMin } from './forecast.ts'
import type { Forecast } from './forecast.ts'
import { holidayWarnings } from './holidays.ts'
import type { KnownDay } from './holidays.ts'
import { quotient } from './quotient.ts'
import { trainingWarnings } from './training_warnings.ts'
import type { Day } from './training_warnings.ts'

interface Input {
  unit: string
  is_ratio: boolean
  days: Day[]
}

const season = 7
const horizonMax = 365

/**
 * Forecasts metrics of a brand and stores the forecasts. Metrics with fewer than 28 days of history are skipped. A failure of one
 * metric does not affect the others. Returns the number of stored forecasts and the failures.
 */
export async function storeForecasts(
  sql: Database,
  brandId: string,
  metrics: readonly string[],
): Promise<{ stored: number; failures: Failure[] }> {
  await sql`select core.enter_brand(${brandId}), analytics.renew_restatement_factors(${brandId})`
  let stored = 0
  const failures: Failure[] = []
  // Many metrics share a base, such as spend, which is forecast once.
  const made = new Map<string, Forecast>()
  const forecastOnce: ForecastOnce = (values, isMissing, horizon) => {
    const key = `${values.join()} ${isMissing.map(Number).join('')}`
    const known = made.get(key) ?? forecast(values, season, horizon, isMissing)
    made.set(key, known)
    return known
  }
  for (const metric of metrics) {
    const { result, failure } = await attemptPart(sql, { brandId, queue: 'forecasts', subject: metric }, async () => {
      const [given] =
        await sql`select core.enter_brand(${brandId}), analytics.forecast_input(${brandId}, ${metric}) as input`
      const row = makeForecast(metric, given?.input as Input, forecastOnce)
      if (row) {
        await sql`select core.enter_brand(${brandId}), analytics.store_forecast(${brandId}, ${sql.json(row as never)})`
      }
      await clearFailures(sql, brandId, 'forecasts', metric)
      return row
    })
    if (result) stored += 1
    if (failure) failures.push(failure)
  }
  return { stored, failures }
}

type ForecastOnce = (values: number[], isMissing: boolean[], horizon: number) => Forecast

function makeForecast(metric: string, { unit, is_ratio: isRatio, days }: Input, forecastOnce: ForecastOnce) {
  const from = days.findIndex(({ numerator, denominator }) => numerator !== null && (!isRatio || denominator !== null))
  const known = from < 0 ? [] : days.slice(from)
  const points = known.filter(
    ({ numerator, denominator }) => numerator !== null && (!isRatio || (denominator ?? 0) > 0),
  )
  if (points.length < pointsMin) return null
  const horizon = Math.min(horizonMax, 2 * known.length)
  const partOf = (name: 'numerator' | 'denominator'): Part => {
    const parts = known.map((day) => day[name])
    const values = withoutGaps(parts)
    // Amounts and counts are never negative; a profit can be.
    const floor = values.some((value) => value < 0) ? -Infinity : 0
    const isMissing = parts.map((value) => value === null)
    return { values, floor, isMissing, made: () => notBelow(forecastOnce(values, isMissing, horizon), floor) }
  }
  const [above, below] = [partOf('numerator'), partOf('denominator')]
  const parts = isRatio ? [above.made(), below.made()] : [above.made()]
  const ratio = isRatio ? quotient(parts[0] as Forecast, parts[1] as Forecast, season) : null
  if (isRatio && ratio === null) return null
  const made = ratio?.forecast ?? (parts[0] as Forecast)
  const through = known.at(-1)?.day as string
  const bound = (value: number) => Math.max(above.floor, value)
  const within = (step: number, width: number | null | undefined, sign: number) =>
    width === null || width === undefined ? null : bound((made.values[step] as number) + sign * width)
  return {
    metric,
    trained_from: known[0]?.day as string,
    trained_through: through,
    horizon_days: horizon,
    model: made.model,
    accuracy: made.accuracy,
    factors: factorsOf(made.fitted, made.values, { through, unit, isRatio }),
    warnings: trainingWarnings({ days: known, parts, isMissing: known.map(isGap(isRatio)), ratio, made }),
    holidays: holidayWarnings(known.map(valueOf(isRatio)), through, horizon),
    points: made.values.map((value, step) => ({
      day: addDays(through, step + 1),
      value: bound(value),
      low_80: within(step, made.widths80[step], -1),
      high_80: within(step, made.widths80[step], 1),
      low_95: within(step, made.widths95[step], -1),
      high_95: within(step, made.widths95[step], 1),
    })),
  }
}

interface Part {
  values: number[]
  isMissing: boolean[]
  floor: number
  made: () => Forecast
}

function valueOf(isRatio: boolean): (day: Day) => KnownDay {
  return ({ day, numerator, denominator }) => {
    if (!isRatio) return { day, value: numerator }
    return { day, value: numerator === null || !denominator ? null : numerator / denominator }
  }
}

function isGap(isRatio: boolean): (day: Day) => boolean {
  return ({ numerator, denominator }) => numerator === null || (isRatio && denominator === null)
}

function notBelow(made: Forecast, floor: number): Forecast {
  return { ...made, values: made.values.map((value) => Math.max(floor, value)) }
}

/** Fills days without a report with the value of the same weekday before, or with the first known value. */
function withoutGaps(values: readonly (number | null)[]): number[] {
  const filled: number[] = []
  const first = values.find((value) => value !== null) ?? 0
  for (const [index, value] of values.entries()) filled.push(value ?? filled[index - season] ?? filled.at(-1) ?? first)
  return filled
}
