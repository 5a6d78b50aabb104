import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '../support/factories.ts'
import { coming, PromotionScene } from '../support/promotions.ts'

let scene: PromotionScene

beforeAll(async () => {
  scene = await PromotionScene.start()
})
afterAll(() => scene.stop())

describe('POST /v1/promotions', () => {
  test('adds a promotion in the name of the key', async () => {
    const { key, keyId } = await scene.brandWith([])
    const { status, body } = await scene.add(key, coming)
    expect(status).toBe(201)
    expect(body.promotion).toMatchObject({ ...coming, created_by: keyId })
  })

  test('returns 409 for days that a promotion of the same name has, in any case', async () => {
    const { key } = await scene.brandWith([])
    await scene.add(key, coming)
    const { status, body } = await scene.add(key, { ...coming, name: 'WINTER SALE', ends_on: '2027-01-30' })
    expect(status).toBe(409)
    expect(body.error.message).toContain('which has the same name, from 2027-01-12 to 2027-01-16')
    expect((await scene.add(key, { ...coming, name: 'Members days' })).status).toBe(201)
  })

  test('returns 409 for the same name with letters outside of ASCII in another case', async () => {
    const { key } = await scene.brandWith([])
    expect((await scene.add(key, { ...coming, name: 'Été' })).status).toBe(201)
    expect((await scene.add(key, { ...coming, name: 'ÉTÉ' })).status).toBe(409)
  })

  test('stores the name without spaces at both ends, so that it is the same promotion', async () => {
    const { key, reader } = await scene.brandWith([])
    const { body } = await scene.add(key, { ...coming, name: ' \u00a0Winter sale \n' })
    expect(body.promotion.name).toBe('Winter sale')
    expect((await scene.add(key, coming)).status).toBe(409)
    expect((await scene.add(key, { ...coming, name: '\u3000winter sale' })).status).toBe(409)
    expect((await scene.list(reader)).body.data).toMatchObject([{ name: 'Winter sale' }])
  })

  test.each([
    [{ ends_on: '2027-01-11' }, '`ends_on` must not be before `starts_on`.'],
    [{ ends_on: '2027-04-14' }, '`ends_on` must not be after 2027-04-13: a promotion has at most 92 days.'],
    [{ name: '' }, '`name` must not be empty.'],
    [{ name: '   ' }, '`name` must have a visible character.'],
    [{ name: '\u00a0\u3000 ' }, '`name` must have a visible character.'],
  ])('returns 400 for %j', async (given, message) => {
    const { key } = await scene.brandWith([])
    const { status, body } = await scene.add(key, { ...coming, ...given })
    expect(status).toBe(400)
    expect(body.error.message).toContain(message)
  })

  test('returns 403 for a key that only reads and for a test key', async () => {
    const { reader, accountId } = await scene.brandWith([])
    const { key } = await issueKey(scene.database.sql, accountId, { prefix: 'svc_sk_test_' })
    expect((await scene.add(reader, coming)).status).toBe(403)
    expect((await scene.add(key, { ...coming, brand_id: 'brd_simulated' })).status).toBe(403)
  })
})
