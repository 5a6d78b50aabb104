import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withSentences } from '../../shared/db/warnings.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { measureColumns } from '../../shared/ingest/ads/ad_fields.ts'
import { importAds } from '../../shared/ingest/ads/ads.ts'
import type { ImportAdsOptions } from '../../shared/ingest/ads/ads.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

const fixtures = join(import.meta.dirname, 'fixtures')
const robyn = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'ads', 'robyn_weekly.csv')
let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'vitrine-import-'))
})
afterAll(async () => {
  await database.stop()
  await rm(folder, { recursive: true })
})

const fixture = (name: string) => join(fixtures, name)

/** Imports text as a file of that name. */
async function importText(brand: string, name: string, text: string | Buffer, options: Partial<ImportAdsOptions> = {}) {
  const path = join(folder, `${Math.random()}-${name}`)
  await writeFile(path, text)
  return await importAds(database.sql, { audience: shell, brand, file: path, ...options })
}

/** The stored facts of each entity and day, without null columns. */
async function performance(brandId: string) {
  const measures = Object.values(measureColumns).map((column) => `facts_daily.${column}`)
  const rows = await database.sql`
    select facts_daily.day::text as day, platform, campaign_id, adset_name, ad_id, ${database.sql.unsafe(measures.join(', '))}
    from analytics.facts_daily join analytics.entity_paths using (brand_id, entity_id)
    where brand_id = ${brandId} order by facts_daily.day, platform, campaign_id, ad_id`
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))
}

/** A checksum of everything that an import writes, except its own record. */
async function state(brandId: string): Promise<string> {
  const [row] = await database.sql`
    select md5(
      (select string_agg(f::text, '|' order by f::text) from analytics.facts_daily f where brand_id = ${brandId})
      || (select coalesce(string_agg(h::text, '|' order by h::text), '') from analytics.facts_hourly h where brand_id = ${brandId})
      || (select string_agg(r::text, '|' order by r::text) from analytics.rollups_daily r where brand_id = ${brandId})
      || (select string_agg(e::text, '|' order by e::text) from analytics.entities e where brand_id = ${brandId})
    ) as sum`
  return row?.sum as string
}

async function countOfEverything(brandId: string): Promise<number> {
  const [row] = await database.sql`
    select (select count(*) from analytics.facts_daily where brand_id = ${brandId})
      + (select count(*) from analytics.entities where brand_id = ${brandId})
      + (select count(*) from analytics.imports where brand_id = ${brandId})
      + (select count(*) from analytics.data_status where brand_id = ${brandId}) as count`
  return Number(row?.count)
}

