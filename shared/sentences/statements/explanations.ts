import { currencyDecimals } from '../audience.ts'
import type { Audience } from '../audience.ts'

type Unit = 'money' | 'count' | 'fraction' | 'multiple'

interface Part {
  contribution: number
}

interface Restated {
  metric: string
  unit: Unit
  currency: string
  change: number
  on: string
}

interface Explained {
  metric: string
  unit: Unit
  currency: string
  current: number | null
  previous: number | null
  change: number | null
  /** What a day changed by, where the periods differ in length. */
  change_of_days: number | null
  expected_direction: 'up' | 'down' | null
  date_from: string
  date_to: string
  compared_from: string
  compared_to: string
  factors: (Part & { factor: string })[]
  campaigns: (Part & { campaign_name: string | null; campaign_id: string | null; platform: string | null })[]
  facts: number
}

function restated(given: Restated, days: string, audience: Audience): string {
  const change = signed(given.change, valueOf(given.change, given, decimalsOf([given.change], given), audience))
  return `Later reports changed ${audience.word(given.metric)} of ${days} by ${change}, last on ${audience.day(given.on)}.`
}

/** Names of factors that are no metrics of the catalog. */
export const factorNames: Record<string, string> = {
  days: 'the number of days',
  mix: 'the mix of campaigns',
  order_value: 'revenue per conversion',
  undivided: 'campaigns whose numbers cannot be divided into factors',
}

/** Returns the value as text, with the decimals that `decimalsOf` found for all values of a sentence. */
function valueOf(
  value: number,
  { unit, currency }: Pick<Explained, 'unit' | 'currency'>,
  decimals: number,
  audience: Audience,
) {
  if (unit === 'money') return audience.money(value.toFixed(decimals), currency, decimals)
  if (unit === 'multiple' && audience.reader === 'page') return `${audience.number(value, pageDecimals(value))}×`
  return unit === 'fraction' ? audience.percent(value * 100, decimals) : audience.number(value, decimals)
}

/** A page shows multiples with two decimals, as its tables do, and smaller parts with their first digit. */
const pageDecimals = (value: number) =>
  value === 0 || Math.abs(value) >= 0.01 ? 2 : -Math.floor(Math.log10(Math.abs(value)))

/**
 * Returns the decimals of all values of a sentence: those of the currency, or as many as the largest value needs for four significant
 * digits. Amounts below 1 have three significant digits. No decimals that are zero in every value.
 */
function decimalsOf(values: readonly number[], { unit, currency }: Pick<Explained, 'unit' | 'currency'>): number {
  const shown = values.map((value) => (unit === 'fraction' ? value * 100 : value))
  const largest = Math.max(...shown.map(Math.abs))
  const place = largest === 0 ? 0 : Math.floor(Math.log10(largest))
  const isMoney = unit === 'money'
  const least = isMoney ? currencyDecimals(currency) : 0
  const needed = isMoney ? (largest === 0 || largest >= 1 ? least : 2 - place) : 3 - place
  const texts = shown.map((value) => value.toFixed(Math.min(12, Math.max(least, needed))))
  const used = texts.map((text) => text.split('.')[1]?.replace(/0+$/, '').length ?? 0)
  return Math.max(least, ...used)
}

/** The name of a metric at the start of a sentence. Short names of the API, such as roas, are abbreviations. */
function startOf(metric: string, { word }: Audience): string {
  const name = word(metric)
  return name.length <= 4 ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1)
}

/** "The largest factors are cvr (+0.4) and cpc (-0.1)." */
const largest = ([one, several]: readonly [string, string], parts: string[]) =>
  parts.length === 1
    ? `The largest ${one} is ${parts.join('')}.`
    : `The largest ${several} are ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`

const signed = (value: number, text: string) => (value > 0 ? `+${text}` : text)

