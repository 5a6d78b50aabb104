/** A forecast from an earlier day with the values that were reported later. */
export interface Backtest {
  /** The number of days before the forecast. */
  origin: number
  predicted: number[]
  /** Null for days that were not reported or have no denominator. */
  actual: (number | null)[]
}

/**
 * Returns the half-width of the interval at each step, by split conformal prediction (Vovk et al. 2005; Lei et al. 2018). The
 * errors of all backtested steps are pooled, with the finite-sample quantile of the level. Beyond those steps, the width grows
 * with the square root of the distance. All values are null if there are too few errors for the level, or if all errors are
 * zero, because a width of zero would claim certainty.
 */
export function conformalWidths(backtests: readonly Backtest[], level: number, horizon: number): (number | null)[] {
  const tried = backtests[0]?.actual.length ?? 1
  const width = quantile(backtests.flatMap(misses), level)
  const size = Math.max(0, ...backtests.flatMap(({ predicted }) => predicted.map(Math.abs)))
  const isKnown = width !== null && width > 1e-9 * size
  return Array.from({ length: horizon }, (_, step) =>
    isKnown ? (step < tried ? width : width * Math.sqrt((step + 1) / tried)) : null,
  )
}

/** Returns the share of values within the interval computed from the other origins (leave one out). Null below 3 origins. */
export function coverage(backtests: readonly Backtest[], level: number): number | null {
  if (backtests.length < 3) return null
  const all = backtests.map(misses)
  let count = 0
  let within = 0
  for (const [index, own] of all.entries()) {
    const width = quantile(
      all.flatMap((others, other) => (other === index ? [] : others)),
      level,
    )
    if (width === null) return null
    count += own.length
    within += own.filter((miss) => miss <= width).length
  }
  return count === 0 ? null : Math.round((within / count) * 1000) / 1000
}

function misses({ actual, predicted }: Backtest): number[] {
  return actual.flatMap((value, step) => (value === null ? [] : [Math.abs(value - (predicted[step] as number))]))
}

/** Returns the finite-sample quantile, or null if there are too few values for the level. */
function quantile(values: readonly number[], level: number): number | null {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.ceil(level * (sorted.length + 1)) - 1] ?? null
}
