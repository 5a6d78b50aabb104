import { placeOf, seasonalFactors } from '../seasons.ts'
import { mean, median } from '../smoothing.ts'
import type { EventDay } from './calendar.ts'
import { effectsOf, groupBy, keyOf, promotionEffects } from './shrinkage.ts'
import type { Learned } from './shrinkage.ts'

/** The effects of events, as multiples of the value without events. */
export interface EventEffects {
  /** The values without the effects of the events before their end. */
  cleaned: number[]
  /** The multiple of a day of the series or after it, and the standard deviation of its logarithm. 1 and 0 without a known event. */
  at: (index: number) => Effect
  /** Whether a day belongs to an event that has no effect yet, because no earlier occurrence is known. */
  isUnknown: (index: number) => boolean
  /** Null for a series with too many values of zero or less, which has no effects. */
  promotions: PastPromotions | null
}

/**
 * What was learned from past promotions, by occurrence: `measured`, or why not. `ordinary_days`: fewer than five ordinary days are known before
 * or after them. `values`: their values are zero or less, or taken for wrong reports.
 */
export type PastPromotions = ReadonlyMap<string, 'measured' | 'ordinary_days' | 'values'>

export interface Effect {
  multiple: number
  deviation: number
  /** True on a day of an event without a known earlier occurrence. */
  isUnknown?: true
  /** The number of years that the effect of a holiday was learned from. Absent for a day whose effect is that of a promotion. */
  years?: number
  /** On a day of a holiday and of a promotion: whose effect the day has. */
  of?: 'holiday' | 'promotion' | 'both'
}

/** The event of the days of promotions. Their phase is the name of the promotion. */
export const promotionEvent = 'promotion'

/** Normal days on each side of an event that determine its level. */
const daysBeside = 14
export const daysBesideMin = 5
export const besideMax = 45
/** A larger multiple is taken for a wrong report, not for an effect. */
export const multipleMax = 20

const none: Effect = { multiple: 1, deviation: 0 }
const unknown: Effect = { ...none, isUnknown: true }

/**
 * Learns the effect of each day of an event from its earlier occurrences: the logarithm of the ratio to the level of the normal days
 * beside the event and the season of the week. The mean of the days of a phase, and the difference of each day from it, are moved
 * toward zero by the nonnegative garrote (Breiman 1995), so that noise is not taken for an effect and large effects stay. The
 * deviation has the noise of the days and the change of the effect from one occurrence to the next. Series with values of zero or less
 * on more than a tenth of the days have no effects.
 */
export function learnEvents(values: readonly number[], days: readonly EventDay[], season: number): EventEffects {
  const past = days.filter(({ index }) => index < values.length)
  const usable = values.filter((value) => value > 0).length >= 0.9 * values.length
  const byIndex = new Map(days.map((day) => [day.index, day]))
  if (!usable) return { cleaned: [...values], at: () => none, isUnknown: () => false, promotions: null }
  if (past.length === 0) {
    const isUnknown = (index: number) => byIndex.has(index)
    return {
      cleaned: [...values],
      at: (index) => (isUnknown(index) ? unknown : none),
      isUnknown,
      promotions: new Map(),
    }
  }
  const factors = seasonalFactors(values, season)
  const plain = values.map((value, index) =>
    value > 0 ? Math.log(value / (factors[placeOf(index, values.length, season)] as number)) : null,
  )
  const isEvent = new Set(past.map(({ index }) => index))
  const noise = noiseOf(plain, isEvent)
  const ends = endsOf(past)
  const measured = past.map((day) => ({ day, ratio: ratioOf(day, plain, isEvent, ends.get(day.occurrence)) }))
  const ratios = measured.flatMap(({ day, ratio }) => (typeof ratio === 'number' ? [{ day, ratio }] : []))
  const learned = new Map<string, Learned>()
  const isPromotion = ({ event }: EventDay) => event === promotionEvent
  const holidays = ratios.filter(({ day }) => !isPromotion(day))
  for (const phase of groupBy(holidays, ({ day }) => `${day.event} ${day.phase}`).values()) {
    for (const [key, effect] of effectsOf(phase, noise)) learned.set(key, effect)
  }
  const promotions = promotionEffects(
    ratios.filter(({ day }) => isPromotion(day)),
    noise,
  )
  const learnedOf = (day: EventDay) =>
    isPromotion(day) ? (promotions?.named.get(day.phase) ?? promotions?.common) : learned.get(keyOf(day))
  const ownRatios = new Map(ratios.map(({ day, ratio }) => [day.index, ratio]))
  const promotionOf = ({ during }: EventDay) => during && (promotions?.named.get(during.phase) ?? promotions?.common)
  const at = (index: number): Effect => {
    const day = byIndex.get(index)
    if (day === undefined) return none
    const [own, promotion] = [learnedOf(day), promotionOf(day)]
    if (isPromotion(day) || (own === undefined && promotion === undefined)) return own ? effectOf(own) : unknown
    // A past day teaches the holiday with everything that happened on it.
    return index < values.length || promotion === undefined ? ofHoliday(own) : combined(own, promotion)
  }
  return {
    cleaned: values.map((value, index) => {
      const own = ownRatios.get(index)
      const { multiple } = at(index)
      if (multiple === 1) return value
      // The occurrence has an effect of its own, if normal days after it are known.
      return own === undefined ? value / multiple : value / Math.exp(own)
    }),
    at,
    isUnknown: (index) => {
      const day = byIndex.get(index)
      return day !== undefined && !learnedOf(day) && !(index >= values.length && promotionOf(day))
    },
    promotions: pastPromotions(measured.filter(({ day }) => isPromotion(day))),
  }
}

