import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SyncOptions } from '../../functions/worker/sources/sync_source.ts'
import type { Database } from '../../shared/db/pool.ts'
import { shopify } from '../../shared/sources/shopify/shopify.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { addDays } from '../support/platforms/days.ts'
import { refundedOf, totalOf } from '../support/platforms/shopify/shop_ledger.ts'
import type { Order } from '../support/platforms/shopify/shop_ledger.ts'
import { connectShop, ordersOf, storeShop } from '../support/shopify_source.ts'
import type { ConnectedShop } from '../support/shopify_source.ts'
import { sync, tokenKey, workerPool } from '../support/sources.ts'

const today = new Date().toISOString().slice(0, 10)
let database: TestDatabase
let sql: Database
let connected: ConnectedShop
let options: SyncOptions

beforeAll(async () => {
  database = await createDatabase({ now: new Date().toISOString(), isSimulated: false })
  sql = workerPool(database)
  connected = await connectShop({ seed: 9, to: addDays(today, -1), orders: 90, products: 4 })
  options = {
    tokenKey,
    waitScale: 0,
    now: () => new Date(),
    settings: () => connected.call.settings,
    restatementDays: () => shopify.restatementDays,
    platforms: [shopify],
    log: () => undefined,
  }
})
afterAll(async () => {
  expect([connected.server.recorder.violations, connected.server.recorder.crashes]).toEqual([[], []])
  await connected.server.stop()
  await sql.end()
  await database.stop()
})

const connect = (brandId: string, scopes?: string[]) => storeShop(sql, brandId, connected, scopes)

/** Makes the hourly read due, or the nightly one, as the clock does. */
async function makeDue({ source_id }: { source_id: string }, purpose: 'hourly' | 'nightly') {
  await database.sql`
    update sources.sources set planned = planned || jsonb_build_object('hourly', platform.now() - interval '2 hours')
      || case when ${purpose} = 'nightly' then jsonb_build_object('nightly', platform.now() - interval '2 days') else '{}' end
    where source_id = ${source_id}`
}

async function stored(brandId: string) {
  const rows = await database.sql`
    select order_id, revenue_micros::text as revenue, refunded_micros::text as refunded from analytics.orders where brand_id = ${brandId} order by 1`
  return rows.map(({ order_id, revenue, refunded }) => [order_id, revenue, refunded])
}

function expected() {
  return ordersOf(connected.shop.ledger)
    .map((order) => [
      String(order.id),
      String(totalOf(order)),
      String(order.canceledAt === null ? refundedOf(order) : totalOf(order)),
    ])
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
}

const variants = () =>
  [...connected.shop.ledger.products.values()]
    .filter(({ status }) => status === 'ACTIVE')
    .flatMap(({ variants }) => variants.map(({ id }) => String(id)))
    .toSorted()

async function catalog(brandId: string) {
  const rows =
    await database.sql`select product_id from storefront.catalog_products where brand_id = ${brandId} order by 1`
  return rows.map(({ product_id }) => product_id as string).toSorted()
}

