interface Unlisted {
  platform: string
  level: 'campaign' | 'adset'
  spend: string
  days: number
}

/** Campaigns and ad sets that budgets and their recommendations leave out. */
export const budgetWarnings = {
  rows_have_too_little_data: (given: { rows: number; days: number }) =>
    `Rows left out: ${given.rows}. They have less than 14 days of spend or 30 conversions in the last ${given.days} days.`,
  spend_is_not_of_the_level: ({ platform, level, spend, days }: Unlisted) =>
    `Spend that ${platform} reports without ${level === 'adset' ? 'ad sets' : 'campaigns'} is left out: ${spend} in the last ${days} days.`,
}