describe('import formats', () => {
  test('Google Ads: skips preamble and totals and parses thousands, dashes and quotes', async () => {
    const { brandId } = await createTenant(database.sql)
    const report = await importAds(database.sql, { audience: shell, brand: brandId, file: fixture('google_ads.csv') })
    expect(report).toMatchObject({
      dialect: 'google_ads',
      rows_read: 3,
      rows_accepted: 3,
      rows_rejected: 0,
      warnings: [],
    })
    expect((await performance(brandId))[0]).toEqual({
      day: '2026-11-01',
      platform: 'google',
      campaign_id: '111',
      adset_name: 'Exact',
      spend_micros: '1234500000',
      revenue_micros: '2500000000',
      impressions: '12345',
      clicks: '678',
      conversions_micros: '12330000',
    })
    expect((await performance(brandId))[1]).not.toHaveProperty('clicks')
    const [campaign] = await database.sql`
      select name, status from analytics.entities where brand_id = ${brandId} and external_id = '111'`
    expect(campaign).toEqual({ name: 'Search, brand', status: 'Enabled' })
  })

  test('Google Ads: reads the UTF-16 download with tabs', async () => {
    const { brandId } = await createTenant(database.sql)
    const plain = await readFile(fixture('google_ads.csv'), 'utf8')
    const tabs = plain.replace(/"[^"]*"|,/g, (match) => (match === ',' ? '\t' : match))
    await importText(brandId, 'report.csv', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(tabs, 'utf16le')]))
    expect(await performance(brandId)).toHaveLength(3)
    expect((await performance(brandId))[0]).toMatchObject({ impressions: '12345', spend_micros: '1234500000' })
  })

  test('Meta Ads Manager CSV: reads reach, purchases as conversions and the currency of the header', async () => {
    const { brandId } = await createTenant(database.sql)
    const report = await importAds(database.sql, { audience: shell, brand: brandId, file: fixture('meta_ads.csv') })
    expect(report).toMatchObject({ dialect: 'meta_ads', rows_accepted: 3 })
    expect((await performance(brandId))[0]).toMatchObject({
      ad_id: '51',
      purchases_micros: '2000000',
      conversions_micros: '2000000',
      revenue_micros: '150750000',
      reach: '800',
      thruplays: '110',
    })
  })

  test.each([
    ['an object with data', (text: string) => text],
    ['a list', (text: string) => JSON.stringify(JSON.parse(text).data)],
    [
      'one object a line',
      (text: string) =>
        JSON.parse(text)
          .data.map((row: unknown) => JSON.stringify(row))
          .join('\n'),
    ],
  ])('Meta Ads Insights JSON as %s: reads nested actions as measures', async (_, shape) => {
    const { brandId } = await createTenant(database.sql)
    const text = shape(await readFile(fixture('meta_insights.json'), 'utf8'))
    const report = await importText(brandId, 'insights.json', text)
    expect(report).toMatchObject({
      dialect: 'meta_ads',
      rows_accepted: 2,
      first_on: '2026-11-01',
      last_on: '2026-11-02',
    })
    expect((await performance(brandId))[0]).toMatchObject({
      purchases_micros: '3000000',
      add_to_carts_micros: '9000000',
      revenue_micros: '150750000',
      video_views_3s: '300',
      video_p25: '210',
    })
  })

  test('TikTok Ads CSV: reads clicks, conversions, purchases and revenue', async () => {
    const { brandId } = await createTenant(database.sql)
    const report = await importAds(database.sql, { audience: shell, brand: brandId, file: fixture('tiktok_ads.csv') })
    expect(report).toMatchObject({ dialect: 'tiktok_ads', rows_accepted: 2 })
    expect((await performance(brandId))[0]).toMatchObject({
      platform: 'tiktok',
      clicks: '18',
      conversions_micros: '2000000',
      purchases_micros: '1000000',
      revenue_micros: '79000000',
    })
  })

  test('generic CSV: reads any platform, store revenue and rows without a campaign', async () => {
    const { brandId } = await createTenant(database.sql)
    const report = await importAds(database.sql, { audience: shell, brand: brandId, file: fixture('generic.csv') })
    expect(report).toMatchObject({ dialect: 'generic', rows_accepted: 2 })
    expect(await performance(brandId)).toEqual([
      { day: '2026-11-01', platform: 'reddit', campaign_id: 'Threads', spend_micros: '5500000', impressions: '100' },
      { day: '2026-11-01', platform: 'store', store_revenue_micros: '900100000', orders: '12' },
    ])
  })

  test('wide file with a mapping: reads a platform for each channel and the store', async () => {
    const { brandId } = await createTenant(database.sql)
    const options = {
      audience: shell,
      brand: brandId,
      file: fixture('wide.csv'),
      mapping: fixture('wide_mapping.json'),
    }
    expect(await importAds(database.sql, options)).toMatchObject({ dialect: 'wide', rows_accepted: 12 })
    const [store] = await database.sql`
      select sum(store_revenue_micros)::text as revenue, sum(spend_micros)::text as spend from analytics.facts_daily where brand_id = ${brandId}`
    expect(store).toEqual({ revenue: '5338648333334', spend: '76582707587' })
  })

  test.each([
    ['names two currencies', 'tv (USD),radio (EUR)', undefined, 'The header names amounts in USD and EUR.'],
    ['names another currency than the mapping', 'tv (USD),radio (USD)', 'EUR', 'The header names amounts in USD, and'],
  ])('wide file that %s in its columns is refused', async (_, columns, currency, message) => {
    const { brandId } = await createTenant(database.sql, { currency: 'EUR' })
    const [tv, radio] = columns.split(',') as [string, string]
    const mapping = {
      date: 'date',
      ...(currency ? { currency } : {}),
      channels: [
        { platform: 'tv', spend: tv },
        { platform: 'radio', spend: radio },
      ],
    }
    await expect(importText(brandId, 'wide.csv', `date,${columns}\n2026-11-01,10,20\n`, { mapping })).rejects.toThrow(
      message,
    )
  })

  test('wide file with a currency in its columns is in this currency, and without a rate it has no amounts', async () => {
    const { brandId } = await createTenant(database.sql, { currency: 'EUR' })
    const mapping = { date: 'date', channels: [{ platform: 'tv', spend: 'tv (USD)' }] }
    await importText(brandId, 'wide.csv', 'date,tv (USD)\n2026-11-01,10\n', { mapping })
    const [sum] = await database.sql`
      select sum(spend_micros)::text as spend, sum(reported_spend_micros)::text as reported
      from analytics.facts_daily where brand_id = ${brandId}`
    expect(sum).toEqual({ spend: null, reported: '10000000' })
  })

  test.skipIf(!existsSync(robyn))(
    'imports every row of a real weekly file (skipped where ../shared/data is absent)',
    async () => {
      const { brandId } = await createTenant(database.sql, { currency: 'EUR' })
      const report = await importAds(database.sql, {
        audience: shell,
        brand: brandId,
        file: robyn,
        mapping: fixture('wide_mapping.json'),
      })
      expect(report).toMatchObject({ rows_rejected: 0, first_on: '2015-11-23' })
      const [total] = await database.sql`
      select sum(store_revenue_micros)::text as revenue from analytics.facts_daily where brand_id = ${brandId}`
      const lines = (await readFile(robyn, 'utf8')).trim().split('\n').slice(1)
      const expected = lines.reduce((sum, line) => sum + Math.round(Number(line.split(',')[1]) * 1e6), 0)
      expect(total?.revenue).toBe(String(expected))
    },
  )

  test('reads gzip and a byte order mark', async () => {
    const { brandId } = await createTenant(database.sql)
    const { brandId: second } = await createTenant(database.sql)
    const text = `\ufeff${await readFile(fixture('tiktok_ads.csv'), 'utf8')}`
    await importText(brandId, 'report.csv.gz', gzipSync(text))
    await importText(second, 'report.csv', text)
    expect(await performance(brandId)).toEqual(await performance(second))
  })
})

