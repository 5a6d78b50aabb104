import { mean } from '../smoothing.ts'
import type { EventDay } from './calendar.ts'

/** The logarithm of the effect of a day of an event, and its standard deviation. */
export interface Learned {
  log: number
  deviation: number
  /** The number of past occurrences: years of a holiday, or promotions. */
  occurrences: number
}

/** The logarithmic ratio of an event day to its level without the event. */
export interface Ratio {
  day: EventDay
  ratio: number
}

/** The effect of an event changes from year to year by about this share of it, until two years are known. */
const changeUsual = 0.25
const changeWeight = 3
/** The same share for a holiday of one year, whose effect cannot be distinguished from a chance of that year. Chosen on simulated brands. */
const changeOfOne = 0.4

export function keyOf({ event, phase, offset }: EventDay): string {
  return `${event} ${phase} ${offset}`
}

/**
 * Returns the effects of the days of a phase of a holiday, by their keys. The mean of the phase and the difference of each day from it are
 * moved toward zero by the nonnegative garrote (Breiman 1995), first by their noise, and then their sum by the change from year to year. Its
 * variance is divided by the number of years: 16 % of the logarithm of the effect of one year is left out, and little of that of several years that agree.
 */
export function effectsOf(ratios: readonly Ratio[], noise: number): [string, Learned][] {
  const occurrences = groupBy(ratios, ({ day }) => day.occurrence)
  const means = [...occurrences.values()].map((list) => mean(list.map(({ ratio }) => ratio)))
  const count = means.length
  const offsets = groupBy(ratios, ({ day }) => keyOf(day))
  const change = changeOf([means], noise ** 2 / (ratios.length / count))
  const common = garrote(mean(means), noise ** 2 / ratios.length)
  return [...offsets].map(([key, list]) => {
    const own = garrote(mean(list.map(({ ratio }) => ratio)) - common, noise ** 2 / list.length)
    const measured = common + own
    const log = garrote(measured, (count === 1 ? changeOfOne * measured : change) ** 2 / count)
    const deviation = log === 0 ? 0 : Math.sqrt(change ** 2 * (1 + 1 / count) + noise ** 2 / list.length)
    return [key, { log, deviation, occurrences: count }]
  })
}

export interface PromotionEffects {
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
export function promotionEffects(ratios: readonly Ratio[], noise: number): PromotionEffects | null {
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
        return [name, { log, deviation: log === 0 ? 0 : deviationOf(change, means.length), occurrences: means.length }]
      }),
    ),
    common: {
      log: common,
      deviation: common === 0 ? 0 : deviationOf(changeOfAll, all.length),
      occurrences: all.length,
    },
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

export function groupBy<T>(list: readonly T[], keyOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const each of list) {
    const group = groups.get(keyOf(each))
    if (group) group.push(each)
    else groups.set(keyOf(each), [each])
  }
  return groups
}