test('a connected shop equals its ledger, after changes, deletions and late journeys too', async () => {
  const { brandId } = await createTenant(database.sql)
  const source = await connect(brandId)
  const { ledger } = connected.shop
  const [first, second, third, late] = ordersOf(ledger).toSorted((one, other) =>
    one.createdAt < other.createdAt ? 1 : -1,
  )
  const { journey } = late!
  ledger.setJourney(late!.id, null)
  await sync(sql, source, options)
  expect(await stored(brandId)).toEqual(expected())
  expect(await catalog(brandId)).toEqual(variants())
  const [row] = await database.sql`select updated_until from sources.sources where source_id = ${source.source_id}`
  expect(row!['updated_until']).not.toBeNull()

  ledger.refund(first!.id, 1_000_000n)
  ledger.cancel(second!.id)
  await makeDue(source, 'hourly')
  await sync(sql, source, options)
  expect(await stored(brandId)).toEqual(expected())

  ledger.deleteOrder(third!.id)
  const [product] = [...ledger.products.values()].filter(({ status }) => status === 'ACTIVE')
  ledger.deleteProduct(product!.id)
  await database.sql`update sources.windows set state = 'due', due_at = platform.clock(), report_id = null where source_id = ${source.source_id}`
  await sync(sql, source, options)
  expect(await stored(brandId)).toEqual(expected())
  expect(await catalog(brandId)).toEqual(variants())

  ledger.setJourney(
    late!.id,
    journey ?? { isReady: true, visits: [{ id: 77, occurredAt: late!.createdAt, source: 'direct', utm: null }] },
  )
  await database.sql`update sources.due_objects set due_at = platform.clock() where source_id = ${source.source_id}`
  await sync(sql, source, options)
  const [order] =
    await database.sql`select visitor_id from analytics.orders where brand_id = ${brandId} and order_id = ${String(late!.id)}`
  const touches =
    await database.sql`select from analytics.touchpoints where brand_id = ${brandId} and visitor_id = ${order!['visitor_id']}`
  expect(touches.length).toBeGreaterThan(0)
})

test('a connected shop keeps the order of its variants and their options', async () => {
  const { brandId } = await createTenant(database.sql)
  const { ledger } = connected.shop
  const [product] = [...ledger.products.values()].filter(({ status }) => status === 'ACTIVE')
  ledger.change(product!.id, (changed) => {
    const [variant] = changed.variants
    changed.options = ['Size', 'Color']
    changed.variants = ['M / Blue', 'M / Amber', 'L / Blue'].map((title, index) => ({
      ...variant!,
      // Descending ids, because variants without an order are sorted by their ids.
      id: 9_000_000 - 10 * index,
      title,
    }))
  })
  await sync(sql, await connect(brandId), options)
  const rows = await database.sql`select row from storefront.shopify_rows(${brandId}, 100, 0) order by number`
  const exported = rows.map(({ row }) => row).filter((row) => row['URL handle'] === String(product!.id))
  expect(exported.map((row) => [row['Option1 name'], row['Option2 name']])[0]).toEqual(['Size', 'Color'])
  expect(exported.map((row) => `${row['Option1 value']} / ${row['Option2 value']}`)).toEqual([
    'M / Blue',
    'M / Amber',
    'L / Blue',
  ])
  expect(exported[0]?.Title).toBe(product!.title)
})