describe('import of ad reports', () => {
  test('changes nothing when the same file is imported again', async () => {
    const { brandId } = await createTenant(database.sql)
    await importAds(database.sql, { audience: shell, brand: brandId, file: fixture('meta_ads.csv') })
    const before = await state(brandId)
    await importAds(database.sql, { audience: shell, brand: brandId, file: fixture('meta_ads.csv') })
    expect(await state(brandId)).toBe(before)
  })

  test('replaces the days of a restated file and keeps other days', async () => {
    const { brandId } = await createTenant(database.sql)
    await importAds(database.sql, { audience: shell, brand: brandId, file: fixture('tiktok_ads.csv') })
    const text = await readFile(fixture('tiktok_ads.csv'), 'utf8')
    const [header, first] = text.split('\n')
    await importText(brandId, 'restated.csv', [header, first?.replace('12.34', '15')].join('\n'))
    expect((await performance(brandId)).map((row) => row.spend_micros)).toEqual(['15000000', '11000000'])
    const [rolled] = await database.sql`
      select sum(spend_micros)::text as spend from analytics.rollups_daily where brand_id = ${brandId} and level = 'account'`
    expect(rolled?.spend).toBe('26000000')
  })

  test('keeps columns that a file lacks', async () => {
    const { brandId } = await createTenant(database.sql)
    const row = { date: '2026-11-01', platform: 'x', campaign_name: 'c' }
    await ingest(database, brandId, [{ ...row, spend: 5, clicks: 7 }])
    await ingest(database, brandId, [{ ...row, cogs: 3 }])
    expect(await performance(brandId)).toMatchObject([{ spend_micros: '5000000', clicks: '7', cogs_micros: '3000000' }])
  })

  test('stores roll-ups that sum the facts at every level, without reach', async () => {
    const { brandId } = await createTenant(database.sql)
    await importAds(database.sql, { audience: shell, brand: brandId, file: fixture('meta_ads.csv') })
    const rows = await database.sql`
      select level, day::text, spend_micros::text as spend, clicks::text, reach::text
      from analytics.rollups_daily where brand_id = ${brandId} order by level, day`
    expect(rows).toEqual(
      ['account', 'adset', 'campaign'].flatMap((level) => [
        { level, day: '2026-11-01', spend: '30500000', clicks: '42', reach: null },
        { level, day: '2026-11-02', spend: '18000000', clicks: '21', reach: '700' },
      ]),
    )
  })

  test('imports the same file three times at once without deadlock or duplicates', async () => {
    const { brandId } = await createTenant(database.sql)
    const imports = [1, 2, 3].map(() =>
      importAds(database.sql, { audience: shell, brand: brandId, file: fixture('meta_ads.csv') }),
    )
    await Promise.all(imports)
    expect(await performance(brandId)).toHaveLength(3)
  })

  test('keeps hours at their instants through both clock changes', async () => {
    const { brandId } = await createTenant(database.sql, { timezone: 'America/New_York' })
    const rows = ['2026-03-08', '2026-11-01'].flatMap((date) =>
      Array.from({ length: 24 }, (_, hour) => ({ date, hour, platform: 'x', campaign_name: 'c', spend: 1 })),
    )
    const report = await ingest(database, brandId, rows)
    expect(report.rejections).toEqual([
      { line: 4, reason: expect.stringContaining('hour: 2 does not exist on 2026-03-08') },
    ])
    const [days] = await database.sql`
      select array_agg(spend_micros::text order by day) as spend from analytics.facts_daily where brand_id = ${brandId}`
    expect(days?.spend).toEqual(['23000000', '24000000'])
    const [first] = await database.sql`select min(hour) as at from analytics.facts_hourly where brand_id = ${brandId}`
    expect(first?.at).toEqual(new Date('2026-03-08T05:00:00Z'))
  })

  test('assigns hours of an account in another zone to the brand’s days', async () => {
    const { brandId } = await createTenant(database.sql, { timezone: 'America/New_York' })
    const row = { platform: 'x', campaign_name: 'c', account_timezone: 'Europe/Berlin', spend: 1 }
    await ingest(database, brandId, [
      { date: '2026-11-10', hour: 5, ...row },
      { date: '2026-11-10', hour: 6, ...row },
    ])
    expect((await performance(brandId)).map(({ day }) => day)).toEqual(['2026-11-09', '2026-11-10'])
  })

  test('converts a currency at the rate of the day, or stores null with a warning', async () => {
    const { brandId } = await createTenant(database.sql, { currency: 'EUR' })
    await database.sql`
      insert into core.exchange_rates values ('2026-11-01', 'USD', 'EUR', 0.9, 'test') on conflict do nothing`
    const row = { platform: 'x', account_id: 'a', campaign_name: 'c', currency: 'USD', spend: 10, clicks: 4 }
    const report = await ingest(database, brandId, [
      { date: '2026-11-01', ...row },
      { date: '2026-11-02', ...row },
    ])
    expect(report.warnings).toEqual([expect.stringContaining('No rate from USD to EUR')])
    expect(await performance(brandId)).toMatchObject([{ spend_micros: '9000000', clicks: '4' }, { clicks: '4' }])
    expect((await performance(brandId))[1]).not.toHaveProperty('spend_micros')
  })
})

