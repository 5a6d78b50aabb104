import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { daysBetween } from '../support/platforms/days.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, shownSource, sync, workerPool } from '../support/sources.ts'

let database: TestDatabase
let sql: Database
let server: Server
let url: string

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  sql = workerPool(database)
  // One page of a report takes 20 ms.
  server = createServer((_, response) => void delay(20).then(() => response.end('{}')))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await sql.end()
  await database.stop()
})

/** A platform whose report has these pages for each day. */
function paged(pagesOf: (day: string) => number) {
  const scripted = new ScriptedPlatform()
  const [report] = scripted.platform.reports
  const steps: { pages: number; seconds: number; isRead: boolean }[] = []
  const read: NonNullable<typeof report>['read'] = async (call, account, window) => {
    const step = { pages: 0, seconds: 0, isRead: false }
    steps.push(step)
    const startedAt = performance.now()
    try {
      for (const day of daysBetween(window.from, window.to)) {
        for (let page = 0; page < pagesOf(day); page++) {
          await call.send({ url })
          step.pages += 1
        }
      }
      step.isRead = true
      return await report!.read(call, account, window)
    } finally {
      step.seconds = (performance.now() - startedAt) / 1000
    }
  }
  return { scripted, steps, platform: { ...scripted.platform, reports: [{ ...report!, read }] } }
}

describe('a step', () => {
  test('that takes too long stops sending requests, and its window is read in halves', async () => {
    const { scripted, steps, platform } = paged(() => 1)
    const { brandId } = await createTenant(database.sql)
    const source = await connectAccount(sql, brandId)
    await sync(sql, source, scriptedOptions(scripted, { platforms: [platform], stepSecondsMax: 0.3 }))
    expect(steps.filter(({ isRead }) => !isRead).length).toBeGreaterThan(3)
    expect(Math.max(...steps.map(({ seconds }) => seconds))).toBeLessThan(1)
    expect(steps.filter(({ isRead }) => isRead).reduce((sum, { pages }) => sum + pages, 0)).toBe(121)
    expect(await shownSource(database, source)).toMatchObject({ status: 'connected', attention: null })
  })

  test('needs attention if the report of a single day takes too long, and reads the other windows', async () => {
    const largeDay = '2026-09-30'
    const { scripted, platform } = paged((day) => (day === largeDay ? Infinity : 0))
    const { brandId } = await createTenant(database.sql)
    const source = await connectAccount(sql, brandId)
    await sync(sql, source, scriptedOptions(scripted, { platforms: [platform], stepSecondsMax: 0.1 }))
    const windows = await database.sql`
      select first_on::text, last_on::text, state, failure ->> 'reason' as failure
      from sources.windows where source_id = ${source.source_id}`
    expect(windows.filter(({ state }) => state !== 'read').map((each) => ({ ...each }))).toEqual([
      { first_on: largeDay, last_on: largeDay, state: 'due', failure: 'report_is_too_large' },
    ])
    const days = windows.flatMap(({ first_on, last_on }) => daysBetween(first_on, last_on))
    expect([days.length, new Set(days).size]).toEqual([121, 121])
    expect(await shownSource(database, source)).toMatchObject({ attention: { reason: 'report_is_too_large' } })
  })
})

test('the data of an archived brand is deleted if that is due, and nothing else of it is read', async () => {
  const { brandId } = await createTenant(database.sql)
  const [one, two] = [await connectAccount(sql, brandId), await connectAccount(sql, brandId)]
  await sql`select core.enter_brand(${brandId}), sources.end_source(${brandId}, ${one.source_id}, true)`
  await database.sql`update core.brands set status = 'archived' where brand_id = ${brandId}`
  const due = await sql`select source_id from sources.due_sources(${brandId})`
  expect(due.map(({ source_id }) => source_id as string)).toEqual([one.source_id])
  await sync(sql, one, scriptedOptions(new ScriptedPlatform()))
  const left = await database.sql`select source_id from sources.sources where brand_id = ${brandId}`
  expect(left.map(({ source_id }) => source_id as string)).toEqual([two.source_id])
})
