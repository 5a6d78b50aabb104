import type { Audience } from '../audience.ts'

interface Unlisted {
  platform: string
  level: 'campaign' | 'adset'
  spend: string
  currency: string
  days: number
}

/** Reasons of budget recommendations, and the campaigns and ad sets that they leave out. */
export const budgetWarnings = {
  present_distribution_is_best: () => 'The present distribution of spend is the best one.',
  last_unit_earns_more_here: () => 'The last unit spent here earns more than elsewhere.',
  last_unit_earns_less_here: () => 'The last unit spent here earns less than elsewhere.',
  more_spend_brings_more: (
    given: { spend_pct: number; outcome_pct: string; objective: string },
    { percent }: Audience,
  ) => `Spending ${percent(given.spend_pct)} more brings about ${percent(given.outcome_pct)} more ${given.objective}.`,

  rows_have_too_little_data: (given: { rows: number; days: number }, { number }: Audience) =>
    `Rows left out: ${number(given.rows)}. They have less than 14 days of spend or 30 conversions in the last ${given.days} days.`,
  rows_have_no_recent_spend: ({ rows }: { rows: number }, { number }: Audience) =>
    `Rows left out: ${number(rows)}. They had no spend on the last 3 reported days.`,
  recent_spend_is_unusual: (
    {
      spend,
      usual,
      currency,
      change_pct: change,
    }: { spend: string; usual: string; currency: string; change_pct: number },
    { money, percent }: Audience,
  ) =>
    `The present spend is the mean of the last 14 days: ${money(spend, currency)} a day, ${percent(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than in the six weeks before (${money(usual, currency)}). The expected results assume that this level continues.`,
  campaign_has_too_little_data: ({ days }: { days: number }) =>
    `It has less than 14 days of spend or 30 conversions in the last ${days} days.`,
  campaign_has_no_recent_spend: () => 'It has not spent in the last 14 days.',
  campaign_reports_no_revenue: () => 'It reports no revenue.',
  spend_is_outside_of_the_known: (
    { low, high, currency, days }: { low: string; high: string; currency: string; days: number },
    { money }: Audience,
  ) =>
    `The effect of this spend is not known. The last ${days} days allow an estimate from ${money(low, currency)} to ${money(high, currency)} a day.`,
  scenario_is_an_association: ({ days }: { days: number }, { operation }: Audience) =>
    `The effect is estimated from how the results that platforms report followed the spend of single days in the last ${days} days. It is no proof that the spend was the cause: only an experiment measures this. ${operation('analytics.experiments')} has those of this brand.`,
  spend_is_not_of_the_level: ({ level, spend, currency, days, ...given }: Unlisted, { money, platform }: Audience) =>
    `Spend that ${platform(given.platform)} reports without ${level === 'adset' ? 'ad sets' : 'campaigns'} is left out: ${money(spend, currency)} in the last ${days} days.`,
}