describe('rejected rows', () => {
  test('rounds a fraction of a whole count with a warning', async () => {
    const { brandId } = await createTenant(database.sql)
    const report = await importText(
      brandId,
      'rows.csv',
      [header, '2026-11-01,x,c,1,10.5', '2026-11-02,x,c,1,10.0'].join('\n'),
    )
    expect(report).toMatchObject({
      rows_accepted: 2,
      warnings: ['1 value of a whole count has a fraction, such as 10.5 impressions: rounded.'],
    })
  })

  test.each(['XXX', 'EURO'])('rejects the unknown currency %s', async (currency) => {
    const { brandId } = await createTenant(database.sql)
    const rows = ['date,platform,campaign_name,currency,spend', '2026-11-01,x,c,USD,1', `2026-11-02,x,c,${currency},1`]
    const report = await importText(brandId, 'rows.csv', rows.join('\n'))
    expect(report).toMatchObject({ rows_read: 2, rows_accepted: 1, warnings: [] })
    expect(report.rejections).toEqual([
      { line: 3, reason: expect.stringContaining(`currency: "${currency}" is not an ISO 4217 code`) },
    ])
  })

  const header = 'date,platform,campaign_name,spend,clicks'
  test.each([
    ['2026-02-30,x,c,1,1', 'date: 2026-02-30 does not exist'],
    ['30/11/2026,x,c,1,1', 'date: "30/11/2026" is not a day'],
    ['1999-12-31,x,c,1,1', 'from 2000'],
    ['2026-11-22,x,c,1,1', 'date: 2026-11-22 is in the future'],
    ['2026-11-01,x,c,-1,1', 'spend: -1 is negative'],
    ['2026-11-01,x,c,abc,1', 'spend: "abc" is not a number'],
    ['2026-11-01,x,c,1e400,1', 'spend: "1e400" is not a number'],
    ['2026-11-01,x,c,NaN,1', 'spend: "NaN" is not a number'],
    ['2026-11-01,x,c,Infinity,1', 'spend: "Infinity" is not a number'],
    ['2026-11-01,x,c,99999999999999999999,1', 'is too large'],
    ['2026-11-01,,c,1,1', 'platform: is required'],
    [`2026-11-01,x,${'c'.repeat(501)},1,1`, 'campaign_name: must have at most 500'],
    ['2026-11-01,x,c\0,1,1', 'campaign_name: contains a NUL'],
    ['2026-11-02,x,c,2,2', 'the row repeats line 2'],
  ])('rejects %s with "%s"', async (row, reason) => {
    const { brandId } = await createTenant(database.sql)
    const report = await importText(brandId, 'rows.csv', [header, '2026-11-02,x,c,1,1', row].join('\n'))
    expect(report).toMatchObject({ rows_read: 2, rows_accepted: 1, rows_rejected: 1 })
    expect(report.rejections).toEqual([{ line: 3, reason: expect.stringContaining(reason) }])
    const [kept] = await database.sql`
      select line::integer, reasons as reason from analytics.import_rejections where brand_id = ${brandId}`
    expect(await withSentences({ rejections: [kept] }, shell)).toEqual({ rejections: report.rejections })
  })

  test('numbers lines like an editor, including quoted line breaks', async () => {
    const { brandId } = await createTenant(database.sql)
    const report = await importText(
      brandId,
      'rows.csv',
      `${header}\n2026-11-01,x,"two\nlines",1,1\n2026-11-01,x,d,oops,1\n`,
    )
    expect(report.rejections.map(({ line }) => line)).toEqual([4])
  })
})

