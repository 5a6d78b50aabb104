import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { seededRandom } from '../support/seeded_random.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function compute(key: string, body: object) {
  const response = await api.http.post('/v1/scenarios').set('Authorization', `Bearer ${key}`).send(body)
  return { status: response.status, body: response.body }
}

interface Campaign {
  platform?: string
  scale?: number
  elasticity?: number
  spend?: number
  days?: number
  conversions?: number
}

/** The row of a campaign: it earns scale * spend ^ elasticity on days with varied spends. */
function row(
  { platform = 'google', scale = 10, elasticity = 0.5, spend = 100, conversions = 5 }: Campaign,
  id: number,
  daysAgo: number,
) {
  const spent = spend * (0.7 + (((daysAgo * 37 + id * 11) % 13) / 13) * 0.6)
  return {
    date: dayBefore(daysAgo),
    platform,
    account_id: platform,
    campaign_id: String(id),
    campaign_name: `Campaign ${id}`,
    spend: spent.toFixed(4),
    revenue: (scale * spent ** elasticity).toFixed(4),
    conversions,
  }
}

function dayBefore(daysAgo: number): string {
  return new Date(Date.parse('2026-11-19T00:00:00Z') - daysAgo * 86_400_000).toISOString().slice(0, 10)
}

async function brand(...campaigns: Campaign[]) {
  const tenant = await createTenant(database.sql)
  await ingest(
    database,
    tenant.brandId,
    campaigns.flatMap((campaign, id) =>
      Array.from({ length: campaign.days ?? 60 }, (_, daysAgo) => row(campaign, id, daysAgo)),
    ),
  )
  return tenant
}

describe('400', () => {
  test.each([
    [[{ platform: 'google', change_pct: 20, daily_spend: 100 }], '`changes[0]` must have either a change in percent'],
    [[{ platform: 'google' }], '`changes[0]` must have either a change in percent'],
    [[{ daily_spend: 100 }], '`changes[0]` must name a platform, because an amount'],
    [[{ campaign_id: '0', change_pct: 20 }], '`changes[0]` must name the platform of the campaign.'],
    [[{ platform: 'tiktok', change_pct: 20 }], 'must be a connected platform, not tiktok.'],
    [[{ platform: 'instagram', change_pct: 20 }], 'platform'],
    [[{ platform: 'google', campaign_id: 'gone', change_pct: 20 }], 'google has no campaign gone.'],
    [[{ platform: 'google', change_pct: -101 }], '`changes[0].change_pct` must be a number from -100 to 1,000.'],
    [[{ platform: 'google', daily_spend: -1 }], '`changes[0].daily_spend` must be a number from 0 to 1,000,000,000.'],
    [[{ platform: 'google', daily_spend: 1e12 }], '`changes[0].daily_spend` must be a number from 0 to 1,000,000,000.'],
    [[{ platform: 'google', daily_spend: 'NaN' }], '`changes[0].daily_spend` must be a number'],
    [Array.from({ length: 101 }, () => ({ change_pct: 1 })), '`changes` must have at most 100 changes.'],
  ])('names the invalid change of %j', async (changes, message) => {
    const { key } = await brand({ days: 20 })
    const { status, body } = await compute(key, { changes })
    expect([status, body.error?.code]).toEqual([400, 'invalid_request'])
    expect(body.error.message).toContain(message)
  })

  const amount = (daily_spend: number, campaign_id?: string) => ({ platform: 'google', campaign_id, daily_spend })
  test.each([
    [
      'two amounts of a platform',
      [amount(300), { platform: 'Google Ads', daily_spend: 200 }],
      'changes[1]',
      'has the same target',
    ],
    [
      'two changes of a campaign',
      [amount(90, '0'), { platform: 'google', campaign_id: '0', change_pct: 5 }],
      'changes[1]',
      'has the same target',
    ],
    ['two changes of the brand', [{ change_pct: 50 }, { change_pct: -50 }], 'changes[1]', 'has the same target'],
    [
      'an amount of a platform without recent spend',
      [{ platform: 'tiktok', daily_spend: 500 }],
      'changes[0]',
      'is of a platform without spend',
    ],
    [
      'a percentage of a platform without recent spend',
      [{ platform: 'tiktok', change_pct: 50 }],
      'changes[0]',
      'is of a platform without spend',
    ],
    [
      'a platform below its campaigns',
      [amount(150), amount(200, '0')],
      'changes[0]',
      'is below the amounts of its own campaigns, which add up to 200',
    ],
    [
      'a platform whose campaigns all have amounts',
      [amount(500), amount(200, '0'), amount(200, '1')],
      'changes[0]',
      'cannot be divided',
    ],
  ])('names the change that cannot be applied: %s', async (_, changes, field, message) => {
    const { brandId, key } = await brand({ days: 20 }, { days: 20 })
    await ingest(database, brandId, [row({ platform: 'tiktok' }, 5, 40)])
    const { status, body } = await compute(key, { changes })
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining(`\`${field}\` ${message}`)])
  })

  test.each([6, 91, 7.5])('returns 400 for a horizon of %d days', async (horizon_days) => {
    const { key } = await brand({ days: 20 })
    const { status, body } = await compute(key, { horizon_days })
    expect([status, body.error?.message]).toEqual([400, '`horizon_days` must be a whole number from 7 to 90.'])
  })

  test('does not find a campaign of another brand', async () => {
    const other = await brand({ days: 20 }, { days: 20 })
    const { key } = await brand({ days: 20 })
    const { body } = await compute(key, { changes: [{ platform: 'google', campaign_id: '1', change_pct: 20 }] })
    expect(body.error.message).toContain('google has no campaign 1.')
    expect((await compute(other.key, {})).body.data).toHaveLength(2)
  })
})

