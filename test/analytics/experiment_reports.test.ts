import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import { adRow, daysOf, ExperimentScene } from '../support/experiments.ts'
import type { Block } from '../support/experiments.ts'
import { ingest } from '../support/ingest.ts'

let scene: ExperimentScene

beforeAll(async () => {
  scene = await ExperimentScene.start(await createDatabase())
})
afterAll(() => scene.stop())

const rowIf = (isReported: boolean, platform: string, day: string) => (isReported ? adRow(platform, day) : null)

/** The number of own orders on the counted days of the blocks. */
async function ordersOf(brandId: string, blocks: readonly Block[]): Promise<number> {
  const days = blocks.flatMap(({ counted_from, last_on }) => daysOf({ first_on: counted_from, last_on }))
  const [row] = await scene.database.sql`
    select count(*)::integer as orders from analytics.orders where brand_id = ${brandId} and ordered_at::date = any (${days}::date[])`
  return row?.orders as number
}

describe('an experiment with missing ad reports', () => {
  test('keeps the spend, the cost and the claims of the reported pairs after the platform stopped reporting', async () => {
    const { brandId, body } = await scene.end(6, {
      report: (platform, day) => rowIf(platform === 'google' || day <= '2026-09-14', platform, day),
    })
    const { orders, spend, calibration, cost_per_incremental_order: cost } = body.result
    expect(spend).toMatchObject({ on_per_day: 100, off_per_day: 0, blocks: 12, blocks_not_as_planned: 0 })
    expect(spend.blocks_reported).toBeLessThan(8)
    expect(cost.value).toBeCloseTo(100 / orders.per_day, 3)
    const blocks = body.blocks as Block[]
    const isWhole = (pair: number) => blocks.every((block) => block.pair !== pair || block.spend_per_day !== null)
    expect([4, 5, 6].some(isWhole)).toBe(false)
    const counted = blocks.filter(({ pair, state }) => state === 'on' && isWhole(pair))
    const days = 6 * counted.length
    expect(days).toBeGreaterThan(0)
    expect(calibration).toMatchObject({ days_on: days, orders: { claimed: 12 * days } })
    expect(calibration.orders.incremental.value).toBeCloseTo(days * orders.per_day, 1)
    expect(calibration.orders.claimed_beyond_orders).toBe(24 * days - (await ordersOf(brandId, counted)))
    expect(body.meta.warnings).toEqual([expect.stringMatching(/^The spend of \d counted blocks is not known/)])
  })

  test('has no spend of a block that should be on without any report', async () => {
    const { body } = await scene.end(6, {
      report: (platform, day) =>
        rowIf(platform === 'google' || day < '2026-08-17' || day > '2026-08-30', platform, day),
    })
    const pair = (body.blocks as Block[]).filter((block) => block.pair === 2)
    expect(pair.find(({ state }) => state === 'on')).toMatchObject({ spend_per_day: null, as_planned: null })
    expect(pair.find(({ state }) => state === 'off')).toMatchObject({ spend_per_day: 0, as_planned: true })
    expect(body.result.spend).toMatchObject({ on_per_day: 100, blocks_reported: 11, blocks_not_as_planned: 0 })
    expect(body.result.calibration).toMatchObject({ days_on: 30, orders: { claimed: 360 } })
  })

  test('does not know the spend after one of two accounts of the platform stopped reporting', async () => {
    const { body } = await scene.end(6, {
      report: (platform, day) => ({
        ...adRow(platform, day),
        ...(platform === 'meta' && day > '2026-08-30' ? { account_id: 'second', campaign_id: 'second' } : {}),
      }),
    })
    // The first account last reported on a day of pair 2.
    const later = (body.blocks as Block[]).filter(({ pair }) => pair > 2)
    expect(later.filter((block) => block.spend_per_day !== null)).toEqual([])
    expect(body.result.spend).toMatchObject({ on_per_day: 100, blocks_not_as_planned: 0 })
  })

  test('has neither cost nor calibration without any report of the platform', async () => {
    const { body } = await scene.end(6, { report: (platform, day) => rowIf(platform === 'google', platform, day) })
    expect(body.result).toMatchObject({ cost_per_incremental_order: null, incremental_roas: null, calibration: null })
    expect(body.result.spend).toMatchObject({ on_per_day: null, blocks_reported: 0 })
    expect(body.meta.warnings).toEqual([
      expect.stringContaining('The spend of 12 counted blocks is not known'),
      expect.stringContaining('the spend of the blocks is not known'),
    ])
  })

  test('has no claims beyond the orders if another platform stopped reporting', async () => {
    const { body } = await scene.end(6, {
      report: (platform, day) => rowIf(platform === 'meta' || day <= '2026-09-14', platform, day),
    })
    expect(body.result.calibration).toMatchObject({
      claims_unknown_of: ['google'],
      orders: { claimed: 432, claimed_beyond_orders: null },
      revenue: { claimed_beyond_orders: null },
    })
    expect(body.meta.warnings).toEqual([expect.stringContaining('not all days are reported by google')])
  })

  test('has no claims beyond the orders if another account of its platform stopped reporting', async () => {
    const campaign_ids = ['campaign of meta']
    const { brandId, writer, id, body: ended } = await scene.end(6, { design: { campaign_ids } })
    expect(ended.result.calibration.claims_unknown_of).toEqual([])
    const other = { ...adRow('meta', '2026-09-14'), account_id: 'other account', campaign_id: 'other' }
    await ingest(scene.database, brandId, [other, { ...other, date: '2026-09-13' }])
    const { body } = await scene.get(scene.ending, writer, `/${id}`)
    expect(body.result.calibration).toMatchObject({
      days_on: ended.result.calibration.days_on,
      claims_unknown_of: ['meta'],
      orders: { claimed_beyond_orders: null },
    })
  })
})

