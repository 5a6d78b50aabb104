import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import { adRow, createExperimenter, dayAfter, design, ExperimentScene } from '../support/experiments.ts'
import { ingest } from '../support/ingest.ts'

let scene: ExperimentScene

beforeAll(async () => {
  scene = await ExperimentScene.start(await createDatabase())
})
afterAll(() => scene.stop())

const preview = async (key: string, query: object = {}) =>
  await scene.planning.http
    .get('/v1/experiment-preview')
    .query({ pairs: 6, block_days: 7, platform: 'meta', ...query })
    .set('Authorization', `Bearer ${key}`)

/** A brand whose Meta ads report this share of 100 spend and 12 orders on each of the last days to 31 July. */
async function brand({ share = 1, days = 40, platform = 'meta' } = {}) {
  const tenant = await createExperimenter(scene.database)
  const rows = Array.from({ length: days }, (_, index) => adRow(platform, dayAfter('2026-07-31', -index), share))
  await ingest(scene.database, tenant.brandId, rows)
  return tenant
}

type Outcome = Record<string, unknown> & { metric: string; statement: string }

const outcomeOf = (body: { stakes: { outcomes: Outcome[] } }, metric: string) =>
  body.stakes.outcomes.find((each) => each.metric === metric) as Outcome

describe('stakes of GET /v1/experiment-preview', () => {
  test('are the spend that is switched off and the claimed orders, from the last 28 days', async () => {
    const { key } = await brand()
    const { status, body } = await preview(key)
    expect([status, body.stakes]).toMatchObject([
      200,
      {
        platform: 'meta',
        campaign_ids: null,
        days: 28,
        date_from: '2026-07-04',
        date_to: '2026-07-31',
        off_days: 42,
        spend_per_day: 100,
        spend: 4200,
        conversions_are_orders: false,
      },
    ])
    const orders = outcomeOf(body, 'orders')
    expect(orders).toMatchObject({ claimed_per_day: 12, attributed_per_day: null, at_stake: 504, verdict: 'can_find' })
    const { detectable } = body.plan.effects[0]
    expect(orders.detectable_percent).toBeCloseTo((100 * detectable) / 12, 1)
    expect(orders.statement).toMatch(
      /^This plan probably finds an effect if the ads cause at least \d+ % of the orders that meta claims for them \(12\.0 a day\)/,
    )
    expect(outcomeOf(body, 'revenue')).toMatchObject({ claimed_per_day: 600, at_stake: 25200 })
  })

  test('of campaigns do not depend on the other accounts of their platform', async () => {
    const { brandId, key } = await brand()
    const rows = [0, 1, 2].map((day) => ({
      ...adRow('meta', dayAfter('2026-06-20', day)),
      account_id: 'stopped',
      campaign_id: 'other',
    }))
    await ingest(scene.database, brandId, rows)
    const { body } = await preview(key, { campaign_ids: 'campaign of meta' })
    expect(body.stakes).toMatchObject({ days: 28, spend_per_day: 100 })
    expect((await preview(key)).body.stakes.days).toBe(0)
  })

  test('say that a plan cannot find an effect if its detectable effect is larger than all that is credited to the ads', async () => {
    const { key } = await brand({ share: 0.05 })
    const { body } = await preview(key)
    const orders = outcomeOf(body, 'orders')
    expect(orders).toMatchObject({ claimed_per_day: 0.6, verdict: 'cannot_find' })
    expect(orders.detectable_percent).toBeGreaterThan(100)
    expect(orders.statement).toMatch(
      /^This plan can detect only an effect of more than \d{3,} % of the orders that meta claims for them \(0\.6 a day\), so it will probably not find a real effect\. Use more days/,
    )
    // The same ads in a longer plan.
    const longer = outcomeOf((await preview(key, { pairs: 26, block_days: 7 })).body, 'orders')
    expect(longer.detectable_percent).toBeLessThan(orders.detectable_percent as number)
  })

  test('say so if nothing is credited to the ads, and if nothing is reported', async () => {
    const { key, brandId } = await createExperimenter(scene.database)
    const row = { ...adRow('tiktok', '2026-07-31'), purchases: 0, conversions: 0, revenue: 0 }
    await ingest(scene.database, brandId, [row, adRow('snapchat', '2026-03-01')])
    const none = outcomeOf((await preview(key, { platform: 'tiktok' })).body, 'orders')
    expect(none).toMatchObject({ detectable_percent: null, verdict: 'cannot_find', at_stake: 0 })
    expect(none.statement).toContain('neither tiktok nor the attribution model credits orders to these ads')
    const { body } = await preview(key, { platform: 'snapchat' })
    expect(body.stakes).toMatchObject({ days: 0, date_from: null, spend_per_day: null, spend: null })
    expect(outcomeOf(body, 'orders')).toMatchObject({ verdict: 'is_unknown', at_stake: null, claimed_per_day: null })
  })

  test('take what the model attributes if that is more than what the platform claims', async () => {
    const { key, brandId } = await brand({ share: 0.05 })
    await scene.database.sql`
      insert into analytics.attribution_credits (brand_id, model, day, channel, conversions, value_micros, new_customers)
      select ${brandId}, (analytics.attribution_settings_of(${brandId})).model, day, 'meta', 9, 450000000, 0
      from generate_series('2026-07-04'::date, '2026-07-31', '1 day') as day`
    const orders = outcomeOf((await preview(key)).body, 'orders')
    expect(orders).toMatchObject({ claimed_per_day: 0.6, attributed_per_day: 9, at_stake: 378, verdict: 'can_find' })
    expect(orders.statement).toContain('the orders that the attribution model credits to them (9.0 a day)')
  })

  test('have the means of ads that began later from their first report on, and of chosen campaigns only', async () => {
    const { key, brandId } = await brand({ days: 10 })
    const other = { ...adRow('meta', '2026-07-31', 3), campaign_id: 'other', campaign_name: 'Other' }
    await ingest(scene.database, brandId, [other])
    const { body } = await preview(key, { campaign_ids: 'campaign of meta' })
    expect(body.stakes).toMatchObject({ campaign_ids: ['campaign of meta'], days: 10, spend_per_day: 100 })
    const all = (await preview(key)).body.stakes
    expect([all.days, all.spend_per_day]).toEqual([10, 130])
  })

  test('are null without a platform, and 400 for unknown ads and for campaigns without a platform', async () => {
    const { key } = await brand()
    const { body } = await preview(key, { platform: undefined })
    expect(body.stakes).toBeNull()
    for (const query of [
      { platform: 'nowhere' },
      { platform: 'meta,google' },
      { campaign_ids: 'campaign of google' },
      { platform: undefined, campaign_ids: 'campaign of meta' },
    ])
      expect([query, (await preview(key, query)).status]).toEqual([query, 400])
  })
})

describe('overlaps of GET /v1/experiment-preview', () => {
  test('name the planned and running experiments of the brand on the same days', async () => {
    const [own, foreign] = [await brand(), await brand()]
    const { body: planned } = await scene.post(scene.planning, own.writer, '', design)
    await scene.post(scene.planning, foreign.writer, '', { ...design, name: 'Foreign' })
    const { experiment_id } = planned.experiment as { experiment_id: string }
    const overlapsFrom = async (starts_on: string) => (await preview(own.key, { starts_on })).body.overlaps
    const found = { experiment_id, name: 'Meta off', status: 'planned', starts_on: '2026-08-03', ends_on: '2026-10-25' }
    expect(await overlapsFrom('2026-10-25')).toEqual([found])
    expect(await overlapsFrom('2026-10-26')).toEqual([])
    const refused = await scene.post(scene.planning, own.writer, '', { ...design, starts_on: '2026-10-25' })
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining(
        `must not overlap the experiment "Meta off" (${experiment_id}), from 2026-08-03 to 2026-10-25`,
      ),
    ])
    await scene.post(scene.planning, own.writer, `/${experiment_id}/cancel`)
    expect(await overlapsFrom('2026-10-25')).toEqual([])
  })
})
