import { addDays } from '../../../../shared/calendar/days.ts'
import type { Range } from '../../../../shared/calendar/days.ts'
import { warning } from '../../../../shared/sentences/warnings/stored_warning.ts'
import type { HolidayWarning } from '../holidays.ts'
import type { EventDay } from './calendar.ts'
import { promotionEvent } from './effects.ts'
import type { Effect } from './effects.ts'

export interface Promotion {
  name: string
  starts_on: string
  ends_on: string
}

/** Adds the days of promotions to those of other events. A day that Black Friday or Christmas has stays theirs. */
export function withPromotions(
  events: readonly EventDay[],
  promotions: readonly Promotion[],
  range: Range,
): EventDay[] {
  const days = new Map<number, EventDay>()
  for (const { name, starts_on, ends_on } of promotions) {
    const first = indexOf(starts_on, range)
    for (let index = first; index <= indexOf(ends_on, range); index++) {
      if (index < 0 || index > indexOf(range.date_to, range) || days.has(index)) continue
      const phase = name.trim().toLowerCase()
      days.set(index, { index, event: promotionEvent, phase, offset: 0, occurrence: `${phase} ${starts_on}` })
    }
  }
  for (const event of events) {
    // The effect of a public holiday is known from single days; that of a promotion on it is larger.
    if (!event.event.startsWith('holiday ') || !days.has(event.index)) days.set(event.index, event)
  }
  return [...days.values()].toSorted((one, other) => one.index - other.index)
}

/**
 * Returns a warning for each promotion that has a day ahead without an effect of a promotion: because no past promotion tells the
 * effect, or because the day belongs to Black Friday or Christmas. `effects` are those of the days ahead.
 */
export function promotionWarnings(
  promotions: readonly Promotion[],
  through: string,
  events: readonly EventDay[],
  { effects, length }: { effects: readonly Effect[]; length: number },
): HolidayWarning[] {
  const ahead = new Map(events.flatMap((event) => (event.index < length ? [] : [[event.index - length, event]])))
  return promotions.flatMap(({ name, starts_on, ends_on }) => {
    const first = Math.max(0, stepOf(starts_on, through))
    const steps = Array.from({ length: Math.max(0, stepOf(ends_on, through) - first + 1) }, (_, place) => first + place)
    const known = steps.filter((step) => step < effects.length)
    if (known.length === 0) return []
    const range = { date_from: starts_on, date_to: ends_on }
    const isOwn = (step: number) => ahead.get(step)?.event === promotionEvent
    const others = known.filter((step) => !isOwn(step))
    return [
      ...(known.some((step) => isOwn(step) && effects[step]?.isUnknown)
        ? [{ ...range, warning: warning('promotion_is_not_forecast', { promotion: name, ...range }) }]
        : []),
      ...(others.length > 0
        ? [
            {
              ...range,
              warning: warning('promotion_is_within_a_holiday', {
                promotion: name,
                date_from: addDays(through, (others[0] as number) + 1),
                date_to: addDays(through, (others.at(-1) as number) + 1),
              }),
            },
          ]
        : []),
    ]
  })
}

function indexOf(day: string, range: Range): number {
  return Math.round((Date.parse(day) - Date.parse(range.date_from)) / 86_400_000)
}

function stepOf(day: string, through: string): number {
  return indexOf(day, { date_from: through, date_to: day }) - 1
}
