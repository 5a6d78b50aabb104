import { currencyDecimals } from '../audience.ts'
import type { Audience } from '../audience.ts'

interface Planned {
  metric: 'orders' | 'revenue'
  platform: string
  currency: string
  /** What the platform claims or the model attributes a day: the larger one. */
  per_day: number
  /** The smallest detectable effect as percent of it. Null if it is 0. */
  percent: number | null
  is_claimed: boolean
}

/** What a plan can and cannot show of the ads that it switches. */
export const experimentStatements = {
  plan_can_find: (given: Planned, audience: Audience) =>
    `This plan probably finds an effect if the ads cause at least ${audience.percent(given.percent ?? 0)} of ${credited(given, audience)}; it will probably not find a smaller one.`,
  plan_cannot_find: (given: Planned, audience: Audience) =>
    given.percent === null
      ? `This plan cannot find a real effect, because neither ${audience.platform(given.platform)} nor the attribution model credits ${given.metric} to these ads. Switch other ads.`
      : `This plan can detect only an effect of more than ${audience.percent(given.percent)} of ${credited(given, audience)}, so it will probably not find a real effect. Use more days or switch a larger part of the budget.`,
  plan_is_unknown: ({ metric }: Planned) =>
    `It is not known whether this plan can find an effect on ${metric}: these ads have no reports in the last 28 days with known orders, or the past days are all alike.`,
}

function credited({ metric, platform, currency, per_day, is_claimed }: Planned, audience: Audience): string {
  const amount =
    metric === 'orders' ? audience.number(per_day, 1) : audience.money(per_day, currency, currencyDecimals(currency))
  const by = is_claimed ? `${audience.platform(platform)} claims for them` : `the attribution model credits to them`
  return `the ${metric} that ${by} (${amount} a day)`
}
