import type { Range } from '../../../../shared/calendar/days.ts'
import type { EventDay } from './calendar.ts'
import { promotionEvent } from './effects.ts'

export interface Promotion {
  name: string
  starts_on: string
  ends_on: string
}

/**
 * Adds the days of promotions to those of other events. Of several promotions, a day belongs to the shortest, and of equally long ones to
 * that which starts first: a sale of three days within a season of discounts would otherwise have no day. A day of Black Friday or
 * Christmas stays theirs, and has the promotion beside it.
 */
export function withPromotions(
  events: readonly EventDay[],
  promotions: readonly Promotion[],
  range: Range,
): EventDay[] {
  const days = new Map<number, EventDay>()
  const lengthOf = ({ starts_on, ends_on }: Promotion) => indexOf(ends_on, { date_from: starts_on, date_to: ends_on })
  const ordered = promotions.toSorted(
    (one, other) => lengthOf(one) - lengthOf(other) || one.starts_on.localeCompare(other.starts_on),
  )
  for (const promotion of ordered) {
    const first = indexOf(promotion.starts_on, range)
    for (let index = first; index <= indexOf(promotion.ends_on, range); index++) {
      if (index < 0 || index > indexOf(range.date_to, range) || days.has(index)) continue
      const [phase, occurrence] = [keyOf(promotion), occurrenceOf(promotion)]
      days.set(index, { index, event: promotionEvent, phase, offset: 0, occurrence, name: promotion.name })
    }
  }
  for (const event of events) {
    // The effect of a public holiday is known from single days; that of a promotion on it is larger.
    const promotion = days.get(event.index)
    if (promotion === undefined) days.set(event.index, event)
    else if (!event.event.startsWith('holiday ')) {
      const { phase, occurrence, name } = promotion
      days.set(event.index, { ...event, during: { phase, occurrence, ...(name === undefined ? {} : { name }) } })
    }
  }
  return [...days.values()].toSorted((one, other) => one.index - other.index)
}

/** Returns the same text for all occurrences of a promotion. `analytics.promotion_name` has trimmed the name. */
export function keyOf({ name }: Promotion): string {
  return name.toLowerCase()
}

/** Returns the occurrence of the days of a promotion. Promotions of one name do not overlap. */
export function occurrenceOf(promotion: Promotion): string {
  return `${keyOf(promotion)} ${promotion.starts_on}`
}

/** Returns the number of days from the start of a range to a day. */
export function indexOf(day: string, range: Range): number {
  return Math.round((Date.parse(day) - Date.parse(range.date_from)) / 86_400_000)
}
