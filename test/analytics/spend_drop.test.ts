import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anomalies as anomaliesQueue } from '../../functions/worker/queues/anomalies.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { seededRandom } from '../support/seeded_random.ts'
import { WorkerScene } from '../support/worker_scene.ts'

let scene: WorkerScene

beforeAll(async () => {
  scene = await WorkerScene.start()
})
afterAll(() => scene.stop())

const lastDay = '2026-11-19'
const dayBefore = (days: number) => new Date(Date.parse(lastDay) - days * 86_400_000).toISOString().slice(0, 10)

interface Row {
  spend: number
  revenue: number
  conversions: number
  status?: string
}
interface Found {
  detector: string
  level: string
  date_from: string
  value: number
  expected: number
  impact: number
  direction: string
  entity: { id: string }
}

/** The drops of spend of a brand of which `change` alters the days of campaigns. The spend of a campaign is about `size`. */
async function dropsOf(sizes: Record<string, number>, change: (campaign: string, daysAgo: number) => number | string) {
  const tenant = await createTenant(scene.database.sql)
  const next = seededRandom(9)
  const rows = Object.entries(sizes).flatMap(([campaign, size]) =>
    Array.from({ length: 150 }, (_, daysAgo) => {
      const noise = () => 0.9 + 0.2 * next()
      const row: Row = { spend: size * noise(), revenue: 4 * size * noise(), conversions: Math.round(50 * noise()) }
      const changed = change(campaign, daysAgo)
      const times = typeof changed === 'number' ? changed : 0
      return {
        date: dayBefore(daysAgo),
        platform: 'google',
        account_id: 'a',
        campaign_id: campaign,
        spend: row.spend * times,
        revenue: row.revenue * times,
        conversions: Math.round(row.conversions * times),
        ...(typeof changed === 'string' ? { status: changed } : {}),
      }
    }),
  )
  await ingest(scene.database, tenant.brandId, rows)
  await scene.database.sql`insert into analytics.chosen_detectors values (${tenant.brandId}, 'spend_drop')`
  await anomaliesQueue.run(scene.worker, { brand_id: tenant.brandId })
  const { body } = await scene.api.http
    .get('/v1/anomalies')
    .query({ days: '60', metric: 'spend' })
    .set('Authorization', `Bearer ${tenant.key}`)
  return (body.data as Found[]).filter(({ detector }) => detector === 'spend_drop')
}

describe('spend_drop', () => {
  test('is not reported for a campaign that is paused by its status, nor for its account', async () => {
    const sizes = { large: 3000, small: 1000, other: 1000 }
    expect(await dropsOf(sizes, (id, daysAgo) => (id === 'large' && daysAgo < 3 ? 'PAUSED' : 1))).toEqual([])
  })

  test('is reported for an account whose other campaigns lose more than the paused one', async () => {
    const found = await dropsOf({ one: 1000, two: 1000, three: 1000, paused: 500 }, (id, daysAgo) => {
      if (daysAgo > 0) return 1
      return id === 'paused' ? 'PAUSED' : 0.3
    })
    expect(found).toMatchObject([{ level: 'account', date_from: lastDay }])
  })

  test.each([
    ['stops', 0],
    ['halves', 0.5],
  ])('is reported once for a campaign that %s its spend while it is active', async (_, times) => {
    const found = await dropsOf({ one: 1000, two: 1000, three: 1000, four: 1000, five: 1000 }, (id, daysAgo) =>
      id === 'two' && daysAgo < 12 ? times : 1,
    )
    expect(found).toMatchObject([
      { direction: 'drop', level: 'campaign', entity: { id: 'two' }, date_from: dayBefore(11) },
    ])
    const [{ value, expected, impact }] = found as [Found]
    expect(impact).toBeCloseTo(expected - value, 1)
    expect(value).toBeLessThan(0.7 * expected)
  })

  test('is not reported when spend returns to its level after a surge of ten days', async () => {
    const found = await dropsOf({ one: 1000, two: 1000, three: 1000 }, (id, daysAgo) =>
      id === 'two' && daysAgo > 2 && daysAgo < 13 ? 2 : 1,
    )
    expect(found).toEqual([])
  })
})
