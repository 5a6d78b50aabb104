import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coming, PromotionScene } from '../support/promotions.ts'

let scene: PromotionScene

beforeAll(async () => {
  scene = await PromotionScene.start()
})
afterAll(() => scene.stop())

describe('DELETE /v1/promotions/{promotion_id}', () => {
  test('removes a promotion, and returns 404 for a repeated request', async () => {
    const { key } = await scene.brandWith([])
    const id = (await scene.add(key, coming)).body.promotion.promotion_id
    const { status, body } = await scene.remove(key, id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ promotion_id: id, deleted: true })
    expect((await scene.list(key)).body.data).toEqual([])
    expect((await scene.remove(key, id)).status).toBe(404)
  })

  test('returns 404 for a promotion of another brand, and keeps it', async () => {
    const [own, other] = [await scene.brandWith([]), await scene.brandWith([])]
    const id = (await scene.add(other.key, coming)).body.promotion.promotion_id
    expect((await scene.remove(own.key, id)).status).toBe(404)
    expect((await scene.list(other.key)).body.data).toHaveLength(1)
  })

  test('returns 403 for a key that only reads', async () => {
    const { reader } = await scene.brandWith([])
    expect((await scene.remove(reader, 'prm_1')).status).toBe(403)
  })
})
