import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AlertRuleScene, lastDay, roas, terms } from '../support/alert_rules.ts'

let scene: AlertRuleScene

beforeAll(async () => {
  scene = await AlertRuleScene.start()
})
afterAll(() => scene.stop())

/** A brand whose rule has an open alert. */
async function brandWithAlert() {
  const brand = await scene.brandWith([roas(1.5), roas(1.5)])
  await scene.create(brand.key)
  await scene.judge(brand.brandId)
  const rule = await scene.rule(brand.key)
  expect(rule.latest_alert).toMatchObject({ ended_at: null })
  return { ...brand, rule }
}

describe('PUT /v1/alert-rules/{rule_id}', () => {
  test('replaces the terms and ends the alert of the previous ones', async () => {
    const { brandId, key, rule } = await brandWithAlert()
    const { status, body } = await scene.change(key, rule.rule_id, { ...terms, threshold: 1, version: 1, is_on: true })
    expect(status).toBe(200)
    expect(body.rule).toMatchObject({ threshold: 1, version: 2, judged_through: null })
    expect(body.rule.latest_alert).toMatchObject({ end_reason: 'rule_changed' })
    expect((await scene.events(brandId)).map(({ type, data }) => [type, data.threshold, data.end_reason])).toEqual([
      ['alert.triggered', 2, undefined],
      ['alert.resolved', 2, 'rule_changed'],
    ])
  })

  test('keeps the alert open when only the name changes', async () => {
    const { key, rule } = await brandWithAlert()
    const { body } = await scene.change(key, rule.rule_id, { ...terms, name: 'Weak', version: 1, is_on: true })
    expect(body.rule).toMatchObject({ name: 'Weak', latest_alert: { ended_at: null } })
  })

  test('turns a rule off, which is then not judged, and on again', async () => {
    const { brandId, key, rule } = await brandWithAlert()
    await scene.change(key, rule.rule_id, { ...terms, is_on: false, version: 1 })
    await scene.judge(brandId)
    expect(await scene.rule(key)).toMatchObject({ is_on: false, latest_alert: { end_reason: 'rule_changed' } })
    await scene.change(key, rule.rule_id, { ...terms, version: 2, is_on: true })
    await scene.judge(brandId)
    // The same days raise no second alert.
    expect(await scene.rule(key)).toMatchObject({ is_on: true, judged_through: lastDay, unknown_since: null })
    expect((await scene.events(brandId)).map(({ type }) => type)).toEqual(['alert.triggered', 'alert.resolved'])
  })

  test('judges late days after a change of the name only, and no day on which the rule was off', async () => {
    const { brandId, key, rule } = await brandWithAlert()
    const { body } = await scene.change(key, rule.rule_id, { ...terms, name: 'Weak', version: 1, is_on: true })
    expect(body.rule).toMatchObject({ name: 'Weak', judged_through: lastDay })
    await scene.change(key, rule.rule_id, { ...terms, version: 2, is_on: false })
    await scene.database.sql`
      update analytics.alert_rules set judged_through = '2026-11-10' where brand_id = ${brandId}`
    const on = await scene.change(key, rule.rule_id, { ...terms, version: 3, is_on: true })
    expect(on.body.rule.judged_through).toBeNull()
  })

  test('returns 400 without is_on, and leaves a rule off', async () => {
    const { key, rule } = await brandWithAlert()
    await scene.change(key, rule.rule_id, { ...terms, is_on: false, version: 1 })
    const { status, body } = await scene.change(key, rule.rule_id, { ...terms, threshold: 1, version: 2 })
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('`is_on`')])
    expect(await scene.rule(key)).toMatchObject({ is_on: false, version: 2 })
  })

  test('accepts one of two changes that were made from the same version', async () => {
    const { key, rule } = await brandWithAlert()
    const answers = await Promise.all(
      [1, 1.2].map((threshold) => scene.change(key, rule.rule_id, { ...terms, threshold, version: 1, is_on: true })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.error).toMatchObject({
      code: 'version_conflict',
      message: 'This alert rule was changed meanwhile. Read it again: its version is 2.',
    })
    expect((await scene.rule(key)).version).toBe(2)
  })

  test('returns 409 for terms that another rule has', async () => {
    const { key, rule } = await brandWithAlert()
    await scene.create(key, { ...terms, days: 3 })
    const { status, body } = await scene.change(key, rule.rule_id, { ...terms, days: 3, version: 1, is_on: true })
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('This brand has the same alert rule')])
    expect(
      (await scene.change(key, rule.rule_id, { ...terms, name: 'Same terms', version: 1, is_on: true })).status,
    ).toBe(200)
  })

  test('returns 404 for an unknown rule and for that of another brand', async () => {
    const { rule } = await brandWithAlert()
    const other = await scene.brandWith([roas(3)])
    for (const id of ['rul_none', rule.rule_id]) {
      expect((await scene.change(other.key, id, { ...terms, version: 1, is_on: true })).status).toBe(404)
    }
  })

  test('returns 403 for a key that only reads', async () => {
    const { reader, rule } = await brandWithAlert()
    expect((await scene.change(reader, rule.rule_id, { ...terms, version: 1, is_on: true })).status).toBe(403)
  })
})
