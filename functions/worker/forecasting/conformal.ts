/** What was forecast from an earlier day, and what came. */
export interface Backtest {
  /** How many days were known. */
  origin: number
  predicted: number[]
  /** Null where the day says nothing: it was not reported, or has no denominator. */
  actual: (number | null)[]
}

/**
 * Half-widths of intervals that held the given part of the errors at earlier origins (split conformal prediction, Vovk et al.
 * 2005; Lei et al. 2018). The errors of all steps that were tried are pooled, and the quantile is the finite-sample one;
 * beyond those steps width grows with the root of the distance. All null where the errors are too few for the level, or where
 * there were none: a width of zero would claim a certainty that a history without variation does not give.
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

/** Which part of what came lay within the interval that all other origins would have drawn; null with too few origins. */
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

/** Null where so few values cannot have a quantile of this level. */
function quantile(values: readonly number[], level: number): number | null {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.ceil(level * (sorted.length + 1)) - 1] ?? null
}
