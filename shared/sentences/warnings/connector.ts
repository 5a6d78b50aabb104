import type { Audience } from '../audience.ts'
import { listDays } from './account.ts'
import type { Account } from './account.ts'

interface Compared {
  date_from: string
  date_to: string
  compared_from: string
  compared_to: string
}

interface UnknownBudgets {
  rows: number
  budgets_unknown: number
  spend_without_budget: number
  currency: string
}

/** Warnings about profit, budgets and comparisons of the connector. */
export const connectorWarnings = {
  fees_are_unknown: () => 'Fees are not recorded. They are null, and contribution_profit is before fees.',
  some_costs_are_unknown: () =>
    'The cost of some revenue was not reported (missing_cost_share). There profit and margin are null, and break_even_roas is of the other revenue.',

  earlier_budgets_are_unknown: () =>
    'Daily budgets of earlier months are not recorded. budget and what is computed from it are null where the brand set no budget.',
  some_budgets_are_unknown: (given: UnknownBudgets, { reader, number, money }: Audience) => {
    const unknown = `the budget of ${number(given.budgets_unknown)} of ${number(given.rows)} rows is not known.`
    const spend = `The spend of rows without a known budget is ${money(given.spend_without_budget, given.currency)}.`
    return reader === 'page'
      ? `Totals: ${unknown} Budget, pacing and status are of the other rows. ${spend}`
      : `totals: ${unknown} budget, pacing_percent and status are of the other rows. ${spend}`
  },

  source_needs_attention: (account: Account, { accountName }: Audience) =>
    `${accountName(account)} needs attention, so its newest data can be missing. The page Sources of the console says what to do.`,
  account_is_not_compared: (
    { unreported, ...account }: Account & { unreported: string },
    { accountName, day }: Audience,
  ) => `${accountName(account)} has not reported any hour of ${day(unreported)}. deltas do not include this account.`,
  hours_of_today_are_compared: (given: { today: string; until: string; compared_on: string }, { day }: Audience) =>
    `${day(given.today)} is not over. deltas compare its hours before ${given.until} with the same hours of ${day(given.compared_on)}, ` +
    'for the accounts that report by hour.',
  compared_periods_differ_in_length: (given: Compared & { days: number; compared_days: number }, { day }: Audience) =>
    `The compared periods have different lengths: ${given.days} days (${day(given.date_from)} to ${day(given.date_to)}) ` +
    `and ${given.compared_days} (${day(given.compared_from)} to ${day(given.compared_to)}).`,
  compared_days_are_not_read_yet: (
    { date_from, date_to, ...account }: Account & { date_from: string; date_to: string },
    { accountName, days }: Audience,
  ) => `Nothing is compared: days of ${days(date_from, date_to)} are not read yet from ${accountName(account)}.`,
  compared_days_precede_the_first_report: (
    { date_from, date_to, first_on }: { date_from: string; date_to: string; first_on: string },
    { day, days }: Audience,
  ) =>
    `Nothing is compared: of ${days(date_from, date_to)}, the days before ${day(first_on)} have no report. Choose a period that is reported completely.`,
  compared_days_wait_for_rates: (given: Account & { date_from: string; date_to: string }, audience: Audience) =>
    `Nothing is compared: ${audience.accountName(given)} waits for the exchange rates of ${listDays(given, audience)}, which are not published yet.`,
  compared_days_are_no_longer_kept: (
    { date_from, date_to, ...account }: Account & { date_from: string; date_to: string },
    { accountName, days }: Audience,
  ) =>
    `Nothing is compared: ${accountName(account)} was not read for days of ${days(date_from, date_to)}, because the platform no longer keeps them.`,
  compared_days_are_incomplete: (
    given: { compared_from: string; compared_to: string; warning: string },
    { day }: Audience,
  ) => `Of the compared days, ${day(given.compared_from)} to ${day(given.compared_to)}: ${given.warning}`,
}
