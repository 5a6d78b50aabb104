import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Metrics } from '../../shared/http/server/metrics.ts'
import { registeredSources, startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { signWebhook } from '../support/platforms/shopify/webhooks.ts'
import type { Webhook } from '../support/platforms/shopify/webhooks.ts'

const path = '/api/sources/shopify/webhooks'
const shop = 'acme.myshopify.com'
const person = { id: 207119551, email: 'john@example.com', phone: '555-625-1199' }
const metrics = new Metrics('secret')
let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  const sources = registeredSources({ SHOPIFY_CLIENT_ID: 'app', SHOPIFY_CLIENT_SECRET: 'new-secret, old-secret' })
  api = await startApi(database, { sources, metrics })
  const { brandId, accountId } = await createTenant(database.sql)
  await database.sql`
    insert into sources.connections (connection_id, account_id, platform, shop, connected_by) values ('con_shop', ${accountId}, 'shopify', ${shop}, 'test')`
  await database.sql`
    insert into sources.sources (brand_id, connection_id, platform, external_id, name, currency, timezone)
    values (${brandId}, 'con_shop', 'shopify', ${shop}, 'Acme', 'USD', 'UTC')`
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})
beforeEach(async () => {
  await database.sql`delete from sources.webhooks`
})

const stored = () => database.sql`select * from sources.webhooks order by webhook_id`

async function send({ headers, body }: Webhook, change: Record<string, string> = {}) {
  const response = await fetch(api.url + path, { method: 'POST', headers: { ...headers, ...change }, body })
  return { status: response.status, body: await response.json() }
}

function order(id: number, rest: Partial<Parameters<typeof signWebhook>[1]> = {}, secret = 'new-secret'): Webhook {
  const payload = { id, email: 'john@example.com', customer: person, note: 'Grüße “🎁”' }
  return signWebhook(secret, { shop, topic: 'orders/updated', payload, ...rest })
}

