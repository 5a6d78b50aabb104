import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { examineSources } from '../../cli/doctor/sources.ts'
import { listSources } from '../../cli/sources/list_sources.ts'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import { versionNotice } from '../../functions/worker/sources/version_notice.ts'
import type { Database } from '../../shared/db/pool.ts'
import { beginAuthorization, finishAuthorization } from '../../shared/sources/access/authorize.ts'
import { googleAds } from '../../shared/sources/google_ads/google_ads.ts'
import { platforms } from '../../shared/sources/platforms.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { sourceStatements } from '../../shared/sentences/statements/sources.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { storableJson } from '../../shared/sources/storage/storable_json.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import {
  connectAccount,
  scriptedOptions,
  ScriptedPlatform,
  settings,
  shownSource,
  sync,
  tokenKey,
  workerPool,
} from '../support/sources.ts'

const today = '2026-11-20'
const pools: Database[] = []
let database: TestDatabase
let brandId: string

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
})
beforeEach(async () => {
  brandId = (await createTenant(database.sql)).brandId
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database.stop()
})

const row = (ad: string, day: string, spend: string, more = {}) => ({ ad, day, spend, clicks: '3', ...more })

const sentenceOf = (values: unknown) => sourceStatements.version_ends(values as never, shell)

/** A pool of the worker, and options, at an instant. */
function at(now: string, scripted: ScriptedPlatform) {
  const pool = workerPool(database, now)
  pools.push(pool)
  return [pool, scriptedOptions(scripted, { now: () => new Date(now) })] as const
}

async function readAll(scripted: ScriptedPlatform, now: string, source: { brand_id: string; source_id: string }) {
  const [pool, options] = at(now, scripted)
  await sync(pool, source, options)
}

async function connected(timezone = 'UTC', more = {}) {
  const [pool] = at(`${today}T12:00:00Z`, new ScriptedPlatform())
  return await connectAccount(pool, brandId, { timezone, ...more })
}

async function days() {
  const rows = await database.sql`
    select day::text || ' ' || external_id || ' ' || spend_micros as cell
    from analytics.facts_daily join analytics.entities using (brand_id, entity_id)
    where brand_id = ${brandId} order by 1`
  return rows.map(({ cell }) => cell as string)
}

async function hours(timezone = 'UTC') {
  const rows = await database.sql`
    select to_char(hour at time zone ${timezone}, 'MM-DD HH24') || ' ' || external_id || ' ' || spend_micros as cell
    from analytics.facts_hourly join analytics.entities using (brand_id, entity_id)
    where brand_id = ${brandId} order by hour, external_id`
  return rows.map(({ cell }) => cell as string)
}

describe('days that the platform no longer keeps', () => {
  test('stay as they were stored, and the source says so', async () => {
    const scripted = new ScriptedPlatform()
    scripted.rows = [row('a', '2026-11-01', '1'), row('a', '2026-11-15', '2'), row('b', today, '3')]
    const source = await connected()
    await readAll(scripted, `${today}T12:00:00Z`, source)
    expect(await shownSource(database, source)).toMatchObject({ limitations: [], data_from: '2026-07-23' })
    scripted.keptFrom = '2026-11-10'
    scripted.rows = [row('b', today, '4')]
    await readAll(scripted, '2026-11-21T12:00:00Z', source)
    expect(await days()).toEqual(['2026-11-01 a 1000000', '2026-11-20 b 4000000'])
    expect(await shownSource(database, source)).toMatchObject({ limitations: ['days_no_longer_kept'] })
  })

  test('do not stop the backfill, which begins with the first day that was read', async () => {
    const scripted = new ScriptedPlatform()
    scripted.keptFrom = '2026-10-01'
    scripted.rows = [row('a', '2026-10-02', '1'), row('a', '2026-09-30', '2')]
    const source = await connected()
    await readAll(scripted, `${today}T12:00:00Z`, source)
    expect(await days()).toEqual(['2026-10-02 a 1000000'])
    expect(await shownSource(database, source)).toMatchObject({
      status: 'connected',
      progress: null,
      data_from: '2026-10-01',
      data_through: today,
      limitations: ['days_no_longer_kept'],
    })
  })
})

describe('a report that is requested before midnight and stored after it', () => {
  test('leaves its last day unfinished, until a later report', async () => {
    const scripted = new ScriptedPlatform(['ads_daily'], { isAsynchronous: true })
    scripted.rows = [row('a', '2026-11-19', '1'), row('a', today, '2')]
    const source = await connected('Europe/Berlin')
    const requested: string[] = []
    scripted.isReady = (id) => {
      requested.push(id)
      return false
    }
    const [before, options] = at('2026-11-20T22:50:00Z', scripted)
    await syncSource(before, source, { ...options, secondsMax: 0.3 })
    const first = new Set(requested)
    scripted.isReady = (id) => first.has(id)
    const [after, later] = at('2026-11-20T23:10:00Z', scripted)
    await syncSource(after, source, { ...later, secondsMax: 1 })
    const unfinished = async () =>
      (await database.sql`select day::text from analytics.unfinished_days where brand_id = ${brandId} order by 1`).map(
        ({ day }) => day as string,
      )
    expect(await days()).toEqual(['2026-11-19 a 1000000', '2026-11-20 a 2000000'])
    expect(await unfinished()).toEqual([today])
    scripted.isReady = () => true
    scripted.rows.push(row('a', '2026-11-21', '1'))
    await sync(after, source, later)
    expect(await unfinished()).toEqual(['2026-11-21'])
  })
})

