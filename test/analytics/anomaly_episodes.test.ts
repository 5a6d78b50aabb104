import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anomalies as anomaliesQueue } from '../../functions/worker/queues/anomalies.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { askQuestion } from '../support/question.ts'
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
  severity: number
  impact: number
  total_impact: number
  deviating_days: number
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

/** Sets the status of an anomaly, as a person does. */
async function move(brandId: string, id = '', status = 'false_positive') {
  await scene.database.sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    await transaction`select core.enter_brand(${brandId}), analytics.move_anomaly(${brandId}, ${id}, ${status})`
  })
}

/** Imports other numbers of a day, by campaign, and checks the days from it on again. */
async function report(brandId: string, daysAgo: number, campaigns: Record<string, Record<string, number>>) {
  const usual = {
    date: dayBefore(daysAgo),
    platform: 'google',
    account_id: 'a',
    spend: 1000,
    revenue: 4000,
    conversions: 100,
  }
  const rows = Object.entries(campaigns).map(([campaign_id, changed]) => ({ ...usual, campaign_id, ...changed }))
  await ingest(scene.database, brandId, rows)
  await anomaliesQueue.run(scene.worker, { brand_id: brandId })
}

async function alertsOf(brandId: string): Promise<[string, string][]> {
  const alerts = await scene.database.sql`
    select data ->> 'detector' as detector, data ->> 'anomaly_id' as id
    from events.outbox where brand_id = ${brandId} and type = 'alert.triggered' order by written`
  return alerts.map(({ detector, id }) => [detector, id])
}

/** Inserts a dismissed spend surge of one day of a campaign that no check has found. */
async function insertDismissed(brandId: string, daysAgo: number) {
  const day = dayBefore(daysAgo)
  await scene.database.sql`
    insert into analytics.anomalies
      (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share, status)
    select brand_id, platform.new_id('ano'), 'spend_surge', entity_id, level, ${day}, ${day}, ${day}, 1320, 1000, 100, 3.2, 320, 0.25, 'false_positive'
    from analytics.entities where brand_id = ${brandId} and level = 'campaign' and external_id = 'c1'`
}

