import type { EventDay } from '../events/calendar.ts'
import { mean } from '../smoothing.ts'

/** How the revenue of a brand follows its spend: revenue multiplies by (spend / usual_spend) ^ elasticity. */
export interface SpendResponse {
  elasticity: number
  /** The standard deviation of the elasticity. */
  deviation: number
  /** The mean spend a day of the last four weeks, without days of events if a week of others is left. */
  usual_spend: number
  /** The smallest and the largest mean spend a day of a week that the elasticity was learned from. */
  spend_min: number
  spend_max: number
  weeks: number
}

/** Why no elasticity is known. `weeks` are those without large events that can be compared with the weeks around them. */
export interface NoSpendResponse {
  refusal: 'the_plan_needs_spend' | 'the_plan_needs_more_weeks' | 'the_plan_needs_varied_spend'
  weeks: number
  weeks_min: number
}

const week = 7
export const weeksMin = 12
/** Weeks are compared on the weekdays that all of them report, which must be more than half of a week. */
const daysMin = 4
/** A less certain slope has less weight than the prior. */
const errorMax = 0.25
/** The elasticity that response curves have without evidence, and how far the elasticities of brands are from it. */
const usual = { elasticity: 0.6, deviation: 0.25 }

/** Spend and revenue of a day. Null if it was not reported. */
type Known = readonly (number | null)[]

/**
 * Learns the elasticity of revenue to spend from weeks, oldest first: each week is compared with the weeks before
 * and after it, so that level, trend and seasons cancel, and weeks have most orders that an ad brings within days. The slope of the
 * logarithmic differences (least squares) is averaged with `prior`, the elasticity of the response curves of campaigns, by the inverse
 * variances. Days without a report are unknown, not zero: the three weeks are compared on the weekdays that all of them report.
 * Weeks with a day of Black Friday, Christmas or a promotion are left out, because spend and revenue both rise then. Standard errors allow for overlap
 * and unequal variance (Newey and West 1987). The elasticity is limited to 0 to 1.
 */
export function learnSpendResponse(
  revenue: Known,
  spend: Known,
  events: readonly EventDay[],
  prior: number | null,
): SpendResponse | NoSpendResponse {
  // Public holidays are so many that few weeks would be left.
  const isEvent = new Set(events.filter(({ event }) => !event.startsWith('holiday ')).map(({ index }) => index))
  const count = Math.floor(spend.length / week)
  const first = spend.length - count * week
  const weeks = Array.from({ length: count }, (_, index) => {
    const from = first + index * week
    const days = Array.from({ length: week }, (__, day) => {
      const [sold, spent] = [revenue[from + day] ?? null, spend[from + day] ?? null]
      return sold === null || spent === null ? null : { sold, spent }
    })
    const hasEvent = days.some((_day, day) => isEvent.has(from + day))
    return hasEvent || sumOn(days, [days]) === null ? null : days
  })
  const compared = weeks.flatMap((held, index) => {
    const [before, after] = [weeks[index - 1], weeks[index + 1]]
    if (!held || !before || !after) return []
    const all = [before, held, after]
    const [past, now, next] = all.map((days) => sumOn(days, all))
    if (!past || !now || !next) return []
    const differenceOf = (of: 'sold' | 'spent') => Math.log(now[of]) - Math.log(past[of] * next[of]) / 2
    return [{ index, spent: differenceOf('spent'), sold: differenceOf('sold') }]
  })
  const refuse = (refusal: NoSpendResponse['refusal']) => ({ refusal, weeks: compared.length, weeks_min: weeksMin })
  const recent = spend.flatMap((spent, index) =>
    spent === null || index < spend.length - 4 * week ? [] : [{ spent, isEvent: isEvent.has(index) }],
  )
  const ordinary = recent.filter((day) => !day.isEvent)
  const usualSpend = mean((ordinary.length < week ? recent : ordinary).map(({ spent }) => spent))
  if (!(usualSpend > 0)) return refuse('the_plan_needs_spend')
  if (compared.length < weeksMin) return refuse('the_plan_needs_more_weeks')
  const squares = compared.reduce((sum, { spent }) => sum + spent ** 2, 0)
  if (squares === 0) return refuse('the_plan_needs_varied_spend')
  const slope = compared.reduce((sum, { spent, sold }) => sum + spent * sold, 0) / squares
  const error = standardError(compared, slope, squares)
  if (!(error <= errorMax)) return refuse('the_plan_needs_varied_spend')
  const [own, other] = [error ** -2, usual.deviation ** -2]
  const known = weeks.flatMap((days) => {
    const sum = days && sumOn(days, [days])
    return sum ? [sum.spent / sum.days] : []
  })
  return {
    elasticity: Math.min(1, Math.max(0, (own * slope + other * (prior ?? usual.elasticity)) / (own + other))),
    deviation: Math.sqrt(1 / (own + other)),
    usual_spend: usualSpend,
    spend_min: Math.min(...known),
    spend_max: Math.max(...known),
    weeks: compared.length,
  }
}

type Week = readonly ({ sold: number; spent: number } | null)[]

/**
 * Returns the sums of a week over the weekdays that all weeks report, and their count. Null if these are too few, or if there is no spend
 * or revenue on them.
 */
function sumOn(days: Week, all: readonly Week[]): { sold: number; spent: number; days: number } | null {
  const sum = { sold: 0, spent: 0, days: 0 }
  for (const [weekday, day] of days.entries()) {
    if (!day || all.some((other) => !other[weekday])) continue
    sum.sold += day.sold
    sum.spent += day.spent
    sum.days += 1
  }
  return sum.days >= daysMin && sum.sold > 0 && sum.spent > 0 ? sum : null
}

interface Compared {
  index: number
  spent: number
  sold: number
}

/** The correlations of differences one and two weeks apart, if the weeks are independent. */
const correlations = [-2 / 3, 1 / 6]

/**
 * Returns the standard error of the slope: the larger of that of independent weeks, whose differences overlap in a known way, and that
 * of Newey and West, which allows for unequal variance.
 */
function standardError(compared: readonly Compared[], slope: number, squares: number): number {
  const freedom = compared.length - 1
  const at = new Map(compared.map((each) => [each.index, each]))
  const missOf = ({ spent, sold }: Compared) => sold - slope * spent
  const variance = compared.reduce((sum, each) => sum + missOf(each) ** 2, 0) / freedom
  let [known, seen] = [0, 0]
  for (const each of compared) {
    const score = each.spent * missOf(each)
    known += each.spent ** 2
    seen += score ** 2
    for (const [place, correlation] of correlations.entries()) {
      const other = at.get(each.index - place - 1)
      if (!other) continue
      known += 2 * correlation * each.spent * other.spent
      seen += 2 * (1 - (place + 1) / 3) * score * other.spent * missOf(other)
    }
  }
  const independent = variance * Math.max(known, squares)
  return Math.sqrt(Math.max(independent, (seen * compared.length) / freedom)) / squares
}
