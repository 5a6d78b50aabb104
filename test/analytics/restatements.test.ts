import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
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

const ad = { platform: 'meta', account_id: 'm', campaign_id: 'c1', campaign_name: 'C', adset_id: 's1', ad_id: 'a1' }
const google = { platform: 'google', account_id: 'g', campaign_id: 'g1', campaign_name: 'Search' }

async function versions(brandId: string): Promise<number> {
  const [row] = await database.sql`
    select (select count(*) from analytics.facts_daily_versions where brand_id = ${brandId})::integer
      + (select count(*) from analytics.facts_hourly_versions where brand_id = ${brandId})::integer as count`
  return row?.count as number
}

async function changes(brandId: string) {
  return database.sql`
    select ad_id, campaign_id, day::text, hour is not null as by_hour, measure, from_value::float, to_value::float, learned_at::text
    from analytics.restatements where brand_id = ${brandId} order by learned_at, day, hour nulls first, measure`
}

describe('versions', () => {
  test('are not stored by an unchanged report, by day or by hour', async () => {
    const { brandId } = await createTenant(database.sql)
    const rows = [
      { ...ad, date: '2026-11-02', spend: 1, clicks: 5 },
      { ...ad, ad_id: 'a2', date: '2026-11-02', spend: 2, clicks: 6 },
    ]
    const hours = [{ ...google, date: '2026-11-02', hour: 5, spend: 3 }]
    await past.store('2026-11-03T06:00:00Z', brandId, rows)
    await past.store('2026-11-03T06:00:00Z', brandId, hours)
    await past.store('2026-11-04T06:00:00Z', brandId, rows)
    await past.store('2026-11-04T06:00:00Z', brandId, hours)
    expect(await versions(brandId)).toBe(0)
    const [size] = await database.sql`
      select sum(pg_relation_size(relid))::integer as bytes
      from unnest(array['analytics.facts_daily_versions', 'analytics.facts_hourly_versions']::regclass[]) as parent, pg_partition_tree(parent)
      where isleaf`
    expect(size?.bytes).toBe(0)
  })

  test('are not stored by an import that is killed before its commit', async () => {
    const { brandId } = await createTenant(database.sql)
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1 }])
    const dying = openPast(database)
    await dying.at('2026-11-04T06:00:00Z')
    const session = await dying.sql.reserve()
    const [backend] = await session`select pg_backend_pid() as pid`
    await session`begin`
    await session`update analytics.facts_daily set spend_micros = 9000000 where brand_id = ${brandId}`
    const [held] =
      await session`select count(*)::integer as count from analytics.facts_daily_versions where brand_id = ${brandId}`
    expect(held?.count).toBe(1)
    await database.sql`select pg_terminate_backend(${backend?.pid as number})`
    await vi.waitUntil(async () => {
      const rows = await database.sql`select from pg_stat_activity where pid = ${backend?.pid as number}`
      return rows.length === 0
    })
    await dying.end()
    expect(await versions(brandId)).toBe(0)
    const [fact] = await database.sql`select spend_micros from analytics.facts_daily where brand_id = ${brandId}`
    expect(fact?.spend_micros).toBe('1000000')
  })

  test('follow each other when two imports of one brand run at once', async () => {
    const { brandId } = await createTenant(database.sql)
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1 }])
    const others = [openPast(database), openPast(database)]
    await Promise.all(
      others.map((each, index) =>
        each.store(`2026-11-0${4 + index}T06:00:00Z`, brandId, [{ ...ad, date: '2026-11-02', spend: 2 + index }]),
      ),
    )
    await Promise.all(others.map((each) => each.end()))
    const found = await changes(brandId)
    expect(found[0]?.from_value).toBe(1)
    const [last] =
      await database.sql`select spend_micros / 1000000 as spend from analytics.facts_daily where brand_id = ${brandId}`
    expect(found.at(-1)?.to_value).toBe(Number(last?.spend))
    // Each change begins where the one before ended.
    for (const [index, change] of found.entries())
      if (index > 0) expect(change.from_value).toBe(found[index - 1]?.to_value)
  })

  test('are kept for columns that a later file has, and not for those that it lacks', async () => {
    const { brandId } = await createTenant(database.sql)
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1, clicks: 5 }])
    await past.store('2026-11-04T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1, conversions: 2 }])
    expect(await changes(brandId)).toMatchObject([{ measure: 'conversions', from_value: null, to_value: 2 }])
  })
})

