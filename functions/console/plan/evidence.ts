import { day, days, money, signed } from '../parts/format.ts'
import type { Scenario } from './shown_plan.ts'

type Line = Scenario['data'][number]

/** The figures of a planned campaign as texts of a proposal. */
export function evidenceOf(
  { current_daily_spend, daily_spend, daily_budget, reason, revenue, conversions }: Line,
  { date_from, date_to, meta }: Pick<Scenario, 'date_from' | 'date_to' | 'meta'>,
): string[] {
  const { currency } = meta
  const spent = `Spend of ${money(current_daily_spend, { currency })} a day in the 14 days to ${day(meta.data_through)}.`
  const planned = `Planned: ${money(daily_spend, { currency })} a day, ${days(date_from, date_to)}.`
  const budget = daily_budget === null ? [] : ['The budget is changed by the same percentage as the spend.']
  const effects = (
    [
      ['revenue', 'money', revenue],
      ['conversions', 'count', conversions],
    ] as const
  ).flatMap(([name, unit, outcome]) =>
    outcome === null
      ? []
      : [
          `Expected ${name} that platforms report: ${signed(outcome.change, unit, { currency })}, 80% interval ${signed(outcome.low, unit, { currency })} to ${signed(outcome.high, unit, { currency })}, by the response curve (page Plan).`,
        ],
  )
  return [spent, planned, ...budget, ...effects, ...(reason === null ? [] : [`An effect is not known: ${reason}`])]
}
