import type { Interpretation, Reason } from '../interpretation.ts'

const suggestions = [
  'What was our ROAS last week?',
  'Top 5 campaigns by spend last month',
  'Any anomalies in the last 30 days?',
]

/** Things that figures cannot be broken down by. */
const unsupportedEntity =
  /\b(keywords?|search terms?|audiences?|placements?|countries|country|demographics?|age groups?|genders?|devices?|landing pages?(?! view)|products?|skus?)\b/
const unsupported = /\b(employees|followers|competitors?|incremental\w*|lift|targets?|goals?|quota)\b/

const forbidden =
  /\b(select .* from|drop table|delete from|insert into|ignore (all |any )?(previous |prior |above )?instructions|system prompt|api key|password|secret key)\b/
const aboutTheService = /^what (?:metrics|questions|data|else|can)\b.*\b(?:ask|know|answer|available|do)\b/

/** Whether a normalized question contains SQL, an attempt at prompt injection, or is about the service itself. */
export function isOffTopic(text: string): boolean {
  return forbidden.test(text) || aboutTheService.test(text)
}

/** Why the words that are left of a question cannot be answered, or null. `hasSubject`: a metric or a level is named. */
export function unsupportedReason(text: string, hasSubject: boolean): Reason | null {
  if (unsupportedEntity.test(text)) return 'unsupported_entity'
  if (unsupported.test(text)) return hasSubject ? 'unsupported_entity' : 'unknown_metric'
  return /\bweather\b/.test(text) && !hasSubject ? 'off_topic' : null
}

/** Whether a question without a metric is about the brand: "What is our NPS" asks for a figure that the catalog lacks. */
export function asksOfBrand(text: string, levels: readonly unknown[], ranges: readonly unknown[]): boolean {
  return levels.length > 0 || ranges.length > 0 || /\b(?:our|we)\b/.test(text)
}

/** What is answered where nothing can be: nulls, why, and what could be asked instead. */
export function refuse(reason: Reason, more: Partial<Interpretation> = {}): Interpretation {
  return {
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
    suggestions,
    reason,
    warnings: [],
    ...more,
  }
}

/** A time that there is not, or a date that can be read in several ways, given as the question with each of them. */
export function refuseDate(text: string, readings: readonly string[]): Interpretation {
  return readings.length === 0
    ? refuse('impossible_date', {
        unmatched: [text],
        warnings: [`"${text}" is not a time that can be answered for. Write dates as year-month-day.`],
      })
    : refuse('ambiguous_date', {
        unmatched: [text],
        suggestions: [...readings],
        warnings: [
          `"${text}" can be read in several ways. Write the name of the month, or the date as year-month-day.`,
        ],
      })
}

/** A time to come in a question about the past. */
export function refuseFuture(text: string): Interpretation {
  return refuse('impossible_date', {
    unmatched: [text],
    warnings: [`"${text}" has not begun, but the question is in the past tense. Ask for a forecast instead.`],
  })
}

/** What is known of orders although ad reports hold none of them. */
export function ordersElsewhere(metric: string): string {
  return `The ad reports hold no ${metric.replaceAll('_', ' ')}. Orders are imported by themselves: GET /v1/attribution and the view analytics.orders have them.`
}

/** Something to leave out that was not understood: with it the number would be of something else. */
export function refuseExclusion(text: string): Interpretation {
  return refuse('unclear_exclusion', {
    unmatched: [text],
    warnings: [`"${text}" cannot be excluded. Platforms and names of campaigns and ad sets can be excluded.`],
  })
}

/** A campaign or ad set that the brand does not have. */
export function refuseName(text: string, names: readonly string[]): Interpretation {
  return refuse('unknown_name', {
    unmatched: [text],
    suggestions: names.length > 0 ? [...names] : suggestions,
    warnings: [`No campaign or ad set is called "${text}". Ask "list my campaigns" for the names.`],
  })
}

/** A platform that the brand has no data of. */
export function refusePlatform(text: string, platforms: readonly string[]): Interpretation {
  return refuse('unknown_platform', {
    unmatched: [text],
    warnings: [`"${text}" is not connected. Connected platforms: ${platforms.join(', ')}.`],
  })
}

/** Amounts are in one currency and are not converted. */
export function refuseCurrency(text: string, currency: string): Interpretation {
  return refuse('unsupported_currency', {
    unmatched: [text],
    warnings: [
      `Amounts are in ${currency}, the currency of the brand, and cannot be converted. Ask without "${text}".`,
    ],
  })
}
