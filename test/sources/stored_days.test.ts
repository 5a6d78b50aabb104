import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import type { Reply } from '../../shared/sources/platform.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, shownSource, sync, workerPool } from '../support/sources.ts'

let database: TestDatabase
let sql: Database

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  sql = workerPool(database)
})
afterAll(async () => {
  await sql.end()
  await database.stop()
})

test('data_through ends before the first days that a report of a GA4 property lacks', async () => {
  const { brandId } = await createTenant(database.sql, { currency: 'GBP' })
  const scripted = new ScriptedPlatform()
  const origin = { hour: 10, source: 'google', medium: 'cpc', campaign: 'Spring' }
  const platform = {
    ...scripted.platform,
    name: 'ga4' as const,
    reports: (['sessions', 'transactions'] as const).map((name) => ({
      name,
      daysMax: 30,
      daysBackMax: 119,
      read: async (_: unknown, __: unknown, { from, to }: { from: string; to: string }) => {
        const isRecent = to >= '2026-08-23'
        const row =
          name === 'sessions'
            ? { sessions: '1', key_events: '0', purchases: '1', revenue: '5' }
            : { transaction_id: `T-${from}` }
        const rows = name === 'transactions' || isRecent ? [{ ...origin, ...row, day: from }] : []
        return { kind: name, unknownFields: [], limitations: [], rows } as unknown as Reply
      },
    })),
  }
  const source = await connectAccount(sql, brandId, { platform: 'ga4' })
  await sync(sql, source, scriptedOptions(scripted, { platforms: [platform] }))
  // All transactions are stored. Sessions of the last 90 days lack exchange rates, and those before had no rows.
  expect(await shownSource(database, source)).toMatchObject({
    status: 'needs_attention',
    data_from: '2026-07-24',
    data_through: '2026-08-22',
  })
})

test('a newer window does not hide an older one of the same report that failed', async () => {
  const { brandId } = await createTenant(database.sql)
  const scripted = new ScriptedPlatform()
  scripted.rows = ['2026-08-01', '2026-10-10', '2026-11-20'].map((day) => ({ ad: 'a', day, spend: '1' }))
  const options = scriptedOptions(scripted)
  const source = await connectAccount(sql, brandId)
  scripted.onRead = ({ from }) => {
    if (from === '2026-09-22') throw new SourceError('report_failed', 'wait' as never)
  }
  await sync(sql, source, options)
  expect(await shownSource(database, source)).toMatchObject({ data_from: '2026-07-23', data_through: '2026-09-21' })
  scripted.onRead = () => undefined
  await sql`select core.enter_brand(${brandId}), sources.retry_source(${brandId}, ${source.source_id})`
  await sync(sql, source, options)
  expect(await shownSource(database, source)).toMatchObject({ data_from: '2026-07-23', data_through: '2026-11-20' })
})

test('days stay stored while a larger window of them waits', async () => {
  const { brandId } = await createTenant(database.sql)
  const scripted = new ScriptedPlatform()
  scripted.rows = [{ ad: 'a', day: '2026-11-20', spend: '1' }]
  const source = await connectAccount(sql, brandId)
  await sync(sql, source, scriptedOptions(scripted))
  const later = workerPool(database, '2026-12-15T12:00:00Z')
  scripted.onRead = () => {
    throw new SourceError('platform_is_unavailable', 'retry', { retryAfterSeconds: 3600 })
  }
  await sync(later, source, scriptedOptions(scripted, { now: () => new Date('2026-12-15T12:00:00Z'), waitScale: 1 }))
  await later.end()
  expect(await shownSource(database, source)).toMatchObject({ data_through: '2026-11-20' })
})
