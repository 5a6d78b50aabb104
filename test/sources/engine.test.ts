import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import type { Database } from '../../shared/db/pool.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createBrand, createTenant } from '../support/factories.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, shownSource, sync, workerPool } from '../support/sources.ts'

const today = '2026-11-20'
let database: TestDatabase
let sql: Database
let brandId: string
let accountId: string

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  sql = workerPool(database)
})
beforeEach(async () => {
  const tenant = await createTenant(database.sql)
  brandId = tenant.brandId
  accountId = tenant.accountId
})
afterAll(async () => {
  await sql.end()
  await database.stop()
})

const row = (ad: string, day: string, spend: string, more = {}) => ({ ad, day, spend, clicks: '3', ...more })

async function facts(brand = brandId) {
  const rows = await database.sql`
    select day::text, external_id as ad, spend_micros::text as spend, clicks::text, conversions_micros::text as conversions
    from analytics.facts_daily join analytics.entities using (brand_id, entity_id)
    where brand_id = ${brand} order by 1, 2`
  return rows.map(
    ({ day, ad, spend, conversions }) => `${day} ${ad} ${spend}${conversions === null ? '' : ` ${conversions}`}`,
  )
}

async function windows(sourceId: string) {
  const rows = await database.sql`
    select report, purpose, first_on::text, last_on::text, state, attempts, rows_changed::integer, failure ->> 'reason' as failure
    from sources.windows where source_id = ${sourceId} order by first_on desc, report`
  return rows.map((each) => ({ ...each })) as Record<string, string | number | null>[]
}

describe('the first synchronization', () => {
  test('reads the last 90 days first and then the backfill, and stores each cell exactly', async () => {
    const scripted = new ScriptedPlatform()
    scripted.rows = [
      row('900719925474099301', today, '14.350001'),
      row('900719925474099302', today, '0.000001', { conversions: '1.5' }),
      row('900719925474099301', '2026-08-01', '9007199254.740993'),
    ]
    const source = await connectAccount(sql, brandId)
    await sync(sql, source, scriptedOptions(scripted))
    expect(await facts()).toEqual([
      '2026-08-01 900719925474099301 9007199254740993',
      '2026-11-20 900719925474099301 14350001',
      '2026-11-20 900719925474099302 1 1500000',
    ])
    expect(scripted.reads.map(({ from, to }) => [from, to])).toEqual([
      ['2026-10-22', today],
      ['2026-09-22', '2026-10-21'],
      ['2026-08-23', '2026-09-21'],
      ['2026-07-24', '2026-08-22'],
      ['2026-07-23', '2026-07-23'],
    ])
    expect(await shownSource(database, source)).toMatchObject({
      status: 'connected',
      progress: null,
      data_through: today,
    })
  })

  test('continues after a stop between two windows, without reading a window twice', async () => {
    const scripted = new ScriptedPlatform()
    const source = await connectAccount(sql, brandId)
    await syncSource(sql, source, scriptedOptions(scripted, { secondsMax: 0 }))
    expect(await shownSource(database, source)).toMatchObject({ status: 'syncing', progress: 0 })
    await sync(sql, source, scriptedOptions(scripted))
    expect(new Set(scripted.reads.map(({ from }) => from)).size).toBe(scripted.reads.length)
  })
})