describe('files that cannot be imported', () => {
  const good = 'date,platform,campaign_name,spend\n2026-11-01,x,c,1\n'
  test.each([
    ['an empty one', 'a.csv', '', 'The file is empty'],
    ['a blank one', 'a.csv', ' \n\n', 'The file is empty'],
    ['one cut inside quotes', 'a.csv', `${good}2026-11-02,x,"cut`, 'truncated'],
    ['one cut inside JSON', 'a.json', '[{"date_start":"2026-11-01","spend":"1"', 'truncated'],
    ['one in Latin-1', 'a.csv', Buffer.from(`${good}2026-11-02,x,caf\xe9,1\n`, 'latin1'), 'not UTF-8'],
    ['one with a wrong header', 'a.csv', 'day,channel,cost\n2026-11-01,x,1\n', 'The header matches no known format'],
    ['one with a header only', 'a.csv', 'date,platform,spend\n', 'No row of the file can be imported'],
    ['one with bad rows only', 'a.csv', 'date,platform,spend\nx,y,1\n', 'Line 2: date'],
    ['one without measures', 'a.csv', 'date,platform,campaign_name\n2026-11-01,x,c\n', 'no column with a measure'],
    ['a broken gzip', 'a.csv.gz', 'not gzip', 'cannot be read'],
  ])('rejects %s and stores nothing', async (_, name, content, message) => {
    const { brandId } = await createTenant(database.sql)
    await expect(importText(brandId, name, content)).rejects.toThrow(message)
    expect(await countOfEverything(brandId)).toBe(0)
  })

  test('names "vitrine brands list" for an unknown brand', async () => {
    await expect(importText('brd_nowhere', 'a.csv', good)).rejects.toThrow('"vitrine brands list"')
  })

  test('rejects a missing file', async () => {
    await expect(
      importAds(database.sql, { audience: shell, brand: 'x', file: join(folder, 'missing.csv') }),
    ).rejects.toThrow('There is no file')
  })

  test('stores nothing when the database connection is killed during the import', async () => {
    const { brandId } = await createTenant(database.sql)
    const rows = Array.from({ length: 200_000 }, (_, index) => `2026-11-01,x,c${index % 50}-${index},1`)
    const text = ['date,platform,campaign_name,spend', ...rows].join('\n')
    let isKilled = false
    const kill = async () => {
      if (isKilled) return
      isKilled = true
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'copy pg_temp.ad_facts%'`
    }
    await expect(importText(brandId, 'big.csv', text, { onProgress: () => void kill() })).rejects.toThrow()
    expect(isKilled).toBe(true)
    expect(await countOfEverything(brandId)).toBe(0)
  })
})
