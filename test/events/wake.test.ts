import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { idleStatementsPerSecond } from '../support/idle_statements.ts'
import { readEvents } from '../support/read_events.ts'
import type { Reading } from '../support/read_events.ts'

let database: TestDatabase
let api: Api
let admin: Sql
let brandId: string
let url: string
let headers: Record<string, string>
let number = 0

beforeAll(async () => {
  database = await createDatabase()
  admin = postgres(database.adminUrl, { max: 4, onnotice: () => undefined })
  api = await startApi(database, { events: { streamsPerKeyMax: 50 } })
  const tenant = await createTenant(database.sql)
  brandId = tenant.brandId
  const { key } = await issueKey(database.sql, tenant.accountId, { prefix: 'svc_ak_' })
  url = `${api.url}/api/storefront/${brandId}/events/stream`
  headers = { Authorization: `Bearer ${key}` }
})
afterAll(async () => {
  await api.stop()
  await admin.end({ timeout: 1 })
  await database.stop()
})

async function open(): Promise<Reading> {
  const reading = await readEvents(url, headers)
  onTestFinished(() => reading.close())
  return reading
}

async function emit(): Promise<number> {
  const own = (number += 1)
  await admin.begin(async (sql) => {
    await sql`select core.enter_brand(${brandId})`
    await sql`select events.emit(${brandId}, 'trust.updated', ${sql.json({ number: own })})`
  })
  return own
}

async function isRequested(): Promise<boolean> {
  const rows = await admin`select from events.wake_requests where expires_at > clock_timestamp()`
  return rows.length > 0
}

/** Waits until the listener has requested to be woken and sleeps. */
async function asleep(): Promise<void> {
  await vi.waitUntil(async () => api.wakes.state === 'asleep' && (await isRequested()), {
    timeout: 20_000,
    interval: 20,
  })
}

/** Waits until the listener has stopped after its last stream was closed. */
async function stopped(): Promise<void> {
  await vi.waitUntil(() => api.wakes.state === 'stopped', { timeout: 20_000, interval: 20 })
}

/** Returns the milliseconds from the commit of an event until a reader receives it. */
async function delayOf(reading: Reading): Promise<number> {
  const own = await emit()
  const committedAt = performance.now()
  await reading.until(({ events }) => events.some(({ data }) => data.number === own))
  return performance.now() - committedAt
}

/** Counts the notifications of writers during an action. */
async function notificationsOf(work: () => Promise<unknown>): Promise<number> {
  const session = postgres(database.adminUrl, { max: 1, onnotice: () => undefined })
  let count = 0
  await session.listen('vitrine_outbox', () => void (count += 1))
  await work()
  const { promise, resolve } = Promise.withResolvers<void>()
  await session.listen('vitrine_end', () => resolve())
  await admin`notify vitrine_end`
  await promise
  await session.end({ timeout: 1 })
  return count
}

describe('a transaction that writes an event', { timeout: 60_000 }, () => {
  test('sends no notification before a listener has requested it', async () => {
    expect(await isRequested()).toBe(false)
    expect(await notificationsOf(emit)).toBe(0)
  })

  test('reaches a stream in less than a second while the listener sleeps', async () => {
    const reading = await open()
    for (let round = 0; round < 3; round++) {
      await asleep()
      expect(await delayOf(reading)).toBeLessThan(1000)
    }
  })

  test('notifies between 1 and 60 times in a burst of 300', async () => {
    await open()
    await asleep()
    const count = await notificationsOf(async () => {
      for (let round = 0; round < 100; round++) await Promise.all([emit(), emit(), emit()])
    })
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(60)
  })

  test('reaches a stream 5 to 15 seconds later, by polling, when its notification is lost', async () => {
    await stopped()
    await admin`alter table events.outbox disable trigger outbox_written`
    onTestFinished(async () => void (await admin`alter table events.outbox enable trigger outbox_written`))
    const reading = await open()
    await asleep()
    const delay = await delayOf(reading)
    expect(delay).toBeGreaterThan(5000)
    expect(delay).toBeLessThan(15_000)
  })
})

describe('the request to be woken', { timeout: 60_000 }, () => {
  test('ends with events.cancel_wake()', async () => {
    await stopped()
    await admin`select events.request_wake(60)`
    expect(await notificationsOf(emit)).toBe(1)
    await admin`select events.cancel_wake()`
    expect(await notificationsOf(emit)).toBe(0)
  })

  test('is canceled while events keep the listener awake, and sent again when it sleeps', async () => {
    await open()
    await asleep()
    await vi.waitUntil(
      async () => {
        await emit()
        return !(await isRequested())
      },
      { timeout: 20_000, interval: 0 },
    )
    await asleep()
  })

  test('of a listener whose last stream was closed is not renewed, and expires within 60 seconds', async () => {
    const reading = await open()
    await asleep()
    reading.close()
    await stopped()
    const [request] = await admin`
      select expires_at <= clock_timestamp() + interval '60 seconds' as is_short from events.wake_requests`
    expect(request?.is_short).toBe(true)
    await admin`update events.wake_requests set expires_at = clock_timestamp()`
    expect(await notificationsOf(emit)).toBe(0)
    expect([api.wakes.state, await isRequested()]).toEqual(['stopped', false])
  })
})

describe('an idle stream', { timeout: 150_000 }, () => {
  test('sends less than one statement a second', async () => {
    await open()
    await asleep()
    expect(await idleStatementsPerSecond(admin, 'vitrine_functions')).toBeLessThan(1)
  })
})
