import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AlertRuleScene, roas } from '../support/alert_rules.ts'

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
