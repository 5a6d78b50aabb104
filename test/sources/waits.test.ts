import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { Call } from '../../shared/sources/call.ts'
import type { Report } from '../../shared/sources/platform.ts'
import { retryAfter } from '../../shared/sources/retry_after.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, shownSource, workerPool } from '../support/sources.ts'

let database: TestDatabase
let sql: Database
let server: Server
let url: string
let requests = 0

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  sql = workerPool(database)
  server = createServer(({ url: path }, response) => {
    requests += 1
    response.writeHead(200, path === '/busy' ? { 'retry-after': '120' } : {}).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await sql.end()
  await database.stop()
})

/** Reads a source in one pass, with real waits. `onRead` is called before the report is read. */
async function pass(onRead: (call: Call, sourceId: string) => Promise<unknown>) {
  const { brandId } = await createTenant(database.sql)
  const source = await connectAccount(sql, brandId)
  const scripted = new ScriptedPlatform()
  const [report] = scripted.platform.reports as [Report]
  let reads = 0
  const read: Report['read'] = async (call, account, window) => {
    reads += 1
    await onRead(call, source.source_id)
    return await report.read(call, account, window)
  }
  const platform = { ...scripted.platform, reports: [{ ...report, read }] }
  const options = scriptedOptions(scripted, { platforms: [platform], waitScale: 1 })
  requests = 0
  const run = () => syncSource(sql, source, options)
  return { result: await run(), run, source, brandId, reads: () => reads }
}

/** The seconds that the source still waits, and how often its windows failed. */
async function waiting({ source_id }: { source_id: string }) {
  const [row] = await database.sql`
    select extract(epoch from waits_until - platform.clock())::float as seconds,
      (select max(attempts) from sources.windows where source_id = ${source_id}) as attempts
    from sources.sources where source_id = ${source_id}`
  return row as { seconds: number | null; attempts: number }
}

describe('a wait that a platform asks for', () => {
  test('of more than a minute ends the step, and no process reads the source before', async () => {
    const { result, run, source, brandId, reads } = await pass(async (call) => {
      await call.send({ url })
      call.slowDown?.(300)
      await call.send({ url })
    })
    expect([requests, reads()]).toEqual([1, 1])
    expect(result.next_seconds).toBeGreaterThan(290)
    const { seconds, attempts } = await waiting(source)
    expect(seconds).toBeGreaterThan(290)
    expect(attempts).toBe(0)
    await sql`select core.enter_brand(${brandId}), sources.retry_source(${brandId}, ${source.source_id})`
    expect(await sql`select * from sources.due_sources(${brandId})`).toHaveLength(0)
    expect([await run(), reads()]).toMatchObject([{ is_busy: true }, 1])
    expect(await shownSource(database, source)).toMatchObject({ status: 'syncing', attention: null })
  })

  test('after the last request of a pass is kept by the next pass', async () => {
    const { source, reads } = await pass(async (call) => await call.send({ url: `${url}/busy` }))
    expect([requests, reads()]).toEqual([1, 1])
    expect((await waiting(source)).seconds).toBeGreaterThan(110)
  })

  test.each([
    ['limit_is_reached', 'retry'],
    ['quota_is_used_up', 'pause'],
  ] as const)('with %s concerns all windows, also those that become due meanwhile', async (reason, remedy) => {
    const { run, source, brandId, reads } = await pass(() => {
      throw new SourceError(reason, remedy, { retryAfterSeconds: 7200 })
    })
    await database.sql`
      insert into sources.windows (brand_id, source_id, report, purpose, first_on, last_on)
      values (${brandId}, ${source.source_id}, 'ads_daily', 'hourly', '2026-11-19', '2026-11-20')`
    await run()
    expect(reads()).toBe(1)
    expect((await waiting(source)).seconds).toBeGreaterThan(7100)
  })

  test('is read from a header as seconds or as a date', () => {
    const now = Date.parse('2026-11-20T12:00:00Z')
    const read = (value: string) => retryAfter(new Headers({ 'retry-after': value }), now)
    expect([read('90'), read('Fri, 20 Nov 2026 12:02:00 GMT'), read('Fri, 20 Nov 2026 11:00:00 GMT')]).toEqual([
      90, 120, 0,
    ])
    expect([read('soon'), read('-1'), retryAfter(new Headers())]).toEqual([undefined, undefined, undefined])
  })
})

describe('a source that is disconnected while it is read', () => {
  test.each([
    ['before its reply is stored', async () => undefined],
    [
      'before its window is split',
      async () => {
        throw new SourceError('report_is_too_large', 'split')
      },
    ],
    [
      'before its failure is stored',
      async () => {
        throw new SourceError('platform_is_unavailable', 'retry')
      },
    ],
  ])('%s: the pass ends without an error', async (_, then) => {
    const { result, source } = await pass(async (_call, sourceId) => {
      await database.sql`select sources.end_source(held.brand_id, held.source_id, false) from sources.sources as held where held.source_id = ${sourceId}`
      await then()
    })
    expect(result).toMatchObject({ steps: 1 })
    expect(await shownSource(database, source)).toMatchObject({ status: 'disconnected' })
  })
})
