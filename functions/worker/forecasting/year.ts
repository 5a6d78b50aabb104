import { regression } from './least_squares.ts'
import type { Adjusted } from './seasons.ts'

/** The steps of a year, by the season of the series: days in weeks, or weeks without a shorter season. */
const steps: Readonly<Record<number, number>> = { 7: 365.25, 1: 365.25 / 7 }
/** With fewer years, most days of the year are known once, and their season cannot be distinguished from a trend. */
const yearsMin = 1.6
const knotsPerYear = 1.5
const knotsMax = 12

/** Whether a series has enough years for a yearly season. */
export function hasYears(length: number, season: number): boolean {
  return length >= yearsMin * (steps[season] ?? Infinity)
}

/**
 * Removes the season of the year from a series without the season of the week: a Fourier series of `harmonics` terms, fitted together
 * with a trend of straight lines, so that growth is not taken for a season (harmonic regression, Hyndman and Athanasopoulos 2021,
 * section 10.5). Faster terms are penalized more. The season is a factor if all values are positive, otherwise an addition. Without
 * enough years it removes nothing more.
 */
export function adjustYear(week: Adjusted, season: number, harmonics: number): Adjusted {
  const { length } = week.rest
  if (!hasYears(length, season)) return week
  const isFactor = week.rest.every((value) => value > 0)
  const known = Float64Array.from(week.rest, (value) => (isFactor ? Math.log(value) : value))
  const effects = fitYear(known, steps[season] as number, harmonics)
  const past = effects(0, length)
  return {
    rest: week.rest.map((value, index) => {
      const effect = past[index] as number
      return isFactor ? value * Math.exp(-effect) : value - effect
    }),
    restore: (ahead) => {
      const future = effects(length, ahead.length)
      return week.restore(
        ahead.map((value, step) => {
          const effect = future[step] as number
          return isFactor ? value * Math.exp(effect) : value + effect
        }),
      )
    },
  }
}

/** Whole weeks, so that the days of last year have the same weekdays. */
const wholeYears: Readonly<Record<number, { steps: number; smoothed: number; after: number }>> = {
  7: { steps: 364, smoothed: 28, after: 35 },
  1: { steps: 52, smoothed: 1, after: 8 },
}

/** Whether a series has a year and enough steps after it to compare it with. */
export function hasLastYear(length: number, season: number): boolean {
  const { steps: count, after } = wholeYears[season] ?? { steps: Infinity, after: 0 }
  return length >= count + after
}

/**
 * Divides a positive series without the season of the week by the level of last year at the same day, so that the rest is the growth.
 * The restored forecast follows the level of last year. Removes nothing more if the series is shorter or not positive.
 */
export function adjustLastYear(week: Adjusted, season: number): Adjusted {
  const { rest } = week
  if (!hasLastYear(rest.length, season)) return week
  const { steps: count, smoothed } = wholeYears[season] as { steps: number; smoothed: number }
  const sums = [0]
  for (const value of rest) sums.push((sums.at(-1) as number) + value)
  const levels = rest.map((_, index) => {
    const [from, to] = [Math.max(0, index - smoothed), Math.min(rest.length, index + smoothed + 1)]
    return ((sums[to] as number) - (sums[from] as number)) / (to - from)
  })
  if (levels.some((level) => !(level > 0))) return week
  return {
    rest: rest.slice(count).map((value, index) => value / (levels[index] as number)),
    restore: (ahead) =>
      week.restore(ahead.map((value, step) => value * (levels[rest.length - count + (step % count)] as number))),
  }
}

/** Returns a function of the effects of the year for a count of steps from an index, also after the series. */
function fitYear(
  values: Float64Array,
  period: number,
  harmonics: number,
): (from: number, count: number) => Float64Array {
  const { length } = values
  const knots = Math.max(2, Math.min(knotsMax, Math.round((length / period) * knotsPerYear)))
  const waves = Array.from({ length: 2 * harmonics }, (_, place) => waveOf(place, period, length).subarray(0, length))
  const columns = [...waves, ...linesBetween(knots, length)]
  const penalties = columns.map((_, place) => (place < waves.length ? ((place >> 1) + 1) ** 2 : 0))
  const weights = regression(columns, values).solve(penalties).slice(0, waves.length)
  return (from, count) => {
    const effects = new Float64Array(count)
    for (const [place, weight] of weights.entries()) {
      const wave = waveOf(place, period, from + count)
      for (let step = 0; step < count; step++)
        effects[step] = (effects[step] as number) + weight * (wave[from + step] as number)
    }
    return effects
  }
}

/** Returns columns that are 1 at their knot and 0 at the others, with straight lines between the knots. */
function linesBetween(knots: number, length: number): Float64Array[] {
  return Array.from({ length: knots }, (_, knot) =>
    Float64Array.from({ length }, (_, index) => Math.max(0, 1 - Math.abs((index / (length - 1)) * (knots - 1) - knot))),
  )
}

const knownWaves = new Map<string, Float64Array>()

/** Returns the sine (even places) or cosine (odd places) of a harmonic, at least up to a length. All series share them. */
function waveOf(place: number, period: number, length: number): Float64Array {
  const key = `${period} ${place}`
  const known = knownWaves.get(key)
  if (known && known.length >= length) return known
  const speed = (2 * Math.PI * ((place >> 1) + 1)) / period
  const wave = Float64Array.from({ length: 2 * length }, (_, index) =>
    place % 2 === 0 ? Math.sin(speed * index) : Math.cos(speed * index),
  )
  knownWaves.set(key, wave)
  return wave
}
