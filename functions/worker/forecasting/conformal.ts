import type { Effect } from './events/effects.ts'
import { mean } from './smoothing.ts'

/** A forecast from an earlier day with the values that were reported later. */
export interface Backtest {
  /** The number of days before the forecast. */
  origin: number
  /** The size of the values before the forecast, as `sizeOf` returns it. */
  size: number
  predicted: number[]
  /** Null for days that were not reported or have no denominator. */
  actual: (number | null)[]
  /** The same without the days of events, whose uncertainty is added. */
  ordinary: (number | null)[]
  /** What events add to each day: the multiple of its ordinary value, and the standard deviation of its logarithm. */
  events: readonly Effect[]
}

/** The normal quantiles of the levels of intervals. */
export const normalQuantiles: Readonly<Record<number, number>> = { 0.8: 1.2816, 0.95: 1.96 }

/** Adds the uncertainty of the effects of events to the widths of ordinary days. Returns the widths unchanged without events. */
export function widen(
  widths: readonly (number | null)[],
  values: readonly number[],
  events: readonly Effect[],
  level: number,
): (number | null)[] {
  return widths.map((width, step) => {
    const { multiple, deviation } = events[step] ?? { multiple: 1, deviation: 0 }
    if (width === null || multiple === 1) return width
    const spread = (normalQuantiles[level] as number) * deviation * Math.abs(values[step] as number)
    return Math.hypot(width * Math.max(1, multiple), spread)
  })
}

const sizeSteps = 14
/** The errors of a step are pooled with those of the steps around it. */
const stepsAround = 2
const originsMin = 3
/**
 * The growth of errors with the distance is shrunk as if this many separate periods had shown none: the slope of few
 * periods is at least 0 and therefore too large on average, which makes the intervals of the first days too narrow. Chosen by backtests
 * (docs/methods/forecasts.md).
 */
const growthPeriods = 2

/** Returns the mean absolute value of the last two weeks. */
export function sizeOf(values: readonly number[]): number {
  return mean(values.slice(-sizeSteps).map(Math.abs))
}

/**
 * Returns the half-width of the interval at each step, by split conformal prediction (Vovk et al. 2005; Lei et al. 2018): the
 * finite-sample quantile of the backtested errors of the step and of two steps around it, or of more if these are too few for the
 * level. Errors of other steps are first brought to the distance of the step, by the power of the distance that the backtests show,
 * shrunk where few separate periods were backtested. Errors grow with the square root of the size of the series, as those of counts do.
 * Widths are larger for distances of which few separate periods were backtested, by a factor that was chosen by backtests
 * (docs/methods/forecasts.md), and where events leave few ordinary days. They never narrow with the distance (isotonic regression, Barlow
 * et al. 1972). Beyond the backtested steps they grow with the square root of the distance. All values are null if there are too few errors for the level, or
 * if all errors are zero, because a width of zero would claim certainty.
 */
export function conformalWidths(
  backtests: readonly Backtest[],
  level: number,
  horizon: number,
  size: number,
): (number | null)[] {
  const tried = backtests[0]?.actual.length ?? 0
  const reached = Array.from({ length: tried }, (_, step) => errorsOf(backtests, step, size))
  const share = ordinaryShare(backtests)
  const origins = backtests.map(({ origin }) => origin)
  const spanned = share * (Math.max(...origins) - Math.min(...origins) + tried)
  const periods = spanned / tried
  const growth = growthOf(reached) * share * (periods / (periods + growthPeriods))
  const errors = reached.map((ofStep, step) => ofStep.map((error) => error / (step + 1) ** growth))
  // With few ordinary days, the quantile is that of few origins.
  const few = Math.sqrt((1 + 1 / Math.max(1, share * origins.length)) / (1 + 1 / origins.length))
  const widths = errors.map((_, step) => {
    const width = widthAt(errors, step, level)
    return width === null ? null : few * width * (step + 1) ** growth * Math.sqrt(1 + (step + 1) / (2 * spanned))
  })
  const largest = Math.max(0, ...backtests.flatMap(({ predicted }) => predicted.map(Math.abs)))
  const known = widths.filter((width) => width !== null)
  if (known.length === 0 || known.length < tried || Math.max(...known) <= 1e-9 * largest)
    return Array.from({ length: horizon }, () => null)
  const rising = isotonic(known)
  const smallest = rising.find((width) => width > 1e-9 * largest) as number
  return Array.from({ length: horizon }, (_, step) =>
    step < tried
      ? Math.max(smallest, rising[step] as number)
      : (rising[tried - 1] as number) * Math.sqrt((step + 1) / tried),
  )
}

