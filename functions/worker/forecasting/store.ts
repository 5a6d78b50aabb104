import { addDays } from '../../../shared/calendar/days.ts'
import type { Range } from '../../../shared/calendar/days.ts'
import type { Database } from '../../../shared/db/pool.ts'
import { attemptPart, clearFailures } from '../failures.ts'
import type { Failure } from '../failures.ts'
import { eventDays } from './events/calendar.ts'
import type { EventDay } from './events/calendar.ts'
import { oneYearWarnings } from './events/one_year_warnings.ts'
import { promotionWarnings } from './events/promotion_warnings.ts'
import { withPromotions } from './events/promotions.ts'
import type { Promotion } from './events/promotions.ts'
import { namedDays, pastHolidays } from './events/named_days.ts'
import { factorsOf } from './factors.ts'
import { forecast, pointsMin } from './forecast.ts'
import type { Forecast } from './forecast.ts'
import { holidayWarnings } from './holidays.ts'
import type { KnownDay } from './holidays.ts'
import { quotient } from './quotient.ts'
import { learnSpendResponse } from './spend/spend_response.ts'
import type { NoSpendResponse, SpendResponse } from './spend/spend_response.ts'
import { trainingWarnings } from './training_warnings.ts'
import type { Day } from './training_warnings.ts'

interface Input {
  unit: string
  is_ratio: boolean
  timezone: string
  currency: string
  promotions: Promotion[]
  /** The spend of the same days, and the elasticity of the response curves of campaigns. For revenue only. */
  spend?: { days: { day: string; value: number | null }[]; elasticity: number | null } | null
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
  const forecastOnce: ForecastOnce = (values, isMissing, horizon, events) => {
    const key = `${values.join()} ${isMissing.map(Number).join('')}`
    const known = made.get(key) ?? forecast(values, season, horizon, isMissing, events)
    made.set(key, known)
    return known
  }
  for (const metric of metrics) {
    const { result, failure } = await attemptPart(sql, { brandId, queue: 'forecasts', subject: metric }, async () => {
      const [given] =
        await sql`select core.enter_brand(${brandId}), analytics.forecast_input(${brandId}, ${metric}) as input`
      const row = await makeForecast(metric, given?.input as Input, forecastOnce)
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

type ForecastOnce = (values: number[], isMissing: boolean[], horizon: number, events: readonly EventDay[]) => Forecast

async function makeForecast(metric: string, given: Input, forecastOnce: ForecastOnce) {
  const { unit, is_ratio: isRatio, days } = given
  const from = days.findIndex(({ numerator, denominator }) => numerator !== null && (!isRatio || denominator !== null))
  const known = from < 0 ? [] : days.slice(from)
  const points = known.filter(
    ({ numerator, denominator }) => numerator !== null && (!isRatio || (denominator ?? 0) > 0),
  )
  if (points.length < pointsMin) return null
  const horizon = Math.min(horizonMax, 2 * known.length)
  const through = known.at(-1)?.day as string
  const events = await eventsOf(given, { date_from: known[0]?.day as string, date_to: addDays(through, horizon) })
  const partOf = (name: 'numerator' | 'denominator'): Part => {
    const parts = known.map((day) => day[name])
    const values = withoutGaps(parts)
    // Amounts and counts are never negative; a profit can be.
    const floor = values.some((value) => value < 0) ? -Infinity : 0
    const isMissing = parts.map((value) => value === null)
    return { values, floor, isMissing, made: () => notBelow(forecastOnce(values, isMissing, horizon, events), floor) }
  }
  const [above, below] = [partOf('numerator'), partOf('denominator')]
  const parts = isRatio ? [above.made(), below.made()] : [above.made()]
  const isMissing = known.map(isGap(isRatio))
  const ratio = isRatio ? quotient(parts[0] as Forecast, parts[1] as Forecast, season, events, isMissing) : null
  if (isRatio && ratio === null) return null
  const made = ratio?.forecast ?? (parts[0] as Forecast)
  const bound = (value: number) => Math.max(above.floor, value)
  const within = (step: number, width: number | null | undefined, sign: number) =>
    width === null || width === undefined ? null : bound((made.values[step] as number) + sign * width)
  const totals = storedTotals(made, isRatio, above.floor)
  return {
    metric,
    trained_from: known[0]?.day as string,
    trained_through: through,
    horizon_days: horizon,
    model: made.model,
    accuracy: made.accuracy,
    spend_response: spendResponseOf(given.spend, known, events),
    factors: factorsOf(made, { through, unit, isRatio, hasPromotions: given.promotions.length > 0 }),
    warnings: trainingWarnings({ days: known, parts, isMissing, ratio, made }),
    holidays: [
      ...holidayWarnings(known.map(valueOf(isRatio)), through, made.events),
      ...oneYearWarnings(events, made.events, { through, length: known.length }),
      ...promotionWarnings(given.promotions, through, events, {
        effects: made.events,
        parts: parts.map(({ promotions }) => promotions),
        length: known.length,
      }),
    ],
    events: {
      ...pastHolidays(events, { from: known[0]?.day as string, length: known.length }),
      ...namedDays(events, made.events, { through, length: known.length }),
    },
    points: made.values.map((value, step) => ({
      day: addDays(through, step + 1),
      value: bound(value),
      low_80: within(step, made.widths80[step], -1),
      high_80: within(step, made.widths80[step], 1),
      low_95: within(step, made.widths95[step], -1),
      high_95: within(step, made.widths95[step], 1),
      ...totals[step],
    })),
  }
}

/** Returns the events of the country of a brand and its promotions. The calendars of all countries are large, so they are loaded for the first forecast. */
async function eventsOf({ timezone, currency, promotions }: Input, range: Range): Promise<EventDay[]> {
  const { countryOf, publicHolidays } = await import('./events/public_holidays.ts')
  const [first, last] = [Number(range.date_from.slice(0, 4)), Number(range.date_to.slice(0, 4))]
  const holidays = eventDays(range, publicHolidays(countryOf(timezone, currency), first - 1, last + 1))
  return withPromotions(holidays, promotions, range)
}

/** Returns how revenue follows spend; null for other metrics. */
function spendResponseOf(
  spend: Input['spend'],
  known: readonly Day[],
  events: readonly EventDay[],
): SpendResponse | NoSpendResponse | null {
  if (!spend) return null
  const spent = new Map(spend.days.map(({ day, value }) => [day, value]))
  return learnSpendResponse(
    known.map(({ numerator }) => numerator),
    known.map(({ day }) => spent.get(day) ?? null),
    events,
    spend.elasticity,
  )
}

interface Part {
  values: number[]
  isMissing: boolean[]
  floor: number
  made: () => Forecast
}

/** Returns the total through each day. Widths of sums never fall. */
function storedTotals({ values, totalOf }: Forecast, isRatio: boolean, floor: number) {
  let [sum, width80, width95] = [0, 0, 0]
  return values.map((value, step) => {
    const total = totalOf(0, step + 1)
    sum += Math.max(floor, value)
    width80 = Math.max(isRatio ? 0 : width80, total.width80 ?? 0)
    width95 = Math.max(isRatio ? 0 : width95, total.width95 ?? 0)
    return {
      total: isRatio ? Math.max(floor, total.value) : sum,
      total_width_80: total.width80 === null ? null : width80,
      total_width_95: total.width95 === null ? null : width95,
      is_total_signed: floor < 0,
    }
  })
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
