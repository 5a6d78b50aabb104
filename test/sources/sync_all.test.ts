import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSources } from '../../cli/sources/list_sources.ts'
import { syncAll } from '../../cli/sources/sync_all.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, ScriptedPlatform, scriptedOptions, workerPool } from '../support/sources.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  // Windows become due by the real clock.
  await database.sql.unsafe(`alter database ${new URL(database.adminUrl).pathname.slice(1)} reset "vitrine.clock"`)
})
afterAll(() => database.stop())

test('waits for the asynchronous report of a window that failed before', async () => {
  const { brandId } = await createTenant(database.sql)
  const scripted = new ScriptedPlatform(['ads_daily'], { isAsynchronous: true })
  const sql = workerPool(database, '2026-11-20T12:00:00Z')
  await connectAccount(sql, brandId)
  // A pass ends before the report is ready, because a poll waits for at least two scaled seconds.
  const options = scriptedOptions(scripted, { waitScale: 0.05 })
  const run = async () => await syncAll(sql, await listSources(sql, brandId), options, { isWaiting: true })
  // The report of the window that is read last fails, and is prepared longer than the others when it is tried again.
  let [asked, failed, polls] = ['', '', 0]
  scripted.isReady = (reportId) => {
    asked = reportId
    return reportId !== failed || ++polls > 3
  }
  scripted.onRead = ({ from }) => {
    if (from >= '2026-08-01') return
    failed = asked
    throw new SourceError('reply_has_another_form', 'stop', { field: 'spend' })
  }
  expect(await run()).toMatchObject({ complete: false, sources: [{ status: 'needs_attention' }] })
  scripted.onRead = () => undefined
  expect(await run()).toMatchObject({ complete: true, sources: [{ status: 'connected', missing: [] }] })
  expect(polls).toBe(4)
  await sql.end()
})
