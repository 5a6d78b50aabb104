import { decodeJwt } from 'jose'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, afterAll, describe, expect, test, vi } from 'vitest'
import { deliverWebhooks } from '../../functions/worker/webhooks/deliver_webhooks.ts'
import { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { createPool } from '../../shared/db/pool.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { stock } from '../support/catalog_rows.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { Client, createPerson } from '../support/oauth.ts'
import { readEvents } from '../support/read_events.ts'
import { startReceiver } from '../support/receiver.ts'
import { secretKey } from '../support/webhooks.ts'

const noon = Date.parse('2026-11-20T12:00:00Z') / 1000
const hours: [string, number][] = [
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
]

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  const quotes = await QuoteSigner.open(randomBytes(32).toString('base64url'), 'http://vitrine.test')
  const webhooks = { secretKey, allowsLoopback: true }
  api = await startApi(database, {
    isReachable: true,
    trustedProxyHops: 1,
    quotes,
    webhooks,
    events: { closeAfterSeconds: 1 },
  })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})
afterEach(() => void vi.useRealTimers())

/** Changes the date only; timers run. */
function setClock(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}

describe.each(hours)('a process whose clock is %s of the database’s', (_, milliseconds) => {
  test('issues valid tokens and refreshes them', async () => {
    const { brandId } = await createTenant(database.sql)
    const person = await createPerson(database.sql, [brandId])
    setClock(milliseconds)
    const client = new Client(api.url)
    const { body } = await client.connect(person)
    expect(Number(body.expires_in)).toBe(3600)
    expect((await client.refresh(body.refresh_token as string)).status).toBe(200)
  })

  test('dates holds and their quotes by the database clock', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    await stock(database, brandId, [{ id: 'lamp', title: 'Lamp', price: 100, link: 'https://shop.example/lamp' }])
    const scopes = ['read:commerce', 'write:negotiation']
    const { key } = await issueKey(database.sql, accountId, { prefix: 'sk_live_', scopes })
    setClock(milliseconds)
    const response = await fetch(`${api.url}/api/storefront/${brandId}/holds`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'once' },
      body: JSON.stringify({ product_id: 'lamp' }),
    })
    const hold = (await response.json()) as { expires_at: string; quote_token: string }
    const expiresAt = Date.parse(hold.expires_at) / 1000
    expect(expiresAt - noon).toBeGreaterThan(0)
    expect(expiresAt - noon).toBeLessThanOrEqual(3600)
    expect(decodeJwt(hold.quote_token)).toMatchObject({ iat: noon, exp: expiresAt })
  })

  test('ends the rate limit minute by the database clock', async () => {
    const { key } = await createTenant(database.sql, { plan: 'TRIAL' })
    setClock(milliseconds)
    const ask = () => fetch(`${api.url}/v1/brands`, { headers: { Authorization: `Bearer ${key}` } })
    const answers = await Promise.all(Array.from({ length: 62 }, ask))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
    for (const { headers } of answers) expect(Number(headers.get('x-ratelimit-reset'))).toBe(noon + 60)
  })

  test('closes a stream at the end of its time limit', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    const { key } = await issueKey(database.sql, accountId, { prefix: 'svc_ak_' })
    setClock(milliseconds)
    const startedAt = performance.now()
    const reading = await readEvents(`${api.url}/api/storefront/${brandId}/events/stream`, {
      Authorization: `Bearer ${key}`,
    })
    await reading.ended
    expect(performance.now() - startedAt).toBeGreaterThan(900)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  test('sends webhooks with a timestamp that receivers accept', async () => {
    const receiver = await startReceiver()
    const { accountId, brandId } = await createTenant(database.sql)
    const { key } = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
    const made = await fetch(`${api.url}/api/webhooks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: `${receiver.url}/hook`, types: ['trust.updated'] }),
    })
    expect(made.status).toBe(200)
    await database.sql`insert into events.outbox (brand_id, type, data) values (${brandId}, 'trust.updated', '{}')`
    const realAt = Date.now() / 1000
    setClock(milliseconds)
    const pool = createPool({ url: database.workerUrl, connectionsMax: 2, now: '2026-11-20T12:00:00Z' })
    await deliverWebhooks(pool, { secretKey, allowsLoopback: true })
    const sentAt = Number(receiver.at('/hook')[0]?.headers['webhook-timestamp'])
    expect(Math.abs(sentAt - realAt)).toBeLessThan(60)
    await pool.end({ timeout: 1 })
    await receiver.stop()
  })
})
