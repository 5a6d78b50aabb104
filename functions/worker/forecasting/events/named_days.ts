import { addDays } from '../../../../shared/calendar/days.ts'
import type { EventDay } from './calendar.ts'
import { promotionEvent } from './effects.ts'
import type { Effect } from './effects.ts'

/** A smaller effect is no visible jump of the forecast. */
const effectMin = 0.03

const retailNames: Readonly<Record<string, string>> = { black_friday: 'Black Friday', christmas: 'Christmas' }

/** Names of the days of an event that has several, by the distance to its center. */
const daysNames: Readonly<Record<string, (offset: number) => string>> = {
  black_friday: (offset) =>
    ({ [-1]: 'Before Black Friday', 0: 'Black Friday', 3: 'Cyber Monday' })[offset] ?? 'Black Friday weekend',
  christmas: (offset) => ({ [-1]: 'Christmas Eve', 1: 'After Christmas' })[offset] ?? 'Christmas',
}

/** Returns the names of the training days of holidays, and of the days beside them, by day. Promotions are not included: they are stored. */
export function pastHolidays(
  events: readonly EventDay[],
  { from, length }: { from: string; length: number },
): Record<string, string> {
  return Object.fromEntries(
    events
      .filter(({ index, event }) => index < length && event !== promotionEvent)
      .map((event) => [addDays(from, event.index), nameOf(event)]),
  )
}

/**
 * Returns the names of the days ahead whose forecast an event changes by 3 % or more, such as "Black Friday" or "After Christmas", by day.
 * `effects` are those of the days ahead.
 */
export function namedDays(
  events: readonly EventDay[],
  effects: readonly Effect[],
  { through, length }: { through: string; length: number },
): Record<string, string> {
  return Object.fromEntries(
    events.flatMap((event) => {
      const step = event.index - length
      const effect = step < 0 ? undefined : effects[step]
      if (effect === undefined || !isVisible(effect)) return []
      const named =
        effect.of === 'promotion' && event.during ? { ...event, ...event.during, event: promotionEvent } : event
      return [[addDays(through, step + 1), nameOf(named)]]
    }),
  )
}

/** Returns whether an effect is a visible jump of the forecast. */
export function isVisible({ multiple }: Effect): boolean {
  return Math.abs(multiple - 1) >= effectMin
}

/** Returns the name of the event that a day belongs to, such as "Black Friday" for a day before it. */
export function centerName({ event, name }: EventDay): string {
  if (event === promotionEvent) return name ?? 'Promotion'
  const of = retailNames[event] ?? name ?? 'a public holiday'
  return of.charAt(0).toUpperCase() + of.slice(1)
}

function nameOf(day: EventDay): string {
  const { event, phase, offset, name } = day
  if (event === promotionEvent) return centerName(day)
  if (phase !== 'before' && phase !== 'after') return daysNames[event]?.(offset) ?? centerName(day)
  return `${phase === 'before' ? 'Before' : 'After'} ${retailNames[event] ?? name ?? 'a public holiday'}`
}