describe('POST /api/sources/shopify/webhooks', () => {
  test('stores the ids of a signed webhook, and none of its personal data', async () => {
    expect(await send(order(5))).toMatchObject({ status: 200, body: { data: { outcome: 'stored' } } })
    const redaction = { shop_domain: shop, customer: person, orders_to_redact: [1] }
    expect(
      (await send(signWebhook('new-secret', { shop, topic: 'customers/redact', payload: redaction }))).status,
    ).toBe(200)
    const rows = await stored()
    expect(rows).toHaveLength(2)
    const contents = rows.map(({ content }) => JSON.parse(content as string))
    expect(contents.find(({ kind }) => kind === 'orders')).toEqual({
      kind: 'orders',
      shop,
      object_ids: ['5'],
      customer_id: null,
      request_id: null,
      triggered_at: expect.any(String),
    })
    expect(JSON.stringify([rows, api.log])).not.toMatch(/john|555-625|Grüße/)
  })

  test('accepts the old secret while it is rotated', async () => {
    expect((await send(order(5, {}, 'old-secret'))).status).toBe(200)
  })

  test('returns 401 for a wrong or missing signature, and writes nothing', async () => {
    const signed = order(5)
    const { 'x-shopify-hmac-sha256': hmac = '', ...unsigned } = signed.headers
    const attempts = [
      await send({ ...signed, headers: unsigned }),
      await send(order(5, {}, 'wrong-secret')),
      await send(order(5, {}, '')),
      await send(order(5, {}, 'new-secret, old-secret')),
      await send({ ...signed, body: `${signed.body} ` }),
      await send(signed, { 'x-shopify-hmac-sha256': '' }),
      await send(signed, { 'x-shopify-hmac-sha256': hmac.slice(0, -4) }),
      await send(signed, { 'x-shopify-hmac-sha256': Buffer.from(hmac, 'base64').toString('hex') }),
    ]
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 401))
    for (const { body } of attempts)
      expect(body.error.message).toMatch(/^X-Shopify-Hmac-Sha256 (header is required|is not)/)
    expect(await stored()).toEqual([])
  })

  test('stores a repeated webhook once, also of twelve concurrent ones', async () => {
    const webhook = order(5, { webhookId: randomUUID() })
    const replies = await Promise.all(Array.from({ length: 12 }, async () => await send(webhook)))
    const outcomes = replies.map(({ body }) => (body as { data: { outcome: string } }).data.outcome).toSorted()
    expect(outcomes).toEqual([...Array<string>(11).fill('repeated'), 'stored'])
    expect(await stored()).toHaveLength(1)
  })

  test('keeps a handled webhook handled when it is replayed', async () => {
    const webhook = order(5)
    await send(webhook)
    await database.sql`select sources.finish_webhook('shopify', ${webhook.headers['x-shopify-webhook-id'] as string})`
    expect(await send(webhook)).toMatchObject({ body: { data: { outcome: 'repeated' } } })
    expect((await stored())[0]).toMatchObject({ handled_at: expect.any(Date), content: null })
  })

  test('returns 200 and stores nothing for a shop that is not connected, and for other topics', async () => {
    const foreign = order(5, { shop: 'foreign.myshopify.com' })
    expect(await send(foreign)).toMatchObject({ status: 200, body: { data: { outcome: 'unknown_shop' } } })
    const cart = signWebhook('new-secret', { shop, topic: 'carts/update', payload: person })
    expect(await send(cart)).toMatchObject({ status: 200, body: { data: { outcome: 'ignored' } } })
    expect(await stored()).toEqual([])
    const counted = (await metrics.samples(database.sql)).filter(({ name }) => name === 'vitrine_shop_webhooks')
    expect(counted.map(({ labels }) => labels)).toContainEqual({ kind: 'other', outcome: 'ignored' })
  })

  test('returns 400 for a signed webhook without an id, or of another shop than its headers say', async () => {
    const empty = await send(signWebhook('new-secret', { shop, topic: 'orders/updated', payload: {} }))
    expect(empty).toMatchObject({ status: 400, body: { error: { message: 'The webhook has no valid id.' } } })
    const moved = signWebhook('new-secret', {
      shop,
      topic: 'shop/redact',
      payload: { shop_domain: 'foreign.myshopify.com' },
    })
    expect((await send(moved)).status).toBe(400)
    expect((await send(order(5), { 'x-shopify-topic': 'shop/redact' })).status).toBe(400)
    expect(await stored()).toEqual([])
  })

  test('returns 413 for a body of 10 MB, with and without its length', async () => {
    const large = order(5, { payload: { id: 5, note: 'x'.repeat(10_000_000) } })
    const status = await new Promise<number | undefined>((done) => {
      const post = request(api.url + path, { method: 'POST', headers: large.headers }, (response) =>
        done(response.statusCode),
      )
      post.on('error', () => done(413))
      for (let start = 0; start < large.body.length; start += 100_000)
        post.write(large.body.slice(start, start + 100_000))
      post.end()
    })
    const whole = await fetch(api.url + path, { method: 'POST', ...large }).then(
      ({ status: code }) => code,
      () => 413,
    )
    expect([status, whole]).toEqual([413, 413])
    expect(await stored()).toEqual([])
  })

  test('returns 405 for other methods', async () => {
    const response = await fetch(api.url + path)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('the login of the functions', () => {
  test('reads no webhook, and handles none', async () => {
    await send(order(5))
    for (const statement of [
      'select * from sources.webhooks',
      'select sources.next_webhooks(1)',
      "select sources.end_person('meta', 'app', 'person', now(), true)",
      "select sources.end_uninstalled('acme.myshopify.com', now())",
      'select sources.open_data_requests()',
    ]) {
      await expect(api.database.unsafe(statement)).rejects.toThrow(/permission denied/)
    }
  })
})

test('without a registration at Shopify every webhook gets 401', async () => {
  const closed = await startApi(database, { sources: registeredSources({}) })
  const { headers, body } = order(5, {}, '')
  const response = await fetch(closed.url + path, { method: 'POST', headers, body })
  expect(response.status).toBe(401)
  await closed.stop()
})
