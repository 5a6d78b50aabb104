import { conformalWidths, normalQuantiles, widen } from './conformal.ts'
import type { Backtest } from './conformal.ts'
import type { EventDay } from './events/calendar.ts'
import { learnEvents } from './events/effects.ts'
import type { Effect, EventEffects } from './events/effects.ts'
import { compare, measure, naiveError } from './forecast.ts'
import type { Forecast } from './forecast.ts'
import { mean } from './smoothing.ts'
import { totalWidths, triedDays } from './totals.ts'
import type { Total, TotalErrors } from './totals.ts'

/** Numerator (`above`) and denominator (`below`) of a ratio, oldest first, without gaps. */
interface Parts {
  above: readonly number[]
  below: readonly number[]
}

export interface Quotient {
  forecast: Forecast
  /** The number of the last 56 days whose denominator is below 1 % of the average. */
  emptyDays: number
  /** Whether weeks are forecast instead of days, because too many days have no denominator. */
  isPooled: boolean
}

const week = 7
const lately = 56
/** Errors of a ratio are not scaled, because they depend on its parts. */
const size = 1
/** A day whose denominator is below this share of the average is ignored, because its ratio is meaningless. */
const smallest = 0.01
/** With a larger share of empty days, the ratio of the other days differs from the ratio of the period. */
const emptyShareMax = 0.1

/**
 * Forecasts a ratio as the quotient of two forecasts of the same days. The interval uses the errors of the quotient in the
 * backtests. Days without a denominator are excluded; if there are many, weekly sums are divided, in the forecast and in the
 * backtests. The quotient is limited to twice the range of the known weeks. Returns null if there was no denominator in the last
 * eight weeks.
 */
export function quotient(
  above: Forecast,
  below: Forecast,
  season: number,
  days: readonly EventDay[] = [],
  isMissing: readonly boolean[] = [],
): Quotient | null {
  const known: Parts = { above: above.fitted, below: below.fitted }
  const usual = mean(known.below.slice(-lately))
  const isEmpty = (value: number) => value <= smallest * usual
  const pooled = weeklyRatios(known, isEmpty)
  const lastly = ratioOf(known.above.slice(-lately), known.below.slice(-lately))
  if (lastly === null || pooled.length === 0) return null
  const emptyDays = known.below.slice(-lately).filter(isEmpty).length
  const isPooled = emptyDays > emptyShareMax * Math.min(lately, known.below.length)
  const [low, high] = [Math.min(...pooled), Math.max(...pooled)]
  const bound = (value: number) =>
    Math.min(high > 0 ? 2 * high : high / 2, Math.max(low > 0 ? low / 2 : 2 * low, value))
  const predict = (aboveValues: readonly number[], belowValues: readonly number[], fallback: number) =>
    aboveValues.map((_, step) => {
      const [from, to] = isPooled ? [step - (step % week), step - (step % week) + week] : [step, step + 1]
      const divisor = sum(belowValues.slice(from, to))
      return bound(divisor > smallest * usual ? sum(aboveValues.slice(from, to)) / divisor : fallback)
    })
  // A day without a denominator has the ratio of the week that it ends.
  const ratiosOf = (parts: Parts) =>
    parts.below.map((value, index) => {
      if (!isPooled && !isEmpty(value)) return (parts.above[index] as number) / value
      const from = Math.max(0, index - week + 1)
      return bound(ratioOf(parts.above.slice(from, index + 1), parts.below.slice(from, index + 1)) ?? lastly)
    })
  const reported = ratiosOf({ above: above.reported, below: below.reported })
  const eventsFrom = (origin: number, [one, other]: readonly [readonly Effect[], readonly Effect[]]) =>
    ratioOfEvents(one, other, origin, learnEvents(reported.slice(0, origin), days, season))
  const actuals = isPooled ? weeklyActuals : dailyActuals
  const backtests = above.backtests.map((tried, index): Backtest => {
    const other = below.backtests[index] as Backtest
    const before = (values: readonly number[]) => values.slice(Math.max(0, tried.origin - lately), tried.origin)
    return {
      origin: tried.origin,
      size,
      predicted: predict(tried.predicted, other.predicted, ratioOf(before(known.above), before(known.below)) ?? lastly),
      actual: actuals(tried.actual, other.actual, isEmpty),
      ordinary: actuals(tried.ordinary, other.ordinary, isEmpty),
      events: eventsFrom(tried.origin, [tried.events, other.events]),
    }
  })
  const horizon = above.values.length
  const values = predict(above.values, below.values, lastly)
  const events = eventsFrom(reported.length, [above.events, below.events])
  const widthsOf = (level: number) => widen(conformalWidths(backtests, level, horizon, size), values, events, level)
  const [widths80, widths95] = [widthsOf(0.8), widthsOf(0.95)]
  const widthOf = totalWidths(ratioErrors(above.backtests, below.backtests, isEmpty), triedDays(backtests), false)
  const forecast = {
    values,
    events,
    promotions: new Map(),
    widths80,
    widths95,
    totalOf: (from: number, count: number): Total => {
      const value = bound(
        ratioOf(above.values.slice(from, from + count), below.values.slice(from, from + count)) ?? lastly,
      )
      const spread = mean(events.slice(from, from + count).map(({ deviation }) => deviation)) * Math.abs(value)
      const weights = below.values.slice(from, from + count)
      const width = (level: number, ofDays: readonly (number | null)[]) => {
        const known = widthOf(from, count, level)
        const within = ofDays.slice(from, from + count)
        if (known === null || within.includes(null)) return null
        const weighted = weights.map((weight, step) => weight * (within[step] as number))
        const most = sum(weights) > 0 ? sum(weighted) / sum(weights) : Infinity
        return Math.min(most, Math.hypot(known, (normalQuantiles[level] as number) * spread))
      }
      return { value, width80: width(0.8, widths80), width95: width(0.95, widths95) }
    },
    model: `${isPooled ? 'weekly_ratio' : 'ratio'}(${above.model}, ${below.model})`,
    backtests,
    accuracy: measure(backtests, naiveError(reported, season, isMissing)),
    // The ratios of weeks are not those of the days that would be repeated.
    comparison: isPooled ? null : compare(backtests, reported, season),
    reported,
    fitted: ratiosOf(known),
    ordinary: {
      past: ratiosOf({ above: above.ordinary.past, below: below.ordinary.past }),
      ahead: values.map((value, step) => value / (events[step] as Effect).multiple),
    },
    caps: [],
  }
  return { forecast, emptyDays, isPooled }
}