describe('analytics.restatements', () => {
  test('has each change with its values, its time and the ids of its entity', async () => {
    const { brandId } = await createTenant(database.sql)
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1.5, clicks: 5 }])
    await past.store('2026-11-04T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1.25, clicks: 5 }])
    await past.store('2026-11-05T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1.75, clicks: 7 }])
    const change = { ad_id: 'a1', campaign_id: 'c1', day: '2026-11-02', by_hour: false }
    expect(await changes(brandId)).toEqual([
      { ...change, measure: 'spend', from_value: 1.5, to_value: 1.25, learned_at: '2026-11-04 06:00:00+00' },
      { ...change, measure: 'clicks', from_value: 5, to_value: 7, learned_at: '2026-11-05 06:00:00+00' },
      { ...change, measure: 'spend', from_value: 1.25, to_value: 1.75, learned_at: '2026-11-05 06:00:00+00' },
    ])
  })

  test('has the hours and the day that is summed from them', async () => {
    const { brandId } = await createTenant(database.sql, { timezone: 'America/New_York' })
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...google, date: '2026-11-02', hour: 23, spend: 1 }])
    await past.store('2026-11-04T06:00:00Z', brandId, [{ ...google, date: '2026-11-02', hour: 23, spend: 2 }])
    expect(await changes(brandId)).toMatchObject([
      { day: '2026-11-02', by_hour: false, from_value: 1, to_value: 2 },
      { day: '2026-11-02', by_hour: true, from_value: 1, to_value: 2 },
    ])
  })

  test('has a removed row as a change to null, and its return as a change from null', async () => {
    const { brandId } = await createTenant(database.sql)
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1 }])
    await past.at('2026-11-04T06:00:00Z')
    await past.sql`delete from analytics.facts_daily where brand_id = ${brandId}`
    await past.sql`delete from analytics.rollups_daily where brand_id = ${brandId}`
    await past.store('2026-11-05T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 2 }])
    expect(await changes(brandId)).toMatchObject([
      { from_value: 1, to_value: null, learned_at: '2026-11-04 06:00:00+00' },
      { from_value: null, to_value: 2, learned_at: '2026-11-05 06:00:00+00' },
    ])
  })

  test('shows an analyst the changes of granted brands only', async () => {
    const [one, two] = [await createTenant(database.sql), await createTenant(database.sql)]
    for (const { brandId } of [one, two]) {
      await past.store('2026-11-03T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1 }])
      await past.store('2026-11-04T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 2 }])
    }
    const rows = await database.sql.begin(async (sql) => {
      await sql`select set_config('vitrine.brand_ids', ${`{${one.brandId}}`}, true)`
      await sql`set local role vitrine_key`
      return sql`select distinct brand_id from analytics.restatements`
    })
    expect(rows).toEqual([{ brand_id: one.brandId }])
  })
})

describe('reported amounts', () => {
  const euros = { ...ad, currency: 'EUR', date: '2026-11-02' }

  test('stay in the currency of the account beside those of the brand, and null where both are the same', async () => {
    const { brandId } = await createTenant(database.sql)
    await database.sql`
      insert into core.exchange_rates (from_currency, to_currency, on_day, rate, source) values ('EUR', 'USD', '2026-11-02', 1.2, 'test')
      on conflict do nothing`
    await past.store('2026-11-03T06:00:00Z', brandId, [
      { ...euros, spend: 10, revenue: 30 },
      { ...google, date: '2026-11-02', currency: 'USD', spend: 5, revenue: 6 },
    ])
    const rows = await database.sql`
      select platform, spend::float, reported_spend::float, reported_revenue::float, reported_currency
      from analytics.daily_performance where brand_id = ${brandId} order by platform desc`
    expect(rows).toEqual([
      { platform: 'meta', spend: 12, reported_spend: 10, reported_revenue: 30, reported_currency: 'EUR' },
      { platform: 'google', spend: 5, reported_spend: 5, reported_revenue: 6, reported_currency: 'USD' },
    ])
    const [stored] = await database.sql`
      select count(reported_spend_micros)::integer as spends from analytics.facts_daily where brand_id = ${brandId}`
    expect(stored?.spends).toBe(1)
  })

  test('are kept when no rate is known, and are summed over hours', async () => {
    const { brandId } = await createTenant(database.sql)
    await past.store('2026-11-03T06:00:00Z', brandId, [
      { ...ad, currency: 'CHF', date: '2026-11-01', hour: 5, spend: 10 },
      { ...ad, currency: 'CHF', date: '2026-11-01', hour: 6, spend: 4 },
    ])
    const [day] = await database.sql`
      select spend, reported_spend::float from analytics.daily_performance where brand_id = ${brandId}`
    expect(day).toEqual({ spend: null, reported_spend: 14 })
  })

  test('follow a later report', async () => {
    const { brandId } = await createTenant(database.sql)
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...euros, spend: 10 }])
    await past.store('2026-11-04T06:00:00Z', brandId, [{ ...euros, spend: 20 }])
    const [fact] =
      await database.sql`select reported_spend_micros from analytics.facts_daily where brand_id = ${brandId}`
    expect(fact?.reported_spend_micros).toBe('20000000')
    const [version] =
      await database.sql`select reported_spend_micros from analytics.facts_daily_versions where brand_id = ${brandId}`
    expect(version?.reported_spend_micros).toBe('10000000')
  })
})
