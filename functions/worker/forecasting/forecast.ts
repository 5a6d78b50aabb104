import { candidates, combine, weigh } from './candidates.ts'
import { conformalWidths, coverage, sizeOf, widen } from './conformal.ts'
import type { Backtest } from './conformal.ts'
import type { EventDay } from './events/calendar.ts'
import { learnEvents } from './events/effects.ts'
import type { Effect, PastPromotions } from './events/effects.ts'
import { seasonalNaive } from './seasons.ts'
import { mean } from './smoothing.ts'
import { sumErrors, sums, totalWidths, triedDays } from './totals.ts'
import type { Total } from './totals.ts'
import { winsorize } from './winsorize.ts'
import type { Cap } from './winsorize.ts'

export interface Forecast {
  /** One value for each day after the last known day. */
  values: number[]
  /** Half the width of the 80 % and 95 % interval at each step; null if the backtests have too few errors. */
  widths80: (number | null)[]
  widths95: (number | null)[]
  /** The total of a count of days from a step on. */
  totalOf: (from: number, count: number) => Total
  /** What events add to each day ahead. */
  events: Effect[]
  /** What was learned from past promotions. Null for a series with too many values of zero or less; empty for a ratio, whose parts have it. */
  promotions: PastPromotions | null
  model: string
  backtests: Backtest[]
  accuracy: Accuracy
  /** Null if one origin only was backtested. */
  comparison: Comparison | null
  /** The reported values, with missing days filled in. */
  reported: readonly number[]
  /** The values with outliers limited. `caps` lists them. */
  fitted: readonly number[]
  /** The fitted values and the forecast without the effects of events. */
  ordinary: { past: readonly number[]; ahead: readonly number[] }
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

/** Mean absolute errors on the same days of the backtests: of the forecast, and of repeating the last season before the origin. */
export interface Comparison {
  error: number
  naive_error: number
  /** The mean absolute value of those days. */
  usual: number
}

export const pointsMin = 28
const originsMax = 20
const evaluatedMax = 56

/**
 * Forecasts a daily series (oldest first, no gaps). Outliers are limited before fitting; a backtest uses only values before its
 * origin. Candidates are weighted by their errors at earlier origins, against the limited values (rolling origin evaluation,
 * Tashman 2000). Each backtest is weighted only by trials that ended before its origin, so its errors took part in no choice.
 * Accuracy and intervals use the errors of the backtests against the reported values. Missing days, whose values are filled in,
 * are excluded from errors. Effects of events are removed before the fit and multiply the forecast.
 */
export function forecast(
  values: readonly number[],
  season: number,
  horizon: number,
  isMissing: readonly boolean[] = [],
  events: readonly EventDay[] = [],
): Forecast {
  const evaluated = Math.max(1, Math.min(horizon, evaluatedMax, Math.floor(values.length / 4)))
  const effects = learnEvents(values, events, season)
  const { values: limited, caps: cleanedCaps } = winsorize(effects.cleaned, season)
  // Outliers on days of events were limited without the effect of the event.
  const caps = cleanedCaps.map(({ index, limit }) => {
    return { index, value: values[index] as number, limit: limit * effects.at(index).multiple }
  })
  const limits = new Map(caps.map(({ index, limit }) => [index, limit]))
  const isKnown = (index: number) => !isMissing[index]
  const isOrdinary = (index: number) => isKnown(index) && effects.at(index).multiple === 1
  const after = (series: readonly number[], origin: number, isUsed: (index: number) => boolean) =>
    series.slice(origin, origin + evaluated).map((value, step) => (isUsed(origin + step) ? value : null))
  const ahead = candidates(limited, season, horizon)
  const trials = originsOf(values.length, season, evaluated).map((origin) => {
    const before = learnEvents(values.slice(0, origin), events, season)
    const known = winsorize(before.cleaned, season).values
    return {
      origin,
      size: sizeOf(known),
      actual: after(limited, origin, isOrdinary),
      predictions: candidates(known, season, evaluated),
      effects: before,
    }
  })
  const weights = weigh(trials, Object.keys(ahead), season)
  const backtests = trials.map(({ origin, size, predictions, effects: { at, isUnknown } }): Backtest => {
    const before = trials.filter((trial) => trial.origin + evaluated <= origin)
    const multiples = effectsFrom(at, origin, evaluated)
    return {
      origin,
      size,
      actual: after(values, origin, isKnown),
      ordinary: after(values, origin, (index) => isOrdinary(index) && at(index).multiple === 1 && !isUnknown(index)),
      events: multiples,
      predicted: multiply(combine(predictions, weigh(before, Object.keys(predictions), season)), multiples),
    }
  })
  const size = sizeOf(limited)
  const plain = combine(ahead, weights)
  const multiples = effectsFrom(effects.at, values.length, horizon)
  const predicted = multiply(plain, multiples)
  const widthsOf = (level: number) =>
    widen(conformalWidths(backtests, level, horizon, size), predicted, multiples, level)
  const [widths80, widths95] = [widthsOf(0.8), widthsOf(0.95)]
  return {
    values: predicted,
    widths80,
    widths95,
    totalOf: sums(totalWidths(sumErrors(backtests, size), triedDays(backtests), true), plain, multiples, [
      widths80,
      widths95,
    ]),
    events: multiples,
    promotions: effects.promotions,
    model: `weighted(${Object.entries(weights)
      .map(([name, weight]) => `${name} ${weight.toFixed(2)}`)
      .join(', ')})`,
    backtests,
    accuracy: measure(backtests, naiveError(values, season, isMissing)),
    comparison: compare(backtests, values, season),
    reported: values,
    fitted: values.map((value, index) => limits.get(index) ?? value),
    ordinary: { past: limited, ahead: plain },
    caps,
  }
}

function effectsFrom(at: (index: number) => Effect, from: number, count: number): Effect[] {
  return Array.from({ length: count }, (_, step) => at(from + step))
}

function multiply(values: readonly number[], effects: readonly Effect[]): number[] {
  return values.map((value, step) => value * (effects[step] as Effect).multiple)
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

/**
 * Compares backtests with repeating the last season on the same days. MASE does not show which is better: its scale is the error of one
 * season ahead, and errors of later days are larger.
 */
export function compare(backtests: readonly Backtest[], values: readonly number[], season: number): Comparison | null {
  const misses = backtests.flatMap(({ origin, actual, predicted }) => {
    const repeated = seasonalNaive(values.slice(0, origin), season, actual.length)
    return actual.flatMap((value, step) => {
      const errorOf = (guess: number | undefined) => Math.abs((value as number) - (guess as number))
      return value === null ? [] : [{ value, own: errorOf(predicted[step]), naive: errorOf(repeated[step]) }]
    })
  })
  if (backtests.length < 2 || misses.length === 0) return null
  return {
    error: mean(misses.map(({ own }) => own)),
    naive_error: mean(misses.map(({ naive }) => naive)),
    usual: mean(misses.map(({ value }) => Math.abs(value))),
  }
}

/**
 * Returns the mean absolute error of repeating the last season, within the training days. A missing day has the value of the season before, so
 * that only pairs of reported days have an error.
 */
export function naiveError(values: readonly number[], season: number, isMissing: readonly boolean[] = []): number {
  const errors = values.slice(season).flatMap((value, index) => {
    const before = values[index] as number
    return isMissing[index] || isMissing[index + season] ? [] : [Math.abs(value - before)]
  })
  return errors.length === 0 ? 0 : mean(errors)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
