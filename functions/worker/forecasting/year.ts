import { regression } from './least_squares.ts'
import { adjustWeek } from './seasons.ts'
import type { Adjustment } from './seasons.ts'

/** The steps of a year, by the season of the series: days in weeks, or weeks without a shorter season. */
const steps: Readonly<Record<number, number>> = { 7: 365.25, 1: 365.25 / 7 }
/** With fewer years, most days of the year are known once, and their season cannot be told from a trend. */
const yearsMin = 1.6
const knotsPerYear = 1.5
const knotsMax = 12

/** Whether a series has enough years for a yearly season. */
export function hasYears(length: number, season: number): boolean {
  return length >= yearsMin * (steps[season] ?? Infinity)
}

/**
 * Returns an adjustment that removes the season of the week, and then the season of the year as a Fourier series of `harmonics` terms,
 * fitted together with a trend of straight lines, so that growth is not taken for a season (harmonic regression, Hyndman and
 * Athanasopoulos 2021, section 10.5). Faster terms are penalized more. The season is a factor if all values are positive, otherwise
 * an addition. Without enough years it removes only the season of the week.
 */
export function adjustYear(harmonics: number): Adjustment {
  return (values, season) => {
    const week = adjustWeek(values, season)
    if (!hasYears(values.length, season)) return week
    const isFactor = week.rest.every((value) => value > 0)
    const known = Float64Array.from(week.rest, (value) => (isFactor ? Math.log(value) : value))
    const effects = fitYear(known, steps[season] as number, harmonics)
    const past = effects(0, values.length)
    return {
      rest: week.rest.map((value, index) => {
        const effect = past[index] as number
        return isFactor ? value * Math.exp(-effect) : value - effect
      }),
      restore: (ahead) => {
        const future = effects(values.length, ahead.length)
        return week.restore(
          ahead.map((value, step) => {
            const effect = future[step] as number
            return isFactor ? value * Math.exp(effect) : value + effect
          }),
        )
      },
    }
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
