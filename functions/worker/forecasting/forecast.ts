import { candidatesOf, combine, weigh } from './candidates.ts'
import type { Trial } from './candidates.ts'
import { conformalWidths, coverage, sizeOf } from './conformal.ts'
import type { Backtest } from './conformal.ts'
import { mean } from './smoothing.ts'
import { winsorize } from './winsorize.ts'
import type { Cap } from './winsorize.ts'

export interface Forecast {
  /** One value for each day after the last known day. */
  values: number[]
  /** Half the width of the 80 % and 95 % interval at each step; null if the backtests have too few errors. */
  widths80: (number | null)[]
  widths95: (number | null)[]
  model: string
  backtests: Backtest[]
  accuracy: Accuracy
  /** The reported values, with missing days filled in. */
  reported: readonly number[]
  /** The values that were fitted: outliers are limited. `caps` lists them. */
  fitted: readonly number[]
  caps: Cap[]
}

/** Errors of the backtests against the reported values, including outliers. */
export interface Accuracy {
  /** Percent; null if a day is below 1 % of the average, where the percentage is meaningless, or if there is one origin only. */
  mape: number | null
  smape: number | null
  /** Mean absolute scaled error, relative to the seasonal naive forecast of the training days (Hyndman and Koehler 2006). */
  mase: number | null
  coverage_80: number | null
  coverage_95: number | null
  origins: number
  horizon_evaluated: number
}

export const pointsMin = 28
const originsMax = 20
const evaluatedMax = 56

/**
 * Forecasts a daily series (oldest first, no gaps). Outliers are limited before fitting; a backtest uses only values before its
 * origin. Candidates are weighted by their errors at earlier origins, against the limited values (rolling origin evaluation,
 * Tashman 2000). Each backtest is weighted only by trials that ended before its origin, so its errors took part in no choice.
 * Accuracy and intervals use the errors of the backtests against the reported values. Missing days, whose values are filled in,
 * are excluded from errors.
 */
export function forecast(
  values: readonly number[],
  season: number,
  horizon: number,
  isMissing: readonly boolean[] = [],
): Forecast {
  const evaluated = Math.max(1, Math.min(horizon, evaluatedMax, Math.floor(values.length / 4)))
  const { values: limited, caps } = winsorize(values, season)
  const actualFrom = (series: readonly number[], origin: number) =>
    series.slice(origin, origin + evaluated).map((value, step) => (isMissing[origin + step] ? null : value))
  const predictAll = candidatesOf(values.length, season)
  const ahead = predictAll(limited, horizon)
  const names = Object.keys(ahead)
  const trials = originsOf(values.length, season, evaluated).map((origin): Trial => {
    const known = winsorize(values.slice(0, origin), season).values
    return {
      origin,
      size: sizeOf(known),
      actual: actualFrom(limited, origin),
      predictions: predictAll(known, evaluated),
    }
  })
  const weights = weigh(trials, names)
  const backtests = trials.map(({ origin, size, predictions }) => {
    const before = trials.filter((trial) => trial.origin + evaluated <= origin)
    return {
      origin,
      size,
      actual: actualFrom(values, origin),
      predicted: combine(predictions, weigh(before, names)),
    }
  })
  const size = sizeOf(limited)
  return {
    values: combine(ahead, weights),
    widths80: conformalWidths(backtests, 0.8, horizon, size),
    widths95: conformalWidths(backtests, 0.95, horizon, size),
    model: `weighted(${Object.entries(weights)
      .map(([name, weight]) => `${name} ${weight.toFixed(2)}`)
      .join(', ')})`,
    backtests,
    accuracy: measure(backtests, naiveError(values, season)),
    reported: values,
    fitted: limited,
    caps,
  }
}

/** Returns evenly spaced origins, latest first, each with a whole horizon after it and two seasons or 28 days before it. */
export function originsOf(length: number, season: number, evaluated: number): number[] {
  const latest = length - evaluated
  const earliest = Math.max(2 * season, Math.min(pointsMin, Math.floor(length / 2)))
  const step = Math.max(1, Math.floor(evaluated / 4))
  const count = Math.max(1, Math.min(originsMax, Math.floor((latest - earliest) / step) + 1))
  return Array.from({ length: count }, (_, index) => latest - index * step).filter((origin) => origin >= 2 * season)
}

/** Returns the errors of backtests as responses show them. `scale` is the error of the naive forecast. */
export function measure(backtests: readonly Backtest[], scale: number): Accuracy {
  const pairs = backtests.flatMap(({ actual, predicted }) =>
    actual.flatMap((value, step) =>
      value === null
        ? []
        : [{ value, miss: Math.abs(value - (predicted[step] as number)), predicted: predicted[step] as number }],
    ),
  )
  const usual = mean(pairs.map(({ value }) => Math.abs(value)))
  const hasSmall = pairs.some(({ value }) => Math.abs(value) <= 0.01 * usual)
  const isKnown = pairs.length > 0
  return {
    mape:
      hasSmall || !isKnown || backtests.length < 2
        ? null
        : round(100 * mean(pairs.map(({ value, miss }) => miss / Math.abs(value)))),
    smape: isKnown
      ? round(
          mean(
            pairs.map(({ value, miss, predicted }) =>
              miss === 0 ? 0 : (200 * miss) / (Math.abs(value) + Math.abs(predicted)),
            ),
          ),
        )
      : null,
    mase: isKnown && scale > 1e-9 * usual ? round(mean(pairs.map(({ miss }) => miss)) / scale) : null,
    coverage_80: coverage(backtests, 0.8),
    coverage_95: coverage(backtests, 0.95),
    origins: backtests.length,
    horizon_evaluated: backtests[0]?.actual.length ?? 0,
  }
}

/** Returns the mean absolute error of repeating the last season, within the training days. */
export function naiveError(values: readonly number[], season: number): number {
  return mean(values.slice(season).map((value, index) => Math.abs(value - (values[index] as number))))
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
