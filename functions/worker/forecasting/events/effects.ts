import { placeOf, seasonalFactors } from '../seasons.ts'
import { mean, median } from '../smoothing.ts'
import type { EventDay } from './calendar.ts'

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
}

/** The event of the days of promotions. Their phase is the name of the promotion. */
export const promotionEvent = 'promotion'

interface Learned {
  log: number
  deviation: number
}

/** Normal days on each side of an event that determine its level. */
const daysBeside = 14
export const daysBesideMin = 5
export const besideMax = 45
/** A larger multiple is taken for a wrong report, not for an effect. */
export const multipleMax = 20
/** The effect of an event changes from year to year by about this share of it, until two years are known. */
const changeUsual = 0.25
const changeWeight = 3

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
  const at = (index: number): Effect => {
    const day = byIndex.get(index)
    if (day === undefined) return none
    const effect = learnedOf(day)
    return effect ? { multiple: Math.exp(effect.log), deviation: effect.deviation } : unknown
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
      return day !== undefined && !learnedOf(day)
    },
    promotions: pastPromotions(measured.filter(({ day }) => isPromotion(day))),
  }
}

interface Ratio {
  day: EventDay
  ratio: number
}

function keyOf({ event, phase, offset }: EventDay): string {
  return `${event} ${phase} ${offset}`
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

/** Returns the effects of the days of a phase of an event, by their keys. */
function effectsOf(ratios: readonly Ratio[], noise: number): [string, Learned][] {
  const occurrences = groupBy(ratios, ({ day }) => day.occurrence)
  const means = [...occurrences.values()].map((list) => mean(list.map(({ ratio }) => ratio)))
  const count = means.length
  const offsets = groupBy(ratios, ({ day }) => keyOf(day))
  const common = garrote(mean(means), noise ** 2 / ratios.length)
  const change = changeOf([means], noise ** 2 / (ratios.length / count))
  return [...offsets].map(([key, list]) => {
    const own = garrote(mean(list.map(({ ratio }) => ratio)) - common, noise ** 2 / list.length)
    const log = common + own
    return [
      key,
      { log, deviation: log === 0 ? 0 : Math.sqrt(change ** 2 * (1 + 1 / count) + noise ** 2 / list.length) },
    ]
  })
}

interface PromotionEffects {
  /** By the name of the promotion. */
  named: Map<string, Learned>
  /** That of a promotion without a past occurrence. */
  common: Learned
}

/**
 * Returns the effects of promotions; null without a past one. A day of a promotion has the effect of the whole promotion. The mean over
 * all past promotions, and the difference of each name from it, are moved toward zero by the garrote. Its variance has the change from
 * one occurrence to the next, so that one occurrence of a name changes the common effect little. A new name has the common effect, with
 * the deviation of all past promotions.
 */
function promotionEffects(ratios: readonly Ratio[], noise: number): PromotionEffects | null {
  const occurrences = groupBy(ratios, ({ day }) => day.occurrence)
  if (occurrences.size === 0) return null
  const past = [...occurrences.values()].map((list) => ({
    name: (list[0] as Ratio).day.phase,
    ratio: mean(list.map(({ ratio }) => ratio)),
  }))
  const names = [...groupBy(past, ({ name }) => name)].map(
    ([name, list]) => [name, list.map(({ ratio }) => ratio)] as const,
  )
  const all = past.map(({ ratio }) => ratio)
  const noiseOfMean = noise ** 2 / (ratios.length / past.length)
  const change = changeOf(
    names.map(([, means]) => means),
    noiseOfMean,
  )
  const changeOfAll = Math.max(change, changeOf([all], noiseOfMean))
  const common = garrote(mean(all), (changeOfAll ** 2 + noiseOfMean) / all.length)
  const deviationOf = (each: number, count: number) => Math.sqrt(each ** 2 * (1 + 1 / count) + noiseOfMean / count)
  return {
    named: new Map(
      names.map(([name, means]) => {
        const own = garrote(mean(means) - common, (change ** 2 + noiseOfMean) / means.length)
        const log = common + own
        return [name, { log, deviation: log === 0 ? 0 : deviationOf(change, means.length) }]
      }),
    ),
    common: { log: common, deviation: common === 0 ? 0 : deviationOf(changeOfAll, all.length) },
  }
}

/**
 * Returns the standard deviation of the effect between occurrences, beyond the noise of their days. Each group has the occurrences of
 * one event, whose mean is removed.
 */
function changeOf(groups: readonly (readonly number[])[], noise: number): number {
  const means = groups.flat()
  const usual = (changeUsual * mean(means)) ** 2
  const seen = groups.reduce((sum, group) => {
    const average = mean(group)
    return sum + group.reduce((inner, value) => inner + (value - average) ** 2, 0)
  }, 0)
  const freedom = means.length - groups.length
  return Math.sqrt(
    Math.max(usual / 4, (changeWeight * usual + Math.max(0, seen - freedom * noise)) / (changeWeight + freedom)),
  )
}

function garrote(value: number, variance: number): number {
  return value === 0 ? 0 : value * Math.max(0, 1 - variance / value ** 2)
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

function groupBy<T>(list: readonly T[], keyOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const each of list) {
    const group = groups.get(keyOf(each))
    if (group) group.push(each)
    else groups.set(keyOf(each), [each])
  }
  return groups
}
