import { autoregression } from './autoregression.ts'
import { adjustWeek, holtWinters, isSeasonal, seasonalNaive } from './seasons.ts'
import type { Adjusted } from './seasons.ts'
import { dampedTrend, mean, recentMean, theta } from './smoothing.ts'
import { adjustLastYear, adjustYear, hasLastYear, hasYears } from './year.ts'

/** The forecasts of each candidate from an earlier day, with the fitted values of the days after it; null if not reported. */
export interface Trial {
  origin: number
  /** The size of the values before the forecast, as `sizeOf` returns it. */
  size: number
  actual: (number | null)[]
  predictions: Record<string, number[]>
}

/** The share of each candidate in the forecast. */
export type Weights = Record<string, number>

/** The harmonics of the year that are removed after the season of the week, and the methods that forecast the rest. */
interface Family {
  /** Whether a series of this length has it. */
  isFor: (length: number, season: number) => boolean
  adjust: (week: Adjusted, season: number) => Adjusted
  methods: Readonly<Record<string, (values: readonly number[], horizon: number) => number[]>>
}

const families: readonly Family[] = [
  { isFor: () => true, adjust: (week) => week, methods: { theta, damped_trend: dampedTrend, autoregression } },
  {
    isFor: hasYears,
    adjust: (week, season) => adjustYear(week, season, 5),
    methods: { yearly_damped_trend_smooth: dampedTrend },
  },
  {
    isFor: hasYears,
    adjust: (week, season) => adjustYear(week, season, 12),
    methods: { yearly_theta: theta, yearly_damped_trend: dampedTrend, yearly_autoregression: autoregression },
  },
  { isFor: hasLastYear, adjust: adjustLastYear, methods: { last_year: recentMean } },
]
const weighedTrials = 8
const combinedMax = 4
/** The candidates that are combined without a trial: no error of theirs is far above that of the others. */
const withoutTrial = new Set(['seasonal_naive', 'theta', 'damped_trend', 'unadjusted_theta', 'unadjusted_damped_trend'])
/**
 * A candidate begins with a relative error, which counts as four trials. Other candidates of daily series do not know the season of
 * the year until two years are known, so last year begins with a small error. Before its first trial, 56 days after a series has it, it has no
 * weight: a launch or a promotion of a year ago makes its forecasts very wrong, and no interval contains its errors.
 */
const priorTrials = 4
const priorOfLastYear: Readonly<Record<number, number>> = { 7: 0.35 }

/** Returns the forecasts of the candidates that a series of this length has. */
export function candidates(values: readonly number[], season: number, horizon: number): Record<string, number[]> {
  const { length } = values
  if (length < 2 * season) return { seasonal_naive: seasonalNaive(values, season, horizon) }
  const week = adjustWeek(values, season)
  const ahead = families
    .filter(({ isFor }) => isFor(length, season))
    .flatMap(({ adjust, methods }) => {
      const { rest, restore } = adjust(week, season)
      return Object.entries(methods).map(([name, method]) => [name, restore(method(rest, horizon))] as const)
    })
  return {
    holt_winters: holtWinters(values, season, horizon),
    ...Object.fromEntries(ahead),
    // Without a season that a test finds, factors can be noise. The errors of the trials decide.
    ...(season > 1 && !isSeasonal(values, season)
      ? { unadjusted_theta: theta(values, horizon), unadjusted_damped_trend: dampedTrend(values, horizon) }
      : {}),
  }
}

/**
 * Returns the weights of the four candidates with the smallest mean absolute errors in the latest trials, by the inverse square of
 * the errors. The combination has smaller errors than each candidate alone (Bates and Granger 1969). The error of a candidate is
 * relative to the candidates that were in all trials, so that it can be known from some of them. Without a trial, the most robust
 * candidates are combined.
 */
export function weigh(trials: readonly Trial[], names: readonly string[], season: number): Weights {
  const latest = trials.slice(0, weighedTrials)
  const everywhere = names.filter((name) => latest.every(({ predictions }) => predictions[name]))
  const used = names
    .flatMap((name) => {
      const tried = latest.filter(({ predictions }) => predictions[name])
      if (tried.length === 0 && !withoutTrial.has(name)) return []
      const usual = mean(everywhere.map((each) => errorOf(each, tried)))
      // Without any error, all candidates are exact.
      const error = usual > 0 ? errorOf(name, tried) / usual : 1
      const before = (name === 'last_year' && priorOfLastYear[season]) || 1
      return [{ name, error: (tried.length * error + priorTrials * before) / (tried.length + priorTrials) }]
    })
    .toSorted((one, other) => one.error - other.error)
    .slice(0, combinedMax)
  const sum = used.reduce((total, { error }) => total + error ** -2, 0)
  return Object.fromEntries(used.map(({ name, error }) => [name, error ** -2 / sum]))
}

function errorOf(name: string, trials: readonly Trial[]): number {
  const misses = trials.flatMap(({ actual, predictions }) =>
    actual.flatMap((value, step) => (value === null ? [] : [Math.abs(value - (predictions[name]?.[step] as number))])),
  )
  return misses.length === 0 ? 0 : mean(misses)
}

export function combine(predictions: Record<string, number[]>, weights: Weights): number[] {
  const parts = Object.entries(weights).map(([name, weight]) => ({ weight, values: predictions[name] as number[] }))
  return (parts[0]?.values ?? []).map((_, step) =>
    parts.reduce((sum, { weight, values }) => sum + weight * (values[step] as number), 0),
  )
}
