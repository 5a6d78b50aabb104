import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '../support/factories.ts'
import { AlertRuleScene, lastDay, roas, terms } from '../support/alert_rules.ts'

let scene: AlertRuleScene

beforeAll(async () => {
  scene = await AlertRuleScene.start()
})
afterAll(() => scene.stop())

describe('POST /v1/alert-rules', () => {
  test('adds a rule that is judged with the next run of the worker', async () => {
    const { brandId, key } = await scene.brandWith([roas(3), roas(1.5), roas(1.5)])
    const { status, body } = await scene.create(key, { ...terms, name: ' Weak ROAS ' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      currency: 'USD',
      rule: {
        ...terms,
        name: 'Weak ROAS',
        campaign_id: null,
        is_on: true,
        version: 1,
        judged_through: null,
        latest_alert: null,
      },
    })
    const [due] = await scene.database.sql`
      select made_at < platform.now() - interval '23 hours' as is_due from core.brand_schedules
      where brand_id = ${brandId} and queue = 'anomalies'`
    expect(due).toEqual({ is_due: true })
  })

  test('returns 409 with the id for the same rule, also for two requests at the same time', async () => {
    const { key } = await scene.brandWith([roas(3)])
    const answers = await Promise.all([scene.create(key), scene.create(key)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { rule_id } = await scene.rule(key)
    expect(answers.find(({ status }) => status === 409)?.body.error.message).toContain(rule_id)
    expect((await scene.create(key, { ...terms, days: 3 })).status).toBe(201)
  })

  test('returns 409 for the 101st rule of a brand', async () => {
    const { brandId, key } = await scene.brandWith([roas(3)])
    await scene.database.sql`
      insert into analytics.alert_rules (brand_id, metric, comparison, threshold, days, created_by, changed_by)
      select ${brandId}, 'spend', 'above', number, 1, 'a test', 'a test' from generate_series(1, 100) as number`
    const { status, body } = await scene.create(key)
    expect([status, body.error.message]).toEqual([
      409,
      'A brand has at most 100 alert rules. Remove one that is not needed first.',
    ])
  })

  test.each([
    [{ metric: 'bananas' }, '`metric` must be one of'],
    [{ comparison: 'near' }, '`comparison` must be one of below, above, falls_by, rises_by.'],
    [{ comparison: 'falls_by', threshold: 20 }, '`threshold` must be above 0 and at most 1 for a fall: 0.2 is 20 %.'],
    [{ comparison: 'rises_by', threshold: 0 }, '`threshold` must be above 0 and at most 100 for a rise: 0.2 is 20 %.'],
    [{ threshold: 'NaN' }, '`threshold` must be a number'],
    [{ days: 31 }, '`days` must be a whole number from 1 to 30.'],
    [{ platform: 'myspace' }, '`platform`'],
    [{ campaign_id: 'of another' }, '`campaign_id` must name a campaign of this brand; no campaign is "of another".'],
    [{ platform: undefined, campaign_id: 'c1', name: 'x'.repeat(201) }, '`name` must have at most 200 characters.'],
  ])('returns 400 for %j', async (given, message) => {
    const { key } = await scene.brandWith([roas(3)])
    const { status, body } = await scene.create(key, { ...terms, ...given })
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)])
  })

  test('returns 400 for a campaign of another brand', async () => {
    const own = await scene.brandWith([roas(3)])
    const foreign = await scene.brandWith([roas(3)])
    await scene.report(foreign.brandId, [roas(3)], { campaign: 'foreign' })
    expect((await scene.create(own.key, { ...terms, campaign_id: 'foreign' })).status).toBe(400)
    expect((await scene.create(own.key, { ...terms, campaign_id: 'c1' })).status).toBe(201)
  })

  test('a rule of a campaign has its platform, and waits for no other', async () => {
    const { brandId, key } = await scene.brandWith([roas(3), roas(1.5), roas(1.5)])
    await scene.report(brandId, [roas(3)], { platform: 'google', campaign: 'g1', last: '2026-11-12' })
    const { body } = await scene.create(key, { ...terms, platform: undefined, campaign_id: 'c1' })
    expect(body.rule).toMatchObject({ platform: 'meta', campaign_id: 'c1' })
    await scene.judge(brandId)
    expect(await scene.rule(key)).toMatchObject({ judged_through: lastDay, latest_alert: { value: 1.5 } })
    const preview = await scene.preview(key, { text: 'ROAS of Campaign c1 under 2 for two days' })
    expect(preview.body).toMatchObject({ rule: { platform: 'meta' }, date_to: lastDay })
  })

  test('returns 400 for the id of campaigns of two platforms without a platform', async () => {
    const { brandId, key } = await scene.brandWith([roas(3)])
    await scene.report(brandId, [roas(1)], { platform: 'google' })
    const { status, body } = await scene.create(key, { ...terms, platform: undefined, campaign_id: 'c1' })
    expect([status, body.error.message]).toEqual([
      400,
      '`campaign_id` must name one campaign; "c1" is the id of campaigns of google and meta. Add `platform`.',
    ])
    expect((await scene.create(key, { ...terms, platform: 'google', campaign_id: 'c1' })).status).toBe(201)
    const text = 'ROAS of Campaign c1 on Meta under 2'
    expect((await scene.preview(key, { text })).body.rule).toMatchObject({ platform: 'meta', campaign_id: 'c1' })
  })

  test('returns 403 for a key that only reads, for a test key and for a brand of others', async () => {
    const { reader, key, accountId } = await scene.brandWith([roas(3)])
    const foreign = await scene.brandWith([roas(3)])
    const { key: testKey } = await issueKey(scene.database.sql, accountId, { prefix: 'svc_sk_test_' })
    expect((await scene.create(reader)).status).toBe(403)
    expect((await scene.create(testKey, { ...terms, brand_id: 'brd_simulated' })).status).toBe(403)
    expect((await scene.create(key, { ...terms, brand_id: foreign.brandId })).status).toBe(403)
  })
})
