import type { EntityName } from '../entities/names.ts'
import type { Interpretation, Reason } from '../interpretation.ts'

const suggestions = [
  'What was our ROAS last week?',
  'Top 5 campaigns by spend last month',
  'Any anomalies in the last 30 days?',
]

/** Dimensions that the data does not have. */
const unsupportedEntity =
  /\b(keywords?|search terms?|audiences?|placements?|countries|country|demographics?|age groups?|genders?|devices?|landing pages?(?! view)|products?|skus?)\b/
const unsupported = /\b(employees|followers|competitors?)\b/
const forbidden =
  /\b(select .* from|drop table|delete from|insert into|ignore (all |any )?(previous |prior |above )?instructions|system prompt|api key|password|secret key)\b/
const aboutTheService = /^what (?:metrics|questions|data|else|can)\b.*\b(?:ask|know|answer|available|do)\b/

/** Whether a normalized question contains SQL, an attempt at prompt injection, or is about the service itself. */
export function isOffTopic(text: string): boolean {
  return forbidden.test(text) || aboutTheService.test(text)
}

/** Frequent words of questions in German, Spanish, French, Italian and Dutch that are no English words. */
const foreignWord =
  /(?<!\p{L})(?:wie|viel|haben|wir|letzte[nrsm]?|woche|monat|gestern|umsatz|ausgaben|warum|welche[rsn]?|und|ist|fuer|für|der|das|cuánto|cuanto|semana|ayer|mes|gasto|ingresos|por qué|combien|semaine|dernier|dernière|hier|dépenses|pourquoi|quanto|settimana|ieri|mese|hoeveel|vorige|maand|gisteren)(?!\p{L})/gu

/**
 * Whether a normalized question is in another script or has at least two frequent words of another language, without the
 * normalized names of the brand.
 */
export function isForeign(text: string, names: readonly string[], nameWords: ReadonlySet<string>): boolean {
  const unnamed = names.filter((name) => name.length > 2).reduce((rest, name) => rest.replaceAll(name, ' '), text)
  const letters = unnamed.match(/\p{L}/gu) ?? []
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter))
  const words = new Set(unnamed.match(foreignWord)?.filter((word) => !nameWords.has(word)))
  return letters.length - latin.length > latin.length || words.size > 1
}

/** Refuses a question in another language than English. */
export function refuseLanguage(): Interpretation {
  return refuse('off_topic', { warnings: ['Ask in English. Questions in other languages are not understood.'] })
}

interface Subject {
  metrics: readonly string[]
  levels: readonly string[]
}

/** Refuses remaining words of a question that no answer takes into account, or returns null. */
export function unsupportedRefusal(
  text: string,
  subject: Subject,
  names: readonly EntityName[],
): Interpretation | null {
  const reason = unsupportedReason(text, subject.metrics.length + subject.levels.length > 0)
  return reason === null ? signRefusal(text, subject, names) : refuse(reason)
}

/** Returns why the remaining words cannot be answered, or null. `hasSubject`: the question names a metric or a level. */
function unsupportedReason(text: string, hasSubject: boolean): Reason | null {
  if (unsupportedEntity.test(text)) return 'unsupported_entity'
  if (unsupported.test(text)) return hasSubject ? 'unsupported_entity' : 'unknown_metric'
  return /\bweather\b/.test(text) && !hasSubject ? 'off_topic' : null
}

/**
 * Whether a question without a known metric is about the brand: "What is our NPS" asks for a metric that the catalog
 * lacks.
 */
export function asksOfBrand(text: string, levels: readonly unknown[], ranges: readonly unknown[]): boolean {
  return levels.length > 0 || ranges.length > 0 || /\b(?:our|we)\b/.test(text)
}

