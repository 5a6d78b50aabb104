/**
 * Errors of forecasts on known series, compared with the seasonal naive, the Theta method and augurs (automatic exponential smoothing) on
 * the same days, and of totals around Black Friday of simulated brands, compared with last year scaled by growth.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { AutoETS, initSync as initEts } from '@bsull/augurs/ets'
import { MSTL, initSync as initMstl } from '@bsull/augurs/mstl'
import { eventDays } from '../functions/worker/forecasting/events/calendar.ts'
import { publicHolidays } from '../functions/worker/forecasting/events/public_holidays.ts'
import { forecast, naiveError } from '../functions/worker/forecasting/forecast.ts'
import { adjustWeek, seasonalNaive } from '../functions/worker/forecasting/seasons.ts'
import { theta } from '../functions/worker/forecasting/smoothing.ts'
import { addDays } from '../shared/calendar/days.ts'
import { judgeGoals } from './goals.ts'
import type { Goal } from './goals.ts'
import { peakDays, retailBrand, scaledLastYear } from '../test/support/retail_brands.ts'

interface Series {
  train: number[]
  test: number[]
}

interface Tested {
  forecasted: ReturnType<typeof forecast>
  actual: number[]
}

const earlierWindowsMax = 4
const brands = 150
const firstBrand = 50_001
const goals: Goal[] = []
judgePeaks()

const augurs = join(import.meta.dirname, '..', 'node_modules', '@bsull', 'augurs')
initEts({ module: readFileSync(join(augurs, 'ets_bg.wasm')) })
initMstl({ module: readFileSync(join(augurs, 'mstl_bg.wasm')) })

const folder = join(import.meta.dirname, '..', '..', 'shared', 'data', 'forecast')

if (!existsSync(folder)) console.log('Skipped: ../shared/data/forecast is absent.')
else {
  judge('NN5, daily, 56 days', read('nn5_daily.csv.gz'), 7, { mase: 0.865, smape: 21.2 })
  judge('M4, weekly, 13 weeks', read('m4_weekly.csv.gz'), 1, { mase: 2.38, smape: 8.6 })
}
judgeGoals(goals)

function read(file: string): Series[] {
  const series = new Map<string, Series>()
  for (const line of gunzipSync(readFileSync(join(folder, file)))
    .toString()
    .trim()
    .split('\n')
    .slice(1)) {
    const [id = '', split, , value] = line.split(',')
    const held = series.get(id) ?? { train: [], test: [] }
    held[split as keyof Series].push(Number(value))
    series.set(id, held)
  }
  return [...series.values()]
}

function judge(name: string, all: Series[], season: number, most: { mase: number; smape: number }): void {
  const [own, milliseconds] = timed(() => all.map(({ train, test }) => forecast(train, season, test.length)))
  const [ofAugurs, millisecondsOfAugurs] = timed(() =>
    all.map(({ train, test }) => augursForecast(train, season, test.length)),
  )
  const windows = [
    own.map((forecasted, index) => ({ forecasted, actual: all[index]?.test ?? [] })),
    ...earlierWindows(all, season),
  ]
  const within = (level: 80 | 95, tests: Tested[], step?: number) =>
    average(
      tests.flatMap(({ forecasted, actual }) =>
        actual.flatMap((value, at) =>
          step !== undefined && at !== step
            ? []
            : [
                Math.abs(value - (forecasted.values[at] as number)) <= (forecasted[`widths${level}`][at] as number)
                  ? 1
                  : 0,
              ],
        ),
      ),
    )
  const last = (all[0]?.test.length as number) - 1
  const bySteps = (level: 80 | 95) =>
    Object.fromEntries([0, last >> 1, last].map((step) => [`step_${step + 1}`, within(level, windows.flat(), step)]))
  const found = errors(all, season, (index) => own[index]?.values as number[])
  goals.push(
    { name: `MASE, ${name}`, measured: found.mase, atMost: most.mase },
    { name: `sMAPE, ${name}`, measured: found.smape, atMost: most.smape },
    ...[
      { periods: 'the test', tests: windows[0] ?? [] },
      { periods: 'five periods', tests: windows.flat() },
    ].flatMap(({ periods, tests }) => [
      { name: `coverage of 80 %, ${name}, ${periods}`, measured: within(80, tests), atLeast: 0.77, atMost: 0.83 },
      { name: `coverage of 95 %, ${name}, ${periods}`, measured: within(95, tests), atLeast: 0.92, atMost: 0.98 },
    ]),
  )
  console.log({
    data: name,
    series: all.length,
    forecast: found,
    theta: errors(all, season, (index) => {
      const { rest, restore } = adjustWeek(all[index]?.train as number[], season)
      return restore(theta(rest, all[index]?.test.length as number))
    }),
    augurs: errors(all, season, (index) => ofAugurs[index] as number[]),
    seasonal_naive: errors(all, season, (index) =>
      seasonalNaive(all[index]?.train as number[], season, all[index]?.test.length as number),
    ),
    coverage_80: within(80, windows.flat()),
    coverage_95: within(95, windows.flat()),
    coverage_80_by_step: bySteps(80),
    coverage_95_by_step: bySteps(95),
    coverage_80_by_window: windows.map((tests) => within(80, tests)),
    coverage_95_by_window: windows.map((tests) => within(95, tests)),
    cpu_milliseconds_per_series: Math.round(milliseconds / all.length),
    cpu_milliseconds_per_series_of_augurs: Math.round(millisecondsOfAugurs / all.length),
  })
}

/**
 * Forecasts the periods before the test, each of its length and from the days before it only. The series of a data set share their
 * calendar, so that the coverage of one period is that of one sample of the weather, holidays and economy.
 */
