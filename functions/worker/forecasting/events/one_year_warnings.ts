import { addDays } from '../../../../shared/calendar/days.ts'
import { warning } from '../../../../shared/sentences/warnings/stored_warning.ts'
import type { HolidayWarning } from '../holidays.ts'
import type { EventDay } from './calendar.ts'
import type { Effect } from './effects.ts'
import { centerName, isVisible } from './named_days.ts'

/**
 * Returns a warning for each coming holiday whose effect is learned from one earlier year, with its largest effect. `effects` are those of
 * the days after `through`, the last one of `length` days.
 */
export function oneYearWarnings(
  events: readonly EventDay[],
  effects: readonly Effect[],
  { through, length }: { through: string; length: number },
): HolidayWarning[] {
  const found = events.flatMap((event) => {
    const effect = effects[event.index - length]
    return effect?.years === 1 && isVisible(effect) ? [{ event, effect }] : []
  })
  const holidays = Map.groupBy(found, ({ event }) => `${event.event} ${event.occurrence}`)
  return [...holidays.values()].map((days) => {
    const [first, last] = [days[0], days.at(-1)] as [(typeof days)[0], (typeof days)[0]]
    const largest = days.reduce((one, other) => (sizeOf(other.effect) > sizeOf(one.effect) ? other : one))
    const range = {
      date_from: addDays(through, first.event.index - length + 1),
      date_to: addDays(through, last.event.index - length + 1),
    }
    const given = { holiday: centerName(first.event), ...range, multiple: largest.effect.multiple }
    return { ...range, warning: warning('holiday_is_learned_from_one_year', given) }
  })
}

function sizeOf({ multiple }: Effect): number {
  return Math.abs(Math.log(multiple))
}
