import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handleWebhooks } from '../../functions/worker/sources/handle_webhooks.ts'
import type { SyncOptions } from '../../functions/worker/sources/sync_source.ts'
import type { Database } from '../../shared/db/pool.ts'
import { shopify } from '../../shared/sources/shopify/shopify.ts'
import { readWebhook } from '../../shared/sources/shopify/webhook.ts'
import type { ShopWebhook } from '../../shared/sources/shopify/webhook.ts'
import { proofOf } from '../../shared/sources/webhooks/proof.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { addDays } from '../support/platforms/days.ts'
import { orderPayload } from '../support/platforms/shopify/webhooks.ts'
import type { Order } from '../support/platforms/shopify/shop_ledger.ts'
import { amountsOf, connectShop, ordersOf, storeShop } from '../support/shopify_source.ts'
import type { ConnectedShop } from '../support/shopify_source.ts'
import { sync, tokenKey, workerPool } from '../support/sources.ts'

const today = new Date().toISOString().slice(0, 10)
let database: TestDatabase
let sql: Database
let connected: ConnectedShop
let options: SyncOptions
let log: Record<string, unknown>[]

beforeAll(async () => {
  database = await createDatabase({ now: new Date().toISOString(), isSimulated: false })
  sql = workerPool(database)
  connected = await connectShop({ seed: 11, to: addDays(today, -1), orders: 25, products: 3 }, [])
  connected.shop.bulk.pollsUntilDone = 0
  options = {
    tokenKey,
    waitScale: 0,
    now: () => new Date(),
    settings: () => connected.call.settings,
    restatementDays: () => shopify.restatementDays,
    platforms: [shopify],
    log: (fields) => log.push(fields),
  }
})
afterAll(async () => {
  expect([connected.server.recorder.violations, connected.server.recorder.crashes]).toEqual([[], []])
  await connected.server.stop()
  await sql.end()
  await database.stop()
})
beforeEach(() => {
  log = []
})

interface Source {
  brand_id: string
  source_id: string
}

async function connectBrand(): Promise<Source> {
  const { brandId } = await createTenant(database.sql)
  const source = await storeShop(sql, brandId, connected)
  await sync(sql, source, options)
  return source
}

/** Stores a webhook as the function does. */
async function receive(topic: string, body: unknown, { at = new Date(), secret = connected.server.app.secret } = {}) {
  const headers = {
    'x-shopify-topic': topic,
    'x-shopify-shop-domain': connected.domain,
    'x-shopify-webhook-id': randomUUID(),
    'x-shopify-triggered-at': at.toISOString(),
  }
  const read = readWebhook(new Headers(headers), JSON.stringify(body))
  const { webhook_id, content } = read as NonNullable<typeof read>
  return await store(webhook_id, content, secret)
}

async function store(webhook_id: string, content: ShopWebhook, secret: string, stored = content) {
  const proof = proofOf({ platform: 'shopify', webhook_id, content: JSON.stringify(content) }, secret)
  const [row] = await database.sql`
    select sources.receive_webhook('shopify', ${webhook_id}, ${JSON.stringify(stored)}, ${proof}) as outcome`
  expect(row).toEqual({ outcome: 'stored' })
  return webhook_id
}

async function handle(...sources: Source[]) {
  const done = await handleWebhooks(sql, options)
  for (const source of sources) await sync(sql, source, options)
  return done
}

async function stored({ brand_id }: Source) {
  const rows = await database.sql`
    select order_id, revenue_micros::text as revenue, refunded_micros::text as refunded from analytics.orders where brand_id = ${brand_id} order by 1`
  return rows.map(({ order_id, revenue, refunded }) => [order_id, BigInt(revenue), BigInt(refunded)])
}

/** Makes GA4 report every order of the brand, and stores a customer's request for data. */
async function storeTraces({ brand_id }: Source, customerId: number, orderIds: number[]) {
  await database.sql`
    insert into analytics.ga4_transactions (brand_id, property_id, transaction_id, hour, source, medium, campaign)
    select brand_id, 'property', order_id, ordered_at, 'google', 'cpc', 'autumn' from analytics.orders where brand_id = ${brand_id}`
  await sql`select core.enter_brand(${brand_id}), sources.touch_ga4_orders(${brand_id})`
  const body = { shop_domain: connected.domain, orders_requested: orderIds, customer: { id: customerId } }
  await receive('customers/data_request', { ...body, data_request: { id: 77 } })
  await handle()
}