describe('the next hourly read', () => {
  let brandId: string
  let source: { brand_id: string; source_id: string }

  beforeAll(async () => {
    brandId = (await createTenant(database.sql)).brandId
    source = await connect(brandId)
    await sync(sql, source, options)
  })

  /** Adds a tax to an order. `minutes` is the time of the change, from now. */
  function change(index: number, minutes: number) {
    const order = ordersOf(connected.shop.ledger).at(index) as Order
    order.tax += 1_000_000n
    order.updatedAt = `${new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19)}Z`
  }

  async function readHourly() {
    await makeDue(source, 'hourly')
    await sync(sql, source, options)
  }

  test('finds a change that the search shows late, after a later change was read', async () => {
    // The pages of a large read contain changes that happened while it ran.
    change(-1, 25)
    await readHourly()
    change(-2, 2)
    await readHourly()
    expect(await stored(brandId)).toEqual(expected())
  })

  test('begins where the last complete read began, after a read that failed', async () => {
    const cursor = async () =>
      (await database.sql`select updated_until::text from sources.sources where source_id = ${source.source_id}`)[0]
    // Bulk operations state when they began in seconds.
    await database.sql`
      update sources.sources set updated_until = updated_until - interval '1 minute' where source_id = ${source.source_id}`
    const before = await cursor()
    change(-3, 0)
    connected.server.faults.arm({ kind: 'refusal', name: 'shop_frozen' }, { on: /graphql/ })
    await readHourly()
    expect(connected.server.faults.left()).toBe(0)
    expect(await cursor()).toEqual(before)
    await database.sql`select core.enter_brand(${brandId}), sources.retry_source(${brandId}, ${source.source_id})`
    await readHourly()
    expect(await stored(brandId)).toEqual(expected())
    expect(await cursor()).not.toEqual(before)
  })

  test('reads the days of a window that failed, although later days were read', async () => {
    await database.sql`
      update sources.sources set updated_until = now() - interval '30 hours' where source_id = ${source.source_id}`
    await database.sql`
      insert into sources.windows (brand_id, source_id, report, purpose, first_on, last_on, due_at, attempts)
      values (${brandId}, ${source.source_id}, 'orders', 'hourly', current_date - 1, current_date - 1, now() + interval '1 hour', 3)
      on conflict on constraint windows_days_key do update
      set purpose = 'hourly', state = 'due', due_at = excluded.due_at, attempts = excluded.attempts`
    await database.sql`
      insert into sources.windows (brand_id, source_id, report, purpose, first_on, last_on)
      values (${brandId}, ${source.source_id}, 'orders', 'nightly', current_date, current_date)
      on conflict on constraint windows_days_key do update set purpose = 'nightly', state = 'due', due_at = excluded.due_at`
    change(-4, -25 * 60)
    await sync(sql, source, options)
    await database.sql`
      update sources.windows set due_at = platform.clock() where source_id = ${source.source_id} and state <> 'read'`
    await sync(sql, source, options)
    expect(await stored(brandId)).toEqual(expected())
  })
})

test('without read_all_orders, days before 60 days are neither read nor known', async () => {
  const { brandId } = await createTenant(database.sql)
  const source = await connect(brandId, ['read_orders', 'read_products'])
  await sync(sql, source, options)
  const [windows] = await database.sql`
    select min(first_on)::text as first_on from sources.windows where source_id = ${source.source_id} and report = 'orders'`
  expect(windows!['first_on'] >= addDays(today, -61)).toBe(true)
})

test('the catalog does not say how far the data of a shop reaches', async () => {
  const { brandId } = await createTenant(database.sql)
  const source = await connect(brandId)
  const platform = { ...shopify, reports: shopify.reports.filter(({ name }) => name === 'products') }
  await sync(sql, source, { ...options, platforms: [platform] })
  expect((await catalog(brandId)).length).toBeGreaterThan(0)
  const [shown] = await database.sql`
    select sources.shown(held) -> 'data_from' as first_on, sources.shown(held) -> 'data_through' as last_on
    from sources.sources as held where source_id = ${source.source_id}`
  expect(shown).toEqual({ first_on: null, last_on: null })
})

test('the data of a shop are deleted with its source', async () => {
  const { brandId } = await createTenant(database.sql)
  const source = await connect(brandId)
  await sync(sql, source, options)
  expect((await stored(brandId)).length).toBeGreaterThan(0)
  const known = await database.sql`select kind from analytics.data_status where brand_id = ${brandId} order by 1`
  expect(known.map(({ kind }) => kind as string)).toEqual(['journeys', 'orders'])
  await database.sql`
    update sources.sources set status = 'disconnected', disconnected_at = now(), is_deletion_due = true where source_id = ${source.source_id}`
  await sync(sql, source, options)
  expect([await stored(brandId), await catalog(brandId)]).toEqual([[], []])
  const [left] = await database.sql`
    select (select count(*)::int from analytics.touchpoints where brand_id = ${brandId}) as touches,
      (select coalesce(sum(orders), 0)::int from analytics.attribution_days where brand_id = ${brandId}) as attributed`
  expect(left).toEqual({ touches: 0, attributed: 0 })
  expect(await database.sql`select from analytics.data_status where brand_id = ${brandId}`).toEqual([])
})
