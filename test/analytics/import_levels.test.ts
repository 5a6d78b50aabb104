import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

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

const day = '2026-11-10'
const campaign = { date: day, platform: 'google', account_id: 'a', campaign_id: 'c', campaign_name: 'Brand' }
const ad = { ...campaign, adset_id: 's', adset_name: 'Set', ad_id: '1', ad_name: 'One' }

async function answer(key: string, query: Record<string, string> = {}) {
  const response = await api.http
    .get('/v1/metrics')
    .query({ date_from: day, date_to: day, metrics: 'spend,revenue,clicks', ...query })
    .set('Authorization', `Bearer ${key}`)
  expect(response.status).toBe(200)
  return response.body
}

describe('the same spend reported at two levels', () => {
  test('counts once when ads are imported after their campaign', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [{ ...campaign, spend: 100, revenue: 300 }])
    await ingest(database, brandId, [
      { ...ad, spend: 60, revenue: 200 },
      { ...ad, ad_id: '2', ad_name: 'Two', spend: 45, revenue: 110 },
    ])
    expect((await answer(key)).totals).toEqual({ spend: 105, revenue: 310, clicks: null })
    expect((await answer(key, { level: 'ad' })).data).toHaveLength(2)
    expect((await answer(key, { level: 'campaign' })).totals.spend).toBe(105)
  })

  test('counts once when a campaign is imported after its ads', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [{ ...ad, spend: 60, revenue: 200 }])
    await ingest(database, brandId, [{ ...campaign, spend: 100, revenue: 300 }])
    for (const level of ['account', 'campaign', 'adset', 'ad']) {
      const { data, totals } = await answer(key, { level })
      expect([level, data.length, totals.spend]).toEqual([level, 1, 100])
    }
  })

  test('keeps measures and days that the newer report lacks', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [
      { ...campaign, spend: 100, clicks: 7 },
      { ...campaign, date: '2026-11-09', spend: 50, clicks: 3 },
    ])
    await ingest(database, brandId, [{ ...ad, spend: 90 }])
    expect((await answer(key, { date_from: '2026-11-09' })).totals).toEqual({ spend: 140, revenue: null, clicks: 10 })
  })

  test('counts a campaign without ads beside one with ads in the same report', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [{ ...campaign, campaign_id: 'pmax', campaign_name: 'PMax', spend: 5 }])
    await ingest(database, brandId, [
      { ...ad, spend: 60 },
      { ...campaign, campaign_id: 'pmax', campaign_name: 'PMax', spend: 40 },
    ])
    expect((await answer(key)).totals.spend).toBe(100)
  })
})

describe('warnings of an import that replaces another level', () => {
  const account = { date: day, platform: 'google', account_id: 'a' }
  const earlier = '2026-11-09'
  const replaced = (first: string) =>
    `The file replaces ${first}, because it reports the same days at another level or under another id. ` +
    'The spend of a day counts once. To count the replaced numbers again, import their report again.'

  test.each([{}, { hour: 3 }])('name the spend, entities and days (%j)', async (time) => {
    const { brandId } = await createTenant(database.sql)
    const other = { ...campaign, campaign_id: 'd', campaign_name: 'Other' }
    const campaigns = [
      { ...campaign, ...time, spend: 100.5 },
      { ...campaign, ...time, date: earlier, spend: 50 },
      { ...other, ...time, spend: 7 },
    ]
    expect((await ingest(database, brandId, campaigns)).warnings).toEqual([])
    const { warnings } = await ingest(database, brandId, [
      { ...account, ...time, spend: 120 },
      { ...account, ...time, date: earlier, spend: 60 },
    ])
    expect(warnings).toEqual([replaced('a spend of 157.5 USD of 2 campaigns on 2 days')])
    const again = await ingest(database, brandId, [{ ...account, ...time, spend: 120 }])
    expect(again.warnings).toEqual([])
    expect((await ingest(database, brandId, campaigns)).warnings).toEqual([
      replaced('a spend of 180 USD of 1 ad account on 2 days'),
    ])
  })

  test('name each level, and no spend if the report has none', async () => {
    const { brandId } = await createTenant(database.sql)
    await ingest(database, brandId, [
      { ...ad, spend: 60, clicks: 4 },
      { ...campaign, campaign_id: 'd', campaign_name: 'Other', spend: 7, clicks: 1 },
    ])
    const { warnings } = await ingest(database, brandId, [{ ...account, clicks: 5 }])
    expect(warnings).toEqual([replaced('numbers of 1 campaign on 1 day'), replaced('numbers of 1 ad on 1 day')])
  })
})