describe('hours', () => {
  const hour = (ad: string, spend: string, at: string, day = today) => row(ad, day, spend, { hour: at })

  test('replace those of the same campaign that a file reports without its account', async () => {
    const scripted = new ScriptedPlatform(['ads_daily', 'ads_hourly'])
    const [one, two] = [await connected(), await connected()]
    scripted.rows = [hour('x', '1', '9')]
    await readAll(scripted, `${today}T12:00:00Z`, one)
    await database.sql`
      insert into analytics.entities (brand_id, level, platform, external_id, name, currency, timezone)
      select ${brandId}, 'account', 'meta', external_id, name, currency, timezone from sources.sources where source_id = ${two.source_id}`
    await database.sql`
      update analytics.entities set external_id = 'c0' where brand_id = ${brandId} and level = 'campaign'`
    await ingest(database, brandId, [
      { date: today, hour: 10, platform: 'meta', campaign_id: 'c1', campaign_name: 'Campaign', spend: 50 },
      { date: today, hour: 11, platform: 'meta', campaign_id: 'c1', campaign_name: 'Campaign', spend: 60 },
    ])
    scripted.rows = [hour('a', '20', '10'), hour('b', '30', '10')]
    await readAll(scripted, `${today}T12:00:00Z`, two)
    expect(await hours()).toEqual([
      '11-20 09 x 1000000',
      '11-20 10 a 20000000',
      '11-20 10 b 30000000',
      '11-20 11 c1 60000000',
    ])
  })

  test('replace those of a campaign of the account', async () => {
    const scripted = new ScriptedPlatform(['ads_daily', 'ads_hourly'])
    const source = await connected('UTC', { account: 'act' })
    await ingest(database, brandId, [
      {
        date: today,
        hour: 10,
        platform: 'meta',
        account_id: 'act',
        campaign_id: 'c1',
        campaign_name: 'Campaign',
        spend: 50,
      },
    ])
    scripted.rows = [hour('a', '20', '11')]
    await readAll(scripted, `${today}T12:00:00Z`, source)
    expect(await hours()).toEqual(['11-20 11 a 20000000'])
  })

  test('keep the reported amounts beside those in the currency of the brand', async () => {
    await database.sql`
      insert into core.exchange_rates (on_day, from_currency, to_currency, rate, source)
      select day::date, 'EUR', 'USD', 2, 'test' from generate_series(date '2026-11-01', date '2026-11-21', '1 day') as day`
    const scripted = new ScriptedPlatform(['ads_daily', 'ads_hourly'])
    scripted.rows = [hour('a', '20', '10'), row('a', today, '21', { conversions: '2' })]
    const source = await connected('UTC', { currency: 'EUR' })
    await readAll(scripted, `${today}T12:00:00Z`, source)
    const amounts = async () =>
      (
        await database.sql`
        select spend_micros::text as spend, reported_spend_micros::text as reported from analytics.facts_hourly where brand_id = ${brandId}
        union all select spend_micros::text, reported_spend_micros::text from analytics.facts_daily where brand_id = ${brandId}`
      ).map((each) => ({ ...each }))
    expect(await amounts()).toEqual([
      { spend: '40000000', reported: '20000000' },
      { spend: '42000000', reported: '21000000' },
    ])
    await ingest(database, brandId, [
      { date: today, platform: 'meta', campaign_id: 'c1', adset_id: 's1', ad_id: 'a', add_to_carts: 2 },
    ])
    scripted.rows = []
    await readAll(scripted, '2026-11-21T12:00:00Z', source)
    expect(await amounts()).toEqual([{ spend: null, reported: null }])
  })

  test('that the clock skips are counted and said, and the day is whole', async () => {
    const scripted = new ScriptedPlatform(['ads_daily', 'ads_hourly'])
    const spring = '2026-03-29'
    scripted.rows = [
      hour('a', '1', '1', spring),
      hour('a', '2', '2', spring),
      hour('a', '4', '3', spring),
      row('a', spring, '7'),
    ]
    const source = await connected('Europe/Berlin')
    await readAll(scripted, '2026-03-30T12:00:00Z', source)
    expect(await hours('Europe/Berlin')).toEqual(['03-29 01 a 1000000', '03-29 03 a 4000000'])
    expect(await days()).toEqual(['2026-03-29 a 7000000'])
    expect(await shownSource(database, source)).toMatchObject({
      status: 'connected',
      rows_left_out: 1,
      limitations: ['hour_skipped'],
    })
  })

  test('that the clock repeats are stored once, with the sum that the platform reports', async () => {
    const scripted = new ScriptedPlatform(['ads_daily', 'ads_hourly'])
    const autumn = '2026-10-25'
    scripted.rows = [
      hour('a', '1', '1', autumn),
      hour('a', '6', '2', autumn),
      hour('a', '4', '3', autumn),
      row('a', autumn, '11'),
    ]
    const source = await connected('Europe/Berlin')
    await readAll(scripted, '2026-10-26T12:00:00Z', source)
    expect(await hours('UTC')).toEqual(['10-24 23 a 1000000', '10-25 00 a 6000000', '10-25 02 a 4000000'])
    expect(await days()).toEqual(['2026-10-25 a 11000000'])
    expect(await shownSource(database, source)).toMatchObject({ rows_left_out: 0, limitations: [] })
  })
})

