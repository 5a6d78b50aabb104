import { money, percent } from '../parts/format.ts'
import type { Numbers } from '../parts/format.ts'
import { amount, signedAmount } from './shown_experiment.ts'
import type { Effect, Experiment, Metric, ReadOut } from './shown_experiment.ts'

/** Formats the level of an interval: 90.6% interval. The levels of few pairs are no round numbers. */
export function levelOf({ level }: Pick<Effect, 'level'>): string {
  return `${percent(level, Number.isInteger(Math.round(level * 1e4) / 100) ? 0 : 1)} interval`
}

/** What a read-out says about the outcome that decides, in one or two sentences. */
export function conclusion({ pairs, spend, conclusion, ...result }: ReadOut, metric: Metric, numbers: Numbers): string {
  if (conclusion === 'too_few_pairs') {
    return `There is no result: only ${pairs} ${pairs === 1 ? 'pair is' : 'pairs are'} over with known orders, and 6 are needed.`
  }
  if (conclusion === 'spend_unknown') {
    return 'There is no result: the spend of the ads is not known, so it is not known whether they were switched.'
  }
  if (conclusion === 'not_executed') {
    return `There is no result: the ads were not switched as planned. They spent ${money(spend.on_per_day, numbers)} a day in the on blocks and ${money(spend.off_per_day, numbers)} a day in the off blocks.`
  }
  const effect = result[metric]
  if (effect === null) {
    return `The result is not conclusive: the difference of ${metric} is the same in all ${pairs} pairs, so there is no interval.`
  }
  const { per_day, lower, upper } = effect
  const shown = (value: number) => signedAmount(value, metric, numbers)
  const range = `${levelOf(effect)}: ${shown(lower)} to ${shown(upper)}`
  const what = metric === 'orders' ? 'orders' : 'of revenue'
  const sentences: Record<typeof conclusion, () => string> = {
    causes: () => `The ads cause ${amount(per_day, metric, numbers)} ${what} a day${aboveOf(effect)} (${range}).`,
    no_effect: () =>
      `The ads cause no ${metric}: the days with them have ${amount(-per_day, metric, numbers)} ${what} less than the days without them (${range}).`,
    not_conclusive: () =>
      `The result is not conclusive: the ads may cause nothing. The estimate is ${shown(per_day)} ${what} a day (${range}).`,
  }
  return sentences[conclusion]()
}

/** The effect relative to the days without the ads. Empty if these have no orders. */
function aboveOf({ percent: part, off_per_day }: Effect): string {
  return off_per_day !== null && off_per_day > 0 && part !== null
    ? `, ${percent(part / 100, 1)} above the days without them`
    : ''
}

/** What is missing in a read-out, as a sentence. Null if its pairs and their spend are complete. */
export function incomplete({ pairs, spend }: ReadOut, { pairs: planned }: Pick<Experiment, 'pairs'>): string | null {
  const unknown = spend.blocks - spend.blocks_reported
  const parts = [
    ...(pairs < planned ? [`${pairs} of ${planned} planned pairs are over with known orders and count`] : []),
    ...(unknown > 0 ? [`the spend of ${unknown} of ${spend.blocks} blocks is not reported`] : []),
  ]
  return parts.length === 0 ? null : `The data are not complete: ${parts.join(', and ')}.`
}
