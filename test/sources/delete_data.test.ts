import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import { addDays } from '../../shared/calendar/days.ts'
import { startApi } from '../support/api.ts'
import { expectCoverage } from '../support/coverage.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, sync, workerPool } from '../support/sources.ts'

const today = '2026-11-20'
let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
})
afterAll(() => database.stop())

/** The tables of analytics that have a row of the brand with this text. */
async function tablesWith(brandId: string, text: string): Promise<string[]> {
  const { sql } = database
  const tables = await sql`
    select relname as name from pg_class
    where relnamespace = 'analytics'::regnamespace and relkind in ('r', 'p') and not relispartition
      and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'brand_id')`
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql`
        select from analytics.${sql(name as string)} as held
        where brand_id = ${brandId} and to_jsonb(held)::text like ${`%${text}%`} limit 1`
      return rows.length > 0 ? [name as string] : []
    }),
  )
  return found.flat().toSorted()
}

test('disconnecting with the data leaves no text of the account, and keeps those of other sources and files', async () => {
  const { sql: owner } = database
  const { brandId } = await createTenant(owner)
  const sql = workerPool(database, `${today}T12:00:00Z`)
  const read = async (ad: string) => {
    const scripted = new ScriptedPlatform(['ads_daily', 'ads_hourly'])
    scripted.rows = [
      { ad, day: today, spend: '1' },
      { ad, day: today, hour: '9', spend: '1' },
    ]
    const source = await connectAccount(sql, brandId, { account: `of-${ad}` })
    await sync(sql, source, scriptedOptions(scripted))
    return { source, scripted }
  }
  const gone = await read('zebra')
  await read('okapi')
  await ingest(database, brandId, [
    {
      date: today,
      platform: 'meta',
      account_id: 'of-file',
      campaign_id: 'c1',
      adset_id: 's1',
      ad_id: 'lemur',
      spend: 1,
    },
  ])
  await owner`
    insert into analytics.creatives (brand_id, platform, external_id, name)
    values (${brandId}, 'meta', '1', 'zebra only'), (${brandId}, 'meta', '2', 'of two accounts')`
  const show = (creative: string, ads: string[]) => owner`
    update analytics.entities set creative_id = (select creative_id from analytics.creatives where brand_id = ${brandId} and external_id = ${creative})
    where brand_id = ${brandId} and level = 'ad' and external_id = any (${ads})`
  await show('2', ['okapi', 'lemur'])
  await show('1', ['zebra'])
  expect(await tablesWith(brandId, 'zebra')).toEqual(['creatives', 'entities'])

  await sql`
    select core.enter_brand(${brandId}), sources.end_source(${brandId}, ${gone.source.source_id}, true)`
  await sync(sql, gone.source, scriptedOptions(gone.scripted))
  await sql.end()
  expect(await tablesWith(brandId, 'zebra')).toEqual([])
  expect(await tablesWith(brandId, 'okapi')).toEqual(['entities'])
  expect(await tablesWith(brandId, 'lemur')).toEqual(['entities'])
  expect(await tablesWith(brandId, 'of two accounts')).toEqual(['creatives'])
  const [left] = await owner`
    select
      (select count(*)::integer from analytics.facts_daily where brand_id = ${brandId}) as days,
      (select count(*)::integer from analytics.facts_hourly where brand_id = ${brandId}) as hours,
      (select count(*)::integer from analytics.entities where brand_id = ${brandId} and level = 'ad') as ads,
      (select count(*)::integer from analytics.rollups_daily where brand_id = ${brandId} and level = 'account') as accounts`
  expect(left).toEqual({ days: 2, hours: 1, ads: 2, accounts: 2 })
  await expectCoverage(owner, brandId)
})