/** An interpretation that has understood nothing. */
export const nothingUnderstood: Interpretation = {
  intent: null,
  metrics: null,
  level: null,
  time: null,
  filters: {},
  group_by: null,
  within: null,
  operation: null,
  sort: null,
  limit: null,
  rank: null,
  threshold: null,
  thresholds: [],
  model: null,
  confidence: 0,
  unmatched: [],
  suggestions: [],
  reason: null,
  warnings: [],
}

/** Returns an interpretation without an answer: the reason, and questions that can be asked instead. */
export function refuse(reason: Reason, more: Partial<Interpretation> = {}): Interpretation {
  return { ...nothingUnderstood, suggestions, reason, ...more }
}

/** Refuses an impossible time (no readings) or an ambiguous date (one suggestion per reading). */
export function refuseDate(text: string, readings: readonly string[]): Interpretation {
  return readings.length === 0
    ? refuse('impossible_date', {
        unmatched: [text],
        warnings: [`"${text}" is not a valid time. Write dates as year-month-day.`],
      })
    : refuse('ambiguous_date', {
        unmatched: [text],
        suggestions: [...readings],
        warnings: [`"${text}" is ambiguous. Write the name of the month, or the date as year-month-day.`],
      })
}

/** Refuses a range that names the later of its two ends first. */
export function refuseReversed(text: string): Interpretation {
  return refuse('impossible_date', {
    unmatched: [text],
    warnings: [`"${text}" ends before it begins. Write the earlier date first.`],
  })
}

/** Refuses a future time in a question in the past tense. */
export function refuseFuture(text: string): Interpretation {
  return refuse('impossible_date', {
    unmatched: [text],
    warnings: [`"${text}" is in the future, but the question is in the past tense. Ask for a forecast instead.`],
  })
}

/** Returns the warning for a metric of orders, which ad reports do not contain. */
export function ordersElsewhere(metric: string): string {
  if (metric === 'mer')
    return 'The ad reports contain no store revenue. Orders are imported separately: a question for MER alone, of the whole brand, is answered from them.'
  return `The ad reports contain no ${metric.replaceAll('_', ' ')}. Orders are imported separately: attribution has their revenue and number.`
}

/** Refuses a question about a channel that attribution does not answer. */
export function refuseChannel(text: string, warning: string): Interpretation {
  return refuse('unsupported_entity', { unmatched: [text], warnings: [warning] })
}

/** Refuses a channel that is no ad platform and that no journey of the brand has. */
export function refuseUnknownChannel(text: string): Interpretation {
  return refuse('unknown_platform', {
    unmatched: [text],
    warnings: [`"${text}" is no ad platform, and no journey of this brand has a channel of this name.`],
  })
}

/** Refuses an exclusion that was not understood, because the answer would include what should be excluded. */
export function refuseExclusion(text: string): Interpretation {
  return refuse('unclear_exclusion', {
    unmatched: [text],
    warnings: [`"${text}" cannot be excluded. Platforms and names of campaigns and ad sets can be excluded.`],
  })
}

/** Why nothing is answered without any platform. */
export const nothingLeft = 'The question excludes every connected platform, so nothing remains.'

/** Refuses the exclusion of all platforms. */
export function refuseEverything(unmatched: string[]): Interpretation {
  return refuse('unclear_exclusion', { unmatched, warnings: [nothingLeft] })
}

const levelWords = { campaign: 'campaign', adset: 'ad set', ad: 'ad', account: 'ad account' } as const

/** Refuses words that several names contain, and names them. */
export function refuseAmbiguous(text: string, names: readonly EntityName[]): Interpretation {
  const noun = levelWords[names[0]?.level ?? 'campaign']
  return refuse('ambiguous', {
    unmatched: [text],
    suggestions: names.slice(0, 10).map(({ name }) => name),
    warnings: [
      `"${text}" is in the names of ${names.length} ${noun}s. Ask again with the whole name in quotation marks.`,
    ],
  })
}

