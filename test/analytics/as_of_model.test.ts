import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { openPast } from '../support/stored_at.ts'
import type { Past } from '../support/stored_at.ts'

let database: TestDatabase
let past: Past

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  past = openPast(database)
})
afterAll(async () => {
  await past.end()
  await database.stop()
})

/** One row of a report: an ad, its ad set or its campaign on one of three days, by day or by hour. */
const row = fc.record({
  platform: fc.constantFrom('google', 'meta'),
  campaign: fc.nat(1),
  depth: fc.constantFrom('campaign', 'adset', 'ad'),
  ad: fc.nat(1),
  day: fc.nat(2),
  spend: fc.nat(20),
  revenue: fc.option(fc.nat(20)),
  conversions: fc.nat(5),
  reach: fc.option(fc.nat(50)),
})
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('report' as const), rows: fc.array(row, { minLength: 1, maxLength: 6 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('hours' as const), rows: fc.array(row, { minLength: 1, maxLength: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), rows: fc.tuple(row) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('nothing' as const), rows: fc.constant([] as Row[]) }) },
)
const nights = fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 5 })

const timezone = 'America/New_York'
const dayOf = (night: number) => `2026-11-${String(10 + night).padStart(2, '0')}`

function cells({ platform, campaign, depth, ad, day, ...amounts }: Row) {
  const parents = { platform, account_id: platform, campaign_id: `c${campaign}`, campaign_name: `C${campaign}` }
  const children =
    depth === 'campaign' ? {} : depth === 'adset' ? { adset_id: `s${ad}` } : { adset_id: `s${ad}`, ad_id: `a${ad}` }
  return { date: `2026-11-0${day + 1}`, ...parents, ...children, ...amounts }
}

/** A full copy of the facts, as a nightly dump would keep it. */
async function copy(brandId: string, source: (table: 'daily' | 'hourly') => string) {
  const [copied] = await past.sql.unsafe(`
    select
      (select json_agg(to_jsonb(facts) - 'replaced_at' - 'summed_measures' order by day, entity_id) from ${source('daily')} as facts where brand_id = '${brandId}') as days,
      (select json_agg(to_jsonb(facts) - 'replaced_at' order by hour, entity_id) from ${source('hourly')} as facts where brand_id = '${brandId}') as hours`)
  return copied
}

const questions = [
  { level: 'account', granularity: 'day', platform: null },
  { level: 'account', granularity: 'hour', platform: 'meta' },
  { level: 'campaign', granularity: 'week', platform: null },
  { level: 'campaign', granularity: 'day', platform: 'meta' },
  { level: 'adset', granularity: 'day', platform: null },
  { level: 'ad', granularity: 'day', platform: null },
]

type Numbers = Record<string, unknown>
interface Answer {
  data: Numbers[]
  totals: Numbers | null
}

const whole = (numbers: Numbers) => ({ ...numbers, partial: undefined })

/** The rows and totals of metrics at every level, or the reason of an error. `partial` depends on the time of the request. */
async function responses(brandId: string, asOf: string | null) {
  const found = []
  for (const { level, granularity, platform } of questions) {
    const answer = await past.sql`
      select analytics.metrics(
        ${brandId}, '2026-10-30', '2026-11-05', ${level}, '{spend,revenue,roas,cpa,reach,spend_share,profit}', ${granularity}, ${platform},
        as_of => ${asOf}
      ) as body`.then(
      (rows) => {
        const { data, totals } = (rows[0] as unknown as { body: Answer }).body
        return { data: data.map(whole), totals: totals && whole(totals) }
      },
      (error: { code: string }) => error.code,
    )
    found.push({ level, granularity, platform, answer })
  }
  return found
}

test('as_of returns what a full copy of each night and the responses of that night have', async () => {
  await fc.assert(
    fc.asyncProperty(nights, async (steps) => {
      const { brandId } = await createTenant(database.sql, { timezone })
      await past.store('2026-11-10T12:00:00Z', brandId, [
        {
          date: '2026-11-01',
          platform: 'meta',
          account_id: 'meta',
          campaign_id: 'c9',
          campaign_name: 'C9',
          adset_id: 's9',
          ad_id: 'a9',
          spend: 1,
          revenue: 1,
          conversions: 1,
        },
      ])
      await past.store('2026-11-10T12:00:00Z', brandId, [
        {
          date: '2026-11-01',
          hour: 1,
          platform: 'google',
          account_id: 'google',
          campaign_id: 'c9',
          campaign_name: 'C9',
          spend: 1,
        },
      ])
      const kept = []
      for (const [night, actions] of steps.entries()) {
        for (const [order, { do: action, rows }] of actions.entries()) {
          const now = `${dayOf(night)}T2${order}:00:00Z`
          if (action === 'report') await past.store(now, brandId, rows.map(cells))
          if (action === 'hours')
            await past.store(
              now,
              brandId,
              rows.map((each) => ({ ...cells(each), reach: null, hour: each.ad })),
            )
          if (action === 'remove') {
            await past.at(now)
            await past.sql`delete from analytics.facts_daily where brand_id = ${brandId} and day = ${`2026-11-0${(rows[0]?.day ?? 0) + 1}`}`
            await past.sql`delete from analytics.rollups_daily where brand_id = ${brandId} and day = ${`2026-11-0${(rows[0]?.day ?? 0) + 1}`}`
          }
        }
        // The last instant of the night in the time zone of the brand.
        await past.at(`${dayOf(night + 1)}T04:59:59Z`)
        kept.push({
          night,
          facts: await copy(brandId, (table) => `analytics.facts_${table}`),
          responses: await responses(brandId, null),
        })
      }
      await past.at('2026-11-19T12:00:00Z')
      for (const { night, facts, responses: live } of kept) {
        const before = `${dayOf(night + 1)}T05:00:00Z`
        const held = await copy(brandId, (table) =>
          table === 'daily'
            ? `analytics.facts_as_of('${brandId}', '-infinity', 'infinity', '${before}')`
            : `analytics.hours_as_of('${brandId}', '-infinity', 'infinity', '${before}')`,
        )
        expect([night, held]).toEqual([night, facts])
        expect([night, await responses(brandId, dayOf(night))]).toEqual([night, live])
      }
    }),
    {
      numRuns: Number(process.env.SOAK_ROUNDS ?? 8),
      seed: Number(process.env.SOAK_SEED ?? 20261123),
      endOnFailure: true,
    },
  )
}, 120_000)