/** The largest parts with their contributions: "cpc (-120.00 EUR)". */
function listed(parts: (Part & { name: string })[], given: Explained, audience: Audience): string[] {
  const decimals = decimalsOf(
    parts.map(({ contribution }) => contribution),
    given,
  )
  return parts
    .filter(({ contribution }) => contribution !== 0)
    .map(({ name, contribution }) => {
      const unit = given.unit === 'fraction' ? ' points' : ''
      const text = valueOf(contribution, given, decimals, audience).replace(/ ?%/, '')
      return `${name} (${signed(contribution, text)}${unit})`
    })
}

/** A change in percent with one decimal. Below 1 it has two significant digits. */
const roundedRate = (percent: number) => Number(percent >= 1 ? percent.toFixed(1) : percent.toPrecision(2))

/** The sentence of the change, which first corrects a direction that a question presumed. */
function changeOf(given: Explained, audience: Audience): string {
  const { metric, current, previous, change, expected_direction: expected } = given
  const name = startOf(metric, audience)
  const now = audience.days(given.date_from, given.date_to)
  const before = audience.days(given.compared_from, given.compared_to)
  if (current === null || previous === null || change === null) {
    const missing = current === null ? now : before
    const both = current === null && previous === null ? ` and for ${before}` : ''
    return `${name} has no value for ${missing}${both}, so its change cannot be explained.`
  }
  const decimals = decimalsOf([current, previous], given)
  const show = (value: number) => valueOf(value, given, decimals, audience)
  const rate = previous > 0 ? Math.abs(change / previous) * 100 : null
  const size = rate === null ? show(Math.abs(change)) : audience.percent(roundedRate(rate))
  const values = `from ${show(previous)} (${before}) to ${show(current)} (${now})`
  const isExpected = !expected || Math.sign(given.change_of_days ?? change) === (expected === 'up' ? 1 : -1)
  const ofDays = Math.sign(given.change_of_days ?? change) === Math.sign(change) ? '' : ' a day'
  const denied = isExpected ? '' : `${name}${ofDays} did not go ${expected}. `
  if (change === 0) return `${denied}${name} did not change: it was ${show(current)} (${before}, and ${now}).`
  return `${denied}${name} went ${change > 0 ? 'up' : 'down'} by ${size} ${values}.`
}

/** What a platform gives an id, and mostly a name. */
interface Named {
  id: string
  name?: string | null
}

const nameOf = ({ id, name }: Named) => (name ? `"${name}"` : id)

/** The two compared periods in a sentence. */
export const periods: Record<string, string> = { current: 'the period', previous: 'the compared period' }

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

/** The end of the sentence of a change that has facts. A list of several changes states it once. */
export const causeIsUnknown =
  'What else happened in these periods is listed. Whether it caused the change is not known.'