/** Returns the tables with a row of the brand that has one of the ids in any column. */
async function tablesWith({ brand_id }: Source, ids: number[]): Promise<string[]> {
  const tables = await database.sql`
    select attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname = 'brand_id' and relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text !~ '^pg_' order by 1`
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await database.sql`
        select from ${database.sql(name as string)} as held
        where brand_id = ${brand_id} and to_jsonb(held)::text ~ ${`\\m(${ids.join('|')})\\M`} limit 1`
      return rows.length > 0 ? [name as string] : []
    }),
  )
  return found.flat()
}

const due = async ({ brand_id }: Source) => {
  // Orders whose visits are not ready are due later.
  const rows = await database.sql`
    select report, object_id from sources.due_objects where brand_id = ${brand_id} and due_at <= platform.clock() order by 1, 2`
  return rows.map(({ report, object_id }) => `${report} ${object_id}`)
}

const latest = (index = 0) =>
  ordersOf(connected.shop.ledger).toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[index] as Order

describe('webhooks of orders and products', () => {
  let one: Source
  let other: Source

  beforeAll(async () => {
    log = []
    one = await connectBrand()
    other = await connectBrand()
  })

  test('are read again for each brand of the shop, in any order, and the newest state is stored', async () => {
    const { ledger } = connected.shop
    const [order, gone] = [latest(), latest(1)]
    const before = orderPayload(order)
    ledger.refund(order.id, 1_000_000n)
    const after = orderPayload(order)
    ledger.deleteOrder(gone.id)
    // The older webhook arrives last, and for both brands.
    await receive('refunds/create', { id: 1, order_id: order.id })
    await receive('orders/updated', after)
    await receive('orders/updated', before, { at: new Date(Date.now() - 3_600_000) })
    await receive('orders/delete', { id: gone.id })
    await handle(one, other)
    expect(await stored(one)).toEqual(amountsOf(ledger))
    expect(await stored(other)).toEqual(amountsOf(ledger))
    expect([await due(one), await due(other)]).toEqual([[], []])
  })

  test('of a deleted order delete it', async () => {
    const { ledger } = connected.shop
    const gone = latest(2)
    ledger.deleteOrder(gone.id)
    await receive('orders/delete', { id: gone.id })
    await handle(one)
    expect((await stored(one)).map(([id]) => id)).not.toContain(String(gone.id))
  })

  test('of a test order store nothing', async () => {
    const order = latest(3)
    const { ledger } = connected.shop
    ledger.edit(order.id, (each) => {
      each.isTest = true
    })
    await receive('orders/create', orderPayload(order))
    await handle(one)
    expect((await stored(one)).map(([id]) => id)).not.toContain(String(order.id))
  })

  test('of a level of inventory read the product of the item, and those of products read or delete it', async () => {
    const { ledger } = connected.shop
    const [product, changed, gone] = [...ledger.products.values()]
    const [variant] = product!.variants
    ledger.setInventory(product!.id, variant!.id, 3_001, 777)
    ledger.change(changed!.id, ({ variants }) => (variants[0]!.price += 1_000_000n))
    ledger.deleteProduct(gone!.id)
    const reads = connected.server.recorder.matching(/bulk/).length
    // The local Shopify numbers the item of a variant after it.
    await receive('inventory_levels/update', { inventory_item_id: variant!.id + 1, location_id: 3_001, available: 777 })
    await receive('inventory_levels/update', { inventory_item_id: 1, location_id: 3_001 })
    await receive('products/update', { id: changed!.id })
    await receive('products/delete', { id: gone!.id })
    await handle(one)
    const rows = await database.sql`
      select product_id, quantity, coalesce(sale_price_micros, regular_price_micros)::text as price
      from storefront.catalog_products where brand_id = ${one.brand_id}`
    const byId = new Map(rows.map(({ product_id, ...rest }) => [product_id as string, rest]))
    const quantity = [...variant!.inventory.values()].reduce((sum, each) => sum + each, 0)
    expect(byId.get(String(variant!.id))).toMatchObject({ quantity })
    expect(byId.get(String(changed!.variants[0]!.id))).toMatchObject({ price: String(changed!.variants[0]!.price) })
    expect(byId.has(String(gone!.variants[0]!.id))).toBe(false)
    expect(connected.server.recorder.matching(/bulk/).length).toBe(reads)
    expect(await due(one)).toEqual([])
  })

  test('a nightly read stores the changes of lost webhooks', async () => {
    const { ledger } = connected.shop
    ledger.refund(latest().id, 500_000n)
    ledger.cancel(latest(4).id)
    ledger.deleteOrder(latest(5).id)
    await database.sql`
      update sources.sources set planned = planned || jsonb_build_object('nightly', platform.now() - interval '2 days', 'hourly', platform.now() - interval '2 days')
      where source_id = ${one.source_id}`
    await sync(sql, one, options)
    const expected = amountsOf(ledger).map(([id, total, refunded]) => [
      id,
      total,
      id === String(latest(4).id) ? total : refunded,
    ])
    expect(await stored(one)).toEqual(expected)
  })

  test('are not noted for a disconnected source', async () => {
    await database.sql`
      update sources.sources set status = 'disconnected', disconnected_at = now() where source_id = ${other.source_id}`
    await database.sql`delete from sources.due_objects where source_id = ${other.source_id}`
    await receive('orders/updated', { id: latest().id })
    expect(await handleWebhooks(sql, options)).toEqual({ webhooks: 1, webhooks_failed: 0 })
    expect([(await due(other)).length, (await due(one)).length]).toEqual([0, 1])
  })

  test('are handled again, with the same effect, when the worker died before it recorded them', async () => {
    const id = await receive('orders/updated', { id: latest().id })
    await database.sql`revoke execute on function sources.finish_webhook(text, text) from vitrine_worker`
    await expect(handleWebhooks(sql, options)).resolves.toEqual({ webhooks: 0, webhooks_failed: 1 })
    await database.sql`grant execute on function sources.finish_webhook(text, text) to vitrine_worker`
    expect(await handleWebhooks(sql, options)).toEqual({ webhooks: 0, webhooks_failed: 0 })
    await database.sql`update sources.webhooks set due_at = platform.clock() where webhook_id = ${id}`
    expect(await handleWebhooks(sql, options)).toEqual({ webhooks: 1, webhooks_failed: 0 })
    expect(await due(one)).toEqual([`orders ${latest().id}`])
  })

  test('without the proof of a signature change nothing, are reported, and are deleted after a day', async () => {
    const id = await receive('shop/redact', { shop_domain: connected.domain }, { secret: 'a guess' })
    expect(await handleWebhooks(sql, options)).toEqual({ webhooks: 0, webhooks_failed: 1 })
    expect(log).toEqual([{ level: 'error', platform: 'shopify', webhook_id: id, reason: 'webhook_has_no_proof' }])
    const waiting = () =>
      database.sql`select attempts, due_at > platform.clock() as waits from sources.webhooks where webhook_id = ${id}`
    expect([...(await waiting())]).toEqual([{ attempts: 1, waits: true }])
    const age = (hours: number) => database.sql`
      update sources.webhooks set due_at = platform.clock(), received_at = platform.clock() - make_interval(hours => ${hours})
      where webhook_id = ${id}`
    await age(23)
    expect(await database.sql`select sources.count_late_webhooks()::int as late`).toEqual([{ late: 1 }])
    expect(await handleWebhooks(sql, options)).toEqual({ webhooks: 0, webhooks_failed: 1 })
    expect([...(await waiting())]).toEqual([{ attempts: 2, waits: true }])
    await age(25)
    expect(await handleWebhooks(sql, options)).toEqual({ webhooks: 0, webhooks_failed: 1 })
    expect(log.at(-1)).toMatchObject({ webhook_id: id, reason: 'webhook_deleted_without_proof' })
    expect([...(await waiting())]).toEqual([])
  })

  test('with another time or customer than the one that was proven change nothing', async () => {
    const [removal, redaction] = [randomUUID(), randomUUID()]
    const { secret } = connected.server.app
    const triggered_at = new Date(Date.now() - 7_200_000).toISOString()
    const said = { shop: connected.domain, object_ids: [], customer_id: null, request_id: null, triggered_at }
    const ended: ShopWebhook = { ...said, kind: 'uninstalled' }
    await store(removal, ended, secret, { ...ended, triggered_at: new Date().toISOString() })
    const erased: ShopWebhook = { ...said, kind: 'redact_customer', customer_id: '1' }
    await store(redaction, erased, secret, { ...erased, customer_id: '2' })
    expect(await handleWebhooks(sql, options)).toEqual({ webhooks: 0, webhooks_failed: 2 })
    const [row] = await database.sql`
      select ended_at from sources.sources join sources.connections using (connection_id) where source_id = ${one.source_id}`
    expect(row).toEqual({ ended_at: null })
    await database.sql`delete from sources.webhooks where handled_at is null`
  })

  test('that fail in spite of their proof are kept', async () => {
    const id = await receive('orders/updated', { id: latest().id })
    await database.sql`update sources.webhooks set received_at = received_at - interval '40 days' where webhook_id = ${id}`
    await database.sql`revoke execute on function sources.shop_sources(text) from vitrine_worker`
    expect(await handleWebhooks(sql, options)).toEqual({ webhooks: 0, webhooks_failed: 1 })
    await database.sql`grant execute on function sources.shop_sources(text) to vitrine_worker`
    await database.sql`update sources.webhooks set due_at = platform.clock() where webhook_id = ${id}`
    expect(await handleWebhooks(sql, options)).toEqual({ webhooks: 1, webhooks_failed: 0 })
  })
})

