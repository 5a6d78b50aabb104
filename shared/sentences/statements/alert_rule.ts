import type { AlertRuleTerms } from '../../schema/analytics/alert_rule.ts'
import { platformName } from '../../pages/account_title.ts'

export interface RuleWords {
  /** The label and the unit of the metric, from `analytics.metric_definitions`. */
  label: string
  unit: 'money' | 'count' | 'fraction' | 'multiple'
  currency: string
  /** The name of the campaign, or null if it has none. */
  campaignName: string | null
}

/** Returns what a rule says: "ROAS of Meta is below 2 on each of 2 days". */
export function alertRuleSentence(
  { platform, campaign_id, comparison, threshold, days }: Omit<AlertRuleTerms, 'metric'>,
  words: RuleWords,
): string {
  const of = [
    campaign_id === null ? null : `the campaign "${words.campaignName ?? campaign_id}"`,
    platform === null ? null : platformName(platform),
  ].filter((each) => each !== null)
  const subject = of.length === 0 ? words.label : `${words.label} of ${of.join(' on ')}`
  if (comparison === 'below' || comparison === 'above') {
    return `${subject} is ${comparison} ${ruleAmount(threshold, words, 8)} ${days === 1 ? 'on a day' : `on each of ${days} days`}`
  }
  const verb = comparison === 'falls_by' ? 'falls' : 'rises'
  const against = days === 1 ? 'the day before' : `the ${days} days before`
  return `${subject} of ${days === 1 ? 'a day' : `${days} days`} ${verb} by ${percent(threshold)} or more against ${against}`
}

/** Formats a value of a rule in the unit of its metric. A threshold has all its decimals. */
export function ruleAmount(
  value: number,
  { unit, currency }: Pick<RuleWords, 'unit' | 'currency'>,
  decimalsMax = 2,
): string {
  if (unit === 'fraction') return percent(value)
  if (unit === 'money')
    return new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    }).format(value)
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: decimalsMax }).format(value)
}

/** States the values of an alert: "1.72", or for a change "$9,400, before $7,100". */
export function alertValues(
  { value, base }: { value: number; base?: number | null },
  words: Pick<RuleWords, 'unit' | 'currency'>,
): string {
  const now = ruleAmount(value, words)
  return base === null || base === undefined ? now : `${now}, before ${ruleAmount(base, words)}`
}

function percent(part: number): string {
  return new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 }).format(part)
}
