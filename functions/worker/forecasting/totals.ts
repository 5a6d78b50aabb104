import { errorGrowth, isotonic, normalQuantiles, ordinaryShare, quantile } from './conformal.ts'
import type { Backtest } from './conformal.ts'
import type { Effect } from './events/effects.ts'
import { mean } from './smoothing.ts'

export interface Total {
  value: number
  /** Half the width of the interval; null if the backtests have too few errors. */
  width80: number | null
  width95: number | null
}

/** Returns the errors of the totals of `count` days from a step on, one for each backtest with enough known days. */
export type TotalErrors = (from: number, count: number) => number[]

/** Returns half the width of the interval of a total; null if the backtests have too few errors. */
type TotalWidth = (from: number, count: number, level: number) => number | null

/** Half the widths of the intervals of days. */
type DayWidths = readonly (number | null)[]

/** The days of the backtests. */
interface Tried {
  days: number
  /** The number of ordinary days from the first backtested day to the last. */
  spanned: number
}

/** Beyond the backtested days the error of a sum grows with a power of the days: 0.5 for independent days, 1 for a wrong level. */
const powers = { least: 0.5, most: 1.5 }
const originsMin = 4

/** Returns the days of backtests that have the same number of days. */
export function triedDays(backtests: readonly Backtest[]): Tried {
  const days = backtests[0]?.ordinary.length ?? 0
  const origins = backtests.map(({ origin }) => origin)
  return { days, spanned: ordinaryShare(backtests) * (Math.max(...origins) - Math.min(...origins) + days) }
}

/** Returns the errors of sums, for the size of the series now. Days without a value have the mean error of the others. */
export function sumErrors(backtests: readonly Backtest[], size: number): TotalErrors {
  return (from, count) =>
    backtests.flatMap(({ ordinary, predicted, size: before }) => {
      const misses = ordinary
        .slice(from, from + count)
        .flatMap((value, step) => (value === null ? [] : [value - (predicted[from + step] as number)]))
      const growth = errorGrowth(size, before)
      return misses.length * 2 < count || growth === null ? [] : [growth * count * mean(misses)]
    })
}

/**
 * Returns the sums of a forecast with their intervals. Days of events have the relative error of ordinary days. The effects of all days
 * are uncertain together. An interval is at most as wide as those of its days together, and there is none where a day has none. `days` are half the widths at 80 % and 95 %.
 */
export function sums(
  widthOf: TotalWidth,
  plain: readonly number[],
  events: readonly Effect[],
  [days80, days95]: readonly [DayWidths, DayWidths],
) {
  return (from: number, count: number): Total => {
    let [ordinary, value, spread] = [0, 0, 0]
    for (let step = from; step < from + count; step++) {
      const { multiple, deviation } = events[step] as Effect
      const predicted = multiple * (plain[step] as number)
      ordinary += plain[step] as number
      value += predicted
      spread += deviation * Math.abs(predicted)
    }
    const growth = ordinary > 0 ? Math.max(1, value / ordinary) : 1
    const width = (level: number, days: DayWidths) => {
      const known = widthOf(from, count, level)
      const ofDays = days.slice(from, from + count)
      if (known === null || ofDays.includes(null)) return null
      const most = ofDays.reduce<number>((sum, each) => sum + (each as number), 0)
      return Math.min(most, Math.hypot(known * growth, (normalQuantiles[level] as number) * spread))
    }
    return { value, width80: width(0.8, days80), width95: width(0.95, days95) }
  }
}

/**
 * Measures the errors of totals in the backtests. The root mean square of the errors of a total over the same days is its scale. The
 * quantile is that of the errors in units of their scale, over totals of all lengths, because there are few backtests. Scales are
 * larger for totals of which few separate periods were backtested. Where events leave too few errors of a length, its scale is the larger
 * one of the nearest lengths. Scales of sums never fall with the length. Beyond the backtested
 * days those of sums grow, and those of ratios stay. Without errors there is no interval.
 */
export function totalWidths(errorsOf: TotalErrors, { days: tried, spanned }: Tried, isSum: boolean): TotalWidth {
  const scaleOf = (from: number, count: number) => {
    const errors = errorsOf(from, count)
    if (errors.length < originsMin) return null
    return Math.sqrt(mean(errors.map((error) => error ** 2)) * (1 + (from + count) / spanned))
  }
  const measured = Array.from({ length: tried }, (_, step) => scaleOf(0, step + 1))
  const days = measured.findLastIndex((scale) => scale !== null) + 1
  const known = withoutGaps(measured.slice(0, days))
  if (days === 0 || !(Math.max(...known) > 0)) return () => null
  const scales = isSum ? isotonic(known) : known
  const standard = scales.flatMap((scale, step) =>
    scale > 0 ? errorsOf(0, step + 1).map((error) => Math.abs(error) / scale) : [],
  )
  const [middle, last] = [scales[Math.max(0, (days >> 1) - 1)] as number, scales[days - 1] as number]
  const growth = days > 1 ? Math.log(last / middle) / Math.log(days / Math.max(1, days >> 1)) : powers.most
  const power = isSum ? Math.min(powers.most, Math.max(powers.least, growth)) : 0
  return (from, count, level) => {
    const factor = quantile(standard, level)
    const end = from + count
    if (factor === null) return null
    if (end > days) return factor * last * (end / days) ** power * (isSum ? Math.sqrt(count / end) : 1)
    const scale = from === 0 ? (scales[count - 1] as number) : scaleOf(from, count)
    return scale === null ? null : factor * scale
  }
}

/** Returns the scales with the larger one of the nearest lengths for those that are not known. The last one is known. */
function withoutGaps(scales: readonly (number | null)[]): number[] {
  return scales.map((scale, index) => {
    if (scale !== null) return scale
    const before = scales.slice(0, index).findLast((other) => other !== null) ?? 0
    return Math.max(before, scales.slice(index).find((other) => other !== null) ?? 0)
  })
}
