import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'
import type { JourneyRecord } from '../support/journeys.ts'

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

const orderedAt = '2026-11-10T12:00:00Z'
const before = (hours: number) => new Date(Date.parse(orderedAt) - hours * 3_600_000).toISOString()

async function inBrand<Result>(brandId: string, statement: string): Promise<Result[]> {
  return (await database.sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    await transaction`select core.enter_brand(${brandId})`
    return await transaction.unsafe(statement)
  })) as unknown as Result[]
}

const creditMarkov = (brandId: string) => inBrand(brandId, `select analytics.credit_markov('${brandId}')`)

type Part = [campaign: string | null, value: number]

async function campaigns(brandId: string, model: string): Promise<Part[]> {
  const rows = await inBrand<{ campaign: string | null; value: number }>(
    brandId,
    `select campaign, round(sum(value), 2)::float as value from analytics.daily_ad_attribution
     where brand_id = '${brandId}' and model = '${model}' group by campaign order by campaign nulls last`,
  )
  return rows.map(({ campaign, value }) => [campaign, value])
}

/** One order of 100 by one customer, after these touches. */
async function oneOrder(touches: [hours: number, fields: JourneyRecord][]) {
  const tenant = await createTenant(database.sql)
  await ingestJourneys(
    database,
    tenant.brandId,
    touches.map(([hours, fields]) => ({ customer_id: 'c', touched_at: before(hours), channel: 'meta', ...fields })),
    [{ order_id: 'o', customer_id: 'c', ordered_at: orderedAt, revenue: 100 }],
  )
  await creditMarkov(tenant.brandId)
  return tenant
}

