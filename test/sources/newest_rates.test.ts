import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, shownSource, sync, workerPool } from '../support/sources.ts'

let database: TestDatabase
let sql: Database

beforeAll(async () => {
  // It is 21 November in Ho Chi Minh City, and 20 November at the publisher of rates.
  database = await createDatabase({ now: '2026-11-20T18:00:00Z', isSimulated: false })
  sql = workerPool(database)
})
afterAll(async () => {
  await sql.end()
  await database.stop()
})

const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']

async function addRates(...known: string[]) {
  for (const day of known) {
    await database.sql`
      insert into core.exchange_rates (on_day, from_currency, to_currency, rate, source)
      values (${day}, 'VND', 'EUR', 0.00003, 'test') on conflict do nothing`
  }
}

async function connected(currency = 'EUR') {
  const { brandId } = await createTenant(database.sql, { currency })
  const scripted = new ScriptedPlatform(['ads_daily', 'ads_hourly'])
  scripted.rows = days.flatMap((day) => [
    { ad: 'a', day, spend: '100000' },
    { ad: 'a', day, hour: '1', spend: '100000' },
  ])
  const source = await connectAccount(sql, brandId, { currency: 'VND', timezone: 'Asia/Ho_Chi_Minh' })
  return {
    source,
    scripted,
    read: async () => {
      await database.sql`
        update sources.sources set planned = planned - 'hourly' where source_id = ${source.source_id}`
      await sync(sql, source, scriptedOptions(scripted))
      const stored = await database.sql`
        select facts.day::text, facts.spend_micros::text as spend from analytics.rollups_daily as facts
        where facts.brand_id = ${brandId} and facts.level = 'account' order by 1`
      const waiting = await database.sql`
        select first_on::text from sources.windows where source_id = ${source.source_id} and state <> 'read'`
      return {
        stored: stored.map(({ day, spend }) => [day, spend] as unknown as [string, string]),
        waiting: waiting.length,
        shown: await shownSource(database, source),
      }
    },
  }
}

const stored = (...known: string[]) => known.map((day) => [day, '3000000'])

describe('an account in another currency', () => {
  test('stores the days with a rate while the newest day lacks one, and the newest when its rate is known', async () => {
    await addRates(...days.slice(0, 4))
    const { read, scripted } = await connected()
    const first = await read()
    expect(first).toMatchObject({
      stored: stored(...days.slice(0, 4)),
      waiting: 0,
      shown: {
        status: 'connected',
        attention: null,
        data_through: '2026-11-20',
        limitations: ['newest_days_lack_rates'],
      },
    })
    // A day that the platform restates is stored too.
    scripted.rows = scripted.rows.map((row) => (row.day === '2026-11-20' ? { ...row, spend: '200000' } : row))
    expect((await read()).stored.at(-1)).toEqual(['2026-11-20', '6000000'])
    await addRates(...days)
    expect(await read()).toMatchObject({
      stored: [...stored(...days.slice(0, 3)), ['2026-11-20', '6000000'], ['2026-11-21', '3000000']],
      waiting: 0,
      shown: { status: 'connected', data_through: '2026-11-21', limitations: [] },
    })
    await database.sql`delete from core.exchange_rates`
  })

  test('needs attention for days before yesterday, which are named without the newest', async () => {
    await addRates('2026-11-17', '2026-11-18')
    const { read } = await connected()
    const { stored: kept, shown } = await read()
    expect(kept).toEqual([])
    expect(shown).toMatchObject({
      status: 'needs_attention',
      attention: {
        reason: 'exchange_rates_are_missing',
        values: { rates: [{ from_currency: 'VND', to_currency: 'EUR', days: '{[2026-11-19,2026-11-20)}' }] },
      },
    })
    await database.sql`delete from core.exchange_rates`
  })

  test('is read without an error if only its newest days have rows', async () => {
    const { read, scripted } = await connected()
    scripted.rows = scripted.rows.filter(({ day }) => day >= '2026-11-20')
    expect(await read()).toMatchObject({
      stored: [],
      waiting: 0,
      shown: { status: 'connected', attention: null, data_through: '2026-11-19', progress: null },
    })
  })
})
