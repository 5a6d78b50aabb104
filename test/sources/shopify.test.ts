import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrdersReply } from '../../shared/sources/platform.ts'
import { shopify as platform } from '../../shared/sources/shopify/shopify.ts'
import { isSignedBody, isSignedRedirect } from '../../shared/sources/shopify/access/signature.ts'
import { addDays } from '../support/platforms/days.ts'
import { signWebhook } from '../support/platforms/shopify/webhooks.ts'
import {
  amountsOf,
  callOf,
  connectShop,
  exchange,
  failureOf,
  install,
  micros,
  ordersOf,
  readObjects,
  readOrders,
  readProducts,
  replyAmounts,
  signIn,
} from '../support/shopify_source.ts'
import type { ConnectedShop, TestCall } from '../support/shopify_source.ts'

const today = new Date().toISOString().slice(0, 10)
const all = { from: addDays(today, -60), to: today }
const refused = { reason: 'token_is_refused', remedy: 'refresh' }
const sinceAll = { ...all, changedSince: `${all.from}T00:00:00Z` }
let connected: ConnectedShop
let call: TestCall
const faults = () => connected.server.faults
const failed = (promise: Promise<unknown>) => failureOf(promise, connected)

beforeAll(async () => {
  connected = await connectShop({ seed: 6, to: addDays(today, -1), orders: 130, products: 6 })
  call = connected.call
})
afterAll(() => connected.server.stop())
beforeEach(() => {
  connected.shop.bucket.giveBack(2_000)
})
afterEach(() => {
  const unused = faults().left()
  faults().clear()
  connected.server.access.grantedScopes = null
  expect(unused).toBe(0)
  expect([connected.server.recorder.violations, connected.server.recorder.crashes]).toEqual([[], []])
})