describe('analytics.daily_ad_attribution', () => {
  test.each<[string, Part[]]>([
    ['first_touch', [['a', 100]]],
    ['last_touch', [['c', 100]]],
    [
      'linear',
      [
        ['b', 50],
        ['c', 50],
      ],
    ],
    [
      'position',
      [
        ['a', 50],
        ['c', 50],
      ],
    ],
    [
      'markov',
      [
        ['b', 50],
        ['c', 50],
      ],
    ],
  ])('%s credits campaigns of meta a > meta b > google c with the meta touches collapsed', async (model, expected) => {
    const { brandId } = await oneOrder([
      [72, { campaign: 'a' }],
      [48, { campaign: 'b' }],
      [24, { campaign: 'c', channel: 'google' }],
    ])
    expect(await campaigns(brandId, model)).toEqual(expected)
  })

  test('position splits credit between the first and last touch of a single-channel path', async () => {
    const { brandId } = await oneOrder([
      [72, { campaign: 'a' }],
      [48, { campaign: 'b' }],
      [24, { campaign: 'c' }],
    ])
    expect(await campaigns(brandId, 'position')).toEqual([
      ['a', 50],
      ['c', 50],
    ])
    expect(await campaigns(brandId, 'first_touch')).toEqual([['a', 100]])
  })

  test('credits touches without a campaign to a null campaign', async () => {
    const { brandId } = await oneOrder([
      [48, { campaign: 'a' }],
      [24, { channel: 'email' }],
    ])
    expect(await campaigns(brandId, 'linear')).toEqual([
      ['a', 50],
      [null, 50],
    ])
  })

  test('returns ads and creatives with the matching ids of the ad reports', async () => {
    const { brandId } = await oneOrder([
      [48, { campaign: 'Spring', ad: '7001', creative: 'cr1' }],
      [24, { campaign: '42', ad: 'unknown', channel: 'google' }],
    ])
    const ids = { adset_id: '1', adset_name: 'S' }
    await ingest(database, brandId, [
      {
        date: '2026-11-09',
        platform: 'meta',
        campaign_id: '9',
        campaign_name: 'Spring',
        ...ids,
        ad_id: '7001',
        ad_name: 'Tent',
        spend: 5,
      },
      {
        date: '2026-11-09',
        platform: 'google',
        campaign_id: '42',
        campaign_name: 'Brand',
        ...ids,
        ad_id: '2',
        ad_name: 'x',
        spend: 5,
      },
    ])
    const rows = await inBrand(
      brandId,
      `select channel, campaign, campaign_id, campaign_name, ad, ad_id, ad_name, creative, currency, round(value, 2)::float as value
       from analytics.daily_ad_attribution where brand_id = '${brandId}' and model = 'linear' order by channel`,
    )
    expect(rows).toEqual([
      {
        channel: 'google',
        campaign: '42',
        campaign_id: '42',
        campaign_name: 'Brand',
        ad: 'unknown',
        ad_id: null,
        ad_name: null,
        creative: null,
        currency: 'USD',
        value: 50,
      },
      {
        channel: 'meta',
        campaign: 'Spring',
        campaign_id: '9',
        campaign_name: 'Spring',
        ad: '7001',
        ad_id: '7001',
        ad_name: 'Tent',
        creative: 'cr1',
        currency: 'USD',
        value: 50,
      },
    ])
  })

  test('returns null as the platform of a channel without ad spend, as GET /v1/attribution', async () => {
    const { brandId, key } = await oneOrder([
      [72, { channel: 'Newsletter', campaign: 'May' }],
      [48, { channel: 'Taboola', campaign: '42' }],
      [24, { channel: 'Facebook Ads' }],
    ])
    await ingest(database, brandId, [
      { date: '2026-11-09', platform: 'Taboola', account_id: 'a', campaign_id: '42', campaign_name: 'Brand', spend: 5 },
    ])
    const platforms = [
      { channel: 'Facebook Ads', platform: 'meta', campaign_id: null },
      { channel: 'Newsletter', platform: null, campaign_id: null },
      { channel: 'Taboola', platform: 'taboola', campaign_id: '42' },
    ]
    const rows = await inBrand(
      brandId,
      `select channel, platform, campaign_id from analytics.daily_ad_attribution
       where brand_id = '${brandId}' and model = 'linear' order by channel`,
    )
    expect(rows).toEqual(platforms)
    const { body } = await api.http
      .get('/v1/attribution')
      .query({ date_from: '2026-11-09', date_to: '2026-11-12', model: 'linear' })
      .set('Authorization', `Bearer ${key}`)
    const shown = (body.channels as { channel: string; platform: string | null }[])
      .map(({ channel, platform }) => [channel, platform ?? null])
      .toSorted()
    expect(shown).toEqual(platforms.map(({ channel, platform }) => [channel, platform]))
  })

  test('looks up the platform of each channel once, not in each row', async () => {
    const { brandId } = await oneOrder([])
    const orders = Array.from({ length: 40 }, (_, number) => `c${number}`)
    await ingestJourneys(
      database,
      brandId,
      orders.map((id) => ({ customer_id: id, touched_at: before(5), channel: 'meta', campaign: id })),
      orders.map((id) => ({ order_id: id, customer_id: id, ordered_at: orderedAt, revenue: 9 })),
    )
    const calls = await database.sql.begin(async (transaction) => {
      await transaction`set local track_functions = 'pl'`
      await transaction`set local role vitrine_worker`
      await transaction`select core.enter_brand(${brandId})`
      const [{ rows } = {}] = await transaction`
        select count(*)::integer as rows from analytics.daily_ad_attribution where brand_id = ${brandId} and model = 'linear'`
      expect(rows).toBeGreaterThanOrEqual(40)
      const [found] = await transaction`
        select calls::integer from pg_stat_xact_user_functions where schemaname = 'analytics' and funcname = 'platform_of_channel'`
      return found?.calls
    })
    expect(calls).toBe(1)
  })

  test('returns no id for a name shared by two campaigns and counts the value once', async () => {
    const { brandId } = await oneOrder([[24, { campaign: 'Twice' }]])
    await ingest(database, brandId, [
      { date: '2026-11-09', platform: 'meta', account_id: 'a', campaign_id: '1', campaign_name: 'Twice', spend: 5 },
      { date: '2026-11-09', platform: 'meta', account_id: 'b', campaign_id: '2', campaign_name: 'Twice', spend: 5 },
    ])
    const rows = await inBrand(
      brandId,
      `select campaign_id, value::float from analytics.daily_ad_attribution where brand_id = '${brandId}' and model = 'last_touch'`,
    )
    expect(rows).toEqual([{ campaign_id: null, value: 100 }])
  })
})

