/** What was forecast from an earlier day, and what came. */
export interface Backtest {
  predicted: number[]
  actual: number[]
}

/**
 * Half-widths of intervals that held the given part of the errors at earlier origins (split conformal prediction, Vovk et al.
 * 2005; Lei et al. 2018). The errors of all steps that were tried are pooled, and the quantile is the finite-sample one;
 * beyond those steps width grows with the root of the distance.
 */
export function conformalWidths(backtests: readonly Backtest[], level: number, horizon: number): number[] {
  const tried = backtests[0]?.actual.length ?? 1
  const width = quantile(backtests.flatMap(misses), level)
  return Array.from({ length: horizon }, (_, step) => (step < tried ? width : width * Math.sqrt((step + 1) / tried)))
}

/** Which part of what came lay within the interval that all other origins would have drawn; null with too few origins. */
export function coverage(backtests: readonly Backtest[], level: number): number | null {
  if (backtests.length < 3) return null
  const all = backtests.map(misses)
  const within = all.map((own, index) => {
    const width = quantile(
      all.flatMap((others, other) => (other === index ? [] : others)),
      level,
    )
    return own.filter((miss) => miss <= width).length
  })
  const count = all.reduce((sum, own) => sum + own.length, 0)
  return Math.round((within.reduce((sum, held) => sum + held, 0) / count) * 1000) / 1000
}

function misses({ actual, predicted }: Backtest): number[] {
  return actual.map((value, step) => Math.abs(value - (predicted[step] as number)))
}

function quantile(values: readonly number[], level: number): number {
  const sorted = Float64Array.from(values).toSorted()
  const rank = Math.min(sorted.length, Math.ceil(level * (sorted.length + 1)))
  return sorted[rank - 1] ?? 0
}
