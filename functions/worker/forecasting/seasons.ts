import { extend, mean, median } from './smoothing.ts'

/** Returns forecasts for 1 to `horizon` steps. `values` are oldest first, at equal steps; `season` is in steps. */
export type Forecaster = (values: readonly number[], season: number, horizon: number) => number[]

const seasonsMax = 52

/** Repeats the last season. */
export const seasonalNaive: Forecaster = (values, season, horizon) =>
  Array.from({ length: horizon }, (_, step) => values[values.length - season + (step % season)] as number)

/**
 * Returns multiplicative seasonal factors with mean 1: medians of the ratios to the season's mean over the last 52 seasons, so
 * that single holidays have no effect. Element 0 belongs to the first forecast step.
 */
export function seasonalFactors(values: readonly number[], season: number): number[] {
  if (season === 1) return [1]
  const ratios: number[][] = Array.from({ length: season }, () => [])
  const count = Math.min(seasonsMax, Math.floor(values.length / season))
  for (let back = 1; back <= count; back++) {
    const cycle = values.slice(values.length - back * season, values.length - (back - 1) * season)
    const middle = mean(cycle)
    if (middle > 0) for (const [place, value] of cycle.entries()) ratios[place]?.push(value / middle)
  }
  const factors = ratios.map((list) => (list.length === 0 ? 1 : Math.max(0.02, median(list))))
  const average = mean(factors)
  return factors.map((factor) => factor / average)
}

/** Returns a forecaster that divides by the seasonal factors, forecasts, and multiplies by them again. */
export function adjusted(forecast: (values: readonly number[], horizon: number) => number[]): Forecaster {
  return (values, season, horizon) => {
    const factors = seasonalFactors(values, season)
    const first = values.length % season
    const deseasonalized = values.map((value, index) => value / (factors[(index - first + season) % season] as number))
    return forecast(deseasonalized, horizon).map((value, step) => value * (factors[step % season] as number))
  }
}

const levelWeights = [0.02, 0.05, 0.1, 0.2, 0.35]
const trendWeights = [0, 0.02]
const seasonWeights = [0.02, 0.05, 0.1, 0.2]

/** The Holt-Winters method with additive seasons and a damped trend, fitted by least squares of one-step errors. */
export const holtWinters: Forecaster = (values, season, horizon) => {
  const damping = 0.97
  const starts = startOf(values, season)
  let best = { error: Infinity, level: 0, trend: 0, damping, seasons: starts.seasons }
  for (const weight of levelWeights) {
    for (const trendWeight of trendWeights) {
      for (const seasonWeight of seasonWeights) {
        let { level } = starts
        let trend = 0
        let error = 0
        const seasons = [...starts.seasons]
        for (let index = 0; index < values.length; index++) {
          const place = index % season
          const expected = level + damping * trend
          const miss = (values[index] as number) - expected - (seasons[place] as number)
          error += miss * miss
          level = expected + weight * miss
          trend = damping * trend + weight * trendWeight * miss
          seasons[place] = (seasons[place] as number) + seasonWeight * (1 - weight) * miss
        }
        if (error < best.error) best = { error, level, trend, damping, seasons }
      }
    }
  }
  return extend(best, horizon).map((value, step) => value + (best.seasons[(values.length + step) % season] as number))
}

function startOf(values: readonly number[], season: number): { level: number; seasons: number[] } {
  const cycles = Math.max(1, Math.min(4, Math.floor(values.length / season)))
  const head = values.slice(0, cycles * season)
  const level = mean(head)
  return {
    level,
    seasons: Array.from({ length: season }, (_, place) =>
      season === 1 ? 0 : mean(head.filter((_, index) => index % season === place)) - level,
    ),
  }
}
