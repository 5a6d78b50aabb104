import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import { ingest } from '../support/ingest.ts'
import {
  addEvents,
  adRow,
  createExperimenter,
  daysOf,
  design,
  ExperimentScene,
  noEffect,
} from '../support/experiments.ts'

let scene: ExperimentScene

beforeAll(async () => {
  scene = await ExperimentScene.start(await createDatabase())
})
afterAll(() => scene.stop())

const ended: ExperimentScene['end'] = (...given) => scene.end(...given)

describe('GET /v1/experiments/{experiment_id}', () => {
  test('returns the effect, its cost and the claims of the platform side by side', async () => {
    const { key, id, body: atEnd } = await ended(6)
    const { status, body } = await scene.get(scene.ending, key, `/${id}`)
    expect([status, body.meta.warnings]).toEqual([200, []])
    expect(body.result).toEqual(atEnd.result)
    const { orders, revenue, spend, calibration } = body.result
    expect(orders).toMatchObject({ level: 0.9063, p_value: 0.0313, is_exact: true })
    expect(orders.lower).toBeGreaterThan(4.5)
    expect(orders.upper).toBeLessThan(7.5)
    expect(revenue.per_day).toBeCloseTo(50 * orders.per_day, 1)
    expect(spend).toMatchObject({ on_per_day: 100, off_per_day: 0, difference_per_day: 100, blocks_not_as_planned: 0 })
    const cost = body.result.cost_per_incremental_order
    expect(cost.value).toBeCloseTo(100 / orders.per_day, 3)
    expect(cost.lower).toBeCloseTo(100 / orders.upper, 3)
    expect(cost.upper).toBeCloseTo(100 / orders.lower, 3)
    expect(body.result.incremental_roas.value).toBeCloseTo(revenue.per_day / 100, 3)
    expect(calibration).toMatchObject({ days_on: 36, orders: { claimed: 432, attributed: null } })
    const { incremental, incremental_per_claimed: perClaimed } = calibration.orders
    expect(incremental.value).toBeCloseTo(36 * orders.per_day, 1)
    expect(incremental.lower).toBeCloseTo(36 * orders.lower, 1)
    expect(incremental.upper).toBeCloseTo(36 * orders.upper, 1)
    expect(perClaimed.value).toBeCloseTo(orders.per_day / 12, 3)
    expect(perClaimed.upper).toBeCloseTo(orders.upper / 12, 3)
    expect(calibration.revenue.incremental.lower).toBeCloseTo(36 * revenue.lower, 0)
  })

  test('names the holidays and promotions in its days, and none if it was canceled before its first day', async () => {
    const { brandId, key, writer, id } = await ended(6)
    const events = await addEvents(scene.database, brandId)
    const { body } = await scene.get(scene.ending, key, `/${id}`)
    expect([body.events, body.meta.warnings]).toEqual([
      events,
      [expect.stringContaining('less precise than the plan states')],
    ])
    const later = await scene.post(scene.planning, writer, '', { ...design, starts_on: '2026-10-26' })
    expect([later.status, later.body.events]).toEqual([201, []])
    const other = await createExperimenter(scene.database)
    await addEvents(scene.database, other.brandId)
    const planned = await scene.post(scene.planning, other.writer, '', design)
    expect(planned.body.events).toEqual(events)
    const canceled = await scene.post(scene.planning, other.writer, `/${planned.body.experiment.experiment_id}/cancel`)
    expect(canceled.body.events).toEqual([])
  })

  test('names its campaigns, also one that has spent nothing for long or is gone, and none that two accounts have', async () => {
    const { brandId, key, writer } = await createExperimenter(scene.database)
    const old = adRow('meta', '2026-01-05')
    await ingest(scene.database, brandId, [
      { ...old, campaign_id: 'old', campaign_name: 'Old' },
      { ...old, campaign_id: 'gone', campaign_name: 'Gone' },
      { ...old, campaign_id: 'twice', campaign_name: 'One' },
      { ...old, campaign_id: 'twice', campaign_name: 'Other', account_id: 'other account' },
      { ...old, platform: 'google', campaign_id: 'gone', campaign_name: 'Of Google' },
    ])
    const { body } = await scene.post(scene.planning, writer, '', { ...design, campaign_ids: ['old', 'gone', 'twice'] })
    await scene.database.sql`
      delete from analytics.entities
      where brand_id = ${brandId} and platform = 'meta' and level = 'campaign' and external_id = 'gone'`
    const { body: shown } = await scene.get(scene.planning, key, `/${body.experiment.experiment_id}`)
    expect(shown.campaigns).toEqual([
      { id: 'old', name: 'Old' },
      { id: 'gone', name: null },
      { id: 'twice', name: null },
    ])
    const all = await scene.post(scene.planning, writer, '', { ...design, starts_on: '2026-10-26' })
    expect([all.status, all.body.campaigns]).toEqual([201, null])
  })

  test('prices what all platforms claim beyond the orders of the brand', async () => {
    const { brandId, key, id, blocks } = await ended(6)
    const counted = blocks.filter(({ state }) => state === 'on')
    const days = counted.flatMap(({ counted_from, last_on }) => daysOf({ first_on: counted_from, last_on }))
    const [row] = await scene.database.sql`
      select count(*)::integer as orders from analytics.orders where brand_id = ${brandId} and ordered_at::date = any (${days}::date[])`
    const { body } = await scene.get(scene.ending, key, `/${id}`)
    expect(body.result.calibration.orders.claimed_beyond_orders).toBe(2 * 432 - (row?.orders as number))
    expect(body.result.calibration.revenue.claimed_beyond_orders).toBe(50 * (2 * 432 - (row?.orders as number)))
  })

  test('has no cost per order where the interval contains zero, and says why', async () => {
    const { body } = await ended(noEffect)
    expect(body.result.orders.lower).toBeLessThan(0)
    expect(body.result.orders.upper).toBeGreaterThan(0)
    expect(body.result.cost_per_incremental_order).toBeNull()
    expect(body.result.calibration.orders.incremental.lower).toBeLessThan(0)
    expect(body.meta.warnings).toEqual([
      expect.stringContaining('the interval of the effect on orders is not above 0'),
      expect.stringContaining('The interval of the effect on orders and revenue contains 0'),
    ])
  })

  test('counts blocks that were not switched off and divides by the actual difference of spend', async () => {
    const full = await ended(6)
    const one = await ended(6, { isOn: ({ state, pair }) => state === 'on' || pair === 1 })
    expect(one.body.result.orders.per_day).toBeLessThan(full.body.result.orders.per_day)
    expect(one.body.result.spend).toMatchObject({ on_per_day: 100, blocks_not_as_planned: 1 })
    expect(one.body.result.spend.off_per_day).toBeCloseTo(100 / 6, 3)
    const wrong = one.body.blocks.filter(({ as_planned }: { as_planned: boolean }) => !as_planned)
    expect(wrong).toMatchObject([{ pair: 1, state: 'off', spend_per_day: 100 }])
    expect(one.body.meta.warnings).toEqual([
      expect.stringContaining('1 of 12 reported blocks were not switched as planned'),
    ])
  })

  test('has no cost and no ROAS where the ads were never switched off', async () => {
    const { body } = await ended(6, { isOn: () => true })
    expect(body.result).toMatchObject({ cost_per_incremental_order: null, incremental_roas: null })
    expect(body.meta.warnings).toContainEqual(expect.stringContaining('more than half'))
  })

  test('has no result before the end, and says that it is not finished', async () => {
    const { brandId, writer, key } = await createExperimenter(scene.database)
    const { id, blocks } = await scene.run(writer)
    await scene.execute(brandId, blocks, 6)
    const { body } = await scene.get(scene.ending, key, `/${id}`)
    expect([body.result, body.experiment.status, body.experiment.result_at_end]).toEqual([null, 'running', null])
    expect(body.meta.warnings).toEqual([expect.stringContaining('not finished')])
    expect(body.blocks[0]).toMatchObject({ as_planned: true })
  })

  test('keeps the read-out of the end beside that of restated orders', async () => {
    const { brandId, key, id, blocks, body: atEnd } = await ended(6)
    const on = blocks.find(({ state }) => state === 'on')
    await scene.database.sql`
      update analytics.orders set refunded_micros = revenue_micros, refunded_at = ordered_at
      where brand_id = ${brandId} and ordered_at::date = ${on?.last_on as string}`
    const { body } = await scene.get(scene.ending, key, `/${id}`)
    expect(body.experiment.result_at_end).toEqual(atEnd.result)
    expect(body.result.orders.per_day).toBeLessThan(atEnd.result.orders.per_day)
    expect(body.result.as_of).toBe('2026-11-20T12:00:00Z')
  })

  test('returns 404 for an experiment of another brand', async () => {
    const { id } = await ended(noEffect)
    const other = await createExperimenter(scene.database)
    const { status, body } = await scene.get(scene.ending, other.key, `/${id}`)
    expect([status, body.error.code]).toEqual([404, 'not_found'])
  })
})
