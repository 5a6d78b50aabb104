import { refuseCalculation } from '../answer/refusals.ts'
import type { EntityName } from '../entities/names.ts'
import type { Interpretation } from '../interpretation.ts'
import type { Reading } from '../language/spans.ts'
import type { QuestionParts } from '../read_question.ts'
import type { Bounds } from './threshold.ts'
import { entity, metricsIn, negating } from './threshold.ts'

/** The metrics that can be below 0. */
const signed = ['profit', 'poas']
const signBefore = /(?<!\bnon[- ])\b(negative|positive) $/
const signAfter =
  /^ (?:(?:is|are|was|were|that|which|stays?|stayed|remains?|remained) )*(?<negation>not )?(negative|positive)\b/
const asksWhichProfitable =
  /\b(?:which|what|list|show|any)\b(?!.*\b(?:how|most|least|more|less)\b.*profitable).*\b(?:is|are|was|were) (?:still )?$/

/**
 * Adds "negative profit" and "profit is positive" to the bounds, as profit below or above 0, and removes their words. "Which
 * campaigns are profitable" is a bound too.
 */
export function withSigns(reading: Reading, bounds: Bounds): Bounds {
  const asked = reading.text
  if (/\bor\b/.test(asked)) return bounds
  for (const { name, text, index } of metricsIn(asked)) {
    if (!signed.includes(name)) continue
    const [before, after] = [asked.slice(0, index), asked.slice(index + text.length)]
    const isProfitable =
      text === 'profitable' && (entity.test(asked) || /\bplatforms?\b/.test(asked)) && asksWhichProfitable.test(before)
    const beside = signBefore.exec(before)
    const behind = beside ? null : signAfter.exec(after)
    const word = beside?.[1] ?? behind?.[2] ?? (isProfitable ? text : undefined)
    if (word === undefined) continue
    const negation = beside ? negating.exec(before.slice(0, beside.index)) : null
    const isNegated = negation !== null || behind?.groups?.negation !== undefined
    const operator = word === 'negative' ? (isNegated ? '>=' : '<') : isNegated ? '<=' : '>'
    bounds.read.push({ metric: name, operator, value: 0, text: `${name} ${operator} 0` })
    bounds.metrics.push(name)
    const start = negation?.index ?? beside?.index ?? index
    reading.blank(start, index + text.length + (behind?.[0].length ?? 0) - start)
  }
  return bounds
}

/** Refuses the sign of another metric, whose answer would have all values: "campaigns with negative ROAS". */
export function signRefusal(
  { reading, metrics, levels }: Pick<QuestionParts, 'reading' | 'metrics' | 'levels'>,
  names: readonly EntityName[],
): Interpretation | null {
  const word = metrics.length + levels.length > 0 && /\b(?:negative|positive)(?:ly)?\b/.exec(reading.text)?.[0]
  // A campaign can be called Positive reviews.
  if (!word || names.some(({ name }) => name.toLowerCase().includes(word))) return null
  const metric = metrics[0]?.replaceAll('_', ' ') ?? 'roas'
  return refuseCalculation(
    word,
    'Only profit is compared with 0 by its sign, in "campaigns with negative profit". For other metrics name the bound, as in "campaigns with roas below 1".',
    [
      `campaigns with ${metric === 'profit' ? 'profit below 0' : `${metric} below 1`}`,
      'campaigns with negative profit',
    ],
  )
}
