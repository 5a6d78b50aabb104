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
  date: string
  platform: string
  account_id: string
  campaign_id: string
  status?: string
  spend: number
  revenue: number
  conversions: number
}

/** A brand whose campaigns have `days` days. A row is changed, or not reported if `change` returns null. */
async function brandOf(campaigns: string[], days: number, change: (row: Row, daysAgo: number) => Partial<Row> | null) {
  const tenant = await createTenant(scene.database.sql)
  const next = seededRandom(5)
  const rows = campaigns.flatMap((campaign) =>
    Array.from({ length: days }, (_, daysAgo) => {
      const noise = () => 0.9 + 0.2 * next()
      const row: Row = {
        date: dayBefore(daysAgo),
        platform: 'google',
        account_id: 'a',
        campaign_id: campaign,
        spend: 1000 * noise(),
        revenue: 4000 * noise(),
        conversions: Math.round(50 * noise()),
      }
      const changed = change(row, daysAgo)
      return changed ? [{ ...row, ...changed }] : []
    }).flat(),
  )
  await ingest(scene.database, tenant.brandId, rows)
  await scene.database.sql`
    insert into analytics.chosen_detectors values (${tenant.brandId}, 'revenue_drop'), (${tenant.brandId}, 'conversions_drop')`
  await anomaliesQueue.run(scene.worker, { brand_id: tenant.brandId })
  const { body } = await scene.api.http
    .get('/v1/anomalies')
    .query({ days: '60' })
    .set('Authorization', `Bearer ${tenant.key}`)
  return body.data as { detector: string; level: string; date_from: string; date_to: string; entity: { id: string } }[]
}

const none = { spend: 0, revenue: 0, conversions: 0 }

describe('spend that stops', () => {
  test('is an anomaly of conversions if a whole account reports zeros', async () => {
    const found = await brandOf(['one', 'two'], 150, (_, daysAgo) => (daysAgo === 0 ? none : {}))
    expect(found).toMatchObject([{ detector: 'conversions_drop', level: 'account', date_from: lastDay }])
  })

  test('is an anomaly of the one campaign without a row, on the days until its new level is known', async () => {
    const found = await brandOf(['one', 'two', 'three'], 150, ({ campaign_id: id }, daysAgo) =>
      id === 'two' && daysAgo < 9 ? null : {},
    )
    expect(found).toMatchObject([
      { detector: 'conversions_drop', level: 'campaign', entity: { id: 'two' }, date_from: dayBefore(8) },
    ])
    expect(found[0]?.date_to).toBeOneOf([dayBefore(4), dayBefore(3)])
  })

  test('is no anomaly of a campaign that is paused by its status', async () => {
    const found = await brandOf(['one', 'two', 'three'], 150, ({ campaign_id: id }, daysAgo) =>
      id === 'two' ? { status: 'PAUSED', ...(daysAgo < 3 ? none : {}) } : {},
    )
    expect(found.filter(({ entity }) => entity.id === 'two')).toEqual([])
  })

  test('is no anomaly on the weekdays on which a campaign never spends', async () => {
    const found = await brandOf(['one', 'weekdays'], 150, ({ campaign_id: id, date }) =>
      id === 'weekdays' && new Date(date).getUTCDay() % 6 === 0 ? null : {},
    )
    expect(found).toEqual([])
  })

  test('is not known of a campaign while the account reports only itself', async () => {
    const found = await brandOf(['one'], 150, (_, daysAgo) => (daysAgo === 0 ? { campaign_id: '' } : {}))
    expect(found).toEqual([])
  })
})

describe('an account that was silent', () => {
  test('has no surge of spend when it reports again after 45 days', async () => {
    const tenant = ['steady', 'silent']
    const found = await brandOf(tenant, 150, ({ campaign_id: id }, daysAgo) => {
      if (id === 'steady') return {}
      return daysAgo > 0 && daysAgo <= 45 ? null : { platform: 'meta', account_id: 'm', spend: 300 }
    })
    expect(found).toEqual([])
  })

  test('has a surge when its campaign spends again after 45 days on which the account reported others', async () => {
    const found = await brandOf(['steady', 'restarted'], 150, ({ campaign_id: id }, daysAgo) =>
      id === 'restarted' && daysAgo > 0 && daysAgo <= 45 ? null : {},
    )
    expect(found.map(({ detector, entity, date_from }) => [detector, entity.id, date_from])).toContainEqual([
      'spend_surge',
      'restarted',
      lastDay,
    ])
  })
})

