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

const dayBefore = (days: number) =>
  new Date(Date.parse('2026-11-19T00:00:00Z') - days * 86_400_000).toISOString().slice(0, 10)

interface Found {
  id: string
  detector: string
  also: string[]
  metric: string
  level: string
  status: string
  date: string
  date_from: string
  date_to: string
  value: number
  entity: { id: string }
}
type Change = (campaign: string, daysAgo: number) => Record<string, number>

/** A brand with all detectors, whose campaigns have the same size. `change` alters the rows of days. */
async function brandOf(
  campaigns: string[],
  change: Change,
  detectors = ['conversions_drop', 'revenue_drop', 'spend_drop'],
) {
  const tenant = await createTenant(scene.database.sql)
  const next = seededRandom(4)
  const rows = campaigns.flatMap((campaign) =>
    Array.from({ length: 120 }, (_, daysAgo) => {
      const noise = () => 0.95 + 0.1 * next()
      const usual = { spend: 1000 * noise(), revenue: 4000 * noise(), conversions: Math.round(100 * noise()) }
      return {
        date: dayBefore(daysAgo),
        platform: 'google',
        account_id: 'a',
        campaign_id: campaign,
        ...usual,
        ...change(campaign, daysAgo),
      }
    }),
  )
  await ingest(scene.database, tenant.brandId, rows)
  await scene.database.sql`
    insert into analytics.chosen_detectors select ${tenant.brandId}, detector from unnest(${detectors}::text[]) as detector`
  await anomaliesQueue.run(scene.worker, { brand_id: tenant.brandId })
  return tenant
}

async function foundOf(key: string, query: Record<string, string> = {}): Promise<Found[]> {
  const { status, body } = await scene.api.http
    .get('/v1/anomalies')
    .query({ days: '60', ...query })
    .set('Authorization', `Bearer ${key}`)
  expect(status).toBe(200)
  return body.data
}

const four = ['c1', 'c2', 'c3', 'c4']
const fourfold = { spend: 4000, revenue: 16_000, conversions: 400 }
const none = { spend: 0, revenue: 0, conversions: 0 }