describe('claimed orders', () => {
  test('are the purchases of an account, or its conversions if it has no purchases', async () => {
    const { brandId, blocks, body } = await scene.end(6, {
      report: (platform, day) => {
        const { purchases, ...row } = adRow(platform, day)
        return platform === 'google' ? row : { ...row, purchases, conversions: 30 }
      },
    })
    const { calibration } = body.result
    expect(calibration.orders.claimed).toBe(432)
    const on = blocks.filter(({ state }) => state === 'on')
    expect(calibration.orders.claimed_beyond_orders).toBe(2 * 432 - (await ordersOf(brandId, on)))
    expect(calibration.conversions_as_orders_of).toEqual(['google'])
    expect(body.meta.warnings).toEqual([expect.stringMatching(/^google: the reports have no purchases.*leads/)])
  })
})

describe('orders that are no longer known', () => {
  const moved = async (brandId: string, day: string) =>
    await scene.database.sql`
      update analytics.data_status set first_on = ${day} where brand_id = ${brandId} and kind = 'orders'`

  test('leave no result with fewer than 6 pairs, and say so', async () => {
    const { brandId, key, id } = await scene.end(6)
    await moved(brandId, '2026-08-06')
    const { status, body } = await scene.get(scene.ending, key, `/${id}`)
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ pairs: 5, orders: null, revenue: null, calibration: null })
    expect(body.result.spend.blocks).toBe(10)
    expect(body.meta.warnings).toEqual([
      expect.stringContaining('5 pairs were over'),
      expect.stringContaining('5 of 6 planned pairs'),
    ])
  })

  test('leave out the pairs with unknown days', async () => {
    const { brandId, key, id } = await scene.end(6, { design: { pairs: 7 } })
    await moved(brandId, '2026-08-06')
    const { body } = await scene.get(scene.ending, key, `/${id}`)
    expect(body.result).toMatchObject({ pairs: 6, orders: { level: 0.9063 }, calibration: { days_on: 36 } })
    expect(body.result.orders.per_day).toBeGreaterThan(4.5)
  })
})