describe('app/uninstalled', () => {
  const body = () => ({ id: 1, email: 'owner@shop.example', myshopify_domain: connected.domain })
  const stateOf = async ({ source_id }: Source) =>
    (
      await database.sql`
        select status, attention ->> 'reason' as reason, ended_for, sealed is null as is_forgotten
        from sources.sources join sources.connections using (connection_id) where source_id = ${source_id}`
    )[0]

  test('ends the access in every brand, and the shop can be connected again', async () => {
    const [one, other] = [await connectBrand(), await connectBrand()]
    await receive('app/uninstalled', body())
    await handle()
    const ended = {
      status: 'needs_attention',
      reason: 'app_is_uninstalled',
      ended_for: 'uninstalled',
      is_forgotten: true,
    }
    expect([await stateOf(one), await stateOf(other)]).toEqual([ended, ended])
    const [shown] =
      await database.sql`select sources.shown(held) ->> 'needs' as needs from sources.sources as held where source_id = ${one.source_id}`
    expect(shown).toEqual({ needs: 'reconnect' })
    await storeShop(sql, one.brand_id, connected)
    expect(await stateOf(one)).toMatchObject({ status: 'connected', ended_for: null })
    // A webhook of the removal that arrives after the new installation.
    await receive('app/uninstalled', body(), { at: new Date(Date.now() - 7_200_000) })
    await handle()
    expect(await stateOf(one)).toMatchObject({ status: 'connected', ended_for: null })
  })
})

