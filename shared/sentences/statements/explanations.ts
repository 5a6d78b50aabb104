import type { Audience } from '../audience.ts'
import { rounded } from '../../text/rounded.ts'

type Unit = 'money' | 'count' | 'fraction' | 'multiple'

interface Part {
  contribution: number
}

interface Explained {
  metric: string
  unit: Unit
  currency: string
  current: number | null
  previous: number | null
  change: number | null
  expected_direction: 'up' | 'down' | null
  date_from: string
  date_to: string
  compared_from: string
  compared_to: string
  factors: (Part & { factor: string })[]
  campaigns: (Part & { campaign_name: string | null; campaign_id: string | null; platform: string | null })[]
  facts: number
}

/** Names of factors that are no metrics of the catalog. */
const factorNames: Record<string, string> = {
  mix: 'the mix of campaigns',
  order_value: 'revenue per conversion',
  undivided: 'campaigns whose numbers cannot be divided into factors',
}

function valueOf(value: number, unit: Unit, currency: string, audience: Audience): string {
  if (unit === 'money') return audience.money(decimalOf(value, currency), currency)
  return unit === 'fraction' ? audience.percent(rounded(value * 100)) : audience.number(rounded(value))
}

/** An amount with the decimals of its currency, and below 1 with as many as three significant digits need. */
function decimalOf(amount: number, currency: string): string {
  const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  if (amount === 0 || Math.abs(amount) >= 1) return amount.toFixed(decimals)
  const significant = 3 - Math.floor(Math.log10(Math.abs(amount))) - 1
  const exact = amount.toFixed(Math.min(significant, 12)).replace(/0+$/, '')
  return Number(exact).toFixed(Math.max(decimals, exact.length - exact.indexOf('.') - 1))
}

/** The name of a metric at the start of a sentence. Short names of the API, such as roas, are abbreviations. */
function startOf(metric: string, { word }: Audience): string {
  const name = word(metric)
  return name.length <= 4 ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1)
}

/** "The largest factors are cvr (+0.4) and cpc (-0.1)." */
const largest = (kind: string, parts: string[]) =>
  parts.length === 1
    ? `The largest ${kind} is ${parts.join('')}.`
    : `The largest ${kind}s are ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`

const signed = (value: number, text: string) => (value > 0 ? `+${text}` : text)

/** The largest parts with their contributions: "cpc (-120.00 EUR)". */
function listed(parts: (Part & { name: string })[], given: Explained, audience: Audience): string[] {
  return parts
    .filter(({ contribution }) => contribution !== 0)
    .map(({ name, contribution }) => {
      const unit = given.unit === 'fraction' ? ' points' : ''
      const text = valueOf(contribution, given.unit, given.currency, audience).replace(/ ?%/, '')
      return `${name} (${signed(contribution, text)}${unit})`
    })
}

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
  const show = (value: number) => valueOf(value, given.unit, given.currency, audience)
  const rate = previous > 0 ? Math.abs(change / previous) * 100 : null
  const size = rate === null ? show(Math.abs(change)) : audience.percent(rounded(rate))
  const values = `from ${show(previous)} (${before}) to ${show(current)} (${now})`
  const denied =
    expected && Math.sign(change) !== (expected === 'up' ? 1 : -1) ? `${name} did not go ${expected}. ` : ''
  if (change === 0) return `${denied}${name} did not change: it was ${show(current)} (${before}, and ${now}).`
  return `${denied}${name} went ${change > 0 ? 'up' : 'down'} by ${size} ${values}.`
}

const periods: Record<string, string> = { current: 'the period', previous: 'the compared period' }

interface Counted {
  period: string
  products: number
  on: string
}
const products = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`

/** What a change consists of, and what happened in the compared periods. No sentence claims a cause. */
export const explanationStatements = {
  change_is_explained: (given: Explained, audience: Audience) => {
    const factors = listed(
      given.factors.map(({ factor, contribution }) => ({
        name: factorNames[factor] ?? audience.word(factor),
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
      ...(factors.length === 0 ? [] : [largest('factor', factors)]),
      ...(campaigns.length === 0 ? [] : [largest('campaign', campaigns)]),
      ...(given.facts === 0 ? [] : ['Other facts of these periods are listed. None is shown to be the cause.']),
    ].join(' ')
  },

  proposal_was_decided: (
    given: { on: string; kind: string; level: string; platform: string; id: string; decision: string },
    { day }: Audience,
  ) => {
    const change = given.kind === 'other' ? 'change' : `${given.kind} change`
    return `A proposed ${change} of ${given.level} ${given.id} (${given.platform}) was ${given.decision} on ${day(given.on)}. Whether it was made on the platform is not known.`
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
    },
    audience: Audience,
  ) => {
    const money = (budget: number) => valueOf(budget, 'money', given.currency, audience)
    const of = given.id === null ? '' : ` of campaign ${given.id} (${given.platform})`
    return `The budget${of} is ${money(given.budget)} in ${given.month.slice(0, 7)} and was ${money(given.previous_budget)} in ${given.previous_month.slice(0, 7)}.`
  },
  products_ran_out: (given: Counted, { day }: Audience) =>
    `${products(given.products)} ran out of stock in ${periods[given.period]}, the first on ${day(given.on)}.`,
  products_on_sale_differ: ({ current, previous }: { current: number; previous: number }) =>
    `${products(current)} had a sale in the period and ${previous} in the compared period, by the sales in the catalog of today.`,
  prices_changed: (given: Counted, { day }: Audience) =>
    `The prices of ${products(given.products)} changed in ${periods[given.period]}, the first on ${day(given.on)}.`,
  values_were_restated: (
    given: { period: string; metric: string; unit: Unit; currency: string; change: number; on: string },
    audience: Audience,
  ) => {
    const change = signed(given.change, valueOf(given.change, given.unit, given.currency, audience))
    return `Later reports changed ${audience.word(given.metric)} of ${periods[given.period]} by ${change}, last on ${audience.day(given.on)}.`
  },
  anomaly_was_detected: (
    given: { on: string; detector: string; level: string; platform: string; id: string; status: string },
    { day }: Audience,
  ) =>
    `An anomaly (${given.detector.replaceAll('_', ' ')}) of the ${given.level === 'account' ? 'account' : 'campaign'} ${given.id} (${given.platform}) was detected on ${day(given.on)}.`,
  source_stopped: (given: { platform: string; account_id: string; status: string; on: string }, { day }: Audience) =>
    given.status === 'disconnected'
      ? `The account ${given.account_id} (${given.platform}) was disconnected on ${day(given.on)}.`
      : `The account ${given.account_id} (${given.platform}) has needed attention since ${day(given.on)}.`,
}