describe('every pair of levels', () => {
  const account = { date: day, platform: 'google', account_id: 'a' }
  const rows = { account, campaign, adset: { ...campaign, adset_id: 's', adset_name: 'Set' }, ad }
  const levels = Object.keys(rows) as (keyof typeof rows)[]
  const pairs = levels.flatMap((first) =>
    levels.filter((second) => second !== first).map((second) => [first, second] as const),
  )

  test.each(pairs)('%s followed by %s counts once, by day and by hour', async (first, second) => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [{ ...rows[first], spend: 100 }])
    await ingest(database, brandId, [{ ...rows[second], spend: 100 }])
    expect((await answer(key)).totals.spend).toBe(100)
    const hourly = await createTenant(database.sql)
    await ingest(database, hourly.brandId, [{ ...rows[first], hour: 3, spend: 4 }])
    await ingest(database, hourly.brandId, [{ ...rows[second], hour: 3, spend: 4 }])
    expect((await answer(hourly.key)).totals.spend).toBe(4)
    expect((await answer(hourly.key, { granularity: 'hour' })).totals.spend).toBe(4)
  })

  test('replaces a campaign by its ads when the file has the campaign on another day', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [{ ...campaign, spend: 100 }])
    await ingest(database, brandId, [
      { ...ad, spend: 100 },
      { ...campaign, date: '2026-11-09', spend: 5 },
    ])
    expect((await answer(key)).totals.spend).toBe(100)
  })
})

describe('accounts and campaigns that change their name', () => {
  test.each([
    ['then by id', { account_name: 'Shop' }, { account_id: '7', account_name: 'Shop' }],
    ['after it was known by id', { account_id: '7', account_name: 'Shop' }, { account_name: 'Shop' }],
  ])('counts an account by name %s once', async (_, first, second) => {
    const { brandId, key } = await createTenant(database.sql)
    const { account_id: _a, ...row } = campaign
    await ingest(database, brandId, [{ ...row, ...first, spend: 100 }])
    await ingest(database, brandId, [{ ...row, ...second, spend: 100 }])
    expect((await answer(key)).totals.spend).toBe(100)
  })

  test('replaces rows without an account by rows of two accounts', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const two = ['1', '2'].map((id) => ({
      date: day,
      platform: 'meta',
      campaign_id: id,
      campaign_name: `C${id}`,
      spend: 50,
    }))
    await ingest(database, brandId, two)
    await ingest(
      database,
      brandId,
      two.map((row, index) => ({ ...row, account_id: `a${index}` })),
    )
    expect((await answer(key)).totals.spend).toBe(100)
  })

  test('imports a campaign with two known names and counts its latest name once', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const base = { platform: 'google', account_id: 'a' }
    await ingest(database, brandId, [
      { ...base, date: '2026-11-09', campaign_name: 'X', spend: 1 },
      { ...base, date: day, campaign_name: 'Y', spend: 2 },
    ])
    await ingest(database, brandId, [
      { ...base, date: '2026-11-09', campaign_id: 'c', campaign_name: 'X', spend: 1 },
      { ...base, date: day, campaign_id: 'c', campaign_name: 'Y', spend: 2 },
    ])
    expect((await answer(key)).totals.spend).toBe(2)
  })
})

