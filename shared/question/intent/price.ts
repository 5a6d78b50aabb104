import { unique } from '../language/spans.ts'
import type { QuestionParts } from '../read_question.ts'

/** What a result, a click and a thousand impressions cost. */
const priceMetrics = ['cpa', 'cpc', 'cpm']
const dearer = /\b(?:more (?:expensive|costly)|pricier|costlier)\b(?=.*\bthan\b)/
const cheaper = /\b(?:less (?:expensive|costly)|cheaper)\b(?=.*\bthan\b)/
const why = /\b(?:why|how come|explain(?: why)?|(?:the )?reasons? (?:why|that))\b/

export interface PriceQuestion {
  parts: QuestionParts
  /** Whether the first of the two should cost more or less. */
  direction: 'up' | 'down'
  warnings: string[]
}

/**
 * Returns a question whether or why one of two platforms or names is more expensive as a comparison of their prices. Null for
 * other questions, and for those that name a metric or two times.
 */
export function readPrice(parts: QuestionParts): PriceQuestion | null {
  const { text, metrics, platformSpans, names, ranges, base, cues, reading } = parts
  const isDearer = dearer.test(text)
  const sides = [unique(platformSpans.map(({ name }) => name)), unique(names.map(({ name }) => name))]
  const isOfTwo = sides.some(({ length }) => length === 2) && sides.every(({ length }) => length !== 1)
  if (isDearer === cheaper.test(text) || !isOfTwo || metrics.length > 0 || ranges.length > 1 || base !== null)
    return null
  reading.takeAll(new RegExp(why.source, 'g'))
  reading.takeAll(/\bcostly\b/g)
  const isWhy = cues.why
  return {
    parts: {
      ...parts,
      names: names.toSorted((one, two) => one.index - two.index),
      metrics: priceMetrics,
      cues: { ...cues, why: false, compared: true },
    },
    direction: isDearer ? 'up' : 'down',
    warnings: isWhy
      ? [
          'Prices are compared by CPA, CPC and CPM. CPA follows from CPC and the conversion rate, and CPC from CPM and the click rate. Why a platform or campaign has its prices is not known.',
        ]
      : ['Prices are compared by CPA, CPC and CPM.'],
  }
}
