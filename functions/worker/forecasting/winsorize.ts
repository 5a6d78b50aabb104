import { placeOf, seasonalFactors } from './seasons.ts'
import { median } from './smoothing.ts'

/** A value that was replaced by a limit derived from the days around it. */
export interface Cap {
  index: number
  value: number
  limit: number
}

const windowMax = 15
/**
 * An outlier is at least `spreadsMin` spreads and `levelsMin` levels away from the level. Values older than `recent`
 * days have little effect, so they need more levels.
 */
const spreadsMin = 14
const levelsMin = { recent: 4, old: 9 }
const recent = 182
const spreadsPlausible = 3
/** The smallest spread, as a share of the level, so that small moves of an even series are not outliers. */
const spreadFloor = 0.05

/**
 * Limits single values that are far from the days around them, so that one wrong report does not distort a forecast (winsorizing,
 * Dixon 1960). The level is the running median of the seasonally adjusted values; the spread is the median absolute deviation
 * from it, relative to the level. Usual yearly peaks are kept. A change that lasts for half of the window is a new level, not an
 * outlier. A day with value 0 is not an outlier, because it is only one level away.
 */
export function winsorize(values: readonly number[], season: number): { values: number[]; caps: Cap[] } {
  const factors = seasonalFactors(values, season)
  const factorAt = (index: number) => factors[placeOf(index, values.length, season)] as number
  const plain = values.map((value, index) => value / factorAt(index))
  const levels = runningMedians(plain)
  const usual = median(values.filter((value) => value !== 0).map(Math.abs))
  // After a pause the level is low. The median of the nonzero values is the minimum size, so that usual values are not
  // limited then.
  const sizes = levels.map((level) => Math.max(Math.abs(level), usual))
  const deviations = plain.map((value, index) => Math.abs(value - (levels[index] as number)) / (sizes[index] as number))
  const spread = Math.max(spreadFloor, 1.4826 * median(deviations.filter(Number.isFinite)))
  const caps: Cap[] = []
  const limited = values.map((value, index) => {
    const level = levels[index] as number
    const expected = level * factorAt(index)
    // On weekdays with low factors, small amounts are large multiples of the level.
    const size = (sizes[index] as number) * Math.max(0.5, factorAt(index))
    const levelsAway = index >= values.length - recent ? levelsMin.recent : levelsMin.old
    const reach = Math.max(levelsAway, spreadsMin * spread) * size
    if (!(size > 0 && Math.abs(value - expected) > reach)) return value
    // A series that is zero on most days has level 0, so the limit is the distance instead of a multiple of the spread.
    const limit = expected + Math.sign(value - expected) * (level === 0 ? reach : spreadsPlausible * spread * size)
    caps.push({ index, value, limit })
    return limit
  })
  return { values: limited, caps }
}

/** Returns the median of the window around each value. At the ends the window moves inside the series. The window stays sorted as it moves. */
function runningMedians(values: readonly number[]): number[] {
  const width = Math.min(windowMax, values.length)
  const middle = width >> 1
  const sorted = values.slice(0, width).toSorted((one, two) => one - two)
  let from = 0
  return values.map((_, index) => {
    const next = Math.max(0, Math.min(index - middle, values.length - width))
    for (; from < next; from++) {
      sorted.splice(sorted.indexOf(values[from] as number), 1)
      const added = values[from + width] as number
      const place = sorted.findIndex((value) => value > added)
      sorted.splice(place === -1 ? sorted.length : place, 0, added)
    }
    return ((sorted[middle] as number) + (sorted[(width - 1) >> 1] as number)) / 2
  })
}
