import { extend, mean, median } from './smoothing.ts'

/** Returns forecasts for 1 to `horizon` steps. `values` are oldest first, at equal steps; `season` is in steps. */
export type Forecaster = (values: readonly number[], season: number, horizon: number) => number[]

const week = 7
const seasonsMax = 52
const factorMin = 0.02
/** With a larger share of zeros, such as in sparse counts, the medians of weekdays are 0 or those of few days. */
const zerosMax = 0.2

/** Repeats the last season. */
export const seasonalNaive: Forecaster = (values, season, horizon) =>
  Array.from({ length: horizon }, (_, step) => values[values.length - season + (step % season)] as number)

/**
 * Returns multiplicative seasonal factors with mean 1. Element 0 belongs to the first forecast step. A factor is the mean of the ratios
 * to the centered moving average of the last 52 seasons, so that trends have no effect (classical decomposition); for weeks the median,
 * so that single holidays have none either, unless many values are zero. Factors that differ little compared with their own uncertainty are moved toward 1, by the James-Stein estimator
 * (Miller and Williams 2003), so that a series without a season is not adjusted by noise. All factors are 1 with fewer than two
 * seasons.
 */
export function seasonalFactors(values: readonly number[], season: number): number[] {
  if (season === 1) return [1]
  if (values.length <= 2 * season) return Array.from({ length: season }, () => 1)
  const ratios = ratiosToAverage(values, season)
  const zeros = values.filter((value) => value === 0).length
  const middleOf = season === week && zeros <= zerosMax * values.length ? median : mean
  const factors = ratios.map((list) => (list.length === 0 ? 1 : Math.max(factorMin, middleOf(list))))
  const average = mean(factors)
  const normed = factors.map((factor) => factor / average)
  const share = shareOfSeason(normed, ratios)
  return normed.map((factor) => Math.max(factorMin, 1 + share * (factor - 1)))
}

/** Returns the ratios to the centered moving average for each place in the season. */
function ratiosToAverage(values: readonly number[], season: number): number[][] {
  const ratios: number[][] = Array.from({ length: season }, () => [])
  const [half, isEven] = [season >> 1, season % 2 === 0]
  for (let at = Math.max(half, values.length - seasonsMax * season); at < values.length - half; at++) {
    const around = values.slice(at - half, at + half + 1)
    const ends = isEven ? ((around[0] as number) + (around.at(-1) as number)) / 2 : 0
    const average = (around.reduce((sum, value) => sum + value, 0) - ends) / season
    const place = placeOf(at, values.length, season)
    if (average > 0) ratios[place]?.push((values[at] as number) / average)
  }
  return ratios
}

/** Returns the share of the differences between factors that the uncertainty of the factors does not explain: 0 to 1. */
function shareOfSeason(factors: readonly number[], ratios: readonly (readonly number[])[]): number {
  const uncertainties = ratios.filter((list) => list.length > 1).map((list) => variance(list) / list.length)
  if (uncertainties.length === 0) return 1
  const uncertainty = mean(uncertainties)
  const spread = factors.reduce((sum, factor) => sum + (factor - 1) ** 2, 0) / (factors.length - 1)
  if (spread === 0) return 0
  const freedom = factors.length > 3 ? (factors.length - 3) / (factors.length - 1) : 0.5
  return 1 - freedom * Math.min(1, uncertainty / spread)
}

function variance(values: readonly number[]): number {
  const average = mean(values)
  return values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (values.length - 1)
}

/** The normal quantile of a two-sided test at 10 %. */
const quantileOfTest = 1.645

/**
 * Returns whether the autocorrelation at the season differs from zero, by the test of the Theta method at 90 % (Assimakopoulos and
 * Nikolopoulos 2000; Fiorucci et al. 2016).
 */
export function isSeasonal(values: readonly number[], season: number): boolean {
  if (season === 1) return false
  const average = mean(values)
  const productAt = (lag: number) =>
    values.slice(lag).reduce((sum, value, index) => sum + (value - average) * ((values[index] as number) - average), 0)
  const total = productAt(0)
  if (total === 0) return false
  let squares = 0
  for (let lag = 1; lag < season; lag++) squares += (productAt(lag) / total) ** 2
  return Math.abs(productAt(season) / total) > quantileOfTest * Math.sqrt((1 + 2 * squares) / values.length)
}

/** Returns the place of a value in the season. The first value after the series has place 0. */
export function placeOf(index: number, length: number, season: number): number {
  return (((index - length) % season) + season) % season
}

/** A series without its seasons, and a function that adds the seasons to a forecast of the rest. */
export interface Adjusted {
  rest: number[]
  restore: (ahead: readonly number[]) => number[]
}

/** Divides by the seasonal factors. */
export function adjustWeek(values: readonly number[], season: number): Adjusted {
  const factors = seasonalFactors(values, season)
  return {
    rest: values.map((value, index) => value / (factors[placeOf(index, values.length, season)] as number)),
    restore: (ahead) => ahead.map((value, step) => value * (factors[step % season] as number)),
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