describe('matching by name', () => {
  const named = { date: day, platform: 'google', account_id: 'a', campaign_name: 'Brand' }

  test.each([
    ['then by id', [named, campaign]],
    ['after it was known by id', [campaign, named]],
  ])('a campaign by name %s is one entity', async (_, [first, second]) => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [{ ...first, spend: 100 }])
    await ingest(database, brandId, [{ ...second, spend: 120 }])
    const { data } = await answer(key, { level: 'campaign' })
    expect(data).toMatchObject([{ campaign_id: 'c', campaign_name: 'Brand', spend: 120 }])
  })

  test('a name shared by two campaigns is a third entity', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [
      { ...campaign, spend: 1 },
      { ...campaign, campaign_id: 'd', spend: 2 },
    ])
    await ingest(database, brandId, [{ ...named, spend: 4 }])
    expect((await answer(key, { level: 'campaign' })).data).toHaveLength(3)
  })
})

describe('hourly reports', () => {
  test('of part of a day do not replace the daily report', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [{ ...campaign, spend: 100 }])
    await ingest(database, brandId, [{ ...campaign, hour: 3, spend: 4 }])
    await ingest(database, brandId, [{ ...ad, hour: 3, spend: 4 }])
    expect((await answer(key)).totals.spend).toBe(100)
    const byHour = await answer(key, { granularity: 'hour' })
    expect(byHour.data[0]).toMatchObject({ date: `${day}T03:00:00+00:00` })
  })

  test('make up the day until a daily report is imported', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [{ ...campaign, hour: 3, spend: 4 }])
    await ingest(database, brandId, [{ ...campaign, hour: 4, spend: 5 }])
    expect((await answer(key)).totals.spend).toBe(9)
    await ingest(database, brandId, [{ ...campaign, spend: 9 }])
    await ingest(database, brandId, [{ ...campaign, hour: 5, spend: 1 }])
    expect((await answer(key)).totals.spend).toBe(9)
  })

  test('fill measures that the daily report lacks', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [{ ...campaign, hour: 3, spend: 4 }])
    await ingest(database, brandId, [{ ...campaign, clicks: 5 }])
    await ingest(database, brandId, [{ ...campaign, hour: 4, spend: 5 }])
    expect((await answer(key)).totals).toEqual({ spend: 9, revenue: null, clicks: 5 })
  })

  test('of another zone are not counted again on the next day', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const eastern = { ...campaign, account_timezone: 'America/New_York' }
    await ingest(database, brandId, [{ ...eastern, spend: 100 }])
    await ingest(database, brandId, [
      { ...eastern, hour: 9, spend: 60 },
      { ...eastern, hour: 22, spend: 40 },
    ])
    expect((await answer(key, { date_to: '2026-11-12' })).totals.spend).toBe(100)
  })

  test('of a zone with a half-hour offset are assigned to the brand’s hours', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const indian = { ...campaign, account_timezone: 'Asia/Kolkata', spend: 1 }
    await ingest(database, brandId, [
      { ...indian, hour: 9 },
      { ...indian, hour: 10 },
    ])
    const { data } = await answer(key, { granularity: 'hour' })
    expect(data.map((row: { date: string }) => row.date)).toEqual([`${day}T03:00:00+00:00`, `${day}T04:00:00+00:00`])
  })
})

describe('meta.warnings', () => {
  test('names the accounts without hourly reports', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [{ ...campaign, hour: 3, spend: 4 }])
    await ingest(database, brandId, [{ ...campaign, account_id: 'daily', spend: 5 }])
    const { meta } = await answer(key, { granularity: 'hour' })
    expect(meta.warnings).toEqual(['Account daily on google reports by day only. Hours do not include this account.'])
  })

  test('names the accounts that do not report a base of a ratio', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [
      { ...campaign, spend: 4, revenue: 8, cogs: 2 },
      { ...campaign, account_id: 'b', spend: 5, revenue: 10, cogs: '' },
    ])
    const { meta } = await answer(key, { metrics: 'profit' })
    expect(meta.warnings).toEqual(['Account b on google reports no cogs. Computed without this account: profit.'])
    expect((await answer(key, { metrics: 'spend,cogs' })).meta.warnings).toEqual([])
  })
})
