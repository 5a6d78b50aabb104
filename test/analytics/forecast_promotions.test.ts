import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { eventDays } from '../../functions/worker/forecasting/events/calendar.ts'
import { learnEvents } from '../../functions/worker/forecasting/events/effects.ts'
import { promotionWarnings } from '../../functions/worker/forecasting/events/promotion_warnings.ts'
import { withPromotions } from '../../functions/worker/forecasting/events/promotions.ts'
import type { Promotion } from '../../functions/worker/forecasting/events/promotions.ts'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import { addDays } from '../../shared/calendar/days.ts'
import { coming, from, past, PromotionScene } from '../support/promotions.ts'
import { uniform } from '../support/retail_brands.ts'

let scene: PromotionScene
let worker: Sql

beforeAll(async () => {
  scene = await PromotionScene.start()
  worker = postgres(scene.database.workerUrl, { max: 2, onnotice: () => undefined })
})
afterAll(async () => {
  await worker.end()
  await scene.stop()
})

async function forecastOf(key: string, brandId: string) {
  await storeForecasts(worker, brandId, ['revenue'])
  const { body } = await scene.api.http
    .get('/v1/forecasts')
    .query({ type: 'revenue', horizon_days: 90 })
    .set('Authorization', `Bearer ${key}`)
  const at = new Map<
    string,
    { predicted_value: number; confidence_interval: { low: number; high: number }; event?: string }
  >(body.points.map((point: { date: string }) => [point.date, point]))
  const warnings = (body.meta.warnings as string[]).filter((text) => text.includes('promotion'))
  return { at, warnings, factors: body.factors as { name: string; effect: number }[] }
}

describe('forecast of a coming promotion', () => {
  test('has the effect of past promotions of all names, with wider intervals on its days', async () => {
    const { key, reader, brandId } = await scene.brandWith(past)
    for (const promotion of [...past, coming]) await scene.add(key, promotion)
    const { at, warnings } = await forecastOf(reader, brandId)
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The forecast has the effect of the promotion "Winter sale", 2027-01-12 to 2027-01-16: [67]\d % more than without it, learned from 3 past promotions, none of this name\.$/,
      ),
    ])
    const [ordinary, promoted] = [at.get('2027-01-08'), at.get('2027-01-13')]
    const ratio = (promoted?.predicted_value as number) / (ordinary?.predicted_value as number)
    expect(ratio).toBeGreaterThan(1.6)
    expect(ratio).toBeLessThan(2)
    const widthOf = (point = promoted) =>
      (point?.confidence_interval.high as number) - (point?.confidence_interval.low as number)
    expect(widthOf()).toBeGreaterThan(1.8 * widthOf(ordinary))
    // The days that the promotion changes have its name, and no others.
    expect([promoted?.event, ordinary?.event, at.get('2027-01-17')?.event]).toEqual([
      'Winter sale',
      undefined,
      undefined,
    ])
    expect(at.get('2027-01-17')?.predicted_value).toBeLessThan(1.1 * (ordinary?.predicted_value as number))
  })

  test('has no effect and a warning without a past promotion', async () => {
    const { key, reader, brandId } = await scene.brandWith([])
    await scene.add(key, coming)
    const { at, warnings } = await forecastOf(reader, brandId)
    expect(warnings).toEqual([
      'The forecast has no effect of the promotion "Winter sale", 2027-01-12 to 2027-01-16, because no past promotion is known. ' +
        'Add past promotions to learn their effect.',
    ])
    expect(at.get('2027-01-13')?.predicted_value).toBeLessThan(1100)
  })

  test('says that past promotions tell no effect, and why', async () => {
    const { key, reader, brandId } = await scene.brandWith([])
    // The last one has ended too few days ago, and the first is before the training days.
    await scene.add(key, { name: 'Old sale', starts_on: '2026-01-10', ends_on: '2026-01-12' })
    await scene.add(key, { name: 'Late sale', starts_on: '2026-11-10', ends_on: '2026-11-17' })
    await scene.add(key, coming)
    const { warnings } = await forecastOf(reader, brandId)
    expect(warnings).toEqual([
      'The forecast has no effect of the promotion "Winter sale", 2027-01-12 to 2027-01-16, because no past promotion tells it ' +
        '(1 without 5 ordinary days in the 45 days before and after; 1 outside the training days, or on days of Black Friday, Christmas or other promotions).',
    ])
  })

  test('says that the effect of past promotions is too small', async () => {
    const { key, reader, brandId } = await scene.brandWith([])
    for (const promotion of [
      ...past,
      coming,
      { ...coming, name: 'Spring sale', starts_on: '2027-01-02', ends_on: '2027-01-03' },
    ])
      await scene.add(key, promotion)
    const { at, warnings } = await forecastOf(reader, brandId)
    const ends = 'is too small to tell from the variation of ordinary days.'
    expect(warnings).toEqual([
      `The forecast has no effect of the promotion "Spring sale", 2027-01-02 to 2027-01-03: the effect of 3 past promotions, 1 of this name ${ends}`,
      `The forecast has no effect of the promotion "Winter sale", 2027-01-12 to 2027-01-16: the effect of 3 past promotions, none of this name ${ends}`,
    ])
    expect(at.get('2027-01-13')?.event).toBeUndefined()
  })

  test('says that the values of a metric allow no effect', async () => {
    const { key, reader, brandId } = await scene.brandWith(past, (index) => index % 7 !== 3)
    for (const promotion of [...past, coming]) await scene.add(key, promotion)
    const { warnings } = await forecastOf(reader, brandId)
    expect(warnings).toEqual([
      expect.stringMatching(/because the values are zero or less on more than a tenth of the days\.$/),
    ])
  })

  test('names the days that belong to Black Friday, whose effect no earlier year tells', async () => {
    const { key, reader, brandId } = await scene.brandWith(past)
    for (const promotion of past) await scene.add(key, promotion)
    await scene.add(key, { name: 'Cyber week', starts_on: '2026-11-24', ends_on: '2026-12-02' })
    const { warnings } = await forecastOf(reader, brandId)
    expect(warnings).toEqual([
      '2026-11-24 to 2026-12-02 belong to the days around Black Friday: the forecast has no effect of Black Friday, because no earlier year tells it, ' +
        'and not that of the promotion "Cyber week".',
    ])
  })
})

