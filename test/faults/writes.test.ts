import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { stock } from '../support/catalog_rows.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { faults, putBehindWire } from '../support/faulty_database.ts'
import { Client, createPerson } from '../support/oauth.ts'
import type { TcpProxy } from '../support/tcp_proxy.ts'
import { seededRandom } from '../support/seeded_random.ts'

const polling = { timeout: 10_000, interval: 50 }

let database: TestDatabase
let wire: TcpProxy
let api: Api
let brandId: string
let key: string

beforeAll(async () => {
  database = await createDatabase()
  await database.sql`update core.key_kinds set requests_per_minute = 1000000 where requests_per_minute is not null`
  const behind = await putBehindWire(database)
  wire = behind.wire
  const options = { statementSecondsMax: 1, trustedProxyHops: 1, isReachable: true, connectionsMax: 4 }
  api = await startApi(behind.database, { ...options, oauth: { refreshGraceSeconds: 60 } })
})
afterAll(async () => {
  await api.stop()
  await wire.stop()
  await database.stop()
})
beforeEach(async () => {
  // Close all connections: after `hang`, idle ones stay dead, also those of the pools that check passwords.
  await wire.set('close')
  await wire.set('none')
  const tenant = await createTenant(database.sql)
  brandId = tenant.brandId
  await stock(database, brandId, [{ id: 'lamp', title: 'Lamp', price: 100, link: 'https://shop.example/lamp' }])
  const scopes = ['read:commerce', 'write:negotiation']
  key = (await issueKey(database.sql, tenant.accountId, { prefix: 'sk_live_', scopes })).key
})

async function order(idempotencyKey: string) {
  const response = await fetch(`${api.url}/api/storefront/${brandId}/transactions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
    body: JSON.stringify({ items: [{ product_id: 'lamp', quantity: 1 }] }),
  })
  const { id = null } = (await response.json()) as { id?: string }
  return { status: response.status, id, retryAfter: response.headers.get('retry-after') }
}

/** Repeats a request with the same key until it succeeds, as a client should. */
async function orderUntilDone(idempotencyKey: string): Promise<string> {
  const done = await vi.waitUntil(async () => {
    const answer = await order(idempotencyKey)
    return answer.status === 201 && answer
  }, polling)
  return done.id as string
}

async function orders(): Promise<string[]> {
  const rows = await database.sql`select transaction_id from commerce.transactions where brand_id = ${brandId}`
  return rows.map(({ transaction_id }) => transaction_id as string).toSorted()
}

describe('an order with an Idempotency-Key over a connection that', () => {
  test.each(faults)(
    '%s: exists if it was acknowledged, and is created once for any number of retries',
    async (_, fault) => {
      const keys = Array.from({ length: 8 }, () => randomUUID())
      const sent = keys.map((each, index) => ({ each, done: index < 4 ? order(each) : null }))
      const state = { isBroken: false }
      await Promise.race(sent.map(({ done }) => done))
      await wire.set(fault)
      state.isBroken = true
      const answers = await Promise.all(sent.map(async ({ each, done }) => await (done ?? order(each))))
      await wire.set('none')
      for (const { status, retryAfter } of answers) {
        expect([201, 503]).toContain(status)
        if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0)
      }
      const acknowledged = answers.flatMap(({ status, id }) => (status === 201 ? [id] : []))
      const there = await orders()
      expect(acknowledged.filter((id) => !there.includes(id as string))).toEqual([])
      const ids = await Promise.all(keys.map(orderUntilDone))
      answers.forEach(({ status, id }, index) => status === 201 && expect(ids[index]).toBe(id))
      expect(await orders()).toEqual(ids.toSorted())
    },
  )

  test('is cut after any number of response bytes: never returns 500, and is created once', async () => {
    for (const cutAfterBytes of seeded(16, 1600)) {
      const idempotencyKey = randomUUID()
      const before = await orders()
      await wire.set({ cutAfterBytes })
      const first = await order(idempotencyKey)
      await wire.set('none')
      expect([cutAfterBytes, [201, 503].includes(first.status)]).toEqual([cutAfterBytes, true])
      const id = await orderUntilDone(idempotencyKey)
      if (first.status === 201) expect(first.id).toBe(id)
      expect(await orders()).toEqual([...before, id].toSorted())
    }
  })
})

describe('a token refresh over a connection that', () => {
  test.each(faults)(
    '%s: returns 503, and the same refresh within the grace period returns one pair',
    async (_, fault) => {
      const person = await createPerson(database.sql, [brandId])
      const client = new Client(api.url)
      const { status, body: first } = await client.connect(person)
      expect(status).toBe(200)
      await wire.set(fault)
      const during = await client.refresh(first.refresh_token as string)
      await wire.set('none')
      expect([during.status, Number(during.headers.get('retry-after')) > 0]).toEqual([503, true])
      const again = await vi.waitUntil(async () => {
        const answer = await client.refresh(first.refresh_token as string)
        return answer.status === 200 && answer
      }, polling)
      const brands = await fetch(`${api.url}/api/mcp/brands`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${again.body.access_token}`, 'Content-Type': 'application/json' },
        body: '{}',
      })
      expect(brands.status).toBe(200)
      const live = await database.sql`
      select from oauth.refresh_tokens join oauth.grants using (grant_id)
      where person_id = ${person.id} and revoked_at is null and consumed_at is null`
      expect(live).toHaveLength(1)
    },
  )
})

/** Returns the same numbers in every run, spread over a range. */
function seeded(count: number, max: number): number[] {
  const random = seededRandom(20261120)
  return Array.from({ length: count }, () => 1 + Math.floor(random() * max))
}