const four = ['c1', 'c2', 'c3', 'c4']
const fourfold = { spend: 4000, revenue: 16_000, conversions: 400 }
const twofold = { spend: 2000, revenue: 8000, conversions: 200 }
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

  test('is a fact of a change on its unusual days only, and not on usual ones between them', async () => {
    const { key } = await brandOf(four, (id, daysAgo) => (id === 'c1' && [3, 1].includes(daysAgo) ? fourfold : {}), [])
    expect(await foundOf(key)).toMatchObject([{ date_from: dayBefore(3), date_to: dayBefore(1), deviating_days: 2 }])
    const factsOn = async (day: string) => {
      const { explanations } = await askQuestion(scene.api, key, `why did spend change on ${day}`)
      return explanations[0].facts.filter(({ kind }: { kind: string }) => kind === 'anomaly').length
    }
    expect(await factsOn(dayBefore(3))).toBe(1)
    expect(await factsOn(dayBefore(2))).toBe(0)
    const [{ total_impact: impact }] = (await foundOf(key)) as [Found]
    const asked = await askQuestion(scene.api, key, 'how much did the anomaly cost us')
    expect([asked.data[0].total_impact, asked.interpretation.unmatched]).toEqual([impact, []])
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
    expect(await alertsOf(brandId)).toEqual([
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

  test('is shown with its costliest day and the sum of its days, also if a later report corrects them', async () => {
    const spends = [0, 3000, 4200, 2600]
    const { key, brandId } = await brandOf(
      four,
      (id, daysAgo) => (id === 'c1' && spends[daysAgo] ? { spend: spends[daysAgo] } : {}),
      [],
    )
    const [found, ...others] = await foundOf(key)
    expect(others).toEqual([])
    expect(found).toMatchObject({ date_from: dayBefore(3), date: dayBefore(2), value: 4200, deviating_days: 3 })
    expect(found?.impact).toBeCloseTo(3200, -2)
    expect(found?.total_impact).toBeCloseTo(1600 + 3200 + 2000, -3)
    await scene.database.sql`update analytics.detected_days set changed_at = now() where brand_id = ${brandId}`
    await anomaliesQueue.run(scene.worker, { brand_id: brandId })
    expect(await foundOf(key)).toEqual([found])
    await report(brandId, 1, { c1: { spend: 1000 } })
    const [corrected] = await foundOf(key)
    expect(corrected).toMatchObject({ date: dayBefore(2), deviating_days: 2, severity: found?.severity })
    expect(corrected?.total_impact).toBeCloseTo(1600 + 3200, -3)
  })

  test.each([
    ['less', 2800, 3],
    ['no', 1000, 2],
  ])(
    'is shown with the day that is worst now, if a later report leaves %s deviation of the former one',
    async (_, spend, deviating_days) => {
      const spends = [0, 2600, 4200, 3000]
      const { key, brandId } = await brandOf(
        four,
        (id, daysAgo) => (id === 'c1' && spends[daysAgo] ? { spend: spends[daysAgo] } : {}),
        [],
      )
      expect(await foundOf(key)).toMatchObject([{ date: dayBefore(2), value: 4200 }])
      await report(brandId, 2, { c1: { spend } })
      const [found, ...others] = await foundOf(key)
      expect(others).toEqual([])
      expect(found).toMatchObject({ date: dayBefore(3), value: 3000, date_from: dayBefore(3), deviating_days })
      expect(found?.impact).toBeCloseTo(2000, -2)
      expect(found?.total_impact).toBeCloseTo(2000 + 1600 + (deviating_days === 3 ? 1800 : 0), -3)
    },
  )

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
    await move(brandId, surge?.id, 'false_positive')
    await report(brandId, 1, { c1: { revenue: 200 } })
    expect(await foundOf(key)).toMatchObject([
      { detector: 'roas_drop', status: 'active', also: [] },
      { detector: 'spend_surge', status: 'false_positive' },
    ])
  })

  test('that is confirmed does not take a cause, which is an anomaly with an alert', async () => {
    const { key, brandId } = await brandOf(
      four,
      (id, daysAgo) => (id === 'c1' && daysAgo === 2 ? { revenue: 300 } : {}),
      [],
    )
    const [drop] = await foundOf(key)
    await move(brandId, drop?.id, 'confirmed')
    await report(brandId, 0, { c1: fourfold })
    const found = await foundOf(key)
    expect(found).toMatchObject([
      { detector: 'spend_surge', status: 'active', also: [], date_from: dayBefore(0) },
      { id: drop?.id, detector: 'roas_drop', status: 'confirmed', also: [], date_to: dayBefore(2) },
    ])
    expect(await alertsOf(brandId)).toEqual([
      ['roas_drop', drop?.id],
      ['spend_surge', found[0]?.id],
    ])
  })

  test('that is confirmed takes a consequence, without an alert', async () => {
    const { key, brandId } = await brandOf(four, (id, daysAgo) => (id === 'c1' && daysAgo === 2 ? fourfold : {}), [])
    const [surge] = await foundOf(key)
    await move(brandId, surge?.id, 'confirmed')
    await report(brandId, 0, { c1: { revenue: 300 } })
    expect(await foundOf(key)).toMatchObject([{ id: surge?.id, also: ['roas_drop'], date_to: dayBefore(0) }])
    expect(await alertsOf(brandId)).toHaveLength(1)
  })

  test('of an account that is a false positive does not take a later deviation of a campaign', async () => {
    const surge = { c1: fourfold, c2: twofold, c3: twofold, c4: twofold }
    const { key, brandId } = await brandOf(four, () => ({}), [])
    await report(brandId, 2, surge)
    const [ofAccount, ...others] = await foundOf(key)
    expect([ofAccount?.level, others]).toEqual(['account', []])
    await move(brandId, ofAccount?.id)
    await report(brandId, 0, { c1: fourfold })
    expect(await foundOf(key)).toMatchObject([
      { level: 'campaign', entity: { id: 'c1' }, status: 'active', date_from: dayBefore(0) },
      { level: 'account', status: 'false_positive', date_to: dayBefore(2) },
    ])
  })

  test('of a campaign that is a false positive does not take a later deviation of its account', async () => {
    const { key, brandId } = await brandOf(four, (id, daysAgo) => (id === 'c1' && daysAgo === 2 ? fourfold : {}), [])
    const [ofCampaign] = await foundOf(key)
    await move(brandId, ofCampaign?.id)
    await report(brandId, 0, { c1: { spend: 9000, revenue: 36_000, conversions: 900 }, c2: fourfold })
    expect(await foundOf(key)).toMatchObject([
      { level: 'account', status: 'active', date_from: dayBefore(0) },
      { level: 'campaign', status: 'false_positive', date_to: dayBefore(2) },
    ])
  })

  test('does not take a cause if another anomaly has this cause and first day, and the day is checked', async () => {
    const { key, brandId } = await brandOf(
      four,
      (id, daysAgo) => (id === 'c1' && (daysAgo === 4 || daysAgo === 2) ? { revenue: 300 } : {}),
      [],
    )
    await insertDismissed(brandId, 4)
    await report(brandId, 0, { c1: fourfold })
    expect(
      (await foundOf(key)).map(({ detector, status, date_from, date_to }) => [detector, status, date_from, date_to]),
    ).toEqual([
      ['spend_surge', 'active', dayBefore(0), dayBefore(0)],
      ['roas_drop', 'active', dayBefore(4), dayBefore(2)],
      ['spend_surge', 'false_positive', dayBefore(4), dayBefore(4)],
    ])
  })

  test('does not begin earlier if another anomaly of its detector begins on that day', async () => {
    const { key, brandId } = await brandOf(four, (id, daysAgo) => (id === 'c1' && daysAgo === 1 ? fourfold : {}), [])
    await insertDismissed(brandId, 4)
    await report(brandId, 4, { c1: { revenue: 300 } })
    const found = await foundOf(key)
    expect(found.map(({ detector, date_from }) => `${date_from} ${detector}`).toSorted()).toEqual([
      `${dayBefore(4)} roas_drop`,
      `${dayBefore(4)} spend_surge`,
      `${dayBefore(1)} spend_surge`,
    ])
  })
})
