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

/** About normal, with mean 0 and deviation 1. */
const normal = (next: () => number) => Array.from({ length: 12 }, next).reduce((sum, value) => sum + value, -6)

const lastDay = Date.parse('2026-11-19T00:00:00Z')
const dayBefore = (days: number) => new Date(lastDay - days * 86_400_000).toISOString().slice(0, 10)

type Change = (campaign: string, adset: string, daysAgo: number) => object

/** A brand whose campaigns have two ad sets each, over 100 days. */
async function brandOf(campaigns: string[], change: Change) {
  const tenant = await createTenant(scene.database.sql)
  const next = seededRandom(7)
  const rows = campaigns.flatMap((campaign) =>
    ['one', 'two'].flatMap((adset) =>
      Array.from({ length: 100 }, (_, daysAgo) => {
        const noise = 1 + 0.05 * normal(next)
        const row = {
          date: dayBefore(daysAgo),
          platform: 'google',
          account_id: 'a',
          campaign_id: campaign,
          adset_id: adset,
        }
        const usual = { spend: 1000 * noise, revenue: 4000, conversions: 50, clicks: 800, impressions: 40_000 }
        return { ...row, ...usual, ...change(campaign, adset, daysAgo) }
      }),
    ),
  )
  await ingest(scene.database, tenant.brandId, rows)
  return tenant
}

const detect = (brandId: string) => anomaliesQueue.run(scene.worker, { brand_id: brandId })

async function choose(brandId: string, detectors: string[]) {
  return await scene.database.sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    const [row] = await transaction`
      select core.enter_brand(${brandId}), analytics.choose_detectors(${brandId}, ${detectors}) as detectors`
    return row?.detectors as string[]
  })
}

async function anomaliesOf(key: string, query: Record<string, string> = {}) {
  const { status, body } = await scene.api.http
    .get('/v1/anomalies')
    .query({ ...('date_from' in query ? {} : { days: '60' }), ...query })
    .set('Authorization', `Bearer ${key}`)
  expect(status).toBe(200)
  return body
}

async function scoreOf(values: (number | null)[]): Promise<number> {
  const [row] = await scene.database.sql`select z_score from analytics.score_last(${values}::float8[])`
  return row?.z_score as number
}

describe('score_last', () => {
  test('scores the first day of a doubled level above 5 and the days after a week below 3', async () => {
    const next = seededRandom(3)
    const before = Array.from({ length: 120 }, () => 100 * (1 + 0.08 * normal(next)))
    const after = Array.from({ length: 14 }, () => 200 * (1 + 0.08 * normal(next)))
    const values = [...before, ...after]
    const scores = await Promise.all(after.map((_, index) => scoreOf(values.slice(0, 121 + index))))
    expect(scores[0]).toBeGreaterThan(5)
    for (const score of scores.slice(6)) expect(Math.abs(score)).toBeLessThan(3)
  })

  test('does not adopt a level of four days', async () => {
    const values = [...Array.from({ length: 120 }, (_, index) => 100 + (index % 5)), 200, 200, 200, 200]
    expect(Math.abs(await scoreOf([...values, 102]))).toBeLessThan(3)
    expect(await scoreOf([...values, 200])).toBeGreaterThan(1)
  })

  test('skips gaps, and scores negative values', async () => {
    const values = Array.from({ length: 120 }, (_, index) => (index % 6 === 0 ? null : -100 - (index % 5)))
    expect(Math.abs(await scoreOf([...values, -102]))).toBeLessThan(2)
    expect(await scoreOf([...values, -10])).toBeGreaterThan(5)
  })
})

describe('analytics.false_alarm_rate', () => {
  test('decreases with the size of z, has a larger tail for drops, and never reaches 0', async () => {
    const rows = await scene.database.sql`
      select analytics.false_alarm_rate(z) as up, analytics.false_alarm_rate(-z) as down from generate_series(0.0, 60, 0.25) as z`
    for (const [index, row] of rows.entries()) {
      if (index > 0) expect(row.up).toBeLessThanOrEqual(rows[index - 1]?.up as number)
      if (index > 0) expect(row.down).toBeLessThanOrEqual(rows[index - 1]?.down as number)
      expect(row.up).toBeGreaterThan(0)
    }
    const [three] = await scene.database
      .sql`select analytics.false_alarm_rate(3) as up, analytics.false_alarm_rate(-3) as down`
    expect(three?.down).toBeGreaterThan(three?.up as number)
  })
})

describe('analytics.false_alarm_rate of a rise of spend', () => {
  test('is at least that of a log-normal variable, which grows with the relative scale', async () => {
    const [row] = await scene.database.sql`
      select
        analytics.false_alarm_rate(3, 'spend') as measured, analytics.false_alarm_rate(3, 'spend', 0.1) as narrow,
        analytics.false_alarm_rate(3, 'spend', 0.3) as wide, analytics.false_alarm_rate(-3, 'spend', 0.3) as drop,
        analytics.false_alarm_rate(-3) as measured_drop`
    // A log-normal variable with a deviation of 30 % of its mean is 90 % above it once in 102 times.
    expect(row?.wide).toBeCloseTo(0.0098, 3)
    expect(row?.narrow).toBeGreaterThan(row?.measured as number)
    expect(row?.drop).toBe(row?.measured_drop)
  })
})

