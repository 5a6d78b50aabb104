import { addDays, startOf } from '../../calendar/days.ts'
import { forecastMetrics } from '../../schema/analytics/metric_names.ts'
import { fillers } from '../language/words.ts'
import { hypothesisRefusal, partOf } from './hypothesis_refusal.ts'
import { nothingLeft, refuse, refuseCalculation, refuseMetric } from './refusals.ts'
import type { EntityName } from '../entities/names.ts'
import type { Intent } from '../intent/intent.ts'
import type { Interpretation } from '../interpretation.ts'
import { breakEvenMetrics } from '../metrics/metrics.ts'
import { separateTimes } from '../time/dates.ts'
import type { QuestionContext } from '../question_context.ts'
import type { QuestionParts } from '../read_question.ts'

/** Refusals of questions that would otherwise be answered as another question. */
type Asked = Pick<
  QuestionParts,
  | 'text'
  | 'plain'
  | 'beforeTimes'
  | 'ranges'
  | 'base'
  | 'metrics'
  | 'platformSpans'
  | 'placements'
  | 'names'
  | 'excluded'
>

/** Refuses a range without a start, a forecast without an end, a range with two possible ends, or from the past into the future, with one suggestion per reading. */
function deadlineRefusal(
  { text: question, ranges }: Asked,
  intent: Intent | null,
  today: string,
): Interpretation | null {
  const open = intent === 'forecast' ? ranges.find(({ preset }) => preset === 'since') : undefined
  if (open) {
    return refuse('ambiguous_date', {
      unmatched: [open.text],
      warnings: [`"${open.text}" has a start, but no end. A forecast needs both.`],
      suggestions: [question.replace(open.text, `from ${today} to ${addDays(today, 30)}`)],
    })
  }
  const range = ranges.find(({ preset, text }) =>
    preset === 'until' ? !/\bthe \d/.test(text) : preset === 'unclear_end' || preset === 'mixed',
  )
  if (!range) return null
  const { text, preset, date_from, date_to } = range
  const write = (from: string, to: string) => question.replace(text, `from ${from} to ${to}`)
  const refused = (warning: string, suggestions: string[]) =>
    refuse('ambiguous_date', { unmatched: [text], warnings: [warning], suggestions })
  const begin = ranges.find(({ index, date_from: from }) => index < range.index && from > date_to)
  if (preset === 'until' && begin) {
    const both = `${begin.text} ${text}`
    return refuse('impossible_date', { unmatched: [both], warnings: [`"${both}" ends before it begins.`] })
  }
  if (preset === 'until') {
    const starts = [startOf('year', date_to), startOf('month', date_to)].filter((from) => from < date_to)
    return refused(
      `"${text}" has an end, but no start. Name both.`,
      starts.map((from) => write(from, date_to)),
    )
  }
  if (preset === 'mixed') {
    const forecast = /^(?:expected|forecast)/.test(question) ? question : `forecast ${question}`
    return refused(
      `"${text}" begins in the past and ends in the future. Ask for the values so far and for the forecast separately.`,
      [write(date_from, today), forecast.replace(text, `from ${today} to ${date_to}`)],
    )
  }
  return refused(`"${text}" can mean before its first day or through its last.`, [
    write(today, addDays(date_from, -1)),
    write(today, date_to),
  ])
}

const asksForDay =
  /^(?:so |and |by |about )*(?:when|how (?:soon|long)|(?:on |by )?(?:what|which) (?:day|date|week|month))\b/

/** Refuses the forecast of a part of the brand, of a day on which an amount is reached, and of a metric that has no forecast. */
function forecastRefusal(parts: Asked, intent: Intent | null): Interpretation | null {
  if (intent !== 'forecast') return null
  const { text, metrics, ranges } = parts
  const [first = 'revenue'] = metrics
  const isForecast = forecastMetrics.includes(first)
  const asked = asksForDay.exec(text)
  const label = isForecast ? first.replaceAll('_', ' ') : 'revenue'
  const instead = `${label} forecast ${ranges[0]?.text ?? 'for the next 30 days'}`
  if (!isForecast) return refuseCalculation(first.replaceAll('_', ' '), 'This metric has no forecast.', [instead])
  if (asked) {
    return refuseCalculation(
      asked[0].trim(),
      'A forecast has the value of each day and their total. The day on which an amount is reached is not computed.',
      [instead],
    )
  }
  const part = partOf(parts)
  return part === null
    ? null
    : refuseCalculation(part, 'A forecast is one of the whole brand, and not of a platform, campaign or ad set.', [
        instead,
        `${label} of ${part} last 30 days`,
      ])
}

