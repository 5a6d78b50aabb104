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

/** A platform whose report has a page for each day. */
function paged() {
  const scripted = new ScriptedPlatform()
  const [report] = scripted.platform.reports
  const steps: { pages: number; seconds: number; isRead: boolean }[] = []
  const read: NonNullable<typeof report>['read'] = async (call, account, window) => {
    const step = { pages: 0, seconds: 0, isRead: false }
    steps.push(step)
    const startedAt = performance.now()
    try {
      for (const _ of daysBetween(window.from, window.to)) {
        await call.send({ url })
        step.pages += 1
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
    const { scripted, steps, platform } = paged()
    const { brandId } = await createTenant(database.sql)
    const source = await connectAccount(sql, brandId)
    await sync(sql, source, scriptedOptions(scripted, { platforms: [platform], stepSecondsMax: 0.3 }))
    expect(steps.filter(({ isRead }) => !isRead).length).toBeGreaterThan(3)
    expect(Math.max(...steps.map(({ seconds }) => seconds))).toBeLessThan(1)
    expect(steps.filter(({ isRead }) => isRead).reduce((sum, { pages }) => sum + pages, 0)).toBe(121)
    expect(await shownSource(database, source)).toMatchObject({ status: 'connected', attention: null })
  })

  test('needs attention if the report of a single day takes too long', async () => {
    const { scripted, platform } = paged()
    const { brandId } = await createTenant(database.sql)
    const source = await connectAccount(sql, brandId)
    await sync(sql, source, scriptedOptions(scripted, { platforms: [platform], stepSecondsMax: -1 }))
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