describe('customers/data_request', () => {
  test('is recorded once, is due after 30 days, and has no ids after the answer', async () => {
    const { brand_id } = await connectBrand()
    const person = { id: 207119551, email: 'john@example.com' }
    const body = {
      shop_domain: connected.domain,
      orders_requested: [1, 2],
      customer: person,
      data_request: { id: 9999 },
    }
    // The first one arrives between two repetitions.
    await receive('customers/data_request', body)
    await handle()
    await receive('customers/data_request', body, { at: new Date('2026-11-20T10:00:00Z') })
    await handle()
    await receive('customers/data_request', body)
    await handle()
    const open = async () =>
      (await database.sql`select to_json(held) as request from sources.open_data_requests() as held`)
        .map(({ request }) => request)
        .filter((request) => request.brand_id === brand_id)
    expect(await open()).toEqual([
      {
        brand_id,
        request_id: '9999',
        shop: connected.domain,
        customer_id: '207119551',
        order_ids: ['1', '2'],
        requested_at: '2026-11-20T10:00:00Z',
        due_on: '2026-12-20',
      },
    ])
    const answer = () =>
      sql`select core.enter_brand(${brand_id}), sources.answer_data_request(${brand_id}, '9999') as done`
    expect([(await answer())[0]?.done, (await answer())[0]?.done]).toEqual([true, false])
    expect(await open()).toEqual([])
    const [row] =
      await database.sql`select customer_id, order_ids from sources.data_requests where brand_id = ${brand_id}`
    expect(row).toEqual({ customer_id: null, order_ids: [] })
  })
})