const customers = '(?:customers?|buyers?|clients?|shoppers?|purchasers?)'
const kind = '(?:new|returning|existing|repeat|first[- ]time|loyal|old|recurring)'
const ofKind = new RegExp(
  `\\b(?:from|of|by|to|for|among) (?:the |our |my )*${kind}(?: (?:vs|and|or) (?:${kind} )?|,? )?(?:${kind} )?${customers}\\b|\\b${kind} (?:(?:vs|and|or) ${kind} )?${customers} (?=revenue|sales|orders|roas|store revenue|conversions|purchases|aov|cpa)`,
)
const verbs =
  /^(?: (?:came|comes|coming|come|is|was|are|were|do|did|we|you|i|get|got|make|made|earn|earned|generated|in|each|all))* *$/

/** Refuses revenue, orders or ROAS of new or of returning customers: no answer divides them. The overview does. */
function customersRefusal({ text, metricSpans, names, ranges }: QuestionParts): Interpretation | null {
  const match = ofKind.exec(` ${text}`)
  if (!match) return null
  const end = match.index + match[0].length
  // An ad set can be called Existing customers.
  if (names.some(({ index, length }) => index < end && index + length >= match.index)) return null
  const metric = metricSpans.find(({ name, index, text: words }) => {
    if (name === 'new_customers' || name === 'cac') return false
    const before = ` ${text}`.slice(index + words.length, match.index)
    return index < match.index ? verbs.test(before) : index - end < 2
  })
  if (!metric) return null
  const time = ranges[0]?.text ?? 'last month'
  return refuseCalculation(
    match[0].trim(),
    'Answers do not divide revenue, orders and ROAS into new and returning customers. With imported orders, the page Overview has the ROAS of new customers, and GET /v1/attribution/comparison has it with the orders and revenue of both. The number of new customers and their acquisition cost (CAC) are answered.',
    [`new customers ${time}`, `cac ${time}`],
  )
}

