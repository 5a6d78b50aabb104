import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import { createBrand, issueKey } from '../support/factories.ts'
import { createExperimenter, design, ExperimentScene, storeOrders } from '../support/experiments.ts'
import type { Block } from '../support/experiments.ts'

let scene: ExperimentScene
let tenant: Awaited<ReturnType<typeof createExperimenter>>

beforeAll(async () => {
  scene = await ExperimentScene.start(await createDatabase())
  tenant = await createExperimenter(scene.database)
})
afterAll(() => scene.stop())

const create = async (more: object = {}, key = tenant.writer) =>
  await scene.post(scene.planning, key, '', { ...design, ...more })

describe('POST /v1/experiments', () => {
  test.each([
    ['a start today', { starts_on: '2026-08-01' }, 'starts_on'],
    ['a start in the past', { starts_on: '2026-07-01' }, 'starts_on'],
    ['a start in two years', { starts_on: '2028-08-03' }, 'starts_on'],
    ['5 pairs', { pairs: 5 }, 'pairs'],
    ['61 pairs', { pairs: 61 }, 'pairs'],
    ['blocks of one day', { block_days: 1, washout_days: 0 }, 'block_days'],
    ['blocks of 29 days', { block_days: 29 }, 'block_days'],
    ['a washout as long as the block', { block_days: 7, washout_days: 7 }, 'washout_days'],
    ['a negative washout', { washout_days: -1 }, 'washout_days'],
    ['more than 366 days', { pairs: 27, block_days: 7 }, 'pairs'],
    ['no name', { name: '' }, 'name'],
    ['an unknown outcome', { metric: 'clicks' }, 'metric'],
    ['a platform that is not connected', { platform: 'tiktok' }, 'platform'],
    ['two platforms', { platform: 'meta,google' }, 'platform'],
    ['a part of a platform', { platform: 'instagram' }, 'platform'],
    ['an unknown campaign', { campaign_ids: ['none'] }, 'No campaign'],
    ['a campaign of another platform', { campaign_ids: ['campaign of google'] }, 'No campaign'],
    ['no campaign', { campaign_ids: [] }, 'campaign_ids'],
    ['an unknown member', { cost: 1 }, 'cost'],
  ])('returns 400 for %s', async (_, more, field) => {
    const { status, body } = await create(more)
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)])
  })

  test('returns 403 for a key that only reads, and for a test key', async () => {
    expect((await create({}, tenant.key)).status).toBe(403)
    const scopes = ['read:marketing', 'write:experiments']
    const { key } = await issueKey(scene.database.sql, tenant.accountId, { prefix: 'svc_sk_test_', scopes })
    const { status, body } = await create({}, key)
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('simulated ads')])
  })

  test('returns 403 for a brand of another account', async () => {
    const other = await createExperimenter(scene.database)
    expect((await create({ brand_id: other.brandId })).status).toBe(403)
  })

  test('returns 409 while too few days of orders are known, and names the number', async () => {
    const { sql } = scene.database
    const brandId = await createBrand(sql, tenant.accountId)
    const { key } = await issueKey(sql, tenant.accountId, { brandId, scopes: ['read:marketing', 'write:experiments'] })
    const preview = async () => {
      const path = '/v1/experiment-preview?pairs=6&block_days=2'
      return await scene.planning.http.get(path).set('Authorization', `Bearer ${key}`)
    }
    expect((await preview()).body.error.message).toContain('No orders')
    await storeOrders(scene.database, brandId, { '2026-04-30': 1, '2026-07-31': 1 })
    const { status, body } = await preview()
    expect([status, body.error.message]).toEqual([
      409,
      expect.stringContaining('needs 94 days of orders, and this brand has 93'),
    ])
  })

  test('keeps a campaign that is named twice once', async () => {
    const other = await createExperimenter(scene.database)
    const { status, body } = await create(
      { campaign_ids: ['campaign of meta', 'campaign of meta'], brand_id: other.brandId },
      other.writer,
    )
    expect([status, body.experiment.campaign_ids]).toEqual([201, ['campaign of meta']])
  })

  test('returns a calendar of pairs and the effect that can be detected', async () => {
    const { status, body } = await create({ campaign_ids: ['campaign of meta'] })
    expect(status).toBe(201)
    expect(body.experiment).toMatchObject({
      status: 'planned',
      platform: 'meta',
      campaign_ids: ['campaign of meta'],
      starts_on: '2026-08-03',
      ends_on: '2026-10-25',
      metric: 'orders',
      washout_days: 1,
      created_by: tenant.writerId,
      plan: { level: 0.9, power: 0.8, days: 84, history_from: '2026-01-31', history_to: '2026-07-31' },
    })
    const blocks = body.blocks as Block[]
    expect(blocks).toHaveLength(12)
    for (let pair = 1; pair <= 6; pair++) {
      const states = blocks.filter((block) => block.pair === pair).map(({ state }) => state)
      expect(states.toSorted()).toEqual(['off', 'on'])
    }
    expect(blocks.map(({ is_switch }) => is_switch)).toEqual(
      blocks.map(({ state }, index) => state !== blocks[index - 1]?.state),
    )
    expect(blocks.at(-1)).toMatchObject({ first_on: '2026-10-19', counted_from: '2026-10-20', last_on: '2026-10-25' })
    const [orders, revenue] = body.experiment.plan.effects
    expect(orders.detectable).toBeGreaterThan(0)
    // The noise comes from few past pairs, and the effect itself adds noise.
    const ofKnownNoise = ((2.0143 + 0.9195) * orders.noise) / Math.sqrt(6)
    expect(orders.detectable).toBeGreaterThan(ofKnownNoise)
    expect(orders.detectable).toBeLessThan(1.3 * ofKnownNoise)
    expect(revenue.detectable).toBeCloseTo(50 * orders.detectable, 1)
  })

  test('returns 409 for days of another experiment, until that one is canceled', async () => {
    const { writer } = await createExperimenter(scene.database)
    const first = await create({}, writer)
    const id = first.body.experiment.experiment_id as string
    const second = await create({ platform: 'google', starts_on: '2026-10-25' }, writer)
    expect([second.status, second.body.error.message]).toEqual([409, expect.stringContaining(id)])
    expect((await create({ starts_on: '2026-10-26' }, writer)).status).toBe(201)
    await scene.post(scene.planning, writer, `/${id}/cancel`)
    expect((await create({}, writer)).status).toBe(201)
  })

  test('creates one of eight experiments that are requested at once', async () => {
    const { writer } = await createExperimenter(scene.database)
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await create({}, writer)).status))
    expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
  })
})