describe('access to a shop', () => {
  test('is an expiring token with the scopes and the shop', () => {
    expect(connected.grant).toEqual({
      accessToken: expect.stringMatching(/^shpat_/),
      accessExpiresAt: expect.any(String),
      refreshToken: expect.stringMatching(/^shprt_/),
      refreshExpiresAt: expect.any(String),
      scopes: [...platform.scopes, 'read_all_orders'],
      subject: connected.domain,
    })
    expect(Date.parse(connected.grant.accessExpiresAt!) - Date.now()).toBeGreaterThan(3_500_000)
    expect(connected.account).toEqual({
      id: connected.domain,
      name: 'Acme',
      currency: 'USD',
      timezone: 'America/New_York',
    })
  })

  test.each([
    'evil.example',
    'a.myshopify.com.evil.example',
    'a.myshopify.com/x',
    'A.myshopify.com',
    'evil.example#.myshopify.com',
    '',
  ])('refuses the domain %j before any request', async (shop) => {
    const { server, grant } = connected
    const requests = server.recorder.requests.length
    const { settings } = callOf(server, shop)
    const request = { state: 's', redirectUri: 'http://127.0.0.1:9/callback', codeChallenge: '', shop }
    expect(() => platform.authorizationUrl(settings, request)).toThrow('request_is_refused')
    const at = callOf(server, shop, grant)
    const wrong = { reason: 'request_is_refused', remedy: 'stop', values: { field: 'shop' } }
    expect(await failed(platform.listAccounts(at))).toMatchObject(wrong)
    expect(await failed(platform.refresh!(at, { ...grant, subject: shop }))).toMatchObject(wrong)
    expect(await failed(platform.revoke(at, { ...grant, subject: shop }))).toMatchObject(wrong)
    expect(server.recorder.requests.length).toBe(requests)
  })

  test('refuses a redirect with a wrong hmac, without one, or of another shop, before any request', async () => {
    const { server, domain } = connected
    const callback = await install(server, domain)
    const requests = server.recorder.requests.length
    for (const change of [
      (url: URL) => url.searchParams.set('code', 'other'),
      (url: URL) => url.searchParams.set('hmac', '0'.repeat(64)),
      (url: URL) => url.searchParams.set('hmac', ''),
      (url: URL) => url.searchParams.delete('hmac'),
      (url: URL) => url.searchParams.append('shop', 'other.myshopify.com'),
    ]) {
      const changed = new URL(callback)
      change(changed)
      expect(await failed(exchange(server, domain, changed))).toMatchObject({ reason: 'signature_is_wrong' })
    }
    expect(await failed(exchange(server, 'other.myshopify.com', callback))).toMatchObject({
      reason: 'state_is_foreign',
    })
    expect(server.recorder.requests.length).toBe(requests)
  })

  test('refuses a code that was used, a wrong client secret, and missing scopes', async () => {
    const { server, domain } = connected
    const callback = await install(server, domain)
    await exchange(server, domain, callback)
    expect(await failed(exchange(server, domain, callback))).toMatchObject({ reason: 'code_is_used', remedy: 'stop' })
    server.access.grantedScopes = ['read_products', 'read_orders']
    expect(await failed(signIn(server, domain))).toMatchObject({
      reason: 'scope_missing',
      values: { scopes: ['read_inventory', 'read_customers'] },
    })
    server.access.grantedScopes = null
    const secret = server.app.secret
    const wrong = callOf(server, domain)
    wrong.settings.app.clientSecret = 'another secret'
    expect(await failed(platform.refresh!(wrong, connected.grant))).toMatchObject({
      reason: expect.any(String),
      remedy: expect.stringMatching(/stop|reconnect/),
    })
    expect(server.app.secret).toBe(secret)
  })

  test('accepts the signature of the older of two client secrets', async () => {
    const { server, domain } = connected
    const { searchParams } = await install(server, domain)
    expect(isSignedRedirect(searchParams, ['new', server.app.secret])).toBe(true)
    expect(isSignedRedirect(searchParams, ['new'])).toBe(false)
    const { headers, body } = signWebhook(server.app.secret, {
      shop: domain,
      topic: 'orders/updated',
      payload: { id: 1 },
    })
    const hmac = headers['x-shopify-hmac-sha256']!
    expect(isSignedBody(Buffer.from(body), hmac, ['new', server.app.secret])).toBe(true)
    expect(isSignedBody(Buffer.from(body.replace('1', '2')), hmac, [server.app.secret])).toBe(false)
  })

  test('rotates: the old refresh token works until the new one is used', async () => {
    const { server, domain } = connected
    const first = await signIn(server, domain)
    const at = callOf(server, domain, first)
    // The process stops between the reply and the storage of the new pair.
    await platform.refresh!(at, first)
    const second = await platform.refresh!(at, first)
    expect(await platform.listAccounts(callOf(server, domain, second))).toHaveLength(1)
    const third = await platform.refresh!(at, second)
    expect(third).toMatchObject({ scopes: first.scopes, subject: domain })
    expect(third.refreshToken).not.toBe(second.refreshToken)
    expect(await failed(platform.refresh!(at, first))).toMatchObject({ reason: 'grant_is_dead', remedy: 'reconnect' })
  })

  test.each([
    ['{"error":"invalid_grant","error_description":"The refresh token is invalid"}', 'grant_is_dead', 'reconnect'],
    [
      '{"error":"invalid_request","error_description":"This request requires an active refresh_token"}',
      'grant_is_dead',
      'reconnect',
    ],
    ['{"error":"invalid_request","error_description":"The request is malformed"}', 'request_is_refused', 'retry'],
    ['{"error":"application_cannot_be_found"}', 'request_is_refused', 'retry'],
    ['<html>Bad Request</html>', 'platform_is_unavailable', 'retry'],
  ])('whose refresh gets HTTP 400 with %s is %s', async (text, reason, remedy) => {
    const { server, domain, grant } = connected
    const reply = { status: 400, headers: new Headers({ 'content-type': 'application/json' }), text }
    const at = { ...callOf(server, domain, grant), send: async () => reply }
    expect(await failed(platform.refresh!(at, grant))).toMatchObject({ reason, remedy })
  })

  test('ends with its dates and with the app', async () => {
    const { server, domain } = connected
    const grant = await signIn(server, domain)
    const at = callOf(server, domain, grant)
    server.clock.advance(3_601_000)
    expect(await failed(platform.listAccounts(at))).toMatchObject(refused)
    server.clock.advance(-3_601_000)
    expect(await platform.listAccounts(at)).toHaveLength(1)
    const other = await connectShop({ seed: 7, to: today, orders: 1 })
    await platform.revoke(other.call, other.grant)
    await platform.revoke(other.call, other.grant)
    expect(await failed(platform.listAccounts(other.call))).toMatchObject({
      reason: 'token_is_refused',
      remedy: 'refresh',
    })
    expect(await failed(platform.refresh!(other.call, other.grant))).toMatchObject({ reason: 'grant_is_dead' })
    await other.server.stop()
  })

  test('asks for read_all_orders only if the operator has it', () => {
    const { server, domain } = connected
    const scopeOf = (extra: string[]) => {
      const { settings } = callOf(server, domain, undefined, extra)
      const url = platform.authorizationUrl(settings, {
        state: 's',
        redirectUri: 'http://127.0.0.1:9/',
        codeChallenge: '',
        shop: domain,
      })
      return new URL(url).searchParams.get('scope')
    }
    expect(scopeOf([])).toBe('read_orders,read_products,read_inventory,read_customers')
    expect(scopeOf(['read_all_orders'])).toBe('read_orders,read_products,read_inventory,read_customers,read_all_orders')
    expect(platform.reports[0]?.daysBackMaxWithout).toEqual({ scope: 'read_all_orders', days: 60 })
  })
})

