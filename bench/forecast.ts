/** Errors of forecasts on known series, compared with the seasonal naive and the Theta method on the same days. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { forecast, naiveError } from '../functions/worker/forecasting/forecast.ts'
import { adjustWeek, seasonalNaive } from '../functions/worker/forecasting/seasons.ts'
import { theta } from '../functions/worker/forecasting/smoothing.ts'

interface Series {
  train: number[]
  test: number[]
}

const folder = join(import.meta.dirname, '..', '..', 'shared', 'data', 'forecast')

if (!existsSync(folder)) console.log('Skipped: ../shared/data/forecast is absent.')
else {
  judge('NN5, daily, 56 days', read('nn5_daily.csv.gz'), 7)
  judge('M4, weekly, 13 weeks', read('m4_weekly.csv.gz'), 1)
}

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

function judge(name: string, all: Series[], season: number): void {
  const startedAt = performance.now()
  const own = all.map(({ train, test }) => forecast(train, season, test.length))
  const milliseconds = (performance.now() - startedAt) / all.length
  const within = (widths: (index: number) => (number | null)[]) =>
    average(
      all.flatMap(({ test }, index) =>
        test.map((value, step) =>
          Math.abs(value - (own[index]?.values[step] as number)) <= (widths(index)[step] as number) ? 1 : 0,
        ),
      ),
    )
  console.log({
    data: name,
    series: all.length,
    forecast: errors(all, season, (index) => own[index]?.values as number[]),
    theta: errors(all, season, (index) => {
      const { rest, restore } = adjustWeek(all[index]?.train as number[], season)
      return restore(theta(rest, all[index]?.test.length as number))
    }),
    seasonal_naive: errors(all, season, (index) =>
      seasonalNaive(all[index]?.train as number[], season, all[index]?.test.length as number),
    ),
    coverage_80: within((index) => own[index]?.widths80 as (number | null)[]),
    coverage_95: within((index) => own[index]?.widths95 as (number | null)[]),
    milliseconds_per_series: Math.round(milliseconds),
  })
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
