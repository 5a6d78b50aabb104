/** Exponential smoothing of non-seasonal series. Every function returns forecasts for 1 to `horizon` steps ahead. */

const weights = [0.02, 0.05, 0.1, 0.2, 0.35, 0.55, 0.8]
const trendWeights = [0.01, 0.05, 0.2]
const dampings = [0.8, 0.9, 0.98]

/** The Theta method: a smoothed level plus half the slope of the series (Assimakopoulos and Nikolopoulos 2000). */
export function theta(values: readonly number[], horizon: number): number[] {
  const { level, weight } = bestLevel(values)
  const drift = slope(values) / 2
  const length = values.length
  return Array.from({ length: horizon }, (_, step) => level + drift * (step + (1 - (1 - weight) ** length) / weight))
}

/** Holt's method with a damped trend (Gardner and McKenzie 1985). */
export function dampedTrend(values: readonly number[], horizon: number): number[] {
  let best = { error: Infinity, level: 0, trend: 0, damping: 1 }
  for (const damping of dampings) {
    for (const weight of weights) {
      for (const trendWeight of trendWeights) {
        if (trendWeight > weight) continue
        let level = values[0] as number
        let trend = 0
        let error = 0
        for (let index = 1; index < values.length; index++) {
          const expected = level + damping * trend
          const miss = (values[index] as number) - expected
          error += miss * miss
          level = expected + weight * miss
          trend = damping * trend + weight * trendWeight * miss
        }
        if (error < best.error) best = { error, level, trend, damping }
      }
    }
  }
  return extend(best, horizon)
}

const recentSteps = 56

/** Repeats the mean of the latest values: slow, but one unusual week has little effect. */
export function recentMean(values: readonly number[], horizon: number): number[] {
  const level = mean(values.slice(-recentSteps))
  return Array.from({ length: horizon }, () => level)
}

/** Returns the forecasts of a level and a damped trend. */
export function extend(state: { level: number; trend: number; damping: number }, horizon: number): number[] {
  let sum = 0
  let power = 1
  return Array.from({ length: horizon }, () => {
    power *= state.damping
    sum += power
    return state.level + sum * state.trend
  })
}

/** Simple exponential smoothing (Gardner 1985). The weight minimizes squared one-step errors. */
function bestLevel(values: readonly number[]): { level: number; weight: number } {
  let best = { error: Infinity, level: 0, weight: 1 }
  for (const weight of weights) {
    let level = mean(values.slice(0, 7))
    let error = 0
    for (const value of values) {
      const miss = value - level
      error += miss * miss
      level += weight * miss
    }
    if (error < best.error) best = { error, level, weight }
  }
  return best
}

function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const average = mean(values)
  let above = 0
  let below = 0
  for (const [index, value] of values.entries()) {
    above += (index - middle) * (value - average)
    below += (index - middle) ** 2
  }
  return below === 0 ? 0 : above / below
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).toSorted()
  const half = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[half] as number)
    : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2
}