describe('orders', () => {
  test('of a bulk operation equal the ledger, without test orders', async () => {
    const { shop, account } = connected
    const [first] = shop.ledger.orders.values()
    shop.ledger.edit(first!.id, (order) => {
      order.isTest = true
    })
    const reply = await readOrders(call, account, all)
    expect(replyAmounts(reply)).toEqual(amountsOf(shop.ledger))
    expect(reply.orders.map(({ order_id }) => order_id)).not.toContain(String(first!.id))
    shop.ledger.edit(first!.id, (order) => {
      order.isTest = false
    })
  })

  test('continue from the start of the read, not from the latest change', async () => {
    for (const window of [all, sinceAll]) {
      const before = Math.floor(Date.now() / 1000) * 1000
      const reading = readOrders(call, connected.account, window)
      const after = Date.now()
      const updatedUntil = Date.parse((await reading).updatedUntil!)
      expect([updatedUntil >= before, updatedUntil <= after + 1000]).toEqual([true, true])
    }
  })

  test('read singly are the same, with the same visits', async () => {
    const { account, shop } = connected
    const bulk = await readOrders(call, account, all)
    const singly = await readObjects(
      call,
      account,
      'orders',
      ordersOf(shop.ledger).map(({ id }) => String(id)),
    )
    const byId = (reply: OrdersReply) =>
      new Map(
        reply.orders
          .toSorted((one, other) => (one.order_id < other.order_id ? -1 : 1))
          .map((order) => [order.order_id, order]),
      )
    expect(byId(singly)).toEqual(byId(bulk))
    expect(singly.unreadyJourneys.toSorted()).toEqual(bulk.unreadyJourneys.toSorted())
    expect(bulk.orders.flatMap(({ visits }) => visits).length).toBeGreaterThan(20)
  })

  test('that changed since an instant take as many requests in a busy shop as in a quiet one', async () => {
    const { account, server } = connected
    const requestsOf = async (changedSince: string) => {
      const before = server.recorder.matching(/^POST .*graphql/).length
      const { orders } = await readOrders(call, account, { from: today, to: today, changedSince })
      return { orders: orders.length, requests: server.recorder.matching(/^POST .*graphql/).length - before }
    }
    const [quiet, busy] = [await requestsOf(new Date().toISOString()), await requestsOf(`${all.from}T00:00:00Z`)]
    expect(busy.orders - quiet.orders).toBeGreaterThan(100)
    expect(busy.requests).toBeLessThanOrEqual(quiet.requests + 3)
  })

  test('have the visits of ready journeys, and name those that are not ready', async () => {
    const { shop, account } = connected
    const [one, two] = ordersOf(shop.ledger).toReversed()
    shop.ledger.setJourney(one!.id, { isReady: false, visits: [] })
    shop.ledger.setJourney(two!.id, null)
    const before = await readObjects(call, account, 'orders', [String(one!.id), String(two!.id)])
    expect(before.unreadyJourneys.toSorted()).toEqual([String(one!.id), String(two!.id)].toSorted())
    const at = '2026-11-20T10:00:00Z'
    const visits = [
      { id: 11, occurredAt: at, source: 'google', utm: { source: 'google', medium: 'cpc', campaign: 'Brand' } },
      { id: 12, occurredAt: at, source: 'google', utm: { source: 'google', medium: 'organic', campaign: '' } },
      { id: 13, occurredAt: at, source: 'Instagram', utm: null },
      { id: 14, occurredAt: at, source: 'direct', utm: null },
      { id: 15, occurredAt: at, source: 'email', utm: { source: 'newsletter', medium: 'email', campaign: 'Week 44' } },
    ]
    shop.ledger.setJourney(one!.id, { isReady: true, visits })
    const after = await readObjects(call, account, 'orders', [String(one!.id)])
    expect(after).toMatchObject({ unreadyJourneys: [], only: [String(one!.id)] })
    expect(after.orders[0]?.visits).toEqual([
      { visit_id: '11', occurred_at: at, channel: 'google', campaign: 'Brand' },
      { visit_id: '12', occurred_at: at, channel: 'google / organic' },
      { visit_id: '13', occurred_at: at, channel: 'Instagram / referral' },
      { visit_id: '14', occurred_at: at, channel: 'direct' },
      { visit_id: '15', occurred_at: at, channel: 'newsletter / email', campaign: 'Week 44' },
    ])
    shop.ledger.setJourney(two!.id, {
      isReady: true,
      visits: Array.from({ length: 140 }, (_, number) => ({
        id: 100 + number,
        occurredAt: at,
        source: 'direct',
        utm: null,
      })),
    })
    const long = await readObjects(call, account, 'orders', [String(two!.id)])
    expect(long.orders[0]?.visits).toHaveLength(140)
  })

  test('that are refunded, canceled or edited later come again with their new amounts', async () => {
    const { shop, account } = connected
    const [oldest, next, third] = ordersOf(shop.ledger).toSorted((one, other) =>
      one.createdAt < other.createdAt ? -1 : 1,
    )
    const since = new Date(Date.now() - 1000).toISOString()
    shop.ledger.refund(oldest!.id, 1_230_000n)
    shop.ledger.cancel(next!.id)
    shop.ledger.edit(third!.id, (order) => {
      order.discount += 1_000_000n
    })
    const reply = await readOrders(call, account, { ...all, changedSince: since })
    const found = Object.fromEntries(reply.orders.map((order) => [order.order_id, order]))
    expect(found[String(oldest!.id)]).toMatchObject({
      refunded_at: shop.ledger.order(oldest!.id).refunds.at(-1)!.createdAt,
    })
    expect(found[String(next!.id)]).toMatchObject({ canceled_at: shop.ledger.order(next!.id).canceledAt })
    expect(replyAmounts(reply)).toEqual(amountsOf(shop.ledger).filter(([id]) => id in found))
    expect(Object.keys(found)).toEqual(expect.arrayContaining([oldest, next, third].map((order) => String(order!.id))))
  })

  test('that do not exist are not among those that were asked for', async () => {
    const [known] = ordersOf(connected.shop.ledger)
    const reply = await readObjects(call, connected.account, 'orders', [String(known!.id), '1'])
    expect([reply.only, reply.orders.map(({ order_id }) => order_id)]).toEqual([
      [String(known!.id), '1'],
      [String(known!.id)],
    ])
  })

  test('before 60 days are invisible without read_all_orders', async () => {
    const { server, domain, account } = connected
    const grant = await signIn(server, domain, [])
    const limited = await readOrders(callOf(server, domain, grant), account, all)
    const complete = await readOrders(call, account, all)
    expect(complete.visibleSince).toBeUndefined()
    const days = (Date.now() - Date.parse(limited.visibleSince!)) / 86_400_000
    expect([days > 58, days < 60]).toEqual([true, true])
  })

  test('are in no window that ended before their last change', async () => {
    const { account } = connected
    const reply = await readOrders(call, account, { from: addDays(today, -90), to: addDays(today, -61) })
    expect(reply).toMatchObject({ orders: [], unreadyJourneys: [] })
    expect(reply.updatedUntil).toBeUndefined()
  })
})

