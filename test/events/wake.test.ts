import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { idleTransactionsPerSecond } from '../support/idle_transactions.ts'
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

/** Until the listener asks to be woken, and has looked for the last time. */
async function asleep(): Promise<void> {
  await admin`update events.wake_requests set expires_at = '-infinity'`
  await emit()
  await vi.waitUntil(
    async () => {
      const rows = await admin`select from events.wake_requests where expires_at > clock_timestamp()`
      return rows.length > 0
    },
    { timeout: 20_000, interval: 50 },
  )
  await new Promise((resolve) => setTimeout(resolve, 1000))
}

/** From the commit of an event until a reader has it. */
async function delayOf(reading: Reading): Promise<number> {
  const own = await emit()
  const committedAt = performance.now()
  await reading.until(({ events }) => events.some(({ data }) => data.number === own))
  return performance.now() - committedAt
}

/** The notifications of writers while some work is done. */
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
  test('notifies nobody while no listener sleeps', async () => {
    expect(await notificationsOf(async () => await emit())).toBe(0)
  })

  test('wakes a stream that sleeps, long before it would look by itself', async () => {
    const reading = await open()
    for (let round = 0; round < 3; round++) {
      await asleep()
      expect(await delayOf(reading)).toBeLessThan(1000)
    }
  })

  test('notifies a few times only in a burst of hundreds', async () => {
    await open()
    await asleep()
    const count = await notificationsOf(async () => {
      for (let round = 0; round < 100; round++) await Promise.all([emit(), emit(), emit()])
    })
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(60)
  })

  test('is found by the look of every ten seconds when its notification is lost', async () => {
    const reading = await open()
    await asleep()
    await admin`alter table events.outbox disable trigger outbox_written`
    onTestFinished(async () => void (await admin`alter table events.outbox enable trigger outbox_written`))
    const delay = await delayOf(reading)
    expect(delay).toBeGreaterThan(1500)
    expect(delay).toBeLessThan(15_000)
  })

  test('notifies nobody once the listener has gone and its request has expired', async () => {
    await admin`update events.wake_requests set expires_at = clock_timestamp() - interval '1 second'`
    expect(await notificationsOf(async () => await emit())).toBe(0)
  })
})

describe('an idle stream', { timeout: 150_000 }, () => {
  test('costs the database less than one transaction a second', async () => {
    await open()
    await asleep()
    expect(await idleTransactionsPerSecond(admin, 1)).toBeLessThan(1)
  })
})