describe('409', () => {
  test('returns data_not_ready before any report', async () => {
    const { key } = await createTenant(database.sql)
    const { status, body } = await compute(key, {})
    expect([status, body.error.code]).toEqual([409, 'data_not_ready'])
  })
})

describe('an outcome that is not known', () => {
  test.each([
    [{ days: 13 }, 20, 'It has less than 14 days of spend or 30 conversions in the last 56 days.'],
    [{ conversions: 0.1 }, 20, 'It has less than 14 days of spend or 30 conversions in the last 56 days.'],
    [{}, 400, 'The effect of this spend is not known. The last 56 days allow an estimate from'],
    [{}, -60, 'The effect of this spend is not known. The last 56 days allow an estimate from'],
    [{}, -100, 'The effect of this spend is not known. The last 56 days allow an estimate from'],
  ])('has no number for %j and a change of %d %%', async (campaign, change_pct, reason) => {
    const { key } = await brand(campaign)
    const { body } = await compute(key, { changes: [{ change_pct }] })
    expect(body.data[0]).toMatchObject({ is_changed: true, revenue: null, conversions: null })
    expect(body.data[0].reason).toContain(reason)
    expect(body.totals).toMatchObject({
      campaigns_changed: 1,
      campaigns_known: 0,
      known_spend_change: 0,
      revenue: null,
    })
  })

  test('counts only campaigns with an outcome in the totals', async () => {
    const { key } = await brand({}, { days: 10 })
    const { body } = await compute(key, { changes: [{ platform: 'google', change_pct: 10 }] })
    const known = body.data.find(({ campaign }: { campaign: { id: string } }) => campaign.id === '0')
    expect(body.totals).toMatchObject({
      campaigns: 2,
      campaigns_changed: 2,
      campaigns_known: 1,
      revenue: known.revenue,
    })
    expect(body.totals.known_spend_change).toBeCloseTo(30 * (known.daily_spend - known.current_daily_spend), 0)
  })

  test('lists a changed campaign without recent spend, with the reason', async () => {
    const { brandId, key } = await brand({})
    await ingest(database, brandId, [{ ...row({}, 7, 30) }])
    const { body } = await compute(key, { changes: [{ platform: 'google', campaign_id: '7', daily_spend: 50 }] })
    expect(body.data.find(({ campaign }: { campaign: { id: string } }) => campaign.id === '7')).toMatchObject({
      current_daily_spend: 0,
      daily_spend: 50,
      is_changed: true,
      revenue: null,
      reason: 'It has not spent in the last 14 days.',
    })
  })
})