describe('products', () => {
  test('equal the ledger: every variant that the shop sells, with price and stock', async () => {
    const { shop, account } = connected
    const reply = await readProducts(call, account)
    const expected = [...shop.ledger.products.values()]
      .filter(({ status }) => status === 'ACTIVE')
      .flatMap(({ id, variants }) =>
        variants.map((variant) => ({
          id: String(variant.id),
          item_group_id: String(id),
          price: variant.price,
          quantity: [...variant.inventory.values()].reduce((sum, count) => sum + count, 0),
        })),
      )
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
    expect(
      reply.products
        .map(({ id, item_group_id, price, quantity }) => ({
          id,
          item_group_id,
          price: micros(price as string),
          quantity,
        }))
        .toSorted(byId),
    ).toEqual(expected.toSorted(byId))
    expect(reply.only).toBeUndefined()
    expect(reply.products[0]).toMatchObject({ currency: 'USD', brand: 'Acme', title: expect.stringContaining(' - ') })
  })

  test('that are deleted or archived are not there, also when they are read singly', async () => {
    const { shop, account } = connected
    const [deleted, archived, changed] = [...shop.ledger.products.values()].filter(({ status }) => status === 'ACTIVE')
    shop.ledger.deleteProduct(deleted!.id)
    shop.ledger.change(archived!.id, (product) => {
      product.status = 'ARCHIVED'
    })
    const [variant] = changed!.variants
    for (const location of variant!.inventory.keys()) shop.ledger.setInventory(changed!.id, variant!.id, location, 0)
    const groups = new Set((await readProducts(call, account)).products.map(({ item_group_id }) => item_group_id))
    expect([deleted, archived, changed].map((product) => groups.has(String(product!.id)))).toEqual([false, false, true])
    const asked = [deleted, archived, changed].map((product) => String(product!.id))
    const single = await readObjects(call, account, 'products', asked)
    expect(single.only).toEqual(asked)
    expect(single.products.map(({ item_group_id }) => item_group_id)).toEqual(changed!.variants.map(() => asked[2]))
    expect(single.products.find(({ id }) => id === String(variant!.id))).toMatchObject({
      availability: variant!.inventory.size > 0 ? 'out_of_stock' : 'in_stock',
    })
  })

  test('with more variants than a page are read whole', async () => {
    const { shop, account } = connected
    const [product] = [...shop.ledger.products.values()].filter(({ status }) => status === 'ACTIVE')
    const [variant] = product!.variants
    shop.ledger.change(product!.id, ({ variants }) => {
      for (let number = 0; number < 230; number++) variants.push({ ...variant!, id: shop.ledger.nextId() })
    })
    const { products } = await readObjects(call, account, 'products', [String(product!.id)])
    expect(products).toHaveLength(product!.variants.length)
    expect(new Set(products.map(({ id }) => id)).size).toBe(product!.variants.length)
  })
})
