import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AlertRuleScene, roas, terms } from '../support/alert_rules.ts'

let scene: AlertRuleScene

beforeAll(async () => {
  scene = await AlertRuleScene.start()
})
afterAll(() => scene.stop())

describe('DELETE /v1/alert-rules/{rule_id}', () => {
  test('removes a rule and ends its open alert', async () => {
    const { brandId, key } = await scene.brandWith([roas(1.5), roas(1.5)])
    await scene.create(key)
    await scene.judge(brandId)
    const { rule_id } = await scene.rule(key)
    expect((await scene.remove(key, rule_id)).body).toMatchObject({ rule_id, deleted: true })
    expect(await scene.rule(key)).toBeUndefined()
    expect((await scene.events(brandId)).map(({ type }) => type)).toEqual(['alert.triggered', 'alert.resolved'])
    expect((await scene.remove(key, rule_id)).status).toBe(404)
  })

  test('returns 409 for a version that another person has changed, and keeps the rule', async () => {
    const { key } = await scene.brandWith([roas(3)])
    await scene.create(key)
    const { rule_id } = await scene.rule(key)
    await scene.change(key, rule_id, { ...terms, threshold: 1, version: 1, is_on: true })
    const { status, body } = await scene.remove(key, rule_id).query({ version: 1 })
    expect([status, body.error.code]).toEqual([409, 'version_conflict'])
    expect(await scene.rule(key)).toMatchObject({ threshold: 1, version: 2 })
    expect((await scene.remove(key, rule_id).query({ version: 2 })).status).toBe(200)
  })

  test('returns 404 for a rule of another brand and 403 for a key that only reads', async () => {
    const { key, reader } = await scene.brandWith([roas(3)])
    await scene.create(key)
    const { rule_id } = await scene.rule(key)
    const other = await scene.brandWith([roas(3)])
    expect((await scene.remove(other.key, rule_id)).status).toBe(404)
    expect((await scene.remove(reader, rule_id)).status).toBe(403)
    expect(await scene.rule(key)).toMatchObject({ rule_id })
  })
})