describe('customers/redact', () => {
  test('erases the customer in every brand of the shop, and later reads do not restore it', async () => {
    const [one, other] = [await connectBrand(), await connectBrand()]
    const { ledger } = connected.shop
    const known = ordersOf(ledger).filter(
      ({ customerId, journey }) => customerId !== null && (journey?.visits.length ?? 0) > 0,
    )
    const { customerId } = known[0] as Order
    const own = ordersOf(ledger).filter((order) => order.customerId === customerId)
    const amounts = await stored(one)
    const body = {
      shop_domain: connected.domain,
      customer: { id: customerId, email: 'x@y.example' },
      orders_to_redact: own.map(({ id }) => id),
    }
    const traces = async ({ brand_id }: Source) =>
      (
        await database.sql`
          select (select count(*)::int from analytics.orders where brand_id = ${brand_id} and (visitor_id = ${String(customerId)} or person_id = ${String(customerId)}))
            + (select count(*)::int from analytics.touchpoints where brand_id = ${brand_id} and (visitor_id = ${String(customerId)} or person_id = ${String(customerId)})) as traces`
      )[0]?.traces
    await storeTraces(one, customerId as number, [own[0]!.id])
    const before = await traces(one)
    expect(before).toBeGreaterThan(own.length)
    expect(await traces(other)).toBeGreaterThan(own.length)
    await receive('customers/redact', body)
    await handle()
    expect(await tablesWith(one, [customerId as number])).toEqual([])
    expect([await traces(one), await traces(other)]).toEqual([0, 0])
    expect(await stored(one)).toEqual(amounts)
    await database.sql`update sources.windows set state = 'due', due_at = platform.clock(), report_id = null where brand_id = ${one.brand_id}`
    await sync(sql, one, options)
    expect([await traces(one), await stored(one)]).toEqual([0, amounts])
    const [kept] = await database.sql`select count(*)::int as rows from sources.webhooks where content is not null`
    expect(kept).toEqual({ rows: 0 })
  })
})

describe('shop/redact', () => {
  const body = () => ({ shop_id: 1, shop_domain: connected.domain })

  test('deletes the data of a shop that removed the app', async () => {
    const source = await connectBrand()
    const orders = ordersOf(connected.shop.ledger)
    const { customerId } = orders.find((order) => order.customerId !== null) as Order
    await storeTraces(source, customerId as number, [orders[0]!.id])
    const ids = orders.flatMap((order) => [order.id, ...(order.customerId === null ? [] : [order.customerId])])
    expect(await tablesWith(source, ids)).toEqual(
      expect.arrayContaining(['analytics.ga4_transactions', 'analytics.touchpoints', 'sources.data_requests']),
    )
    await receive('app/uninstalled', { myshopify_domain: connected.domain })
    await handle()
    await receive('shop/redact', body())
    await handle(source)
    expect(await tablesWith(source, ids)).toEqual([])
    expect(await database.sql`select from sources.sources where source_id = ${source.source_id}`).toHaveLength(0)
    const [request] = await database.sql`
      select request_id, customer_id, order_ids, answered_at from sources.data_requests where brand_id = ${source.brand_id}`
    expect(request).toEqual({ request_id: '77', customer_id: null, order_ids: [], answered_at: null })
  })

  test('keeps the data of a shop that installed the app again', async () => {
    const source = await connectBrand()
    await receive('shop/redact', body())
    await handle(source)
    expect((await stored(source)).length).toBeGreaterThan(0)
  })

  test('deletes the data of a shop whose removal was not reported', async () => {
    const source = await connectBrand()
    await database.sql`update sources.connections set granted_at = granted_at - interval '5 days' where shop = ${connected.domain}`
    await database.sql`update sources.sources set last_read_at = last_read_at - interval '3 days' where source_id = ${source.source_id}`
    await receive('shop/redact', body())
    await handle(source)
    expect(await stored(source)).toEqual([])
  })
})
