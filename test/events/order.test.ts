import fc from 'fast-check'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { readEvents } from '../support/read_events.ts'

const seed = Number(process.env.SOAK_SEED || 20261121)
const rounds = Number(process.env.SOAK_ROUNDS ?? 60)
const writers = 6

let database: TestDatabase
let api: Api
let admin: Sql

beforeAll(async () => {
  database = await createDatabase()
  admin = postgres(database.adminUrl, { max: writers + 4, onnotice: () => undefined })
  api = await startApi(database, { connectionsMax: 6, events: { heartbeatSeconds: 1, streamsPerKeyMax: 50 } })
})
afterAll(async () => {
  await api.stop()
  await admin.end({ timeout: 1 })
  await database.stop()
})

/** Returns a generator of numbers from 0 to 1 that depends on the seed only. */
function dice(from: number): () => number {
  let state = from
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Runs overlapping transactions, some of which roll back fully or to a savepoint. Returns the committed numbers. */
async function write(brandId: string, writer: number, committed: Set<number>): Promise<void> {
  const roll = dice(seed + writer)
  for (let round = 0; round < rounds; round++) {
    const base = writer * 1_000_000 + round * 10
    const kept: number[] = []
    await admin
      .begin(async (sql) => {
        await sql`select core.enter_brand(${brandId})`
        for (let number = base; number < base + 1 + Math.floor(roll() * 4); number++) {
          const emit = (inner: typeof sql) =>
            inner`select events.emit(${brandId}, 'trust.updated', ${sql.json({ number })})`
          if (roll() < 0.2) {
            await sql
              .savepoint(async (inner) => {
                await emit(inner as unknown as typeof sql)
                throw new Error('back to the savepoint')
              })
              .catch(() => undefined)
          } else {
            await emit(sql)
            kept.push(number)
          }
          if (roll() < 0.3) await pause(roll() * 12)
        }
        if (roll() < 0.1) throw new Error('rolled back')
      })
      .then(
        () => kept.forEach((number) => committed.add(number)),
        () => undefined,
      )
  }
}

/** Reads until all events are received. Disconnects repeatedly and resumes after the last id. */
async function follow(url: string, headers: Record<string, string>, from: string, isOver: () => Set<number> | null) {
  const roll = dice(seed ^ from.length)
  const received: number[] = []
  let lastId = from
  for (;;) {
    const reading = await readEvents(url, { ...headers, 'Last-Event-ID': lastId })
    if (reading.status !== 200) throw new Error(JSON.stringify(reading.body))
    const all = isOver()
    const wanted = all ? all.size - received.length : Number.POSITIVE_INFINITY
    await Promise.race([
      pause(20 + roll() * 120),
      reading.until(({ events }) => events.length >= wanted).catch(() => undefined),
    ])
    reading.close()
    await reading.ended
    received.push(...reading.events.map(({ data }) => data.number as number))
    lastId = reading.lastId() ?? lastId
    const wantedNow = isOver()
    if (wantedNow && received.length >= wantedNow.size) return received
  }
}

describe('order of events', () => {
  test('every reader receives each committed event once, in the order of seq, despite disconnects, rollbacks and an open transaction', async () => {
    const { brandId, accountId } = await createTenant(database.sql)
    const { key } = await issueKey(database.sql, accountId, { prefix: 'svc_ak_' })
    const url = `${api.url}/api/storefront/${brandId}/events/stream`
    const headers = { Authorization: `Bearer ${key}` }
    await admin.begin(async (sql) => {
      await sql`select core.enter_brand(${brandId})`
      await sql`select events.emit(${brandId}, 'trust.updated', '{"number": -1}')`
    })
    await admin`select events.sequence_events()`
    const [start] = await admin`select event_id from events.outbox where brand_id = ${brandId}`
    const committed = new Set<number>()
    let isOver: Set<number> | null = null

    // This transaction writes early and commits last. Other events must not wait for it.
    const late = await admin.reserve()
    await late`begin`
    await late`select core.enter_brand(${brandId})`
    await late`select events.emit(${brandId}, 'trust.updated', '{"number": 999999999}')`

    const readers = [1, 2, 3].map(() => follow(url, headers, start?.event_id as string, () => isOver))
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(brandId, writer + 1, committed)))
    await late`commit`
    late.release()
    committed.add(999_999_999)
    isOver = committed
    const lists = await Promise.all(readers)

    const wanted = [...committed].toSorted((one, two) => one - two)
    for (const list of lists) {
      expect(list.toSorted((one, two) => one - two)).toEqual(wanted)
      expect(list).toEqual(lists[0])
    }
    const order =
      await admin`select (data ->> 'number')::bigint::integer as number, seq::integer from events.outbox where brand_id = ${brandId} and seq > 1 order by seq`
    expect(order.map(({ number }) => number)).toEqual(lists[0])
    expect(order.map(({ seq }) => seq)).toEqual(order.map((_, index) => index + 2))
  }, 900_000)

  test('a reader that follows the order of writing loses events, which shows that this test can fail', async () => {
    const { brandId } = await createTenant(database.sql)
    const committed = new Set<number>()
    const seen = new Set<number>()
    let last = 0
    let isOver = false
    const naive = (async () => {
      for (let isLastTurn = false; !isLastTurn;) {
        isLastTurn = isOver
        const rows = await admin`
          select written, (data ->> 'number')::integer as number from events.outbox
          where brand_id = ${brandId} and written > ${last} order by written`
        for (const row of rows) {
          seen.add(row.number as number)
          last = Number(row.written)
        }
        await pause(1)
      }
    })()
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(brandId, writer + 1, committed)))
    isOver = true
    await naive
    expect(committed.size - seen.size).toBeGreaterThan(0)
  }, 900_000)
})

