import { conformalWidths, coverage } from './conformal.ts'
import type { Backtest } from './conformal.ts'
import { adjusted, holtWinters, seasonalNaive } from './seasons.ts'
import type { Forecaster } from './seasons.ts'
import { dampedTrend, mean, theta } from './smoothing.ts'

export interface Forecast {
  /** One value a day after the last one known. */
  values: number[]
  /** Half the width of the interval at each step, at 80 and at 95 %. */
  widths80: number[]
  widths95: number[]
  model: string
  backtests: Backtest[]
  accuracy: Accuracy
}

/** Of forecasts made from earlier days, against what came. */
export interface Accuracy {
  /** Percent; null when any day was 0 or there was one origin only. */
  mape: number | null
  smape: number
  /** Against the seasonal naive forecast of the training days (Hyndman and Koehler 2006). */
  mase: number | null
  coverage_80: number | null
  coverage_95: number | null
  origins: number
  horizon_evaluated: number
}

/** What is weighed: each is the best of its kind, and together they are better than any. */
export const candidates: Readonly<Record<string, Forecaster>> = {
  theta: adjusted(theta),
  damped_trend: adjusted(dampedTrend),
  holt_winters: holtWinters,
}

export const pointsMin = 28
const originsMax = 20
const weighedOrigins = 4
const evaluatedMax = 56

/**
 * Forecasts a daily series (oldest first, no gaps). Candidates are weighted by the inverse square of their errors at rolling
 * origins; intervals are the quantiles of the whole's own errors there, so they are as wide as it was wrong.
 */
export function forecast(values: readonly number[], season: number, horizon: number): Forecast {
  const evaluated = Math.max(1, Math.min(horizon, evaluatedMax, Math.floor(values.length / 4)))
  const origins = originsOf(values.length, season, evaluated)
  const trials = origins.map((origin) => ({
    actual: values.slice(origin, origin + evaluated),
    predictions: predictAll(values.slice(0, origin), season, evaluated),
  }))
  const weights = weigh(trials.slice(0, weighedOrigins))
  const backtests = trials.map(({ actual, predictions }) => ({ actual, predicted: combine(predictions, weights) }))
  return {
    values: combine(predictAll(values, season, horizon), weights),
    widths80: conformalWidths(backtests, 0.8, horizon),
    widths95: conformalWidths(backtests, 0.95, horizon),
    model: `weighted(${Object.entries(weights)
      .map(([name, weight]) => `${name} ${weight.toFixed(2)}`)
      .join(', ')})`,
    backtests,
    accuracy: measure(backtests, naiveError(values, season)),
  }
}

/** The quotient of two forecasts of the same days; its interval comes from the quotient's own errors, not from theirs. */
export function quotient(above: Forecast, below: Forecast, known: readonly number[], season: number): Forecast {
  const horizon = above.values.length
  const backtests = above.backtests.flatMap(({ predicted, actual }, index) => {
    const divisors = below.backtests[index] as Backtest
    if ([...divisors.actual, ...divisors.predicted].some((value) => value <= 0)) return []
    return [{ predicted: divide(predicted, divisors.predicted), actual: divide(actual, divisors.actual) }]
  })
  return {
    values: divide(
      above.values,
      below.values.map((value) => Math.max(1e-9, value)),
    ),
    widths80: conformalWidths(backtests, 0.8, horizon),
    widths95: conformalWidths(backtests, 0.95, horizon),
    model: `ratio(${above.model}, ${below.model})`,
    backtests,
    accuracy: measure(backtests, naiveError(known, season)),
  }
}

function divide(above: readonly number[], below: readonly number[]): number[] {
  return above.map((value, index) => value / (below[index] as number))
}

/** The latest origins first, evenly spaced, each with a whole horizon after it and two seasons or 28 days before it. */
export function originsOf(length: number, season: number, evaluated: number): number[] {
  const latest = length - evaluated
  const earliest = Math.max(2 * season, Math.min(pointsMin, Math.floor(length / 2)))
  const step = Math.max(1, Math.floor(evaluated / 4))
  const count = Math.max(1, Math.min(originsMax, Math.floor((latest - earliest) / step) + 1))
  return Array.from({ length: count }, (_, index) => latest - index * step).filter((origin) => origin >= 2 * season)
}

/** Errors of a backtest as the answers state them. */
export function measure(backtests: readonly Backtest[], scale: number): Accuracy {
  const pairs = backtests.flatMap(({ actual, predicted }) =>
    actual.map((value, step) => ({
      value,
      miss: Math.abs(value - (predicted[step] as number)),
      predicted: predicted[step] as number,
    })),
  )
  const hasZero = pairs.some(({ value }) => value === 0)
  return {
    mape:
      hasZero || backtests.length < 2
        ? null
        : round(100 * mean(pairs.map(({ value, miss }) => miss / Math.abs(value)))),
    smape: round(
      mean(
        pairs.map(({ value, miss, predicted }) =>
          miss === 0 ? 0 : (200 * miss) / (Math.abs(value) + Math.abs(predicted)),
        ),
      ),
    ),
    mase: scale > 0 ? round(mean(pairs.map(({ miss }) => miss)) / scale) : null,
    coverage_80: coverage(backtests, 0.8),
    coverage_95: coverage(backtests, 0.95),
    origins: backtests.length,
    horizon_evaluated: backtests[0]?.actual.length ?? 0,
  }
}

/** Mean absolute error of repeating the last season, within the training days. */
export function naiveError(values: readonly number[], season: number): number {
  return mean(values.slice(season).map((value, index) => Math.abs(value - (values[index] as number))))
}

function predictAll(values: readonly number[], season: number, horizon: number): Record<string, number[]> {
  const usable = values.length >= 2 * season ? candidates : { seasonal_naive: seasonalNaive }
  return Object.fromEntries(Object.entries(usable).map(([name, predict]) => [name, predict(values, season, horizon)]))
}

function weigh(trials: readonly { actual: number[]; predictions: Record<string, number[]> }[]): Record<string, number> {
  const errors = Object.keys(candidates).map((name) => {
    const misses = trials.flatMap(({ actual, predictions }) =>
      actual.map((value, step) => Math.abs(value - (predictions[name]?.[step] ?? value))),
    )
    return [name, 1 / Math.max(1e-9, mean(misses)) ** 2] as const
  })
  const sum = errors.reduce((total, [, weight]) => total + weight, 0)
  return Object.fromEntries(errors.map(([name, weight]) => [name, weight / sum]))
}

function combine(predictions: Record<string, number[]>, weights: Record<string, number>): number[] {
  const [first = []] = Object.values(predictions)
  return first.map((_, step) =>
    Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (predictions[name]?.[step] ?? 0), 0),
  )
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