describe('statement about a promotion on days of Black Friday', () => {
  test('says that the effect of earlier years is in the forecast', () => {
    const range = { date_from: '2024-01-01', date_to: '2026-12-31' }
    const promotion = { name: 'Cyber week', starts_on: '2026-11-24', ends_on: '2026-11-30' }
    const days = withPromotions(eventDays(range, []), [promotion], range)
    const length = 1035
    const random = uniform(4)
    const values = Array.from({ length }, (_, index) => {
      const isFriday = /-11-2[89]$/.test(addDays(range.date_from, index))
      return 1000 * (0.9 + 0.2 * random()) * (isFriday ? 4 : 1)
    })
    const { at, promotions } = learnEvents(values, days, 7)
    const through = addDays(range.date_from, length - 1)
    const effects = Array.from({ length: 60 }, (_, step) => at(length + step))
    expect(promotionWarnings([promotion], through, days, { effects, parts: [promotions], length })).toMatchObject([
      { warning: { reason: 'promotion_is_within_a_holiday', values: { holiday: 'black_friday', effect: 'forecast' } } },
    ])
  })
})

describe('effect of a promotion', () => {
  const range = { date_from: from, date_to: addDays('2026-11-19', 90) }
  const events = (promotions: Promotion[]) => withPromotions(eventDays(range, []), promotions, range)
  const multipleOf = (promotions: Promotion[], effectOf: (name: string) => number) => {
    const random = uniform(3)
    const values = Array.from({ length: 292 }, (_, index) => {
      const run = promotions.find(({ starts_on, ends_on }) => {
        const day = addDays(from, index)
        return starts_on <= day && day <= ends_on
      })
      return 1000 * (0.9 + 0.2 * random()) * (run ? effectOf(run.name) : 1)
    })
    const { at } = learnEvents(values, events(promotions), 7)
    return (day: string) => at((Date.parse(day) - Date.parse(from)) / 86_400_000)
  }
  const small = (name: string, starts_on: string): Promotion => ({ name, starts_on, ends_on: addDays(starts_on, 3) })

  test('is that of its own name, where several occurrences agree', () => {
    const at = multipleOf(
      [
        ...['2026-03-03', '2026-05-05', '2026-07-07'].map((day) => small('Big', day)),
        ...['2026-04-07', '2026-06-02', '2026-08-04'].map((day) => small('Small', day)),
        small('big', '2027-01-12'),
        small('Small', '2027-01-26'),
        small('New', '2027-02-09'),
      ],
      (name) => (name === 'Big' ? 3 : 1.3),
    )
    expect(at('2027-01-13').multiple).toBeGreaterThan(2.6)
    expect(at('2027-01-27').multiple).toBeLessThan(1.45)
    // A new name has the common effect, which is less certain.
    expect(at('2027-02-10').multiple).toBeGreaterThan(1.5)
    expect(at('2027-02-10').multiple).toBeLessThan(2.6)
    expect(at('2027-02-10').deviation).toBeGreaterThan(at('2027-01-13').deviation)
  })

  test('is none where days of promotions are as other days', () => {
    const at = multipleOf(
      ['2026-03-03', '2026-05-05', '2026-07-07', '2027-01-12'].map((day) => small('Sale', day)),
      () => 1,
    )
    expect(Math.abs(at('2027-01-13').multiple - 1)).toBeLessThan(0.06)
    expect(at('2027-01-13').isUnknown).toBeUndefined()
  })
})
