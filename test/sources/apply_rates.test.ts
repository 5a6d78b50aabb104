import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import { connect } from '../../cli/database/connect.ts'
import { importRates } from '../../shared/ingest/rates.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, sync, workerPool } from '../support/sources.ts'

const day = '2026-09-10'
let database: TestDatabase
let sql: Database
let later: Database
let folder: string
let brandId: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rates-'))
  database = await createDatabase({ isSimulated: false })
  sql = workerPool(database)
  later = workerPool(database, '2026-11-21T12:00:00Z')
})
beforeEach(async () => {
  await database.sql`delete from core.exchange_rates`
  brandId = (await createTenant(database.sql, { currency: 'EUR' })).brandId
})
afterAll(async () => {
  await Promise.all([sql.end(), later.end()])
  await database.stop()
  rmSync(folder, { recursive: true })
})

async function rates(rows: string[], on = database.sql) {
  const file = join(folder, 'rates.csv')
  writeFileSync(file, ['date,from,to,rate', ...rows].join('\n'))
  return await importRates(on, { file, audience: shell })
}

async function connected() {
  const scripted = new ScriptedPlatform(['ads_daily', 'ads_hourly'])
  scripted.rows = [
    { ad: 'a', day, spend: '10', clicks: '3' },
    { ad: 'b', day, spend: '20' },
    { ad: 'a', day: '2026-11-19', spend: '5' },
    { ad: 'a', day: '2026-11-19', hour: '3', spend: '5' },
  ]
  const source = await connectAccount(sql, brandId, { currency: 'GBP', timezone: 'Europe/London' })
  await sync(sql, source, scriptedOptions(scripted))
}

const totals = async () => {
  const rows = await database.sql`
    select level, day::text, sum(spend_micros)::text as spend, sum(clicks)::text as clicks
    from analytics.rollups_daily where brand_id = ${brandId} group by 1, 2 order by 2, 1`
  return rows.filter(({ level }) => level === 'account').map(({ day: on, spend, clicks }) => [on, spend, clicks])
}

describe('an exchange rate that is imported again', () => {
  test('converts stored facts of connected accounts of every age, by day and by hour, and their roll-ups', async () => {
    await rates([`${day},GBP,EUR,1.1`, '2026-11-19,GBP,EUR,1.2'])
    await connected()
    expect(await totals()).toEqual([
      [day, '33000000', '3'],
      ['2026-11-19', '6000000', null],
    ])
    expect(await rates([`${day},GBP,EUR,1.3`, '2026-11-19,GBP,EUR,1.4'])).toMatchObject({ facts_converted: 3 })
    expect(await totals()).toEqual([
      [day, '39000000', '3'],
      ['2026-11-19', '7000000', null],
    ])
    const hours = await database.sql`select spend_micros::text from analytics.facts_hourly where brand_id = ${brandId}`
    expect(hours.map(({ spend_micros }) => spend_micros)).toEqual(['7000000'])
  })

  test('changes nothing if the rate is the same, and nothing of other brands and pairs', async () => {
    await rates([`${day},GBP,EUR,1.1`, '2026-11-19,GBP,EUR,1.2'])
    await connected()
    const before = await totals()
    expect(await rates([`${day},GBP,EUR,1.1`])).toMatchObject({ facts_converted: 0 })
    expect(await rates([`${day},GBP,USD,2`, `${day},SEK,EUR,2`])).toMatchObject({ facts_converted: 0 })
    expect(await totals()).toEqual(before)
  })

  test('is no restatement of the platform, and the earlier amounts stay known', async () => {
    await rates([`${day},GBP,EUR,1.1`, '2026-11-19,GBP,EUR,1.2'])
    await connected()
    const admin = await connect(database.adminUrl, { now: '2026-11-21T12:00:00Z' })
    await rates(['2026-11-19,GBP,EUR,1.4'], admin)
    await admin.end()
    const versions = await database.sql`
      select spend_micros::text from analytics.facts_daily_versions where brand_id = ${brandId}`
    expect(versions.map(({ spend_micros }) => spend_micros)).toEqual(['6000000'])
    const stated = await later`select core.enter_brand(${brandId}), (
      select count(*)::integer from analytics.restatements as held where held.brand_id = ${brandId}
    ) as count`
    expect(stated[0]?.count).toBe(0)
    const changes = await later`select core.enter_brand(${brandId}), (
      select json_agg(json_build_array(found.age, found.change))
      from analytics.development(${brandId}, '2026-11-19', '2026-11-19') as found where found.metric = 'spend' and found.change <> 0
    ) as changes`
    expect(changes[0]?.changes).toEqual([[1, 7_000_000]])
  })
})

test('a new rate makes the orders of a shop and the sessions of a property of its day due', async () => {
  await database.sql`
    insert into core.exchange_rates (on_day, from_currency, to_currency, rate, source) values (${day}, 'GBP', 'EUR', 1.1, 'test')`
  const shop = await connectAccount(sql, brandId, { platform: 'shopify', currency: 'GBP' })
  const property = await connectAccount(sql, brandId, { platform: 'ga4', currency: 'GBP' })
  await database.sql`
    insert into analytics.orders (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros, source_id, changed_at)
    select ${brandId}, id, id, id, at::timestamptz, 1, ${shop.source_id}, at::timestamptz
    from (values ('of the day', ${`${day}T10:00:00Z`}), ('later', '2026-09-12T10:00:00Z')) as given (id, at)`
  await database.sql`
    insert into sources.windows (brand_id, source_id, report, purpose, first_on, last_on, state, read_at)
    select ${brandId}, ${property.source_id}, report, 'recent', first_on::date, last_on::date, 'read', platform.now()
    from (values
      ('sessions', '2026-09-01', '2026-09-30'), ('sessions', '2026-10-01', '2026-10-30'), ('transactions', '2026-09-01', '2026-09-30')
    ) as given (report, first_on, last_on)`
  await rates([`${day},GBP,EUR,1.3`])
  const due = await database.sql`
    select object_id as due from sources.due_objects where source_id = ${shop.source_id}
    union all
    select report || ' ' || first_on from sources.windows where source_id = ${property.source_id} and state = 'due' order by 1`
  expect(due.map((row) => row.due)).toEqual(['of the day', 'sessions 2026-09-01'])
})