/** Refuses the name of an account or an ad, by which questions are not filtered. */
export function refuseOutside(text: string, { name, level }: EntityName): Interpretation {
  return refuse('unsupported_entity', {
    unmatched: [text],
    warnings: [
      `"${text}" is in the name of the ${levelWords[level]} "${name}". Questions are filtered by platforms, campaigns and ad sets. Performance shows single accounts and ads.`,
    ],
  })
}

/** Refuses the name of a campaign or ad set that the brand does not have. */
export function refuseName(text: string, names: readonly string[]): Interpretation {
  return refuse('unknown_name', {
    unmatched: [text],
    suggestions: names.length > 0 ? [...names] : suggestions,
    warnings: [`No campaign or ad set is called "${text}". Ask "list my campaigns" for the names.`],
  })
}

/** Refuses a platform that the brand has no data of. */
export function refusePlatform(text: string, platforms: readonly string[]): Interpretation {
  return refuse('unknown_platform', {
    unmatched: [text],
    warnings: [`"${text}" is not connected. Connected platforms: ${platforms.join(', ')}.`],
  })
}

/** Refuses to advise what the numbers do not say, with questions that are answered instead. */
export function refuseAdvice(words: readonly string[], level: string, name: string | undefined): Interpretation {
  const noun = level === 'adset' ? 'ad sets' : level === 'ad' ? 'ads' : 'campaigns'
  return refuse('unsupported_advice', {
    unmatched: [...words],
    suggestions: [
      ...(name === undefined ? [] : [`roas and cpa of "${name}"`]),
      `Which ${noun} should I pause?`,
      'Which campaigns should I scale?',
      'Any anomalies in the last 30 days?',
    ],
    warnings: ['The numbers rank what exists, for example by ROAS, but do not make this decision.'],
  })
}

/** Refuses a metric that is derived from others, but that the catalog lacks. */
export function refuseMetric(text: string, warning: string, instead: readonly string[]): Interpretation {
  return refuse('unknown_metric', { unmatched: [text], warnings: [warning], suggestions: [...instead, ...suggestions] })
}

/** Refuses a number that no answer computes, with questions that are answered instead. */
export function refuseCalculation(text: string, warning: string, instead: readonly string[]): Interpretation {
  return refuse('unsupported_calculation', { unmatched: [text], warnings: [warning], suggestions: [...instead] })
}

/** Refuses a currency other than that of the brand, because amounts are not converted. */
export function refuseCurrency(text: string, currency: string): Interpretation {
  return refuse('unsupported_currency', {
    unmatched: [text],
    warnings: [
      `Amounts are in ${currency}, the currency of the brand, and cannot be converted. Ask without "${text}".`,
    ],
  })
}

/** What shopping agents do in the shop. "Search campaigns" and "brand search" are ads. */
const ofAgents =
  /\b(?:(?:shopping |ai |buying )?agents?|searches|search(?:ed|ing)? (?:for|queries|query)|(?:people|customers?|shoppers?|visitors?|users?|buyers?) search(?:ed)?|storefront|negotiations?|negotiated)\b/

/** Refuses a question about what agents do in the shop, and names what has it. A campaign can be called Agents. */
export function shopRefusal(text: string, names: readonly EntityName[]): Interpretation | null {
  const words = ofAgents.exec(text)?.[0].trim()
  return words === undefined || names.some(({ name }) => name.toLowerCase().includes(words))
    ? null
    : refuse('unsupported_entity', {
        unmatched: [words],
        warnings: [
          'What agents ask the shop, and what they do not find, is on the page Agents of the console, and in the operation List queries of agents. ' +
            'Their orders and negotiations have pages of their own.',
        ],
      })
}

/** Refuses the sign of another metric, whose answer would have all values: "campaigns with negative ROAS". */
function signRefusal(text: string, { metrics, levels }: Subject, names: readonly EntityName[]): Interpretation | null {
  const word = metrics.length + levels.length > 0 && /\b(?:negative|positive)(?:ly)?\b/.exec(text)?.[0]
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
