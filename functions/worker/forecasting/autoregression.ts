import { regression } from './least_squares.ts'

const orderMax = 8
const stepsPerOrder = 6

/**
 * Forecasts by an autoregression of the differences, of the order 0 to 8 with the smallest information criterion (Akaike 1974):
 * an ARIMA(p, 1, 0) without a constant, fitted by least squares.
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
  const recent = Array.from(differences.subarray(differences.length - longest)).toReversed()
  let value = values.at(-1) as number
  return Array.from({ length: horizon }, () => {
    const next = best.weights.reduce((sum, weight, index) => sum + weight * (recent[index] as number), 0)
    recent.unshift(next)
    recent.pop()
    value += next
    return value
  })
}