/** What a change consists of, and what happened in the compared periods. No sentence claims a cause. */
export const explanationStatements = {
  change_is_explained: (given: Explained, audience: Audience) => {
    const factors = listed(
      // The metric alone explains nothing: spend has no factors. Beside the mix of campaigns, it is what changed within them.
      given.factors
        .filter(({ factor }) => factor !== given.metric || given.factors.length > 1)
        .map(({ factor, contribution }) => ({
          name: factorNames[factor] ?? `${audience.word(factor)}${factor === given.metric ? ' within campaigns' : ''}`,
          contribution,
        })),
      given,
      audience,
    )
    const campaigns = listed(
      given.campaigns.map(({ campaign_name, campaign_id, platform, contribution }) => ({
        name: campaign_name ?? campaign_id ?? (platform === null ? 'all campaigns' : `${platform} without campaigns`),
        contribution,
      })),
      given,
      audience,
    )
    return [
      changeOf(given, audience),
      ...(factors.length === 0 ? [] : [largest(['factor', 'factors'], factors)]),
      ...(campaigns.length === 0
        ? []
        : [largest(['contribution of a campaign', 'contributions of campaigns'], campaigns)]),
      ...(given.facts === 0 ? [] : [causeIsUnknown]),
    ].join(' ')
  },

  proposal_was_decided: (
    given: { on: string; kind: string; level: string; platform: string; decision: string } & Named,
    audience: Audience,
  ) => {
    const change = given.kind === 'other' ? 'change' : `${given.kind} change`
    return `A proposed ${change} of ${given.level} ${nameOf(given)} (${audience.platform(given.platform)}) was ${given.decision} on ${audience.day(given.on)}. Whether it was made on the platform is not known.`
  },
  monthly_budget_differs: (
    given: {
      budget: number
      previous_budget: number
      currency: string
      month: string
      previous_month: string
      platform: string | null
      id: string | null
      name?: string | null
    },
    audience: Audience,
  ) => {
    const amounts = { unit: 'money' as const, currency: given.currency }
    const decimals = decimalsOf([given.budget, given.previous_budget], amounts)
    const money = (budget: number) => valueOf(budget, amounts, decimals, audience)
    const of =
      given.id === null
        ? ''
        : ` of campaign ${nameOf({ ...given, id: given.id })} (${audience.platform(given.platform ?? '')})`
    return `The budget${of} is ${money(given.budget)} in ${given.month.slice(0, 7)} and was ${money(given.previous_budget)} in ${given.previous_month.slice(0, 7)}.`
  },
  promotion_ran: (
    given: { period: string; name: string; starts_on: string; ends_on: string; days: number; period_days: number },
    { day }: Audience,
  ) =>
    `The promotion "${given.name}" ran from ${day(given.starts_on)} to ${day(given.ends_on)}, on ${given.days} of ${days(given.period_days)} of ${periods[given.period]}.`,
  holiday_was_in_period: (
    given: { period: string; name: string; starts_on: string; ends_on: string },
    { day }: Audience,
  ) =>
    given.starts_on === given.ends_on
      ? `${given.name} (${day(given.starts_on)}) is in ${periods[given.period]}.`
      : `${given.name} (${day(given.starts_on)} to ${day(given.ends_on)}) is in ${periods[given.period]}.`,
  experiment_switched_ads_off: (
    given: {
      period: string
      name: string
      platform: string
      campaigns: number | null
      days: number
      period_days: number
      on: string
    },
    { day, platform }: Audience,
  ) => {
    const ads =
      given.campaigns === null
        ? `the ads on ${platform(given.platform)}`
        : `${given.campaigns} ${given.campaigns === 1 ? 'campaign' : 'campaigns'} on ${platform(given.platform)}`
    return `The experiment "${given.name}" planned ${ads} to be off on ${given.days} of ${days(given.period_days)} of ${periods[given.period]}, the first on ${day(given.on)}.`
  },
  values_were_restated: (given: Restated & { period: string }, audience: Audience) =>
    restated(given, periods[given.period] ?? '', audience),
  values_of_days_were_restated: (
    { date_from: first, date_to: last, ...given }: Restated & { date_from: string; date_to: string },
    audience: Audience,
  ) =>
    restated(given, first === last ? audience.day(first) : `${audience.day(first)} to ${audience.day(last)}`, audience),
  anomaly_was_detected: (
    given: {
      on: string
      detector: string
      level: string
      platform: string
      status: string
      unit: Unit
      currency: string
      value: number
      expected: number
      metric?: string
      is_lower_limit?: boolean
    } & Named,
    audience: Audience,
  ) => {
    const without = given.is_lower_limit ? ` at least (no ${given.metric === 'cpc' ? 'click' : 'conversion'})` : ''
    const decimals = decimalsOf([given.value, given.expected], given)
    const [value, expected] = [given.value, given.expected].map((each) => valueOf(each, given, decimals, audience))
    return (
      `The ${given.level === 'account' ? 'account' : 'campaign'} ${nameOf(given)} (${audience.platform(given.platform)}) had an anomaly on ` +
      `${audience.day(given.on)}: ${given.detector.replaceAll('_', ' ')}, ${value}${without} where ${expected} was expected (${given.status.replaceAll('_', ' ')}).`
    )
  },
  source_stopped: (
    given: { platform: string; account_id: string; status: string; on: string; name?: string | null },
    { day, platform }: Audience,
  ) => {
    const account = `The account ${nameOf({ ...given, id: given.account_id })} (${platform(given.platform)})`
    return given.status === 'disconnected'
      ? `${account} was disconnected on ${day(given.on)}.`
      : `${account} has needed attention since ${day(given.on)}.`
  },
}
