import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import { addEvents, createExperimenter, ExperimentScene } from '../support/experiments.ts'
import { issueKey } from '../support/factories.ts'

let scene: ExperimentScene

beforeAll(async () => {
  scene = await ExperimentScene.start(await createDatabase())
})
afterAll(() => scene.stop())

const preview = async (key: string, query: object) =>
  await scene.planning.http.get('/v1/experiment-preview').query(query).set('Authorization', `Bearer ${key}`)

describe('GET /v1/experiment-preview', () => {
  test('detects smaller effects with more pairs, and stores nothing', async () => {
    const { key, brandId } = await createExperimenter(scene.database)
    const detectable = async (pairs: number) => {
      const { status, body } = await preview(key, { pairs, block_days: 7 })
      expect(status).toBe(200)
      return body.plan.effects[0].detectable as number
    }
    expect(await detectable(12)).toBeLessThan(await detectable(6))
    const rows = await scene.database.sql`select from analytics.experiments where brand_id = ${brandId}`
    expect(rows).toHaveLength(0)
  })

  test('is not widened by the weekdays, also in blocks that are no whole weeks', async () => {
    const { key } = await createExperimenter(scene.database)
    const noise = async (block_days: number) =>
      (await preview(key, { pairs: 6, block_days, washout_days: 0 })).body.plan.effects[0].noise as number
    // The noise of a day is uniform on five values, with a standard deviation of 1.41.
    for (const days of [3, 4, 5, 7]) expect(await noise(days)).toBeLessThan(1.25 * Math.SQRT2 * Math.sqrt(2 / days))
  })

  test('names the holidays and promotions of its own brand in its days', async () => {
    const { key, brandId } = await createExperimenter(scene.database)
    const foreign = await createExperimenter(scene.database)
    const events = await addEvents(scene.database, brandId)
    const { body } = await preview(key, { pairs: 6, block_days: 7 })
    expect([body.starts_on, body.ends_on, body.events]).toEqual(['2026-08-03', '2026-10-25', events])
    expect(body.meta.warnings).toEqual([
      expect.stringContaining('the promotion "Summer sale" (2026-08-08 to 2026-08-12), Labor Day (2026-09-07)'),
    ])
    const between = await preview(key, { pairs: 6, block_days: 2, starts_on: '2026-08-13' })
    expect([between.body.ends_on, between.body.events, between.body.meta.warnings]).toEqual(['2026-09-05', [], []])
    const other = await preview(foreign.key, { pairs: 6, block_days: 7 })
    expect([other.body.events, other.body.meta.warnings]).toEqual([[], []])
  })

  test('returns 400 for an impossible design', async () => {
    const { key } = await createExperimenter(scene.database)
    for (const query of [
      { pairs: 6 },
      { pairs: 5, block_days: 7 },
      { pairs: 6, block_days: 2, washout_days: 2 },
      { pairs: 6, block_days: 7, starts_on: '2026-02-30' },
      { pairs: 6, block_days: 7, starts_on: '2026-08-01' },
      { pairs: 6, block_days: 7, starts_on: '2027-08-03' },
    ])
      expect([query, (await preview(key, query)).status]).toEqual([query, 400])
  })

  test('returns the simulated brand to a test key', async () => {
    const { accountId, brandId } = await createExperimenter(scene.database)
    const { key } = await issueKey(scene.database.sql, accountId, { prefix: 'svc_sk_test_', brandId })
    const { status, body } = await preview(key, { pairs: 6, block_days: 7 })
    expect([status, body.meta.simulated]).toEqual([200, true])
  })
})
