import { addDays } from '../../../../shared/calendar/days.ts'
import type { Range } from '../../../../shared/calendar/days.ts'
import { warning } from '../../../../shared/sentences/warnings/stored_warning.ts'
import type { Reason } from '../../../../shared/sentences/warnings/warning.ts'
import type { HolidayWarning } from '../holidays.ts'
import type { EventDay } from './calendar.ts'
import { besideMax, daysBesideMin, multipleMax, promotionEvent } from './effects.ts'
import type { Effect, PastPromotions } from './effects.ts'
import { indexOf, keyOf, occurrenceOf } from './promotions.ts'
import type { Promotion } from './promotions.ts'

interface Ahead {
  /** The effects on the days ahead. */
  effects: readonly Effect[]
  /** What was learned from past promotions about the value, or about the numerator and the denominator of a ratio. */
  parts: readonly (PastPromotions | null)[]
  /** The number of days before the forecast. */
  length: number
}

/**
 * Returns for each promotion with a day ahead whether its effect was learned, from how many past promotions, or why not; and the days that
 * belong to another promotion, Black Friday or Christmas.
 */
export function promotionWarnings(
  promotions: readonly Promotion[],
  through: string,
  events: readonly EventDay[],
  { effects, parts, length }: Ahead,
): HolidayWarning[] {
  const ahead = new Map(events.flatMap((event) => (event.index < length ? [] : [[event.index - length, event]])))
  const past = promotions.filter(({ ends_on }) => ends_on <= through)
  return promotions.flatMap((promotion) => {
    const range = { date_from: promotion.starts_on, date_to: promotion.ends_on }
    const [first, last] = [stepOf(promotion.starts_on, through), stepOf(promotion.ends_on, through)]
    const steps = Array.from({ length: effects.length }, (_, step) => step).filter(
      (step) => step >= first && step <= last,
    )
    const own = steps.filter((step) => ahead.get(step)?.occurrence === occurrenceOf(promotion))
    const [ofPromotions, ofHolidays] = [true, false].map((is) =>
      steps.filter((step) => !own.includes(step) && (ahead.get(step)?.event === promotionEvent) === is),
    ) as [number[], number[]]
    const others = Map.groupBy(ofPromotions, (step) => ahead.get(step)?.occurrence as string)
    const holidays = Map.groupBy(ofHolidays, (step) => ahead.get(step)?.event as string)
    const given = { promotion: promotion.name, ...range }
    return [
      ...(own[0] === undefined ? [] : learned(given, promotion, past, parts, effects[own[0]] as Effect)),
      ...[...others.values()].map((days) =>
        warning('promotion_is_within_another', {
          promotion: promotion.name,
          other: ahead.get(days[0] as number)?.name as string,
          ...daysOf(days, through),
        }),
      ),
      ...[...holidays].map(([holiday, days]) =>
        warning('promotion_is_on_a_holiday', {
          promotion: promotion.name,
          holiday,
          ...countsOn(days, effects, parts),
          ...daysOf(days, through),
        }),
      ),
    ].map((each) => ({ ...range, warning: each }))
  })
}

/** Returns whether the effect of a promotion is in the forecast, and in that of each part of a ratio. */
function learned(
  given: Range & { promotion: string },
  promotion: Promotion,
  past: readonly Promotion[],
  parts: Ahead['parts'],
  { multiple }: Effect,
): Reason[] {
  const names = parts.length === 1 ? (['value'] as const) : (['numerator', 'denominator'] as const)
  const found = parts.map((part, index) => {
    const of = (state: string) => past.filter((each) => (part?.get(occurrenceOf(each)) ?? 'days') === state)
    const measured = of('measured')
    const same = measured.filter((each) => keyOf(each) === keyOf(promotion))
    return { name: names[index] as (typeof names)[number], isUsable: part !== null, of, measured, same }
  })
  const unknown = found.filter(({ isUsable, measured }) => !isUsable || measured.length === 0)
  if (unknown.length > 0) {
    return unknown.map(({ name, isUsable, of }) =>
      warning('promotion_is_not_forecast', {
        ...given,
        part: name,
        is_usable: isUsable,
        past: past.length,
        without_ordinary_days: of('ordinary_days').length,
        with_other_values: of('values').length,
        without_own_days: of('days').length,
        ordinary_days_min: daysBesideMin,
        within_days: besideMax,
        multiple_max: multipleMax,
      }),
    )
  }
  const counts = {
    past: past.length,
    measured: Math.min(...found.map(({ measured }) => measured.length)),
    same_name: Math.min(...found.map(({ same }) => same.length)),
  }
  return [
    multiple === 1
      ? warning('promotion_has_no_measured_effect', { ...given, ...counts })
      : warning('promotion_is_forecast', { ...given, ...counts, multiple }),
  ]
}

/** Returns on how many days the forecast has the effect of a holiday, of the promotion or of both, and why the others have none. */
function countsOn(steps: readonly number[], effects: readonly Effect[], parts: Ahead['parts']) {
  const all = steps.map((step) => effects[step] as Effect)
  const changed = all.filter(({ multiple }) => multiple !== 1)
  const years = changed.flatMap((effect) => effect.years ?? [])
  const count = (of: 'promotion' | 'both') => changed.filter((effect) => effect.of === of).length
  const [promotion_days, both_days] = [count('promotion'), count('both')]
  return {
    years: years.length === 0 ? null : Math.min(...years),
    holiday_days: changed.length - promotion_days - both_days,
    promotion_days,
    both_days,
    other_days: all.length - changed.length,
    without: reasonOf(all, parts),
  }
}

function reasonOf(all: readonly Effect[], parts: Ahead['parts']): 'unknown' | 'small' | 'values' {
  if (parts.includes(null)) return 'values'
  return all.some(({ isUnknown }) => isUnknown) ? 'unknown' : 'small'
}

function daysOf(steps: readonly number[], through: string): Range {
  return {
    date_from: addDays(through, (steps[0] as number) + 1),
    date_to: addDays(through, (steps.at(-1) as number) + 1),
  }
}

function stepOf(day: string, through: string): number {
  return indexOf(day, { date_from: through, date_to: day }) - 1
}
