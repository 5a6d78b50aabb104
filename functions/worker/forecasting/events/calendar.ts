import { addDays } from '../../../../shared/calendar/days.ts'
import type { Range } from '../../../../shared/calendar/days.ts'
import { holiday } from '../../../../shared/calendar/holidays.ts'

/** A day of an event, or beside it. A day belongs to one event. */
export interface EventDay {
  /** The distance to the first day of the series. */
  index: number
  event: string
  /** A part of the event whose days have a common effect, such as the days before it. */
  phase: string
  /** The day within the event: the same offset of two occurrences has the same effect. */
  offset: number
  /** The year of the event. */
  occurrence: string
  /** The name of a public holiday or of a promotion. */
  name?: string
  /** The promotion on a day of Black Friday or Christmas. */
  during?: Pick<EventDay, 'phase' | 'occurrence' | 'name'>
}

/** The days around an event that have one effect. */
interface Phase {
  name: string
  from: number
  to: number
}

interface EventKind {
  event: string
  phases: readonly Phase[]
  dayOf: (year: number) => string
}

/** Events of the shops of all countries. Black Friday is a Friday, so that each offset is a weekday. */
const retailEvents: readonly EventKind[] = [
  {
    event: 'black_friday',
    phases: [
      { name: 'before', from: -7, to: -2 },
      { name: 'days', from: -1, to: 3 },
      { name: 'after', from: 4, to: 8 },
    ],
    dayOf: (year) => holiday('black friday', year).date_from,
  },
  {
    event: 'christmas',
    phases: [
      { name: 'before', from: -16, to: -2 },
      { name: 'days', from: -1, to: 1 },
      { name: 'after', from: 2, to: 5 },
    ],
    dayOf: (year) => `${year}-12-25`,
  },
]

const holidayPhases: readonly Phase[] = [
  { name: 'before', from: -1, to: -1 },
  { name: 'day', from: 0, to: 0 },
  { name: 'after', from: 1, to: 1 },
]

export interface PublicHoliday {
  day: string
  /** The rule of its day in the year, which stays the same from year to year. */
  rule: string
  /** Its English name, or the local one if it has none. */
  name?: string
}

/** Returns the event of each day of a range: Black Friday and Christmas first, then the public holidays of the country. */
export function eventDays(range: Range, publicHolidays: readonly PublicHoliday[]): EventDay[] {
  const first = Number(range.date_from.slice(0, 4)) - 1
  const last = Number(range.date_to.slice(0, 4)) + 1
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const found = new Map<number, EventDay>()
  const add = (day: string, event: Omit<EventDay, 'index'>) => {
    const index = Math.round((Date.parse(day) - Date.parse(range.date_from)) / 86_400_000)
    if (day >= range.date_from && day <= range.date_to && !found.has(index)) found.set(index, { index, ...event })
  }
  const addPhases = (phases: readonly Phase[], center: string, event: string, occurrence: string, named?: string) => {
    for (const { name, from, to } of phases)
      for (let offset = from; offset <= to; offset++)
        add(addDays(center, offset), {
          event,
          phase: name,
          offset,
          occurrence,
          ...(named === undefined ? {} : { name: named }),
        })
  }
  for (const { event, phases, dayOf } of retailEvents)
    for (const year of years) addPhases(phases, dayOf(year), event, String(year))
  for (const { day, rule, name } of publicHolidays)
    addPhases(holidayPhases, day, `holiday ${rule}`, day.slice(0, 4), name)
  return [...found.values()].toSorted((one, other) => one.index - other.index)
}
