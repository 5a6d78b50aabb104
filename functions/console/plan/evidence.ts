import { day, days, money, signed } from '../parts/format.ts'
import type { Line, Scenario } from './shown_plan.ts'

/** Spend varies around the budget by more than this share from day to day. */
const tolerance = 0.01

/** Says that the proposed budget of a campaign is below its planned spend. Null if it is not. */
export function budgetBelowSpend(
  { current_daily_spend, daily_spend, proposed_daily_budget }: Line,
  meta: Pick<Scenario['meta'], 'currency'>,
): string | null {
  if (proposed_daily_budget === null || proposed_daily_budget >= (1 - tolerance) * daily_spend) return null
  return (
    `The proposed budget of ${money(proposed_daily_budget, meta)} a day is below the planned spend of ${money(daily_spend, meta)} a day ` +
    `(now ${money(current_daily_spend, meta)}), so the platform might spend less than planned.`
  )
}

/** The figures of a planned campaign as texts of a proposal. */
export function evidenceOf(
  line: Line,
  { date_from, date_to, meta }: Pick<Scenario, 'date_from' | 'date_to' | 'meta'>,
): string[] {
  const { current_daily_spend, daily_spend, daily_budget, reason, revenue, conversions } = line
  const { currency } = meta
  const spent = `Spend of ${money(current_daily_spend, { currency })} a day in the 14 days to ${day(meta.data_through)}.`
  const planned = `Planned: ${money(daily_spend, { currency })} a day, ${days(date_from, date_to)}.`
  const below = budgetBelowSpend(line, meta)
  const budget = [
    ...(daily_budget === null ? [] : ['The budget is changed by the same percentage as the spend.']),
    ...(below === null ? [] : [below]),
  ]
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