describe('a pause of five or six days', () => {
  test.each([
    ['zeros of a campaign', 6, none],
    ['no rows of a campaign', 5, null],
  ])('with %s for %i days has no surge when spend returns to its level', async (_, pause, row) => {
    const found = await brandOf(['steady', 'paused'], 150, ({ campaign_id: id }, daysAgo) =>
      id === 'paused' && daysAgo > 0 && daysAgo <= pause ? row : {},
    )
    expect(found.filter(({ detector }) => detector.endsWith('surge'))).toEqual([])
  })

  test('and a fall to 40 % for 20 days have no surge when spend returns to its level', async () => {
    const found = await brandOf(['steady', 'other', 'fallen'], 150, ({ campaign_id: id, ...row }, daysAgo) =>
      id === 'fallen' && daysAgo > 0 && daysAgo <= 20
        ? { spend: row.spend * 0.4, revenue: row.revenue * 0.4, conversions: Math.round(row.conversions * 0.4) }
        : {},
    )
    const ofFallen = found.filter(({ entity }) => entity.id === 'fallen')
    // The fall is one episode from its first day, and is learned within a week.
    expect(ofFallen).toMatchObject([{ detector: 'conversions_drop', date_from: dayBefore(20) }])
    expect((ofFallen[0]?.date_to ?? '') < dayBefore(12)).toBe(true)
  })

  test('has a surge when spend returns far above its level', async () => {
    const found = await brandOf(['steady', 'paused'], 150, ({ campaign_id: id, spend }, daysAgo) => {
      if (id === 'steady') return {}
      return daysAgo > 0 && daysAgo <= 6 ? none : daysAgo === 0 ? { spend: spend * 4 } : {}
    })
    expect(found).toContainEqual(expect.objectContaining({ detector: 'spend_surge', date_from: lastDay }))
  })
})

describe('analytics.count_score', () => {
  const scoreOf = async (amount: number, expected: number, variance: number) => {
    const [row] = await scene.database.sql`select analytics.count_score(${amount}, ${expected}, ${variance}) as z`
    return row?.z as number
  }

  test('is the normal quantile of the probability of a Poisson count', async () => {
    // The sum of the probabilities of 0 to 4 at a mean of 15, with half of that of 5: 0.0018 and 2.91 deviations. 26: 0.0047 above, and 2.60.
    expect(await scoreOf(5, 15, 1 / 15 / 1.1)).toBeCloseTo(-2.94, 1)
    expect(await scoreOf(26, 15, 1 / 15 / 1.1)).toBeCloseTo(2.6, 1)
    expect(Math.abs(await scoreOf(1000, 1000, 1 / 1000))).toBeLessThan(0.1)
  })

  test('is that of a log-normal value if the count is large', async () => {
    const logarithm = Math.sqrt(Math.log(1 + 1.1 * 0.09))
    const shifted = (deviations: number) => 1e6 * Math.exp(deviations * logarithm - logarithm ** 2 / 2)
    // A tenth of the variance is that of a count.
    expect(Math.abs((await scoreOf(shifted(-3), 1e6, 0.09)) + 2.8)).toBeLessThan(0.05)
    expect(Math.abs((await scoreOf(shifted(3), 1e6, 0.09)) - 3.07)).toBeLessThan(0.05)
  })

  test('is finite for an outage', async () => {
    expect(await scoreOf(0, 1e6, 0.0025)).toBeLessThan(-10)
    expect(await scoreOf(0, 10, 0.1)).toBeGreaterThan(-10)
  })
})

describe('cpa_spike', () => {
  test('has a rate of 1 % about as often as stated on days with Poisson conversions', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const next = seededRandom(21)
    const poisson = (mean: number) => {
      let [product, count] = [next(), 0]
      while (product > Math.exp(-mean)) {
        product *= next()
        count += 1
      }
      return count
    }
    const rows = Array.from({ length: 12 }, (_, campaign) =>
      Array.from({ length: 120 }, (_, daysAgo) => ({
        date: dayBefore(daysAgo),
        platform: 'google',
        account_id: 'a',
        campaign_id: `c${campaign}`,
        spend: 300,
        conversions: poisson(15),
        revenue: 900,
      })),
    ).flat()
    await ingest(scene.database, brandId, rows)
    const [counted] = await scene.database.sql`
      select count(*)::integer as tests, count(*) filter (where p_value <= 0.01)::integer as rare
      from generate_series(date '2026-11-01', date '2026-11-19', '1 day') as day,
        analytics.score_entities(${brandId}, day::date) as scores
      where detector = 'cpa_spike'`
    expect(counted?.tests).toBeGreaterThan(200)
    expect(counted?.rare / counted?.tests).toBeLessThan(0.02)
  })
})
