import { regression } from './least_squares.ts'

const orderMax = 8
const stepsPerOrder = 6
/** Steps after which an impulse must have decayed to a fiftieth. The largest root is then .98, the usual limit of a damped trend. */
const decaySteps = 200
const decayed = 0.02

/**
 * Forecasts by an autoregression of the differences, of the order 0 to 8 with the smallest information criterion (Akaike 1974):
 * an ARIMA(p, 1, 0) without a constant, fitted by least squares. Growth decays: a fit to a series that grows faster each day would
 * otherwise continue without a limit.
 */
export function autoregression(values: readonly number[], horizon: number): number[] {
  const differences = Float64Array.from(values.slice(1), (value, index) => value - (values[index] as number))
  const longest = Math.max(0, Math.min(orderMax, Math.floor(differences.length / stepsPerOrder)))
  const targets = differences.subarray(longest)
  const lagged = Array.from({ length: longest }, (_, index) =>
    differences.subarray(longest - index - 1, differences.length - index - 1),
  )
  const fitted = regression(lagged, targets)
  let best: { criterion: number; weights: number[] } = { criterion: Infinity, weights: [] }
  for (let order = 0; order <= longest; order++) {
    const weights = fitted.solve(Array.from({ length: order }, () => 0))
    const variance = Math.max(fitted.errorOf(weights) / targets.length, 1e-300)
    const criterion = targets.length * Math.log(variance) + 2 * (order + 1)
    if (criterion < best.criterion) best = { criterion, weights }
  }
  const weights = decaying(best.weights)
  const recent = Array.from(differences.subarray(differences.length - longest)).toReversed()
  let value = values.at(-1) as number
  return Array.from({ length: horizon }, () => {
    const next = weightedSum(weights, recent)
    recent.unshift(next)
    recent.pop()
    value += next
    return value
  })
}

/** Returns the weights with all roots multiplied by the largest power of .98 with which an impulse decays. */
function decaying(weights: readonly number[]): number[] {
  let damped = [...weights]
  while (damped.length > 0 && !(impulseAfter(decaySteps, damped) <= decayed)) {
    damped = damped.map((weight, index) => weight * 0.98 ** (index + 1))
  }
  return damped
}

/** Returns the largest absolute value of an impulse in the last steps. */
function impulseAfter(steps: number, weights: readonly number[]): number {
  const past: number[] = weights.map((_, index) => (index === 0 ? 1 : 0))
  for (let step = 0; step < steps; step++) {
    past.unshift(weightedSum(weights, past))
    past.pop()
  }
  return Math.max(...past.map(Math.abs))
}

function weightedSum(weights: readonly number[], values: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * (values[index] as number), 0)
}