test('numbers are not ready without a remaining account, and reach as far as the remaining data', async () => {
  const { sql: owner } = database
  const { brandId, key } = await createTenant(owner)
  const sql = workerPool(database, `${today}T12:00:00Z`)
  const read = async (ad: string, days: string[]) => {
    const scripted = new ScriptedPlatform(['ads_daily', 'ads_hourly'])
    scripted.rows = days.flatMap((day) => [
      { ad, day, spend: '1' },
      { ad, day, hour: '9', spend: '1' },
    ])
    const source = await connectAccount(sql, brandId)
    await sync(sql, source, scriptedOptions(scripted))
    return async () => {
      await sql`select core.enter_brand(${brandId}), sources.end_source(${brandId}, ${source.source_id}, true)`
      await sync(sql, source, scriptedOptions(scripted))
    }
  }
  const known = async () =>
    (
      await owner`
        select kind, first_on::text, last_on::text from analytics.data_status where brand_id = ${brandId} order by kind`
    ).map(({ kind, first_on, last_on }) => [kind, first_on, last_on])
  const journeys = ['journeys', '2026-11-02', '2026-11-02']
  const orders = ['orders', '2026-11-03', '2026-11-03']
  await ingestJourneys(
    database,
    brandId,
    [{ customer_id: 'ada', touched_at: '2026-11-02T10:00:00Z', channel: 'Google', kind: 'click' }],
    [{ order_id: '1', customer_id: 'ada', ordered_at: '2026-11-03T10:00:00Z', revenue: 5 }],
  )
  const deleteFirst = await read('first', ['2026-11-10', today])
  const deleteSecond = await read('second', ['2026-11-12', '2026-11-15'])
  await deleteFirst()
  expect(await known()).toEqual([
    ['ads_daily', '2026-11-12', '2026-11-15'],
    ['ads_hourly', '2026-11-12', '2026-11-15'],
    journeys,
    orders,
  ])
  await deleteSecond()
  await sql.end()
  expect(await known()).toEqual([journeys, orders])
  const api = await startApi(database)
  const ask = async (granularity: string) =>
    await api.http
      .get('/v1/metrics')
      .query({ date_from: '2026-11-12', date_to: '2026-11-12', metrics: 'spend', granularity })
      .set('Authorization', `Bearer ${key}`)
  const replies = [await ask('day'), await ask('hour')]
  await api.stop()
  expect(replies.map(({ status, body }) => [status, body.error?.code])).toEqual([
    [409, 'data_not_ready'],
    [409, 'data_not_ready'],
  ])
})

test('forecasts with numbers of a deleted account are deleted with it, and made again at once', async () => {
  const { sql: owner } = database
  const [{ brandId, key }, other] = [await createTenant(owner), await createTenant(owner)]
  const sql = workerPool(database, `${today}T12:00:00Z`)
  const read = async (spend: string, tenant = brandId) => {
    const scripted = new ScriptedPlatform()
    scripted.rows = Array.from({ length: 60 }, (_, back) => ({ ad: spend, day: addDays(today, -1 - back), spend }))
    const source = await connectAccount(sql, tenant)
    await sync(sql, source, scriptedOptions(scripted))
    return async () => {
      await sql`select core.enter_brand(${tenant}), sources.end_source(${tenant}, ${source.source_id}, true)`
      await sync(sql, source, scriptedOptions(scripted))
    }
  }
  const [deleteLarge, deleteSmall] = [await read('900'), await read('100')]
  await read('7', other.brandId)
  for (const tenant of [brandId, other.brandId]) await storeForecasts(sql, tenant, ['spend'])
  const take = async () => {
    const rows = await sql`select * from core.take_due('{forecasts,anomalies}')`
    return rows.map(({ queue, brand_ids }) => [queue as string, brand_ids as string[]] as const)
  }
  await take()
  expect(await take()).toEqual([])
  const api = await startApi(database)
  const forecast = async (asked = key) => {
    const { status, body } = await api.http
      .get('/v1/forecasts')
      .query({ type: 'custom', metric: 'spend', horizon_days: 7 })
      .set('Authorization', `Bearer ${asked}`)
    return body.error ? [status, body.error.code] : [status, Math.round(body.points[0].predicted_value)]
  }
  expect(await forecast()).toEqual([200, 1000])

  await deleteLarge()
  expect(await forecast()).toEqual([409, 'data_not_ready'])
  expect(await forecast(other.key)).toEqual([200, 7])
  // The next tick creates the jobs of this brand only, once.
  expect(await take()).toEqual([['forecasts', [brandId]]])
  expect(await take()).toEqual([])
  await storeForecasts(sql, brandId, ['spend'])
  expect(await forecast()).toEqual([200, 100])

  await deleteSmall()
  await storeForecasts(sql, brandId, ['spend'])
  expect(await forecast()).toEqual([409, 'data_not_ready'])
  await api.stop()
  await sql.end()
})

test('the worker makes nothing due in a brand that it has not entered', async () => {
  const { brandId } = await createTenant(database.sql)
  const { brandId: other } = await createTenant(database.sql)
  const sql = workerPool(database, `${today}T12:00:00Z`)
  await sql`select core.enter_brand(${other}), core.make_due(${brandId}, 'forecasts')`
  await sql.end()
  const made =
    await database.sql`select from core.brand_schedules where brand_id = ${brandId} and made_at < '2026-11-20T00:00:00Z'`
  expect(made).toHaveLength(0)
})
