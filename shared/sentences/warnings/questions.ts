import type { Account, Audience } from '../audience.ts'
import { addDays } from '../../calendar/days.ts'
import { rounded } from '../../text/rounded.ts'

interface Days {
  date_from: string
  date_to: string
}

const levels: Readonly<Record<string, string>> = { adset: 'ad sets', ad: 'ads' }

/** Warnings about natural-language questions and the days that they compare. */
export const questionWarnings = {
  only_complete_days_are_compared: (given: Days & { compared_from: string; compared_to: string }, { day }: Audience) =>
    `${day(given.date_from)} to ${day(given.date_to)} is compared with ${day(given.compared_from)} to ${day(given.compared_to)}. ` +
    'Days that are incomplete or not reported by every account are excluded.',
  nothing_can_be_compared: ({ date_from, date_to }: Days, { day }: Audience) =>
    `No day of ${day(date_from)} to ${day(date_to)} is complete and reported by every account, so nothing can be compared.`,
  premise_is_contradicted: (
    given: { metric: string; direction: string; current: number; previous: number },
    { number, word }: Audience,
  ) =>
    `${word(given.metric)} did not go ${given.direction}: it was ${number(rounded(given.previous))} before and is ${number(rounded(given.current))} in the requested period.`,
  side_premise_is_contradicted: (
    {
      metric,
      direction,
      sides: [first, second],
      values,
    }: { metric: string; direction: 'up' | 'down'; sides: [string, string]; values: [number, number] },
    { number, word }: Audience,
  ) =>
    `${word(metric)} of ${first} is not ${direction === 'up' ? 'higher' : 'lower'} than that of ${second}: ${values.map((value) => number(rounded(value))).join(' and ')}.`,
  metric_is_not_explained: ({ metric }: { metric: string }, { word }: Audience) =>
    `Changes of ${word(metric)} cannot be divided into factors here, so it has no explanation.`,
  reports_end_above_level: ({ level, platforms }: { level: string; platforms: string[] }) =>
    `The reports of ${platforms.join(', ')} have no ${levels[level]}, so this ranking excludes them.`,

  orders_are_known_for: ({ first_on, last_on }: { first_on: string; last_on: string }, { days }: Audience) =>
    `Orders are known for ${days(first_on, last_on)}. The answer covers only these days.`,
  new_customers_are_unknown: ({ orders }: { orders: number }, { number }: Audience) =>
    `Whether the customer is new is not known for ${number(orders)} ${orders === 1 ? 'order' : 'orders'}, so the number of new customers is not known. Channels count only the orders for which it is known.`,
  orders_are_credited: ({ model }: { model: string }) =>
    `Orders are divided among channels under the model ${model.replaceAll('_', ' ')}, as in attribution.`,
  orders_have_no_channel: (given: { metric: string; total: number; uncredited: number }, { number, word }: Audience) =>
    `${word(given.metric)}: ${number(given.uncredited)} of ${number(given.total)} have no known touchpoint and belong to no channel.`,
  no_target_is_set: ({ month }: { month: string }) =>
    `No target or budget is set for ${month}. An admin or owner of the brand sets them on the page Targets.`,
  pace_of_campaigns_is_unknown: ({ month, campaigns }: { month: string; campaigns: number }) =>
    campaigns === 1
      ? `One campaign has a budget for ${month} and no projected spend, because it has no reported spend on a complete day. It is not listed.`
      : `${campaigns} campaigns have a budget for ${month} and no projected spend, because they have no reported spend on a complete day. They are not listed.`,
  no_campaign_has_a_budget: ({ month }: { month: string }) =>
    `No campaign has a budget for ${month}. An admin or owner of the brand sets them on the page Targets.`,

  no_complete_day_to_project_from: ({ date_from, date_to }: Days, { days }: Audience) =>
    `No complete day of ${days(date_from, date_to)} has been reported by every account yet, so nothing can be projected.`,
  later_spend_is_left_out: (
    given: Days & {
      spend: number | null
      currency: string
      accounts: (Account & { reported_through: string; spend: number | null })[]
    },
    { day, days, money, listedAccount }: Audience,
  ) => {
    const amount = (spend: number | null) => (spend === null ? 'an unknown amount' : money(spend, given.currency))
    const accounts = given.accounts.map(
      ({ account_id, platform, spend, reported_through }) =>
        `${listedAccount({ account_id, platform })} (${amount(spend)} through ${day(reported_through)})`,
    )
    return (
      `Not every account has reported all of ${days(given.date_from, given.date_to)}. The spend of these days (${amount(given.spend)}) is left out: ` +
      `the pace of the month is measured through ${day(addDays(given.date_from, -1))}. It is the spend of ${accounts.join(', ')}.`
    )
  },
  ratio_is_not_projected: ({ metric }: { metric: string }, { word }: Audience) =>
    `Nothing is projected to the end of the month: ${word(metric)} does not add up over days. The value is that of the days so far.`,
  no_complete_period: ({ unit, date_from, date_to }: Days & { unit: string }, { day }: Audience) =>
    `${day(date_from)} to ${day(date_to)} has no complete ${unit} with data. The periods of the answer are incomplete.`,
  only_complete_periods_count: ({ unit, date_from, date_to }: Days & { unit: string }, { day }: Audience) =>
    `Only complete ${unit}s with data count. The answer is of ${day(date_from)} to ${day(date_to)}.`,
  periods_are_cut: ({ unit, date_from, date_to }: Days & { unit: string }, { day }: Audience) =>
    `The first or last ${unit} is incomplete: the answer has only its days from ${day(date_from)} to ${day(date_to)}.`,
  weekdays_are_averages: () =>
    'Counts and amounts are averages of a day, because the range does not have the same number of each weekday.',
  range_is_cut: ({ days_max, date_from }: { days_max: number; date_from: string }, { day }: Audience) =>
    `An answer covers at most ${days_max} days. This one begins on ${day(date_from)}.`,

  forecast_ends_earlier: ({ last_on, date_to }: { last_on: string; date_to: string }, { day }: Audience) =>
    `The forecast ends on ${day(last_on)}. It has no values for later days up to ${day(date_to)}.`,
  forecast_begins_later: ({ first_on }: { first_on: string }, { day }: Audience) =>
    `The forecast begins on ${day(first_on)}. It has no values for earlier days.`,
  forecast_has_no_total: () =>
    'The forecast has a value for each day, but no total: the values of days do not add up, and the forecast of what they are divided by is missing.',
  plan_is_of_the_brand: () => 'The plan moves the spend of the whole brand. The answer shows the requested part of it.',
  scenario_cuts_more_than_is_spent: (
    { present, cut, currency }: { present: string; cut: string; currency: string },
    { money }: Audience,
  ) =>
    `The cut of ${money(cut, currency)} a day is more than the present spend of ${money(present, currency)} a day, so nothing is computed.`,
  profit_counts_claimed_revenue: () =>
    'The revenue of this profit is claimed by the platforms: several can claim one order. Fees, shipping and taxes are not subtracted.',
  metric_is_not_attributed: ({ metric, attributed }: { metric: string; attributed: string }) =>
    `${metric} is not attributed to channels. The answer is ${attributed}.`,
}