describe('200', () => {
  test('computes the change of the horizon by the curve, with an interval around it', async () => {
    const { key } = await brand(...Array.from({ length: 6 }, () => ({ scale: 40, elasticity: 0.5 })))
    const changes = [{ platform: 'google', campaign_id: '0', change_pct: 20 }]
    const { status, body } = await compute(key, { horizon_days: 10, changes })
    expect(status).toBe(200)
    const {
      revenue,
      current_daily_spend: spend,
      daily_spend,
      reason,
    } = body.data.find(({ campaign }: Line) => campaign.id === '0')
    expect(reason).toBeNull()
    expect(daily_spend).toBeCloseTo(spend * 1.2, 1)
    expect(revenue.current / (10 * 40 * Math.sqrt(spend))).toBeCloseTo(1, 1)
    expect(revenue.change / revenue.current).toBeCloseTo(1.2 ** 0.5 - 1, 2)
    expect(revenue.low).toBeGreaterThan(0)
    expect(revenue.low).toBeLessThan(revenue.change)
    expect(revenue.high).toBeGreaterThan(revenue.change)
    expect([body.date_from, body.date_to]).toEqual(['2026-11-21', '2026-11-30'])
    expect(body.meta.warnings.join()).toContain('only an experiment measures this')
  })

  test('divides the change of revenue by that of spend, with its interval, for more and for less spend', async () => {
    const { key } = await brand(...Array.from({ length: 6 }, () => ({ scale: 40, elasticity: 0.5 })))
    for (const change_pct of [20, -20]) {
      const { body } = await compute(key, { changes: [{ platform: 'google', campaign_id: '0', change_pct }] })
      const { revenue, known_spend_change: spend, incremental_roas: found } = body.totals
      expect(found.value).toBeCloseTo(revenue.change / spend, 3)
      const bounds = [revenue.low / spend, revenue.high / spend].toSorted((one, other) => one - other)
      expect(found.low).toBeCloseTo(bounds[0] as number, 3)
      expect(found.high).toBeCloseTo(bounds[1] as number, 3)
      const line = body.data.find(({ is_changed }: { is_changed: boolean }) => is_changed)
      expect([line.incremental_roas, body.platforms[0].incremental_roas]).toEqual([found, found])
    }
  })

  test('has no return of a spend that only moves between campaigns, of an unknown effect, or of no change', async () => {
    const { key } = await brand({}, { scale: 40, elasticity: 0.3 }, { days: 10 })
    const moved = [
      { platform: 'google', campaign_id: '0', change_pct: 20 },
      { platform: 'google', campaign_id: '1', change_pct: -10 },
    ]
    const unknown = [{ platform: 'google', campaign_id: '2', change_pct: 20 }]
    for (const changes of [moved, unknown, []]) {
      expect((await compute(key, { changes })).body.totals.incremental_roas).toBeNull()
    }
  })

  test('has the profit by the margin of each campaign, and none if the cost of some revenue is not known', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const days = Array.from({ length: 60 }, (_, daysAgo) => daysAgo)
    // Campaign 0 keeps half of its revenue, campaign 1 sells below its cost. Campaign 2 lacks the cost of one day.
    const costOf = [0.5, 1.5, 0.5]
    const rows = costOf.flatMap((share, id) =>
      days.map((daysAgo) => {
        const sold = row({ scale: 40 }, id, daysAgo)
        return { ...sold, cogs: id === 2 && daysAgo === 3 ? '' : (Number(sold.revenue) * share).toFixed(4) }
      }),
    )
    await ingest(database, brandId, rows)
    const plan = async (changes: Record<string, number>) => {
      const given = Object.entries(changes).map(([campaign_id, change_pct]) => ({
        platform: 'google',
        campaign_id,
        change_pct,
      }))
      return (await compute(key, { changes: given })).body
    }
    for (const changes of [
      { 0: 20, 1: 20 },
      { 0: 20, 1: -20 },
    ]) {
      const { data, totals } = await plan(changes)
      const changed = data.filter(({ is_changed }: { is_changed: boolean }) => is_changed)
      for (const { campaign, revenue, profit, daily_spend, current_daily_spend } of changed) {
        const margin = 1 - (costOf[Number(campaign.id)] as number)
        expect(profit.change).toBeCloseTo(revenue.change * margin - 30 * (daily_spend - current_daily_spend), 0)
        expect(profit.high - profit.low).toBeCloseTo((revenue.high - revenue.low) * Math.abs(margin), 0)
      }
      expect(totals.profit.change).toBeCloseTo(changed[0].profit.change + changed[1].profit.change, 0)
    }
    const partly = await plan({ 0: 20, 2: 20 })
    expect([partly.totals.profit, partly.totals.incremental_roas.value]).toEqual([null, expect.any(Number)])
  })

  test('has a wide interval for a campaign that always spent the same', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const rows = Array.from({ length: 56 }, (_, daysAgo) => ({
      ...row({}, 0, daysAgo),
      spend: '93.37',
      revenue: 280 + (daysAgo % 5),
    }))
    await ingest(database, brandId, rows)
    const { status, body } = await compute(key, { changes: [{ change_pct: 20 }] })
    const { change, low, high } = body.data[0].revenue
    expect(status).toBe(200)
    expect((high - low) / change).toBeGreaterThan(0.5)
  })

  test('applies the change of a campaign before that of its platform and of the brand', async () => {
    const { key } = await brand({}, {}, { platform: 'meta' })
    const { body } = await compute(key, {
      changes: [
        { platform: 'google', campaign_id: '1', daily_spend: 90 },
        { platform: 'google', change_pct: 10 },
        { change_pct: -10 },
      ],
    })
    const shares = body.data.map(
      (line: { campaign: { id: string }; daily_spend: number; current_daily_spend: number }) => [
        line.campaign.id,
        line.campaign.id === '1' ? line.daily_spend : Number((line.daily_spend / line.current_daily_spend).toFixed(3)),
      ],
    )
    expect(shares.toSorted()).toEqual([
      ['0', 1.1],
      ['1', 90],
      ['2', 0.9],
    ])
  })

  test('divides the amount of a platform in proportion to the present spend', async () => {
    const { key } = await brand({ spend: 100 }, { spend: 300 })
    const { body } = await compute(key, { changes: [{ platform: 'Google Ads', daily_spend: 420 }] })
    expect(body.platforms[0].daily_spend).toBeCloseTo(420, 1)
    for (const line of body.data) {
      expect(line.daily_spend / line.current_daily_spend).toBeCloseTo(420 / body.totals.current_daily_spend, 3)
    }
  })

  test('counts the campaigns with amounts of their own in the amount of their platform', async () => {
    const { key } = await brand({ spend: 100 }, { spend: 100 }, { spend: 300 })
    const { body } = await compute(key, {
      changes: [
        { platform: 'google', daily_spend: 420 },
        { platform: 'google', campaign_id: '1', daily_spend: 200 },
      ],
    })
    expect(body.platforms[0].daily_spend).toBeCloseTo(420, 1)
    const planned = new Map(body.data.map(({ campaign, ...line }: Line & Spend) => [campaign.id, line]))
    expect((planned.get('1') as Spend).daily_spend).toBe(200)
    const others = ['0', '2'].map((id) => planned.get(id) as Spend)
    const [one, other] = others.map((line) => line.daily_spend / line.current_daily_spend) as [number, number]
    expect(one).toBeCloseTo(other, 3)
    expect(others.reduce((sum, line) => sum + line.daily_spend, 0)).toBeCloseTo(220, 1)
  })

  test('agrees with the recommendation of the same change', async () => {
    const { key } = await brand({ scale: 10, elasticity: 0.9 }, { scale: 40, elasticity: 0.3 })
    const recommended = await api.http.get('/v1/budget-recommendations').set('Authorization', `Bearer ${key}`)
    const [{ entity, recommended_daily_spend: daily_spend, expected_change }] = recommended.body.data
    const { body } = await compute(key, {
      horizon_days: 10,
      changes: [{ platform: 'google', campaign_id: entity.id, daily_spend }],
    })
    const { revenue } = body.data.find(({ is_changed }: { is_changed: boolean }) => is_changed)
    for (const [one, other] of [
      [revenue.change, expected_change.revenue],
      [revenue.low, expected_change.low],
      [revenue.high, expected_change.high],
    ])
      expect(one / 10).toBeCloseTo(other, 0)
  })

  test.each(['none', 'a week of promotions'])(
    'has about 80 % of the true changes in its intervals with a common demand of %s',
    async (demand) => {
      const random = seededRandom(7)
      const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
      const raised = (daysAgo: number) => (demand === 'none' || daysAgo < 1 || daysAgo > 7 ? 0 : 0.7)
      const within: boolean[] = []
      for (let run = 0; run < 12; run += 1) {
        const truths = Array.from({ length: 10 }, () => ({
          scale: 20 + 40 * random(),
          elasticity: 0.85 * random(),
          // Spend and outcome follow the demand of the brand.
          spendFollows: 0.3 + 0.9 * random(),
          outcomeFollows: 0.5 + random(),
        }))
        const { brandId, key } = await createTenant(database.sql)
        await ingest(
          database,
          brandId,
          truths.flatMap((truth, id) =>
            Array.from({ length: 56 }, (_, daysAgo) => {
              const spend = 100 * Math.exp(0.25 * normal() + truth.spendFollows * raised(daysAgo))
              const noise = Math.exp(0.25 * normal() - 0.03125 + truth.outcomeFollows * raised(daysAgo))
              const revenue = truth.scale * spend ** truth.elasticity * noise
              return { ...row({}, id, daysAgo), spend: spend.toFixed(2), revenue: revenue.toFixed(2) }
            }),
          ),
        )
        const { body } = await compute(key, { horizon_days: 30, changes: [{ change_pct: 20 }] })
        for (const { campaign, revenue } of body.data as Line[]) {
          // The relative change is that of the elasticity, whatever the level of the demand.
          const { elasticity } = truths[Number(campaign.id)] as { elasticity: number }
          const truth = 1.2 ** elasticity - 1
          within.push(revenue.low / revenue.current <= truth && truth <= revenue.high / revenue.current)
        }
      }
      const share = within.filter(Boolean).length / within.length
      expect(within).toHaveLength(120)
      expect(share).toBeGreaterThan(0.7)
      expect(share).toBeLessThan(0.95)
    },
  )

  test('states a present spend that differs from the weeks before', async () => {
    const usual = await brand({ days: 56 })
    expect((await compute(usual.key, {})).body.meta.warnings.join()).not.toContain('six weeks before')
    const { brandId, key } = await createTenant(database.sql)
    await ingest(
      database,
      brandId,
      Array.from({ length: 56 }, (_, daysAgo) => ({
        ...row({}, 0, daysAgo),
        spend: daysAgo < 14 ? '150' : '100',
        revenue: 300,
      })),
    )
    expect((await compute(key, {})).body.meta.warnings).toContainEqual(
      expect.stringContaining('150.00 USD a day, 50 % more than in the six weeks before (100.00 USD)'),
    )
  })

  test('changes a budget by the percentage of the spend, in the same direction', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(
      database,
      brandId,
      Array.from({ length: 56 }, (_, daysAgo) => ({
        ...row({}, 0, daysAgo),
        spend: '130',
        daily_budget: 70,
        revenue: 300,
      })),
    )
    const planned = async (daily_spend: number) =>
      (await compute(key, { changes: [{ platform: 'google', campaign_id: '0', daily_spend }] })).body
    const body = await planned(104)
    expect(body.data[0]).toMatchObject({ current_daily_spend: 130, daily_budget: 70, proposed_daily_budget: 56 })
    expect(body.totals.spend_change).toBe(-780)
    // A platform may stop at the budget, so that a higher spend needs at least itself, and so does a decrease below the budget.
    for (const spend of [156, 59]) expect((await planned(spend)).data[0].proposed_daily_budget).toBe(spend)
  })
})