/**
 * Returns the effects on a ratio. An event often changes both parts by the same, such as spend and revenue, so that their errors are not
 * independent: the deviation is that of the effect on the ratio itself, learned from its past, and the difference of the two effects. Where
 * the ratio has no past effects (values of zero or less), the deviations of the parts are taken as independent.
 */
function ratioOfEvents(
  above: readonly Effect[],
  below: readonly Effect[],
  origin: number,
  learned: EventEffects,
): Effect[] {
  return above.map((effect, step) => {
    const other = below[step] as Effect
    const multiple = effect.multiple / other.multiple
    const own = learned.at(origin + step)
    const isLearned = learned.promotions !== null && !own.isUnknown
    const years = [effect.years, other.years].filter((each) => each !== undefined)
    return {
      multiple,
      deviation: isLearned
        ? Math.hypot(own.deviation, Math.log(multiple / own.multiple))
        : Math.hypot(effect.deviation, other.deviation),
      ...(years.length > 0 ? { years: Math.min(...years) } : {}),
      ...(effect.of ? { of: effect.of } : {}),
      ...(effect.isUnknown || other.isUnknown ? { isUnknown: true as const } : {}),
    }
  })
}

/** Returns the errors of the ratio of two sums over the days that are known in both. */
function ratioErrors(
  above: readonly Backtest[],
  below: readonly Backtest[],
  isEmpty: (value: number) => boolean,
): TotalErrors {
  return (from, count) =>
    above.flatMap((tried, index) => {
      const other = below[index] as Backtest
      const steps = Array.from({ length: count }, (_, step) => from + step).filter(
        (step) => (tried.ordinary[step] ?? null) !== null && (other.ordinary[step] ?? null) !== null,
      )
      const at = (values: readonly (number | null)[]) => sum(steps.map((step) => values[step] as number))
      const [divisor, predicted] = [at(other.ordinary), at(other.predicted)]
      if (steps.length * 2 < count || isEmpty(divisor) || isEmpty(predicted)) return []
      return [at(tried.ordinary) / divisor - at(tried.predicted) / predicted]
    })
}

type Known = readonly (number | null)[]

function dailyActuals(above: Known, below: Known, isEmpty: (value: number) => boolean): (number | null)[] {
  return above.map((value, step) => {
    const divisor = below[step] ?? null
    return value === null || divisor === null || isEmpty(divisor) ? null : value / divisor
  })
}

/** Returns the ratio of each whole week on its first day and null on the other days, so that a week counts once. */
function weeklyActuals(above: Known, below: Known, isEmpty: (value: number) => boolean): (number | null)[] {
  return above.map((_, step) => {
    if (step % week !== 0 || step + week > above.length) return null
    const [values, divisors] = [above.slice(step, step + week), below.slice(step, step + week)]
    if (values.includes(null) || divisors.includes(null) || isEmpty(sum(divisors as number[]))) return null
    return ratioOf(values as number[], divisors as number[])
  })
}

/** Returns the ratios of the whole weeks, counted back from the last day. */
function weeklyRatios({ above, below }: Parts, isEmpty: (value: number) => boolean): number[] {
  const count = Math.floor(below.length / week)
  return Array.from({ length: count }, (_, index) => below.length - (index + 1) * week).flatMap((from) => {
    const divisor = sum(below.slice(from, from + week))
    return isEmpty(divisor) ? [] : [sum(above.slice(from, from + week)) / divisor]
  })
}

function ratioOf(above: readonly number[], below: readonly number[]): number | null {
  const divisor = sum(below)
  return divisor > 0 ? sum(above) / divisor : null
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