describe('a stream cut at any byte', () => {
  test('resumes without a missing or repeated event', async () => {
    const { brandId, accountId } = await createTenant(database.sql)
    const { key } = await issueKey(database.sql, accountId, { prefix: 'svc_ak_' })
    const url = `${api.url}/api/storefront/${brandId}/events/stream`
    const headers = { Authorization: `Bearer ${key}` }
    const first = await readEvents(url, headers)
    for (let number = 0; number < 4; number++) {
      await admin.begin(async (sql) => {
        await sql`select core.enter_brand(${brandId})`
        await sql`select events.emit(${brandId}, 'trust.updated', ${sql.json({ number, text: 'ä\n\n: no comment' })})`
      })
    }
    await first.until(({ events }) => events.length === 4)
    first.close()
    const recorded = new TextEncoder().encode(first.text())
    const ids = first.events.map(({ id }) => id)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: recorded.length }), (cut) => {
        // A standard client keeps complete blocks only, with the last id among them.
        const kept = new TextDecoder().decode(recorded.slice(0, cut)).split('\n\n').slice(0, -1)
        const received = kept
          .filter((block) => block.includes('event: '))
          .flatMap((block) => /^id: (\S+)$/m.exec(block)?.[1] ?? [])
        expect(received).toEqual(ids.slice(0, received.length))
      }),
      { numRuns: recorded.length, seed },
    )
    for (const [index, id] of ids.entries()) {
      if (index === ids.length - 1) continue
      const rest = await readEvents(url, { ...headers, 'Last-Event-ID': id })
      await rest.until(({ events }) => events.length === ids.length - index - 1)
      expect(rest.events.map((event) => event.id)).toEqual(ids.slice(index + 1))
      rest.close()
    }
  }, 60_000)
})

describe('a failure of the listener or the sequencer', () => {
  test('loses no event when the listener is terminated and the sequencer rolls back', async () => {
    const { brandId, accountId } = await createTenant(database.sql)
    const { key } = await issueKey(database.sql, accountId, { prefix: 'svc_ak_' })
    const url = `${api.url}/api/storefront/${brandId}/events/stream`
    const reading = await readEvents(url, { Authorization: `Bearer ${key}` })
    const emit = async (number: number) =>
      await admin.begin(async (sql) => {
        await sql`select core.enter_brand(${brandId})`
        await sql`select events.emit(${brandId}, 'trust.updated', ${sql.json({ number })})`
      })
    await emit(1)
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'vitrine_functions' and query ilike 'listen%'`
    await emit(2)
    // A transaction sequences events and rolls back.
    await admin
      .begin(async (sql) => {
        await sql`select events.sequence_events()`
        throw new Error('died')
      })
      .catch(() => undefined)
    await emit(3)
    await reading.until(({ events }) => events.length === 3)
    expect(reading.events.map(({ data }) => data.number)).toEqual([1, 2, 3])
    reading.close()
  })
})