describe('attribution of random journeys', () => {
  const channels = ['meta', 'google', 'tiktok', 'email', 'direct']
  let tenant: Awaited<ReturnType<typeof createTenant>>

  beforeAll(async () => {
    tenant = await createTenant(database.sql, { timezone: 'America/New_York' })
    let seed = 7
    const roll = (sides: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * sides)
    }
    const at = (hours: number) => new Date(Date.parse('2026-10-20T00:00:00Z') + hours * 3_600_000).toISOString()
    const touches = Array.from({ length: 600 }, () => ({
      customer_id: `c${roll(120)}`,
      touched_at: at(roll(24 * 20)),
      channel: channels[roll(5)] as string,
      kind: roll(4) === 0 ? 'view' : 'click',
      ...(roll(3) > 0 ? { campaign: `k${roll(4)}`, ad: `a${roll(9)}` } : {}),
    }))
    const orders = Array.from({ length: 80 }, (_, order) => {
      const hours = roll(24 * 20)
      const revenue = 1 + roll(20_000) / 100
      return {
        order_id: `o${order}`,
        customer_id: `c${roll(140)}`,
        ordered_at: at(hours),
        revenue,
        is_new_customer: roll(2) === 0,
        ...(roll(6) === 0 ? { refunded: roll(2) === 0 ? revenue : revenue / 2, refunded_at: at(hours + 100) } : {}),
      }
    })
    await ingestJourneys(database, tenant.brandId, touches, orders)
  })

  test.each(['accrual', 'cash'])(
    'credited plus unattributed values equal each day’s total to the cent under %s accounting',
    async (accounting) => {
      const { brandId } = tenant
      await inBrand(brandId, `select analytics.configure_attribution('${brandId}', accounting => '${accounting}')`)
      await creditMarkov(brandId)
      const wrong = await inBrand(
        brandId,
        `with credited as (
         select model, day, sum(value) as value, sum(conversions) as conversions, sum(new_customers) as new_customers
         from analytics.daily_attribution where brand_id = '${brandId}' group by 1, 2
       ), divided as (
         select model, day, sum(value) as value, sum(conversions) as conversions, sum(new_customers) as new_customers
         from analytics.daily_ad_attribution where brand_id = '${brandId}' group by 1, 2
       )
       select models.model, orders.day, orders.value, orders.unattributed_value, credited.value as credited, divided.value as divided
       from analytics.daily_orders as orders
       cross join analytics.attribution_models as models
       left join credited on credited.model = models.model and credited.day = orders.day
       left join divided on divided.model = models.model and divided.day = orders.day
       where orders.brand_id = '${brandId}' and models.is_additive
         and (
           abs(orders.value - orders.unattributed_value - coalesce(credited.value, 0)) > 0.0001
           or abs(orders.conversions - orders.unattributed_conversions - coalesce(credited.conversions, 0)) > 0.0001
           or abs(coalesce(credited.value, 0) - coalesce(divided.value, 0)) > 0.0001
           or abs(coalesce(credited.conversions, 0) - coalesce(divided.conversions, 0)) > 0.0001
           or abs(coalesce(credited.new_customers, 0) - coalesce(divided.new_customers, 0)) > 0.0001
         )`,
      )
      expect(wrong).toEqual([])
      const [count] = await inBrand<{ models: number }>(
        brandId,
        `select count(distinct model)::integer as models from analytics.daily_ad_attribution where brand_id = '${brandId}'`,
      )
      expect(count?.models).toBe(8)
    },
  )

  test('daily_attribution equals the markov response of the API for one day', async () => {
    const { brandId, key } = tenant
    await inBrand(
      brandId,
      `select analytics.configure_attribution('${brandId}', model => 'markov', accounting => 'accrual')`,
    )
    await creditMarkov(brandId)
    const rows = await inBrand<{ day: string; channel: string; value: number }>(
      brandId,
      `select day::text, channel, value::float from analytics.daily_attribution
       where brand_id = '${brandId}' and model = 'markov' and value > 0.01 and day = (
         select day from analytics.daily_attribution where brand_id = '${brandId}' and model = 'markov' and value > 0.01
         group by day order by count(*) desc, day limit 1)`,
    )
    const { body } = await api.http
      .get('/v1/attribution')
      .query({ date_from: rows[0]?.day, date_to: rows[0]?.day })
      .set('Authorization', `Bearer ${key}`)
    const answered = new Map(
      body.channels.map((row: { channel: string; attributed_value: number }) => [row.channel, row.attributed_value]),
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { channel, value } of rows)
      expect(Math.abs((answered.get(channel) as number) - value)).toBeLessThan(0.011)
  })

  test('channel_attribution returns every model for a range and matches the API for markov', async () => {
    const { brandId, key } = tenant
    const rows = await database.sql<{ model: string; channel: string; value: number }[]>`
      select model, channel, value::float from analytics.channel_attribution(${brandId}, '2026-10-20', '2026-11-12')`
    expect(new Set(rows.map((row) => row.model)).size).toBe(9)
    const { body } = await api.http
      .get('/v1/attribution')
      .query({ date_from: '2026-10-20', date_to: '2026-11-12' })
      .set('Authorization', `Bearer ${key}`)
    for (const row of body.channels as { channel: string; attributed_value: number }[]) {
      const mine = rows.find(({ model, channel }) => model === 'markov' && channel === row.channel)
      expect(Math.abs((mine?.value as number) - row.attributed_value)).toBeLessThan(0.011)
    }
  })
})

