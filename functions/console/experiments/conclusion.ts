import { percent } from '../parts/format.ts'
import type { Numbers } from '../parts/format.ts'
import { amount, outcome } from './shown_experiment.ts'
import type { Effect, Metric, ReadOut } from './shown_experiment.ts'

/** Formats the level of an interval: 90.6% interval. The levels of few pairs are no round numbers. */
export function levelOf({ level }: Pick<Effect, 'level'>): string {
  return `${percent(level, Number.isInteger(Math.round(level * 1e4) / 100) ? 0 : 1)} interval`
}

/** What a read-out says about the outcome that decides, in one or two sentences. */
export function conclusion({ pairs, ...result }: ReadOut, metric: Metric, numbers: Numbers): string {
  const effect = result[metric]
  if (effect === null) {
    return `There is no result: only ${pairs} ${pairs === 1 ? 'pair is' : 'pairs are'} over with known orders, and 6 are needed.`
  }
  const { per_day, lower, upper } = effect
  const range = `${levelOf(effect)}: ${amount(lower, metric, numbers)} to ${amount(upper, metric, numbers)}`
  if (lower > 0) {
    return `The ads cause ${outcome(per_day, metric, numbers)} a day${partOf(effect)} (${range}).`
  }
  if (upper < 0) {
    return `The days with the ads have ${outcome(-per_day, metric, numbers)} a day less than the days without them (${range}).`
  }
  return (
    `The result is not conclusive: the ads may cause nothing. ` +
    `The estimate is ${outcome(per_day, metric, numbers)} a day (${range}).`
  )
}

function partOf({ percent: part, off_per_day }: Effect): string {
  return off_per_day !== null && off_per_day > 0 && part !== null
    ? `, ${percent(part / 100, 1)} of what comes without them`
    : ''
}
