import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Promotion } from '../../functions/worker/forecasting/events/promotions.ts'
import { coming, past, PromotionScene } from '../support/promotions.ts'

let scene: PromotionScene

beforeAll(async () => {
  scene = await PromotionScene.start()
})
afterAll(() => scene.stop())

describe('GET /v1/promotions', () => {
  test('lists the promotions of a brand that have a day in the range, the latest first', async () => {
    const { key, reader } = await scene.brandWith([])
    for (const promotion of [...past, coming]) await scene.add(key, promotion)
    const namesOf = async (query = {}) => (await scene.list(reader, query)).body.data.map(({ name }: Promotion) => name)
    expect(await namesOf()).toEqual(['Winter sale', 'Autumn sale', 'Members days', 'Spring sale'])
    expect(await namesOf({ date_from: '2026-08-14', date_to: '2026-09-22' })).toEqual(['Autumn sale', 'Members days'])
    const { body } = await scene.list(reader, { limit: 3, page: 2 })
    expect(body.data).toMatchObject([past[0]])
    expect(body.meta).toMatchObject({ total_rows: 4, truncated: false })
  })

  test('returns 400 for a range that ends before it begins', async () => {
    const { reader } = await scene.brandWith([])
    const { status, body } = await scene.list(reader, { date_from: '2026-08-14', date_to: '2026-08-13' })
    expect(status).toBe(400)
    expect(body.error.message).toContain('`date_to` must not be before `date_from`.')
  })
})