interface Spend {
  daily_spend: number
  current_daily_spend: number
}

interface Line {
  campaign: { id: string }
  revenue: { current: number; low: number; high: number }
}

test('names the open budget proposals of a campaign, also under an alias of its platform, and none of another brand', async () => {
  const [{ key, brandId }, other] = [await brand({}, {}), await brand({}, {})]
  const add = async (of: string, platform: string, id: string, kind: string, status: string) => {
    const [made] = await database.sql`
      insert into connector.proposals (brand_id, target, change, rationale, idempotency_key, request_hash, created_by, status, decided_at)
      values (${of}, ${database.sql.json({ level: 'campaign', platform, id })}, ${database.sql.json({ kind, from: 100, to: 50 })}, 'Because',
        gen_random_uuid()::text, '', 'key', ${status}, ${status === 'approved' ? '2026-11-19T12:00:00Z' : null})
      returning proposal_id`
    return made?.proposal_id as string
  }
  const open = [
    await add(brandId, 'google', '0', 'budget', 'pending_approval'),
    await add(brandId, 'Google Ads', '0', 'budget', 'pending_approval'),
  ]
  await add(brandId, 'google', '0', 'bid', 'pending_approval')
  await add(brandId, 'google', '0', 'budget', 'approved')
  await add(other.brandId, 'google', '0', 'budget', 'pending_approval')
  const { body } = await compute(key, { changes: [{ change_pct: 10 }] })
  const proposalsOf = Object.fromEntries(
    body.data.map((line: { campaign: { id: string }; open_proposals: string[] }) => [
      line.campaign.id,
      line.open_proposals.toSorted(),
    ]),
  )
  expect(proposalsOf).toEqual({ 0: open.toSorted(), 1: [] })
})