describe('an episode', () => {
  test('is one anomaly of a campaign that stops for a month, with all its detectors', async () => {
    const { key } = await brandOf(four, (id, daysAgo) => (id === 'c1' && daysAgo < 28 ? none : {}))
    const found = await foundOf(key)
    expect(found).toMatchObject([
      { detector: 'spend_drop', level: 'campaign', date_from: dayBefore(27), entity: { id: 'c1' } },
    ])
    expect(found[0]?.also).toEqual(['conversions_drop', 'revenue_drop'])
  })

  test('takes a consequence of a later day, and is found by the metric of each detector', async () => {
    const { key } = await brandOf(
      four,
      (id, daysAgo) => (id !== 'c1' ? {} : daysAgo === 3 ? fourfold : daysAgo === 1 ? { revenue: 400 } : {}),
      [],
    )
    const found = await foundOf(key)
    expect(found).toMatchObject([
      {
        detector: 'spend_surge',
        also: ['roas_drop'],
        date: dayBefore(3),
        date_from: dayBefore(3),
        date_to: dayBefore(1),
      },
    ])
    for (const metric of ['spend', 'roas']) expect(await foundOf(key, { metric })).toEqual(found)
    expect(await foundOf(key, { metric: 'cpa' })).toEqual([])
  })

  test('is reported for its cause, also if the cause was found later, with an alert of each', async () => {
    const { key, brandId } = await brandOf(
      four,
      (id, daysAgo) => (id !== 'c1' ? {} : daysAgo === 3 ? { revenue: 300 } : daysAgo === 1 ? fourfold : {}),
      [],
    )
    const found = await foundOf(key)
    expect(found).toMatchObject([
      {
        detector: 'spend_surge',
        metric: 'spend',
        also: ['roas_drop'],
        date: dayBefore(1),
        date_from: dayBefore(3),
        value: 4000,
      },
    ])
    const alerts = await scene.database.sql`
      select data ->> 'detector' as detector, data ->> 'anomaly_id' as id
      from events.outbox where brand_id = ${brandId} and type = 'alert.triggered' order by event_id`
    expect(alerts.map(({ detector, id }) => [detector, id])).toEqual([
      ['roas_drop', found[0]?.id],
      ['spend_surge', found[0]?.id],
    ])
  })

  test('of less revenue does not take a surge of spend', async () => {
    const { key } = await brandOf(four, (id, daysAgo) =>
      id !== 'c1' ? {} : daysAgo === 3 ? { revenue: 300 } : daysAgo === 1 ? fourfold : {},
    )
    expect((await foundOf(key)).map(({ detector, also, date }) => [detector, also, date])).toEqual([
      ['spend_surge', [], dayBefore(1)],
      ['roas_drop', ['revenue_drop'], dayBefore(3)],
    ])
  })

  test('of a campaign does not take a deviation of another campaign, nor one four days later', async () => {
    const { key } = await brandOf(four, (id, daysAgo) => {
      if (daysAgo === 10 && id === 'c1') return { spend: 5000 }
      return (daysAgo === 9 && id === 'c2') || (daysAgo === 6 && id === 'c1') ? { conversions: 20 } : {}
    })
    const found = await foundOf(key)
    expect(found.map(({ entity, date_from: from }) => [entity.id, from])).toEqual([
      ['c1', dayBefore(6)],
      ['c2', dayBefore(9)],
      ['c1', dayBefore(10)],
    ])
  })

  test('of the campaign that explains its account takes the deviation of the account', async () => {
    const { key } = await brandOf(['large', 'c2', 'c3', 'c4'], (id, daysAgo) => {
      const size = id === 'large' ? { spend: 6000, revenue: 24_000, conversions: 600 } : {}
      if (id !== 'large' || daysAgo > 4 || daysAgo === 3) return size
      return { ...size, conversions: 150 }
    })
    const found = await foundOf(key)
    expect(found).toMatchObject([{ level: 'campaign', entity: { id: 'large' }, detector: 'cpa_spike' }])
  })

  test('stays as it was if its days are checked again', async () => {
    const { key, brandId } = await brandOf(
      four,
      (id, daysAgo) => {
        if (id !== 'c1') return {}
        return daysAgo === 8 ? fourfold : daysAgo === 6 ? { revenue: 300 } : {}
      },
      [],
    )
    const found = await foundOf(key)
    expect(found).toMatchObject([{ status: 'resolved', detector: 'spend_surge' }])
    await scene.database.sql`update analytics.detected_days set changed_at = now() where brand_id = ${brandId}`
    await anomaliesQueue.run(scene.worker, { brand_id: brandId })
    expect(await foundOf(key)).toEqual(found)
  })

  test('that is a false positive does not take a further detector', async () => {
    const { key, brandId } = await brandOf(four, (id, daysAgo) => (id === 'c1' && daysAgo === 2 ? fourfold : {}), [])
    const [surge] = await foundOf(key)
    await scene.database.sql.begin(async (transaction) => {
      await transaction`set local role vitrine_worker`
      await transaction`select core.enter_brand(${brandId}), analytics.move_anomaly(${brandId}, ${surge?.id ?? ''}, 'false_positive')`
    })
    await ingest(scene.database, brandId, [
      {
        date: dayBefore(1),
        platform: 'google',
        account_id: 'a',
        campaign_id: 'c1',
        spend: 1000,
        revenue: 200,
        conversions: 100,
      },
    ])
    await anomaliesQueue.run(scene.worker, { brand_id: brandId })
    expect(await foundOf(key)).toMatchObject([
      { detector: 'roas_drop', status: 'active', also: [] },
      { detector: 'spend_surge', status: 'false_positive' },
    ])
  })
})