const kindsOfDays = /\b(?:weekends?|week-?days?|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/

/** Refuses the sum of some weekdays, which would be that of one of them, or of all days. */
function weekdaysRefusal({
  reading,
  ranges,
  cues,
  base,
  metrics,
  isByWeekday,
  ranked,
}: QuestionParts): Interpretation | null {
  if (isByWeekday || ranked?.unit === 'weekday') return null
  const named = ranges.filter(({ preset }) => preset === 'weekday')
  const isCompared = cues.compared || cues.changed || cues.more || cues.why || base !== null
  const several =
    named.length > 1 && !(isCompared && named.length === 2) ? named.map(({ text }) => text).join(', ') : null
  const words = several ?? kindsOfDays.exec(reading.text)?.[0]
  if (words === undefined) return null
  const metric = (metrics[0] ?? 'spend').replaceAll('_', ' ')
  const time = ranges.find((range) => range.preset !== 'weekday')?.text ?? 'last month'
  return refuseCalculation(words, 'The sum of some weekdays is not computed. The average of each weekday is known.', [
    `${metric} by day of the week ${time}`,
    `${metric} by day ${time}`,
  ])
}

const notBrands = new Set([
  'each',
  'every',
  'which',
  'what',
  'any',
  'other',
  'another',
  'this',
  'that',
  'whole',
  'entire',
  'one',
])
const partsOf = (name: string) => name.toLowerCase().split(/[^a-z0-9&-]+/)

/** Refuses a question about another brand: "spend in Lumen brand". */
function brandRefusal(
  { reading }: QuestionParts,
  brandName: string,
  known: readonly EntityName[],
): Interpretation | null {
  const [, name] = /\b(?:in|for|of|at|on|from) (?:the |our |my )*([a-z0-9&-]+) brand\b/.exec(reading.text) ?? []
  if (
    name === undefined ||
    fillers.has(name) ||
    notBrands.has(name) ||
    // "Tents brand" can mean the campaign "Brand | Tents".
    known.some((named) => partsOf(named.name).includes(name)) ||
    partsOf(brandName).includes(name)
  )
    return null
  return refuse('unknown_brand', {
    unmatched: [name],
    suggestions: [],
    warnings: [
      `No part of the brand ${brandName} is called "${name}". A question is about one brand: choose the other one first.`,
    ],
  })
}

/** Refuses a margin, gross profit, and a break-even of another metric than ROAS: their values are not those of profit or of the metric. */
export function derivedRefusal({ reading, text, isBreakEven, metrics }: QuestionParts): Interpretation | null {
  const margin = /\bmargins?\b/.exec(reading.text) ?? /\bgross profits?\b/.exec(text)
  if (margin) {
    const warning =
      'There is no metric of margins and of gross profit. Profit is revenue minus the cost of goods minus spend.'
    return refuseMetric(margin[0], warning, ['profit and revenue last month'])
  }
  if (!isBreakEven || metrics.join() === breakEvenMetrics.join()) return null
  return refuseMetric(
    /\bbreak[- ]?even\b/.exec(text)?.[0] ?? 'break even',
    'Break-even is available for ROAS only: revenue divided by revenue minus the cost of goods.',
    ['break even ROAS last month'],
  )
}

const than = /\b(?:than|vs|versus|compared (?:to|with)|against|relative to)\b/
const earlier = /^ (?:before|previously|earlier|it was|they were|usual|normal|expected|ever)\b/
const beside = /\b(?:difference|gap) between\b|\bdiffer(?:s|ed)?\b/

/**
 * Refuses to explain the difference between two platforms, campaigns or metrics: only changes over time are explained.
 * Suggests the comparison.
 */
export function comparedRefusal({ text, ranges, base, metrics, platformSpans, names }: Asked): Interpretation | null {
  const match = than.exec(text)
  const isTime =
    base !== null ||
    ranges.length > 1 ||
    (match !== null &&
      (earlier.test(text.slice(match.index + match[0].length)) ||
        ranges.some(({ index }) => /^ *(?:in |on |the )*$/.test(between(text, match, index)))))
  const sides = [...platformSpans, ...names].toSorted((a, b) => a.index - b.index).map(({ name }) => name)
  const things = [...new Set(sides)].slice(0, 2)
  if (isTime || !(match ?? (things.length > 1 && beside.exec(text)))) return null
  const time = ranges[0] ? ` ${ranges[0].text}` : ''
  const [first = 'roas', second] = metrics.map((name) => name.replaceAll('_', ' '))
  const isOfMetrics = second !== undefined && things.length < 2
  return refuse('unsupported_explanation', {
    unmatched: [match?.[0] ?? 'difference'],
    warnings: ['Changes over time can be explained, but not differences between platforms, campaigns or metrics.'],
    suggestions: isOfMetrics
      ? [`${first} and ${second}${time}`, `why did ${first} change${time}`]
      : [
          ...(things.length > 1 ? [`compare ${first} of ${things.join(' and ')}${time}`] : []),
          ...(things.length > 0 ? things : ['']).map(
            (thing) => `why did ${first}${thing && ` of ${thing}`} change${time}`,
          ),
        ],
  })
}

/** Refuses two times of a question that compares nothing, with the comparison as suggestion: "Black Friday and Cyber Monday". */
function separateRefusal({ ranges, beforeTimes, plain }: Asked, intent: Intent | null): Interpretation | null {
  const two = intent === 'comparison' || intent === 'explain_change' ? null : separateTimes(ranges, beforeTimes)
  if (two === null) return null
  return refuse('ambiguous_date', {
    unmatched: [two.text],
    suggestions: [plain.replace(two.text, two.compared)],
    warnings: [`"${two.text}" names two times. Ask for one of them, or compare them.`],
  })
}

/** Returns the first refusal that applies to a question of any kind, or null. */
export function misreadRefusal(
  parts: QuestionParts,
  intent: Intent | null,
  { today, brand_name = '', names }: Pick<QuestionContext, 'today' | 'brand_name' | 'names'>,
): Interpretation | null {
  return (
    hypothesisRefusal(parts, today) ??
    deadlineRefusal(parts, intent, today) ??
    separateRefusal(parts, intent) ??
    forecastRefusal(parts, intent) ??
    customersRefusal(parts) ??
    weekdaysRefusal(parts) ??
    brandRefusal(parts, brand_name, names)
  )
}

/** The positions of ranges are those of the text of a reading, which begins with a space. */
function between(text: string, match: RegExpExecArray, index: number): string {
  return index - 1 < match.index ? 'other' : text.slice(match.index + match[0].length, index - 1)
}

/** Returns the warning for an answer without rows, because the question excludes every connected platform. */
export function emptyWarning(excluded: readonly { name: string }[], platforms: readonly string[]): string[] {
  const names = new Set(excluded.map(({ name }) => name))
  return names.size > 0 && platforms.every((platform) => names.has(platform)) ? [nothingLeft] : []
}
