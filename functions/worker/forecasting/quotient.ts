import { conformalWidths } from './conformal.ts'
import type { Backtest } from './conformal.ts'
import { measure, naiveError } from './forecast.ts'
import type { Forecast } from './forecast.ts'
import { mean } from './smoothing.ts'

/** The two parts of a ratio, oldest first, without gaps. */
interface Parts {
  above: readonly number[]
  below: readonly number[]
}

export interface Quotient {
  forecast: Forecast
  /** How many of the last 56 days have no denominator to speak of. */
  emptyDays: number
  /** Whether days with a denominator are so few that weeks are forecast instead. */
  isPooled: boolean
}

const week = 7
const lately = 56
/** A denominator below this part of the usual one says nothing about a day's ratio. */
const smallest = 0.01
/** More empty days than this, and the ratio of the other days is not the ratio of the whole. */
const emptyShareMax = 0.1

/**
 * The quotient of two forecasts of the same days; its interval comes from the quotient's own errors, not from theirs. Days without
 * a denominator measure nothing. Where they are many, sums of weeks are divided, in the forecast and in the backtests. No quotient
 * leaves twice the range of the weeks known. Null where there was no denominator in the last eight weeks.
 */
export function quotient(above: Forecast, below: Forecast, season: number): Quotient | null {
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
  const backtests = above.backtests.map((tried, index): Backtest => {
    const other = below.backtests[index] as Backtest
    const before = (values: readonly number[]) => values.slice(Math.max(0, tried.origin - lately), tried.origin)
    return {
      origin: tried.origin,
      predicted: predict(tried.predicted, other.predicted, ratioOf(before(known.above), before(known.below)) ?? lastly),
      actual: isPooled ? weeksThatCame(tried, other, isEmpty) : daysThatCame(tried, other, isEmpty),
    }
  })
  // Of a day without a ratio, that of its week.
  const ratiosOf = (parts: Parts) =>
    parts.below.map((value, index) => {
      if (!isPooled && !isEmpty(value)) return (parts.above[index] as number) / value
      const from = Math.max(0, index - week + 1)
      return bound(ratioOf(parts.above.slice(from, index + 1), parts.below.slice(from, index + 1)) ?? lastly)
    })
  const reported = ratiosOf({ above: above.reported, below: below.reported })
  const horizon = above.values.length
  const forecast = {
    values: predict(above.values, below.values, lastly),
    widths80: conformalWidths(backtests, 0.8, horizon),
    widths95: conformalWidths(backtests, 0.95, horizon),
    model: `${isPooled ? 'weekly_ratio' : 'ratio'}(${above.model}, ${below.model})`,
    backtests,
    accuracy: measure(backtests, naiveError(reported, season)),
    reported,
    fitted: ratiosOf(known),
    caps: [],
  }
  return { forecast, emptyDays, isPooled }
}

function daysThatCame(above: Backtest, below: Backtest, isEmpty: (value: number) => boolean): (number | null)[] {
  return above.actual.map((value, step) => {
    const divisor = below.actual[step] ?? null
    return value === null || divisor === null || isEmpty(divisor) ? null : value / divisor
  })
}

/** On the first day of each whole week its ratio; null on the others, so that a week counts once. */
function weeksThatCame(above: Backtest, below: Backtest, isEmpty: (value: number) => boolean): (number | null)[] {
  return above.actual.map((_, step) => {
    if (step % week !== 0 || step + week > above.actual.length) return null
    const [values, divisors] = [above.actual.slice(step, step + week), below.actual.slice(step, step + week)]
    if (values.includes(null) || divisors.includes(null) || isEmpty(sum(divisors as number[]))) return null
    return ratioOf(values as number[], divisors as number[])
  })
}

/** The ratios of the whole weeks known, counted back from the last day. */
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
