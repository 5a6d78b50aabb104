/** Daily revenue of simulated retail brands, to judge forecasts on many different series. Each seed is another brand. */
import { addDays, weekday } from '../../shared/calendar/days.ts'
import { holiday } from '../../shared/calendar/holidays.ts'
import { seededRandom } from './seeded_random.ts'

export interface RetailBrand {
  from: string
  /** The values of all days, past and future. */
  values: number[]
  /** The number of days that are known when the forecast is made: one to six weeks before the two weeks of Black Friday. */
  known: number
  /** The days of a promotion, known in advance. */
  promotions: { starts_on: string; ends_on: string }[]
  /** The index of the first of the 14 days around Black Friday: the Friday before it. */
  peak: number
}

export const peakDays = 14
const year = 365.25

/** Returns a generator of uniform numbers. The seeds of brands are consecutive, so they are spread. */
export const uniform = (seed: number) => seededRandom(seed * 2_654_435_761)

/** Returns the sales of a brand: level, growth, week, year, holidays, promotions, noise with memory, and outliers. */
export function retailBrand(seed: number, yearsMax = 4): RetailBrand {
  const random = uniform(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const between = (low: number, high: number) => low + (high - low) * random()
  const years = between(1.2, yearsMax)
  const peakYear = 2023 + Math.floor(between(0, 4))
  const blackFriday = holiday('black friday', peakYear).date_from
  const notice = Math.floor(between(7, 43))
  const start = addDays(blackFriday, -7 - notice - Math.round(years * 365))
  const known = Math.round(years * 365)
  const days = known + notice + 60
  const week = Array.from({ length: 7 }, () => 0.2 * normal())
  const waves = [1, 2, 3].map((harmonic) => ({
    size: (between(0, 0.35) * Math.abs(normal())) / harmonic,
    shift: between(0, 7),
  }))
  const growth = Math.log(between(0.75, 1.9))
  const level = { size: Math.exp(between(6, 11)), step: between(0.002, 0.015), log: 0 }
  const noise = { size: between(0.05, 0.25), memory: between(0, 0.7), held: 0 }
  const outliers = random() < 0.5 ? between(0, 0.01) : 0
  const friday = eventProfile(random, between(0, 1.6))
  const ramp = between(0, 0.5)
  const afterChristmas = between(-0.8, 0.2)
  const holidayEffect = 0.25 * normal()
  const changes = between(0.05, 0.25)
  const scales = new Map<string, number>()
  const scaleOf = (name: string) => {
    const scale = scales.get(name) ?? 1 + changes * normal()
    scales.set(name, scale)
    return scale
  }
  const promotions = promotionsOf(start, days, random)
  const promotionEffect = between(0.1, 0.8)
  const values: number[] = []
  for (let index = 0; index < days; index++) {
    const day = addDays(start, index)
    const of = Number(day.slice(0, 4))
    level.log += level.step * normal()
    noise.held = noise.memory * noise.held + Math.sqrt(1 - noise.memory ** 2) * normal()
    const wave = waves.reduce(
      (sum, { size, shift }, place) => sum + size * Math.sin((2 * Math.PI * (place + 1) * index) / year + shift),
      0,
    )
    const fromFriday = distance(holiday('black friday', of).date_from, day)
    const fromChristmas = distance(`${of}-12-25`, day)
    const run = promotions.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)
    const fixed = ['01-01', '07-04'].includes(day.slice(5)) || day === addDays(holiday('thanksgiving', of).date_from, 0)
    const effect =
      (friday.get(fromFriday) ?? 0) * scaleOf(`friday ${of}`) +
      (fromChristmas >= -24 && fromChristmas < -2 ? ramp * scaleOf(`ramp ${of}`) * ((fromChristmas + 25) / 22) : 0) +
      (fromChristmas >= -1 && fromChristmas <= 1 ? afterChristmas * scaleOf(`christmas ${of}`) : 0) +
      (fixed ? holidayEffect : 0) +
      (run && Math.abs(fromFriday) > 9 ? promotionEffect * scaleOf(run.starts_on) : 0)
    const outlier = index < known && random() < outliers ? (random() < 0.5 ? 0.2 : between(2, 8)) : 1
    const log =
      level.log + (growth * index) / year + (week[weekday(day)] as number) + wave + effect + noise.size * noise.held
    values.push(Math.round(level.size * Math.exp(log) * outlier * 100) / 100)
  }
  return { from: start, values, known, promotions, peak: known + notice }
}

/**
 * Returns the reference: the total of the same days around Black Friday of last year, times the growth of the last eight weeks (or as many
 * as are known) over the same weeks of last year.
 */
export function scaledLastYear({ from, values, known, peak }: RetailBrand): number {
  const friday = addDays(from, peak + 7)
  const lastFriday = holiday('black friday', Number(friday.slice(0, 4)) - 1).date_from
  const lastPeak = distance(from, lastFriday) - 7
  const compared = Math.min(56, known - 364)
  const sum = (start: number, count: number) =>
    values.slice(start, start + count).reduce((total, value) => total + value, 0)
  return (sum(lastPeak, peakDays) * sum(known - compared, compared)) / sum(known - 364 - compared, compared)
}

/** Returns the effects of the days around Black Friday. Some brands begin a week before; some end after Cyber Monday. */
function eventProfile(random: () => number, size: number): Map<number, number> {
  const early = random() < 0.5 ? random() : 0
  const late = random() < 0.5 ? random() : 0
  const shape: [number, number][] = [
    [0, 1],
    [1, 0.4 + 0.4 * random()],
    [2, 0.3 + 0.4 * random()],
    [3, 0.6 + 0.5 * random()],
  ]
  for (let offset = -7; offset < 0; offset++) shape.push([offset, early * (0.3 + (offset + 7) / 15)])
  for (let offset = 4; offset <= 7; offset++) shape.push([offset, late * 0.5 - 0.1])
  return new Map(shape.map(([offset, share]) => [offset, size * share]))
}

function promotionsOf(start: string, days: number, random: () => number): RetailBrand['promotions'] {
  const count = random() < 0.4 ? 0 : Math.floor((days / year) * (1 + 5 * random()))
  return Array.from({ length: count }, () => {
    const starts_on = addDays(start, Math.floor(days * random()))
    return { starts_on, ends_on: addDays(starts_on, 1 + Math.floor(7 * random())) }
  })
}

function distance(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
