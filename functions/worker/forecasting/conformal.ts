import type { Backtest } from './forecast.ts'

/**
 * Half-widths of intervals that held the given part of the errors at earlier origins (split conformal prediction, Vovk et al.
 * 2005; Lei et al. 2018): errors of neighbouring steps are pooled, the quantile is the finite-sample one, and width never
 * shrinks with the step. Beyond the steps that were tried it grows with the root of the distance.
 */
export function conformalWidths(backtests: readonly Backtest[], level: number, horizon: number): number[] {
  const tried = backtests[0]?.actual.length ?? 0
  const reach = Math.max(1, tried)
  const widths: number[] = []
  for (let step = 0; step < horizon; step++) {
    const width =
      step < tried
        ? quantile(misses(backtests, step - reach, step + reach), level)
        : (widths[tried - 1] ?? 0) * Math.sqrt((step + 1) / tried)
    widths.push(Math.max(width, widths.at(-1) ?? 0))
  }
  return widths
}

/** Which part of what came lay within the interval that all other origins would have drawn; null with too few origins. */
export function coverage(backtests: readonly Backtest[], level: number): number | null {
  if (backtests.length < 3) return null
  let within = 0
  let all = 0
  for (const [index, left] of backtests.entries()) {
    const widths = conformalWidths(
      backtests.filter((_, other) => other !== index),
      level,
      left.actual.length,
    )
    for (const [step, value] of left.actual.entries()) {
      all += 1
      if (Math.abs(value - (left.predicted[step] as number)) <= (widths[step] as number)) within += 1
    }
  }
  return Math.round((within / all) * 1000) / 1000
}

function misses(backtests: readonly Backtest[], from: number, to: number): number[] {
  return backtests.flatMap(({ actual, predicted }) =>
    actual
      .slice(Math.max(0, from), to + 1)
      .map((value, index) => Math.abs(value - (predicted[Math.max(0, from) + index] as number))),
  )
}

function quantile(values: readonly number[], level: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = Math.min(sorted.length, Math.ceil(level * (sorted.length + 1)))
  return sorted[rank - 1] ?? 0
}