function earlierWindows(all: Series[], season: number): Tested[][] {
  return Array.from({ length: earlierWindowsMax }, (_, window) =>
    all.map(({ train, test }) => {
      const end = train.length - test.length * window
      return {
        forecasted: forecast(train.slice(0, end - test.length), season, test.length),
        actual: train.slice(end - test.length, end),
      }
    }),
  )
}

/** Returns the forecast of augurs: the automatic ETS, on the series without the season of the week (MSTL) if it has one. */
function augursForecast(train: readonly number[], season: number, horizon: number): number[] {
  const model = season > 1 ? MSTL.ets([season]) : new AutoETS(1, 'ZZN')
  model.fit(Float64Array.from(train))
  const { point } = model.predict(horizon)
  model.free()
  return point
}

function judgePeaks(): void {
  const holidays = publicHolidays('US', 2018, 2028)
  const [judged, milliseconds] = timed(() =>
    Array.from({ length: brands }, (_, index) => {
      const brand = retailBrand(firstBrand + index, 3)
      const from = brand.peak - brand.known
      const range = { date_from: brand.from, date_to: addDays(brand.from, brand.peak + peakDays) }
      const train = brand.values.slice(0, brand.known)
      const own = forecast(train, 7, from + peakDays, [], eventDays(range, holidays)).totalOf(from, peakDays)
      const truth = brand.values.slice(brand.peak, brand.peak + peakDays).reduce((sum, value) => sum + value, 0)
      const isWithin = (width: number | null) => Number(Math.abs(own.value - truth) <= (width as number))
      return {
        error: Math.abs(own.value / truth - 1),
        reference: Math.abs(scaledLastYear(brand) / truth - 1),
        within80: isWithin(own.width80),
        within95: isWithin(own.width95),
      }
    }),
  )
  const error = average(judged.map((each) => each.error))
  const reference = average(judged.map((each) => each.reference))
  goals.push(
    { name: 'error around Black Friday', measured: error, atMost: reference },
    {
      name: 'coverage of 80 %, Black Friday',
      measured: average(judged.map(({ within80 }) => within80)),
      atLeast: 0.74,
      atMost: 0.9,
    },
  )
  console.log({
    data: 'Two weeks around Black Friday, simulated brands with 1.2 to 3 years, 1 to 6 weeks ahead',
    series: brands,
    forecast: error,
    last_year_scaled_by_growth: reference,
    coverage_80: average(judged.map(({ within80 }) => within80)),
    coverage_95: average(judged.map(({ within95 }) => within95)),
    cpu_milliseconds_per_series: Math.round(milliseconds / brands),
  })
}

/** Returns a result and the milliseconds of processor time that it took. */
function timed<T>(run: () => T): [T, number] {
  const startedAt = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(startedAt)
  return [result, (user + system) / 1000]
}

function errors(all: Series[], season: number, predicted: (index: number) => number[]) {
  const mases = all.map(
    ({ train, test }, index) =>
      average(test.map((value, step) => Math.abs(value - (predicted(index)[step] as number)))) /
      naiveError(train, season),
  )
  const smapes = all.flatMap(({ test }, index) =>
    test.map((value, step) => {
      const guess = predicted(index)[step] as number
      return value === guess ? 0 : (200 * Math.abs(value - guess)) / (Math.abs(value) + Math.abs(guess))
    }),
  )
  return { mase: average(mases), smape: average(smapes) }
}

function average(values: number[]): number {
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1000) / 1000
}