describe('anomalies of ordinary days', () => {
  test('are about as many as the response states', async () => {
    const campaigns = Array.from({ length: 12 }, (_, index) => `c${index}`)
    const next = seededRandom(11)
    const noise = () => 1 + 0.15 * normal(next)
    const { brandId, key } = await brandOf(campaigns, () => ({
      spend: 1000 * noise(),
      conversions: 50 * noise(),
      revenue: 4000 * noise(),
    }))
    await detect(brandId)
    const { data, meta } = await anomaliesOf(key)
    const [days] = await scene.database.sql`
      select sum(tests)::integer as tests, sum(expected_false_alarms) as expected, sum(expected_alarms) as with_outliers
      from analytics.detected_days where brand_id = ${brandId}`
    expect(days?.tests).toBe(35 * 3 * (campaigns.length + 1))
    expect(meta.reliability).toContain(`Detection made ${days?.tests} tests of 35 days`)
    expect(meta.reliability).toContain(`about ${Number(days?.with_outliers.toFixed(1))} of these tests`)
    expect(meta.reliability).toContain(`about ${Number(days?.expected.toFixed(1))} without any`)
    // Of days with a rate of 0.01 or less, natural outliers are about two thirds.
    expect(days?.with_outliers / days?.expected).toBeGreaterThan(2.5)
    expect(data.length).toBeLessThanOrEqual(Math.ceil(days?.expected as number) + 3)
  })
})

describe('contributors', () => {
  test('of an account are its campaigns, and add up to the deviation', async () => {
    const campaigns = Array.from({ length: 8 }, (_, index) => `c${index}`)
    const { brandId, key } = await brandOf(campaigns, (campaign, _, daysAgo) =>
      daysAgo === 0 && ['c1', 'c2'].includes(campaign) ? { spend: 4000 } : {},
    )
    await detect(brandId)
    const { data } = await anomaliesOf(key, { metric: 'spend' })
    const [account] = data.filter(({ level }: { level: string }) => level === 'account')
    const { contributors } = account
    expect(contributors.level).toBe('campaign')
    expect(
      contributors.data
        .slice(0, 2)
        .map(({ id }: { id: string }) => id)
        .toSorted(),
    ).toEqual(['c1', 'c2'])
    expect(contributors.data).toHaveLength(5)
    expect(contributors.other.count).toBe(3)
    const parts = [...contributors.data, contributors.other] as { contribution: number; share: number }[]
    expect(parts.reduce((sum, part) => sum + part.contribution, 0)).toBeCloseTo(account.value - account.expected, 1)
    expect(parts.reduce((sum, part) => sum + part.share, 0)).toBeCloseTo(1, 2)
    expect(parts[0]?.share).toBeGreaterThan(0.35)
    expect(parts[4]?.share).toBeLessThan(0.1)
  })

  test('of a campaign are its ad sets, in the unit of a ratio', async () => {
    const { brandId, key } = await brandOf(['c1', 'c2'], (campaign, adset, daysAgo) => ({
      // The first ad set always costs more for each conversion. The second one changes.
      ...(adset === 'one' ? { conversions: 30 } : {}),
      ...(daysAgo === 0 && campaign === 'c1' && adset === 'two' ? { conversions: 10 } : {}),
    }))
    await detect(brandId)
    const { data } = await anomaliesOf(key, { metric: 'cpa' })
    expect(data).toMatchObject([{ detector: 'cpa_spike', level: 'campaign', contributors: { level: 'adset' } }])
    const [first, second] = data[0].contributors.data
    expect(first.id).toBe('two')
    expect(first.share).toBeGreaterThan(0.6)
    expect(first.contribution + second.contribution + data[0].contributors.other.contribution).toBeCloseTo(
      data[0].value - data[0].expected,
      1,
    )
    const rows = await scene.database.sql`
      select level, external_id, contribution, entities from analytics.anomaly_contributors where brand_id = ${brandId} order by position`
    expect(rows).toMatchObject([
      { level: 'adset', external_id: 'two', entities: 1 },
      { level: 'adset', external_id: 'one', entities: 1 },
    ])
    expect(rows).toHaveLength(2)
  })

  test('of a cost per conversion without any conversion are the parts of the spend', async () => {
    const { brandId, key } = await brandOf(['c1', 'c2', 'c3'], (campaign, _, daysAgo) => ({
      ...(campaign === 'c1' ? { spend: 2000 } : {}),
      ...(daysAgo === 0 ? { conversions: 0, revenue: 0 } : {}),
    }))
    await detect(brandId)
    const { data } = await anomaliesOf(key, { metric: 'cpa' })
    const [account] = data.filter(({ level }: { level: string }) => level === 'account')
    expect(account.is_lower_limit).toBe(true)
    const { contributors } = account
    expect(contributors.data.map(({ id }: { id: string }) => id)[0]).toBe('c1')
    expect(contributors.data.every(({ contribution }: { contribution: number }) => contribution > 0)).toBe(true)
    const sum = contributors.data.reduce(
      (total: number, part: { contribution: number }) => total + part.contribution,
      0,
    )
    expect(sum).toBeCloseTo(account.value - account.expected, 1)
    expect(contributors.other).toMatchObject({ count: 0, contribution: 0 })
  })
})