describe('a window that is read again', () => {
  const later = '2026-11-21T12:00:00Z'

  async function syncTwice(scripted: ScriptedPlatform, change: () => void, now = later) {
    const source = await connectAccount(sql, brandId)
    await sync(sql, source, scriptedOptions(scripted))
    change()
    const laterSql = workerPool(database, now)
    await sync(laterSql, source, scriptedOptions(scripted, { now: () => new Date(now) }))
    await laterSql.end()
    return source
  }

  test('writes nothing if nothing changed', async () => {
    const scripted = new ScriptedPlatform(['ads_daily', 'ads_hourly'])
    scripted.rows = [row('a', today, '5'), row('a', '2026-11-19', '5'), row('a', today, '5', { hour: '7' })]
    const written = async () =>
      (
        await database.sql`
        select tableoid::regclass::text as name, xmin::text, ctid::text from analytics.facts_daily where brand_id = ${brandId}
        union all select tableoid::regclass::text, xmin::text, ctid::text from analytics.facts_hourly where brand_id = ${brandId}
        union all select tableoid::regclass::text, xmin::text, ctid::text from analytics.rollups_daily where brand_id = ${brandId}
        order by 1, 3`
      ).map((each) => Object.values(each).join(' '))
    let before: string[] = []
    const source = await connectAccount(sql, brandId)
    await sync(sql, source, scriptedOptions(scripted))
    before = await written()
    const laterSql = workerPool(database, later)
    await sync(laterSql, source, scriptedOptions(scripted, { now: () => new Date(later) }))
    await laterSql.end()
    expect(scripted.reads.length).toBeGreaterThan(7)
    expect(before.length).toBeGreaterThan(5)
    expect(await written()).toEqual(before)
  })

  test('replaces values, also by lower ones, and removes ads that the platform no longer reports', async () => {
    const scripted = new ScriptedPlatform()
    scripted.rows = [row('a', today, '5', { conversions: '2' }), row('b', today, '7'), row('a', '2026-11-19', '4')]
    const source = await syncTwice(scripted, () => {
      scripted.rows = [row('a', today, '3', { conversions: '0' }), row('c', today, '1')]
    })
    expect(await facts()).toEqual(['2026-11-20 a 3000000 0', '2026-11-20 c 1000000'])
    const [sum] = await database.sql`
      select sum(spend_micros)::text as spend from analytics.rollups_daily where brand_id = ${brandId} and level = 'account'`
    expect(sum?.spend).toBe('4000000')
    expect((await windows(source.source_id)).filter(({ purpose }) => purpose === 'nightly')).toEqual([
      expect.objectContaining({ first_on: '2026-10-23', last_on: '2026-11-21', rows_changed: 4 }),
    ])
  })

  test('keeps measures that the hourly report does not have, and never sums hours to days', async () => {
    const scripted = new ScriptedPlatform(['ads_daily', 'ads_hourly'])
    scripted.rows = [row('a', today, '5', { conversions: '2' }), row('a', today, '3', { hour: '9' })]
    await syncTwice(scripted, () => {
      scripted.rows = [row('a', today, '5', { conversions: '2' }), row('a', today, '6', { hour: '10' })]
    })
    expect(await facts()).toEqual(['2026-11-20 a 5000000 2000000'])
    const hours = await database.sql`
      select to_char(hour at time zone 'UTC', 'HH24') as hour, spend_micros::text as spend from analytics.facts_hourly where brand_id = ${brandId}`
    expect(hours.map((each) => ({ ...each }))).toEqual([{ hour: '10', spend: '6000000' }])
  })

  test('is the restatement window once a night, and the deeper one on Monday', async () => {
    const scripted = new ScriptedPlatform()
    await syncTwice(scripted, () => (scripted.reads = []), '2026-11-23T12:00:00Z')
    // 37 days before the last read day.
    expect(scripted.reads.map(({ from, to }) => [from, to])).toEqual([
      ['2026-10-25', '2026-11-23'],
      ['2026-10-14', '2026-10-24'],
    ])
  })

  test('is today and yesterday every hour', async () => {
    const scripted = new ScriptedPlatform()
    await syncTwice(scripted, () => (scripted.reads = []), '2026-11-20T13:01:00Z')
    expect(scripted.reads.map(({ from, to }) => [from, to])).toEqual([['2026-11-19', today]])
  })
})

