import { autoregression } from './autoregression.ts'
import { adjustWeek, holtWinters, seasonalNaive } from './seasons.ts'
import type { Adjustment } from './seasons.ts'
import { dampedTrend, mean, theta } from './smoothing.ts'
import { adjustYear, hasYears } from './year.ts'

/** The forecasts of each candidate from an earlier day, with the fitted values of the days after it; null if not reported. */
export interface Trial {
  origin: number
  /** The size of the values before the forecast, as `sizeOf` returns it. */
  size: number
  actual: (number | null)[]
  predictions: Record<string, number[]>
}

/** Returns the forecasts of each candidate, by its name. */
export type Forecasters = (values: readonly number[], horizon: number) => Record<string, number[]>

/** The share of each candidate in the forecast. */
export type Weights = Record<string, number>

/** A way to remove the seasons of a series, and the methods that forecast the rest. */
interface Family {
  adjust: Adjustment
  methods: Readonly<Record<string, (values: readonly number[], horizon: number) => number[]>>
}

const everySeries: readonly Family[] = [
  { adjust: adjustWeek, methods: { theta, damped_trend: dampedTrend, autoregression } },
]
const longSeries: readonly Family[] = [
  { adjust: adjustYear(5), methods: { yearly_damped_trend_smooth: dampedTrend } },
  {
    adjust: adjustYear(12),
    methods: { yearly_theta: theta, yearly_damped_trend: dampedTrend, yearly_autoregression: autoregression },
  },
]
const weighedTrials = 8
const combinedMax = 4
/** The candidates that are combined without a trial: no error of theirs is far above that of the others. */
const withoutTrial = new Set(['seasonal_naive', 'theta', 'damped_trend'])

/** Returns the candidates of a series with this number of values. */
export function candidatesOf(length: number, season: number): Forecasters {
  if (length < 2 * season) return (values, horizon) => ({ seasonal_naive: seasonalNaive(values, season, horizon) })
  const families = hasYears(length, season) ? [...everySeries, ...longSeries] : everySeries
  return (values, horizon) => ({
    holt_winters: holtWinters(values, season, horizon),
    ...Object.fromEntries(
      families.flatMap(({ adjust, methods }) => {
        const { rest, restore } = adjust(values, season)
        return Object.entries(methods).map(([name, method]) => [name, restore(method(rest, horizon))])
      }),
    ),
  })
}

/**
 * Returns the weights of the four candidates with the smallest mean absolute errors in the latest trials, by the inverse square of
 * the errors. The combination has smaller errors than each candidate alone (Bates and Granger 1969). Without a trial, the
 * two most robust candidates have the same weight. Candidates without error share all of the weight.
 */
export function weigh(trials: readonly Trial[], names: readonly string[]): Weights {
  const latest = trials.slice(0, weighedTrials)
  const tried = latest.length === 0 ? names.filter((name) => withoutTrial.has(name)) : names
  const used = tried
    .map((name) => ({ name, error: errorOf(name, latest) }))
    .toSorted((one, other) => one.error - other.error)
    .slice(0, combinedMax)
  const largest = Math.max(...used.map(({ error }) => error))
  // Squares of smaller numbers underflow to 0.
  const isExact = largest < 1e-150
  const shares = used.map(({ error }) => (isExact ? 1 : (largest / Math.max(largest * 1e-6, error)) ** 2))
  const sum = shares.reduce((total, share) => total + share, 0)
  return Object.fromEntries(used.map(({ name }, index) => [name, (shares[index] as number) / sum]))
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