const effectOf = ({ log, deviation }: Learned): Effect => ({ multiple: Math.exp(log), deviation })

const ofHoliday = (own: Learned | undefined): Effect =>
  own === undefined ? unknown : { ...effectOf(own), years: own.occurrences }

/**
 * Returns the effect of a coming day of a holiday and of a promotion: the larger one of both if they have one direction, because the sales of
 * earlier holidays often include a promotion, and their product if one raises the value and the other lowers it.
 */
function combined(own: Learned | undefined, promotion: Learned): Effect {
  if (own === undefined) return { ...effectOf(promotion), of: 'promotion' }
  if (own.log * promotion.log < 0) {
    const deviation = Math.hypot(own.deviation, promotion.deviation)
    return { multiple: Math.exp(own.log + promotion.log), deviation, years: own.occurrences, of: 'both' }
  }
  return Math.abs(promotion.log) > Math.abs(own.log)
    ? { ...effectOf(promotion), of: 'promotion' }
    : { ...ofHoliday(own), of: 'holiday' }
}

type Unmeasured = 'ordinary_days' | 'values'

/** Returns the logarithmic ratio of an event day to the line between the normal days before and after its event, or why it has none. */
function ratioOf(
  day: EventDay,
  plain: readonly (number | null)[],
  isEvent: ReadonlySet<number>,
  { first, last } = { first: day.index, last: day.index },
): number | Unmeasured {
  const value = plain[day.index] ?? null
  const before = besideOf(plain, isEvent, first, -1)
  const after = besideOf(plain, isEvent, last, 1)
  if (before === null || after === null) return 'ordinary_days'
  if (value === null) return 'values'
  const share = (day.index - before.at) / (after.at - before.at)
  const ratio = value - (before.level + share * (after.level - before.level))
  return Math.abs(ratio) > Math.log(multipleMax) ? 'values' : ratio
}

/** Returns the first and the last day of each past promotion. Normal days are searched from there, so that long promotions have some. */
function endsOf(past: readonly EventDay[]): Map<string, { first: number; last: number }> {
  const promotions = past.filter(({ event }) => event === promotionEvent)
  return new Map(
    [...groupBy(promotions, ({ occurrence }) => occurrence)].map(([occurrence, list]) => {
      const indexes = list.map(({ index }) => index)
      return [occurrence, { first: Math.min(...indexes), last: Math.max(...indexes) }]
    }),
  )
}

/** Returns what was learned from each past promotion. One measured day is enough. */
function pastPromotions(days: readonly { day: EventDay; ratio: number | Unmeasured }[]): PastPromotions {
  return new Map(
    [...groupBy(days, ({ day }) => day.occurrence)].map(([occurrence, list]) => {
      const reasons = list.map(({ ratio }) => (typeof ratio === 'number' ? 'measured' : ratio))
      return [occurrence, (['measured', 'values'] as const).find((each) => reasons.includes(each)) ?? 'ordinary_days']
    }),
  )
}

/** Returns the level of the nearest normal days in a direction and their mean place; null if there are too few. */
function besideOf(
  plain: readonly (number | null)[],
  isEvent: ReadonlySet<number>,
  from: number,
  direction: 1 | -1,
): { level: number; at: number } | null {
  const known: number[] = []
  const places: number[] = []
  for (let distance = 1; distance <= besideMax && known.length < daysBeside; distance++) {
    const index = from + direction * distance
    const value = plain[index]
    if (value === null || value === undefined || isEvent.has(index)) continue
    known.push(value)
    places.push(index)
  }
  return known.length < daysBesideMin ? null : { level: median(known), at: mean(places) }
}

/** Returns the robust standard deviation of normal days from the days a week before and after. */
function noiseOf(plain: readonly (number | null)[], isEvent: ReadonlySet<number>): number {
  const misses = plain.flatMap((value, index) => {
    const [before, after] = [plain[index - 7] ?? null, plain[index + 7] ?? null]
    if (value === null || before === null || after === null) return []
    if ([index - 7, index, index + 7].some((each) => isEvent.has(each))) return []
    return [Math.abs(value - (before + after) / 2)]
  })
  return misses.length === 0 ? 0.1 : (1.4826 * median(misses)) / Math.sqrt(1.5)
}