describe('markov', () => {
  const shares = async (kind: string, viewDays: number) => {
    const { brandId } = await createTenant(database.sql)
    const touch = (customer_id: string, channel: string, hours: number) => ({
      customer_id,
      channel,
      kind,
      touched_at: before(hours),
    })
    const lost = Array.from({ length: 12 }, (_, person) => touch(`lost${person}`, person < 9 ? 'meta' : 'google', 30))
    const won = Array.from({ length: 6 }, (_, person) => [
      touch(`won${person}`, 'meta', 20),
      touch(`won${person}`, person % 2 ? 'google' : 'email', 10),
    ]).flat()
    const orders = Array.from({ length: 6 }, (_, person) => ({
      order_id: `o${person}`,
      customer_id: `won${person}`,
      ordered_at: orderedAt,
      revenue: 20,
    }))
    await ingestJourneys(database, brandId, [...lost, ...won], orders)
    await inBrand(
      brandId,
      `select analytics.configure_attribution('${brandId}', model => 'markov', view_days => ${viewDays})`,
    )
    const rows = await database.sql<{ channel: string; value: number }[]>`
      select channel, round(value, 6)::float as value
      from analytics.channel_attribution(${brandId}, '2026-11-01', '2026-11-12') where model = 'markov' order by channel`
    return Object.fromEntries(rows.map(({ channel, value }) => [channel, value]))
  }

  test('gives clicks and views of the same journeys the same credit', async () => {
    const clicks = await shares('click', 30)
    expect(await shares('view', 30)).toEqual(clicks)
    expect(await shares('view', 1)).toEqual(clicks)
    expect(Object.keys(clicks)).toEqual(['email', 'google', 'meta'])
  })

  test('excludes views from won and lost paths when view_days is 0', async () => {
    expect(await shares('view', 0)).toEqual({})
  })

  test('omits markov credits after an import until the nightly job recomputes them', async () => {
    const { brandId } = await oneOrder([[24, { campaign: 'a' }]])
    const markov = () =>
      inBrand<{ value: number }>(
        brandId,
        `select value::float from analytics.daily_attribution where brand_id = '${brandId}' and model = 'markov'`,
      )
    expect(await markov()).toEqual([{ value: 100 }])
    await ingestJourneys(
      database,
      brandId,
      [],
      [{ order_id: 'o', customer_id: 'c', ordered_at: orderedAt, revenue: 70 }],
    )
    const isDue = () =>
      inBrand(brandId, `select is_markov_due from analytics.daily_orders where brand_id = '${brandId}'`)
    expect([await markov(), await isDue()]).toEqual([[], [{ is_markov_due: true }]])
    await creditMarkov(brandId)
    expect([await markov(), await isDue()]).toEqual([[{ value: 70 }], [{ is_markov_due: false }]])
  })
})