describe('texts that Postgres cannot hold', () => {
  test('are stored without NUL and lone surrogates, and the source continues', async () => {
    const scripted = new ScriptedPlatform()
    scripted.rows = [row('a\0b', today, '1'), row('c\ud800', today, '2'), row('\ude00 \\ud800 😀', today, '3')]
    const source = await connected()
    await readAll(scripted, `${today}T12:00:00Z`, source)
    expect(await shownSource(database, source)).toMatchObject({ status: 'connected', attention: null })
    expect(await days()).toEqual([
      '2026-11-20 ab 1000000',
      '2026-11-20 c\ufffd 2000000',
      '2026-11-20 \ufffd \\ud800 😀 3000000',
    ])
  })

  test('are removed from the names of accounts and from the values of errors', async () => {
    const { platform } = new ScriptedPlatform()
    platform.listAccounts = async () => [{ id: '1', name: 'A\0B\ud800', currency: 'USD', timezone: 'UTC' }]
    const registered = { platform, settings, options: scriptedOptions(new ScriptedPlatform()) }
    const redirectUri = 'https://vitrine.example/callback'
    const { address, pending } = await beginAuthorization(
      {
        ...registered,
        platform: { ...platform, authorizationUrl: (_, { state }) => `https://platform.example/?state=${state}` },
      },
      { redirectUri },
    )
    const { stored } = await finishAuthorization(registered, {
      parameters: new URL(address).searchParams,
      sealedVerifier: pending.sealed_verifier,
      redirectUri,
      shop: null,
      connectedBy: 'test',
    })
    expect(stored.accounts).toMatchObject([{ external_id: '1', name: 'AB\ufffd' }])

    const scripted = new ScriptedPlatform()
    scripted.onRead = () => {
      throw new SourceError('request_is_refused', 'stop', { code: 'X\0' })
    }
    const source = await connected()
    await readAll(scripted, `${today}T12:00:00Z`, source)
    expect(await shownSource(database, source)).toMatchObject({
      attention: { reason: 'request_is_refused', values: { code: 'X' } },
    })
  })

  test('are the only ones that change', () => {
    for (const value of [['\\u0000', 'a😀', '\\\\ud800'], { plain: null, list: [1, 'x'] }]) {
      expect(JSON.parse(storableJson(value))).toEqual(value)
    }
  })
})

describe('the end of a version', () => {
  const sentence = 'Scripted announced the end of v1 of its API. Update Vitrine, or set META_API_VERSION.'

  test('that a reply announces is shown, until another version is used', async () => {
    const scripted = new ScriptedPlatform()
    const source = await connected()
    scripted.isVersionEnding = true
    await readAll(scripted, `${today}T12:00:00Z`, source)
    const notice = { reason: 'version_ends', values: { version: 'v1', ends_on: null } }
    expect(await shownSource(database, source)).toMatchObject({ status: 'connected', version_notice: notice })
    const findings = await examineSources(database.sql, tokenKey)
    const { name } = await shownSource(database, source)
    expect(findings.map(({ finding }) => finding)).toContain(`${name} (meta, ${source.source_id}): ${sentence}`)
    const [pool, options] = at('2026-11-20T14:00:00Z', scripted)
    scripted.isVersionEnding = false
    await sync(pool, source, options)
    expect(await listSources(pool, brandId)).toMatchObject([{ id: source.source_id, version_notice: sentence }])
    await sync(pool, source, { ...options, settings: () => ({ ...settings, version: 'v2' }) })
    expect(await shownSource(database, source)).toMatchObject({ version_notice: null })
  })

  test('that the platform published is shown 90 days before', () => {
    const noticeOn = (day: string) => versionNotice(googleAds, 'v22', false, Date.parse(day))
    expect(noticeOn('2026-07-01')).toBeNull()
    expect(sentenceOf(noticeOn('2026-08-01')?.values)).toBe(
      'Google Ads v22 ends on 2026-10-07. Update Vitrine, or set GOOGLE_ADS_API_VERSION.',
    )
    expect(versionNotice(googleAds, googleAds.version, false, Date.parse('2026-11-23'))).toBeNull()
    const ends = platforms.map(({ versionEnds = {}, version }) => [
      Object.keys(versionEnds).length,
      versionEnds[version],
    ])
    expect(ends).toEqual([
      [7, '2027-11-01'],
      [6, undefined],
      [0, undefined],
      [0, undefined],
      [4, '2027-10-01'],
    ])
  })
})