/**
 * Returns the share of values within the intervals computed from the backtests that ended before their forecast. Null if there are
 * fewer than three such forecasts.
 */
export function coverage(backtests: readonly Backtest[], level: number): number | null {
  const tested = backtests.flatMap(({ origin, size, predicted, actual, events }) => {
    const before = backtests.filter((other) => other.origin + actual.length <= origin)
    const widths = widen(conformalWidths(before, level, actual.length, size), predicted, events, level)
    return widths.includes(null) ? [] : [{ predicted, actual, widths }]
  })
  if (tested.length < originsMin) return null
  const within = tested.flatMap(({ predicted, actual, widths }) =>
    actual.flatMap((value, step) =>
      value === null ? [] : [Number(Math.abs(value - (predicted[step] as number)) <= (widths[step] as number))],
    ),
  )
  return within.length === 0 ? null : Math.round(mean(within) * 1000) / 1000
}

/**
 * Returns the share of the backtested days that no event has, whose errors are known. The growth of the errors is as uncertain as
 * these are few, and one that is too large makes the intervals of the first days too narrow.
 */
export function ordinaryShare(backtests: readonly Backtest[]): number {
  const count = (of: 'ordinary' | 'actual') =>
    backtests.reduce((sum, backtest) => sum + backtest[of].filter((value) => value !== null).length, 0)
  return count('ordinary') / Math.max(1, count('actual'))
}

/** Returns the absolute errors of all backtests at a step, for the size of the series now. */
function errorsOf(backtests: readonly Backtest[], step: number, size: number): number[] {
  return backtests.flatMap(({ ordinary, predicted, size: before }) => {
    const value = ordinary[step] ?? null
    const growth = errorGrowth(size, before)
    return value === null || growth === null ? [] : [growth * Math.abs(value - (predicted[step] as number))]
  })
}

/**
 * Returns by how much errors grow with the size of a series, from that of a backtest to that of now. Null for a backtest before the series
 * began: its errors of zero say nothing about the values of now.
 */
export function errorGrowth(size: number, before: number): number | null {
  if (before > 0 && size > 0) return Math.sqrt(size / before)
  return size > 0 ? null : 1
}

/**
 * Returns the power of the distance that the mean errors of the steps grow with, at least 0: the slope of the logarithm of the
 * error on the logarithm of the distance.
 */
function growthOf(errors: readonly number[][]): number {
  const points = errors.flatMap((ofStep, step) => {
    const error = mean(ofStep)
    return error > 0 ? [{ distance: Math.log(step + 1), error: Math.log(error) }] : []
  })
  const distance = mean(points.map((point) => point.distance))
  const error = mean(points.map((point) => point.error))
  const spread = mean(points.map((point) => (point.distance - distance) ** 2))
  const shared = mean(points.map((point) => (point.distance - distance) * (point.error - error)))
  return spread > 0 ? Math.max(0, shared / spread) : 0
}

/**
 * Returns the quantile of the errors around a step, from as many steps as the level needs. At the ends the window moves inside the
 * backtested steps, so that one outlier has the same share in each window. Null if all steps have too few errors.
 */
function widthAt(errors: readonly number[][], step: number, level: number): number | null {
  for (let around = stepsAround; around < errors.length + stepsAround; around++) {
    const from = Math.max(0, Math.min(step - around, errors.length - 2 * around - 1))
    const width = quantile(errors.slice(from, from + 2 * around + 1).flat(), level)
    if (width !== null) return width
  }
  return null
}

/** Returns the nearest sequence that never falls: neighbors that fall share their mean (pool adjacent violators). */
export function isotonic(values: readonly number[]): number[] {
  const blocks: { sum: number; count: number }[] = []
  for (const value of values) {
    let block = { sum: value, count: 1 }
    for (
      let before = blocks.at(-1);
      before && before.sum / before.count > block.sum / block.count;
      before = blocks.at(-1)
    ) {
      block = { sum: before.sum + block.sum, count: before.count + block.count }
      blocks.pop()
    }
    blocks.push(block)
  }
  return blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
}

/** Returns the finite-sample quantile, or null if there are too few values for the level. */
export function quantile(values: readonly number[], level: number): number | null {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.ceil(level * (sorted.length + 1)) - 1] ?? null
}