describe('chosen detectors', () => {
  const broken: Change = (campaign, _, daysAgo) =>
    daysAgo === 0 && campaign === 'c1' ? { clicks: 200, conversions: 50, revenue: 12_000 } : {}

  test('run only for the brands that chose them', async () => {
    const { brandId, key } = await brandOf(['c1', 'c2'], broken)
    await detect(brandId)
    const silent = await anomaliesOf(key, { metric: 'ctr' })
    expect(silent.data).toEqual([])
    const defaults = ['spend_surge', 'cpa_spike', 'roas_drop'].map((detector) => ({
      detector,
      detected_from: '2026-10-16',
    }))
    expect(silent.meta.detectors).toEqual(defaults)
    expect(silent.meta.warnings[0]).toContain('No detector of ctr runs for this brand')

    expect(await choose(brandId, ['ctr_drop', 'revenue_surge', 'cpc_spike'])).toHaveLength(6)
    const { meta: waiting } = await anomaliesOf(key)
    expect(waiting.detectors.slice(3)).toEqual(
      ['cpc_spike', 'ctr_drop', 'revenue_surge'].map((detector) => ({ detector, detected_from: null })),
    )
    expect(waiting.warnings).toContain(
      'The detectors cpc_spike, ctr_drop, revenue_surge have not run yet, so anomalies of this kind are not known. Detection runs every night.',
    )
    await scene.database.sql`
      update analytics.detected_days set changed_at = now() where brand_id = ${brandId} and day >= '2026-11-10'`
    await detect(brandId)
    const { meta: partly } = await anomaliesOf(key, { days: '30' })
    expect(partly.detected_from).toBe('2026-10-16')
    expect(partly.detectors).toEqual([
      ...defaults,
      ...['cpc_spike', 'ctr_drop', 'revenue_surge'].map((detector) => ({ detector, detected_from: '2026-11-10' })),
    ])
    const warning = (detectors: string) =>
      `Not all days from 2026-10-22 to 2026-11-09 were checked by the ${detectors}, so some of their anomalies of this kind are not known.`
    expect(partly.warnings).toEqual([warning('detectors cpc_spike, ctr_drop, revenue_surge')])
    expect((await anomaliesOf(key, { days: '11' })).meta.warnings).toEqual([])
    const inNovember = { date_from: '2026-11-01', date_to: '2026-11-05', metric: 'ctr' }
    expect((await anomaliesOf(key, inNovember)).meta.warnings).toEqual([
      'Not all days from 2026-11-01 to 2026-11-05 were checked by the detector ctr_drop, so some of their anomalies of this kind are not known.',
    ])
    const checked = { date_from: '2026-11-10', date_to: '2026-11-12', metric: 'ctr' }
    expect((await anomaliesOf(key, checked)).meta.warnings).toEqual([])
    expect((await anomaliesOf(key, { days: '30', metric: 'ctr' })).meta.warnings).toEqual([
      warning('detector ctr_drop'),
    ])

    await scene.database.sql`update analytics.detected_days set changed_at = now() where brand_id = ${brandId}`
    await detect(brandId)
    const { data, meta } = await anomaliesOf(key, { metric: 'cpc' })
    expect(data).toMatchObject([{ detector: 'cpc_spike', direction: 'spike', entity: { id: 'c1' } }])
    expect(data[0].grouped_count).toBeGreaterThan(1)
    expect(JSON.stringify(meta.warnings)).not.toContain('No detector')
    expect(await choose(brandId, [])).toHaveLength(3)
  })

  test.each([['revenue'], ['spend_surge'], ["x'); drop table analytics.anomalies; --"]])(
    'refuse the name %s',
    async (name) => {
      const { brandId } = await createTenant(scene.database.sql)
      await expect(choose(brandId, [name])).rejects.toThrow('must be one of')
    },
  )

  test('finds a drop and a surge of revenue and conversions', async () => {
    for (const [detector, change] of [
      ['revenue_drop', { revenue: 400 }],
      ['revenue_surge', { revenue: 30_000 }],
      ['conversions_drop', { conversions: 12 }],
      ['conversions_surge', { conversions: 300 }],
    ] as const) {
      const { brandId, key } = await brandOf(['c1', 'c2'], (campaign, _, daysAgo) =>
        daysAgo === 0 && campaign === 'c1' ? change : {},
      )
      await choose(brandId, [detector])
      await detect(brandId)
      const { data } = await anomaliesOf(key, { metric: detector.split('_')[0] as string })
      expect(data).toMatchObject([{ entity: { id: 'c1' } }])
      // The default detectors of the same campaign are reported as the cause.
      expect([data[0].detector, ...data[0].also]).toContain(detector)
      expect(data[0].impact).toBeGreaterThan(0)
    }
  })
})
