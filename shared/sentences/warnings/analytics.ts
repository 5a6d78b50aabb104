import type { Audience } from '../audience.ts'
import { listDays, readingState } from './account.ts'
import type { Account } from './account.ts'

interface Missing extends Account {
  bases: string[]
  metrics: string[]
}

/** The first and the last day of a range that were not read, and the part of all days that was. */
interface Unread extends Account {
  status: string
  progress: number | null
  date_from: string
  date_to: string
}

type Period = [first: string, last: string]

/** Warnings about metrics and the days that they cover. */
export const analyticsWarnings = {
  date_to_is_in_the_future: ({ today }: { today: string }, { day, reader }: Audience) =>
    `${reader === 'page' ? 'The last day' : 'date_to'} is in the future. The answer ends with today, ${day(today)}.`,
  date_to_is_after_as_of: ({ as_of }: { as_of: string }, { day }: Audience) =>
    `date_to is after as_of. The answer ends with ${day(as_of)}.`,
  names_are_of_today: ({ as_of }: { as_of: string }, { day }: Audience) =>
    `The numbers are those that were stored by the end of ${day(as_of)}. Names, statuses, campaigns and currencies are those of now.`,
  reach_cannot_be_added_up: () =>
    'reach and frequency cannot be added up. They are null where several rows were combined.',
  mer_is_of_the_store: () =>
    'mer divides the revenue of the whole store by all spend. It is null for a part of it, such as a platform, a campaign or a creative.',
  account_has_another_currency: ({ currency, ...account }: Account & { currency: string }, { accountName }: Audience) =>
    `${accountName(account)} reports amounts in ${currency}. They are converted at the rate of their day, and null where no rate is known.`,
  account_lacks_exchange_rates: (
    { currency, date_from, date_to, ...account }: Account & { currency: string; date_from: string; date_to: string },
    audience: Audience,
  ) =>
    `${audience.accountName(account)} reported amounts in ${currency} without a known exchange rate: ${listDays({ date_from, date_to }, audience)}. No sum contains them. Import the rates, then these reports again.`,
  store_revenue_is_not_reported: () =>
    'No report of these days has store_revenue, so store_revenue and mer are not known. It is a column of the imported reports.',
  account_has_another_time_zone: (
    { timezone, ...account }: Account & { timezone: string },
    { accountName }: Audience,
  ) => `${accountName(account)} has the time zone ${timezone}. Its daily reports keep the days of that zone.`,
  account_reports_no_hours: (account: Account, { accountName }: Audience) =>
    `${accountName(account)} reports by day only. Hours do not include this account.`,
  account_never_reports_bases: ({ bases, metrics, ...account }: Missing, { accountName, word }: Audience) =>
    `${accountName(account)} reports no ${bases.map(word).join(', ')}. Computed without this account: ${metrics.map(word).join(', ')}.`,
  account_reports_without_bases: (
    given: Missing & { periods: Period[]; more_periods: number },
    { accountName, day, word }: Audience,
  ) =>
    `${accountName(given)} has reports without ${given.bases.map(word).join(', ')} on ${listPeriods(given.periods, given.more_periods, day)}. ` +
    'Sums do not include the missing values.' +
    (given.metrics.length > 0
      ? ` ${given.metrics.map(word).join(', ')}: these reports are left out of both numerator and denominator.`
      : ''),
  cac_counts_claimed_customers: (_: object, { reader, operation, word }: Audience) => {
    const byOrders = 'the cost per new customer by the orders of the store'
    const advice = {
      shell: `The SQL view analytics.monthly_acquisition has ${byOrders}.`,
      page: 'The page Attribution counts new customers by the orders of the store.',
      api: `${operation('analytics.attribution')} with metric=cac has ${byOrders}.`,
    }
    return (
      `${word('cac')} counts the new customers that ad platforms claim, and two platforms can claim the same customer. ` +
      advice[reader === 'agent' ? 'api' : reader]
    )
  },

  today_is_not_over: ({ today }: { today: string }, { day }: Audience) =>
    `Today, ${day(today)}, is not over. Its numbers cover a part of the day.`,
  today_is_not_reported: ({ today }: { today: string }, { day }: Audience) => `Today, ${day(today)}, has no data yet.`,
  day_has_no_report_as_of: ({ day: reported }: { day: string }, { day }: Audience) =>
    `No account had reported ${day(reported)} by the end of that day.`,
  orders_of_today_are_not_over: ({ today }: { today: string }, { day }: Audience) =>
    `Today, ${day(today)}, is not over. Its orders are those of a part of the day.`,
  data_begins_later: ({ first_on }: { first_on: string }, { day }: Audience) =>
    `Data begins on ${day(first_on)}. The answer does not include earlier days.`,
  data_ends_earlier: ({ reported_through }: { reported_through: string }, { day }: Audience) =>
    `Nothing was reported after ${day(reported_through)}.`,
  account_is_not_read_completely: (
    { status, progress, date_from, date_to, ...account }: Unread,
    { accountName, days }: Audience,
  ) =>
    `${accountName(account)} ${readingState(status, progress)} ` +
    `Days of ${days(date_from, date_to)} are not read yet, so totals are incomplete.`,
  account_no_longer_has_days: (
    { date_from, date_to, ...account }: Account & { date_from: string; date_to: string },
    { accountName, days }: Audience,
  ) =>
    `${accountName(account)} was not read for days of ${days(date_from, date_to)}, because the platform no longer keeps them. ` +
    'Totals do not include them.',
  account_waits_for_rates: (given: Account & { date_from: string; date_to: string }, audience: Audience) =>
    `${audience.accountName(given)} waits for the exchange rates of ${listDays(given, audience)}, which are not published yet. ` +
    'Totals do not include its amounts of these days.',
  account_is_late: (
    { reported_through, ...account }: Account & { reported_through: string },
    { accountName, day }: Audience,
  ) =>
    `${accountName(account)} has reported through ${day(reported_through)} only. Later days do not include this account.`,
  account_has_a_gap: (
    { date_from, date_to, ...account }: Account & { date_from: string; date_to: string },
    audience: Audience,
  ) => `${audience.accountName(account)} has no report of ${listDays({ date_from, date_to }, audience)}.`,
  unreported_days_are_left_out: (
    given: Account & { days: number; date_from: string; date_to: string },
    audience: Audience,
  ) =>
    `${audience.accountName(given)} did not report ${given.days === 1 ? '1 day' : `${audience.number(given.days)} days`} of the compared periods (${listDays(given, audience)}). ` +
    'The explanation leaves out these days and the corresponding days of the other period for this account. ' +
    'Import the missing days, with zeros for days without spend.',
  account_reported_too_early: (
    { day: reported, ...account }: Account & { day: string },
    { accountName, day }: Audience,
  ) => `${accountName(account)} reported ${day(reported)} before that day had ended. A part of the day is missing.`,
  surface_is_part_of_platform: (given: { surface: string; platform: string }, { platform }: Audience) =>
    `${platform(given.surface)} is reported as part of ${platform(given.platform)}. The answer covers all of ${platform(given.platform)}.`,
  restatement_history_is_too_short: ({ days_min }: { days_min: number }) =>
    `The expected change is not known before ${days_min} days have been reported on the day after each.`,
  creatives_are_not_reported: () =>
    'The reports of this brand name no creatives. Add the creative id to the report and import it again.',
}

function listPeriods(periods: Period[], more: number, day: Audience['day']): string {
  const listed = periods
    .map(([first, last]) => (first === last ? day(first) : `${day(first)} to ${day(last)}`))
    .join(', ')
  return more > 0 ? `${listed} and ${more} more periods` : listed
}
