import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import { coming, past, PromotionScene } from '../support/promotions.ts'

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

  test('gives days of Black Friday the effect of past promotions if no earlier year tells one', async () => {
    const { key, reader, brandId } = await scene.brandWith(past)
    for (const promotion of past) await scene.add(key, promotion)
    await scene.add(key, { name: 'Cyber week', starts_on: '2026-11-24', ends_on: '2026-12-02' })
    const { at, warnings } = await forecastOf(reader, brandId)
    expect(warnings).toEqual([
      '2026-11-24 to 2026-12-02 belong to the days around Black Friday. Of the effects of Black Friday and of the promotion "Cyber week", ' +
        'a day has the larger one, or their product if one raises and the other lowers the value: 9 days have that of the promotion "Cyber week".',
    ])
    const ratio = (at.get('2026-11-27')?.predicted_value as number) / (at.get('2026-12-08')?.predicted_value as number)
    expect(ratio).toBeGreaterThan(1.5)
    expect(at.get('2026-11-27')?.event).toBe('Cyber week')
  })
})