describe('an error of the platform', () => {
  async function syncWith(onRead: ScriptedPlatform['onRead'], reports = ['ads_daily'] as const) {
    const scripted = new ScriptedPlatform(reports)
    scripted.rows = [row('a', today, '5')]
    scripted.onRead = onRead
    const source = await connectAccount(sql, brandId)
    await sync(sql, source, scriptedOptions(scripted))
    return { scripted, source, shown: await shownSource(database, source) }
  }

  test('retry: reads the window again', async () => {
    let failures = 0
    const { shown } = await syncWith(() => {
      if (++failures <= 3) throw new SourceError('reply_is_inconsistent', 'retry')
    })
    expect(shown).toMatchObject({ status: 'connected', attention: null })
    expect(await facts()).toEqual(['2026-11-20 a 5000000'])
  })

  test('retry without end: asks a person, and reads the other windows', async () => {
    const scripted = new ScriptedPlatform()
    scripted.onRead = ({ to }) => {
      if (to === today) throw new SourceError('platform_is_unavailable', 'retry')
    }
    const source = await connectAccount(sql, brandId)
    for (let pass = 0; pass < 30; pass++) await syncSource(sql, source, scriptedOptions(scripted, { secondsMax: 0.2 }))
    const states = await windows(source.source_id)
    expect(states.map(({ state, failure }) => [state, failure])).toEqual([
      ['due', 'platform_is_unavailable'],
      ...Array.from({ length: 4 }, () => ['read', null]),
    ])
    expect((await shownSource(database, source)).attention).toMatchObject({ reason: 'platform_is_unavailable' })
  })

  test('retry without end of a prepared report: does not wait for newer reports of its days', async () => {
    const { source_id } = await connectAccount(sql, brandId)
    await database.sql`
      insert into sources.windows (brand_id, source_id, report, purpose, first_on, last_on, state, report_id, failure, due_at)
      values
        (${brandId}, ${source_id}, 'orders', 'recent', '2026-10-01', '2026-11-01', 'requested', 'one', '{"reason": "reply_is_inconsistent"}', 'infinity'),
        (${brandId}, ${source_id}, 'orders', 'nightly', '2026-10-20', '2026-11-10', 'due', null, null, '2020-01-01')`
    const [next] = await database.sql`
      select sources.next_window(${brandId}, ${source_id}) as due, sources.seconds_to_next_read(${brandId}, ${source_id}) as seconds`
    expect(next).toEqual({ due: null, seconds: null })
  })

  test('split: reads two halves', async () => {
    const { scripted } = await syncWith(({ from, to }) => {
      if (Date.parse(to) - Date.parse(from) > 10 * 86_400_000) throw new SourceError('report_is_too_large', 'split')
    })
    expect(await facts()).toEqual(['2026-11-20 a 5000000'])
    expect(scripted.reads.some(({ from, to }) => from === '2026-11-14' && to === today)).toBe(true)
  })

  test('stop: keeps the stored numbers, and waits for a person', async () => {
    const { scripted, source, shown } = await syncWith(() => {
      throw new SourceError('reply_has_another_form', 'stop', { field: 'spend' })
    })
    expect(scripted.reads).toHaveLength(1)
    expect(shown).toMatchObject({
      status: 'needs_attention',
      attention: { reason: 'reply_has_another_form' },
      needs: 'sync',
    })
    expect(await sql`select * from sources.due_sources(${brandId})`).toHaveLength(0)
    scripted.onRead = () => undefined
    await sql`select core.enter_brand(${brandId}), sources.retry_source(${brandId}, ${source.source_id})`
    await sync(sql, source, scriptedOptions(scripted))
    expect(await shownSource(database, source)).toMatchObject({ status: 'connected', attention: null })
    expect(await facts()).toEqual(['2026-11-20 a 5000000'])
  })

  test('a dead grant stops every source of the grant in one run, with one request', async () => {
    const scripted = new ScriptedPlatform()
    scripted.onRead = () => {
      throw new SourceError('grant_is_dead', 'reconnect')
    }
    const one = await connectAccount(sql, brandId, { account: 'shared' })
    const other = await createBrand(database.sql, accountId)
    const two = await connectAccount(sql, other, { account: 'shared', connectionId: one.connectionId })
    const alone = await connectAccount(sql, brandId)
    for (const source of [one, two, one, two]) await syncSource(sql, source, scriptedOptions(scripted))
    expect(scripted.reads).toHaveLength(1)
    for (const source of [one, two]) {
      expect(await shownSource(database, source)).toMatchObject({ status: 'needs_attention', needs: 'reconnect' })
    }
    expect(await shownSource(database, alone)).toMatchObject({ status: 'syncing' })
  })

  test('a read that ends after its connection was ended does not clear the attention', async () => {
    const scripted = new ScriptedPlatform()
    scripted.rows = [row('a', today, '5')]
    const stored = { client_id: 'app', subject: 'person' }
    const source = await connectAccount(sql, brandId, { stored })
    await sync(sql, source, scriptedOptions(scripted))
    await database.sql`update sources.windows set state = 'due' where source_id = ${source.source_id} and last_on = ${today}`
    scripted.rows = [row('a', today, '6')]
    scripted.onRead = async () => {
      await database.sql`select sources.end_person('meta', 'app', 'person', platform.clock(), false)`
    }
    expect(await syncSource(sql, source, scriptedOptions(scripted))).toMatchObject({ steps: 1 })
    expect(await facts()).toEqual(['2026-11-20 a 6000000'])
    expect(await shownSource(database, source)).toMatchObject({
      status: 'needs_attention',
      attention: { reason: 'grant_is_dead' },
      needs: 'reconnect',
    })
  })

  test('a value that is no number stops the source and writes nothing', async () => {
    const scripted = new ScriptedPlatform()
    scripted.rows = [row('a', today, '1'), row('b', today, 'much')]
    const source = await connectAccount(sql, brandId)
    await sync(sql, source, scriptedOptions(scripted))
    expect(await shownSource(database, source)).toMatchObject({ attention: { reason: 'reply_has_another_form' } })
    expect(await facts()).toEqual([])
  })
})
