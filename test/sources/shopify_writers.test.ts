import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql, TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrdersReply, ProductsReply, ShopOrder } from '../../shared/sources/platform.ts'
import { importOrders } from '../../shared/ingest/journeys.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { productLines } from '../../shared/sources/storage/product_lines.ts'
import { storableJson } from '../../shared/sources/storage/storable_json.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { addDays } from '../support/platforms/days.ts'
import { refundedOf, totalOf } from '../support/platforms/shopify/shop_ledger.ts'
import { connectShop, ordersOf, readObjects, readOrders, readProducts } from '../support/shopify_source.ts'
import type { ConnectedShop } from '../support/shopify_source.ts'

const sourceId = 'src_test'
const today = new Date().toISOString().slice(0, 10)
const days = { from: addDays(today, -60), to: today }
let database: TestDatabase
let sql: Sql
let connected: ConnectedShop

beforeAll(async () => {
  database = await createDatabase({ now: new Date().toISOString(), isSimulated: false })
  sql = database.sql
  connected = await connectShop({ seed: 6, to: addDays(today, -1), orders: 130, products: 6 })
})
afterAll(async () => {
  expect([connected.server.recorder.violations, connected.server.recorder.crashes]).toEqual([[], []])
  await connected.server.stop()
  await database.stop()
})

function inBrand<Result>(brandId: string, write: (transaction: TransactionSql) => Promise<Result>): Promise<Result> {
  return sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    await transaction`select core.enter_brand(${brandId})`
    return await write(transaction)
  }) as Promise<Result>
}

async function storeOrders(brandId: string, reply: OrdersReply, known?: typeof days, source = sourceId) {
  const [row] = await inBrand(
    brandId,
    (transaction) => transaction<{ report: { changed: number; vanished: string[]; is_changed: boolean } }[]>`
      select analytics.commit_shop_orders(
        ${brandId}, ${source}, ${storableJson(reply)}::text::jsonb, ${known?.from ?? null}, ${known?.to ?? null}
      ) as report`,
  )
  return row!.report
}

async function storeProducts(brandId: string, reply: ProductsReply, source = sourceId) {
  const [row] = await inBrand(
    brandId,
    (transaction) => transaction<{ report: { changed: number; deleted: number } }[]>`
      select storefront.commit_shop_products(
        ${brandId}, ${source}, ${storableJson(productLines(reply))}::text::jsonb, ${reply.only ?? null}
      ) as report`,
  )
  return row!.report
}

/** The stored rows with their physical version, which changes with every write. */
const stored = (brandId: string) => sql`
  select order_id, revenue_micros::text, refunded_micros::text, visitor_id, refunded_at, xmin::text, ctid::text
  from analytics.orders where brand_id = ${brandId} order by order_id`

async function storedAmounts(brandId: string) {
  const rows = await stored(brandId)
  return rows.map(({ order_id, revenue_micros, refunded_micros }) => [order_id, revenue_micros, refunded_micros])
}

/** What must be stored: a canceled order is refunded in full. */
function ledgerAmounts() {
  return ordersOf(connected.shop.ledger)
    .map((order) => [
      String(order.id),
      String(totalOf(order)),
      String(order.canceledAt === null ? refundedOf(order) : totalOf(order)),
    ])
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
}

/** Value, conversions and touches of every stored day. They must be those of a complete computation. */
const attributed = (brandId: string) => sql`
  select days.day::text, days.orders::int, days.value_micros::text, days.conversions::int, days.touches::int,
    (select json_agg(json_build_array(credits.model, credits.channel, round(credits.value_micros)) order by credits.model, credits.channel)
     from analytics.attribution_credits as credits where credits.brand_id = days.brand_id and credits.day = days.day and model <> 'markov') as credits
  from analytics.attribution_days as days where days.brand_id = ${brandId} order by 1`

async function expectCompleteAttribution(brandId: string) {
  const found = await attributed(brandId)
  await inBrand(brandId, async (transaction) => {
    await transaction`
      select analytics.attribute(${brandId}, status.first_on, analytics.last_attributed_on(${brandId}))
      from analytics.data_status as status where status.brand_id = ${brandId} and status.kind = 'orders'`
  })
  expect(found).toEqual(await attributed(brandId))
}

function replyOf(orders: ShopOrder[], rest: Partial<OrdersReply> = {}): OrdersReply {
  return { kind: 'orders', orders, unreadyJourneys: [], unknownFields: [], ...rest }
}

const plainOrder: ShopOrder = {
  order_id: '1',
  updated_at: `${today}T00:00:00Z`,
  ordered_at: `${addDays(today, -2)}T12:00:00Z`,
  customer_id: '7',
  revenue: '100.00',
  refunded: '0.0',
  currency: 'USD',
  visits: [],
}

describe('orders', () => {
  test('are stored as the ledger has them, with the visits of converting customers, and an unchanged reply writes nothing', async () => {
    const { brandId } = await createTenant(sql)
    const reply = await readOrders(connected.call, connected.account, days)
    const written = await storeOrders(brandId, reply, days)
    expect(written).toEqual({ changed: reply.orders.length, vanished: [], is_changed: true })
    expect(await storedAmounts(brandId)).toEqual(ledgerAmounts())
    const visits = new Set(reply.orders.flatMap(({ visits }) => visits.map(({ visit_id }) => `shopify:${visit_id}`)))
    const touches = await sql`select touch_id from analytics.touchpoints where brand_id = ${brandId}`
    expect(new Set(touches.map(({ touch_id }) => touch_id as string))).toEqual(visits)
    await expectCompleteAttribution(brandId)
    const before = await stored(brandId)
    const status = await sql`select *, xmin::text from analytics.data_status where brand_id = ${brandId}`
    const again = await storeOrders(brandId, await readOrders(connected.call, connected.account, days), days)
    expect(again).toEqual({ changed: 0, vanished: [], is_changed: false })
    expect(await stored(brandId)).toEqual(before)
    expect(await sql`select *, xmin::text from analytics.data_status where brand_id = ${brandId}`).toEqual(status)
    expect(await sql`select from analytics.imports where brand_id = ${brandId}`).toHaveLength(0)
  })

  test('that are refunded, canceled, edited downwards or deleted become what the shop says', async () => {
    const { brandId } = await createTenant(sql)
    const { call, account, shop } = connected
    await storeOrders(brandId, await readOrders(call, account, days), days)
    const sorted = ordersOf(shop.ledger).toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
    const [refunded, canceled, edited, deleted] = sorted.filter(
      ({ canceledAt, refunds }) => canceledAt === null && refunds.length === 0,
    )
    const since = new Date(Date.now() - 1000).toISOString()
    shop.ledger.refund(refunded!.id, 1_230_000n)
    shop.ledger.cancel(canceled!.id)
    shop.ledger.edit(edited!.id, (order) => {
      order.discount += 2_000_000n
    })
    shop.ledger.deleteOrder(deleted!.id)
    const changes = await storeOrders(brandId, await readOrders(call, account, { ...days, changedSince: since }), {
      from: today,
      to: today,
    })
    expect(changes.changed).toBe(3)
    await expectCompleteAttribution(brandId)
    // The deleted order is in no list of changes. A read of its days misses it, and a read of the order itself proves it.
    const { vanished } = await storeOrders(brandId, await readOrders(call, account, days), days)
    expect(vanished).toEqual([String(deleted!.id)])
    const gone = await storeOrders(brandId, await readObjects(call, account, 'orders', vanished))
    expect(gone).toMatchObject({ is_changed: true, vanished: [] })
    expect(await storedAmounts(brandId)).toEqual(ledgerAmounts())
    await expectCompleteAttribution(brandId)
  })

  test('are not replaced by an older version, and single ones that are invisible are not deleted', async () => {
    const { brandId } = await createTenant(sql)
    const newer = { ...plainOrder, refunded: '40.00', updated_at: `${today}T00:00:05Z` }
    await storeOrders(brandId, replyOf([newer]), days)
    expect(await storeOrders(brandId, replyOf([plainOrder]), days)).toMatchObject({ changed: 0, is_changed: false })
    const only = ['1']
    const visibleSince = `${today}T00:00:00Z`
    await storeOrders(brandId, replyOf([], { only, visibleSince }))
    expect(await storedAmounts(brandId)).toEqual([['1', '100000000', '40000000']])
    await storeOrders(brandId, replyOf([], { only }))
    expect(await storedAmounts(brandId)).toEqual([])
  })

  test('of another source or a file are not deleted', async () => {
    const { brandId } = await createTenant(sql)
    await storeOrders(brandId, replyOf([plainOrder]), days, 'src_other')
    await storeOrders(brandId, replyOf([], { only: ['1'] }))
    const { vanished } = await storeOrders(brandId, replyOf([], { updatedFrom: `${days.from}T00:00:00Z` }), days)
    expect([vanished, await storedAmounts(brandId)]).toEqual([[], [['1', '100000000', '0']]])
  })

  test('of a file with the same id return when the data of the shop is deleted', async () => {
    const { brandId } = await createTenant(sql)
    await sql`
      insert into analytics.orders (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros, is_new_customer, refunded_micros)
      values (${brandId}, '1', 'of the file', 'of the file', '2026-10-01T10:00:00Z', 50000000, true, 0)`
    const held = async () => {
      const [row] = await sql`
        select source_id, visitor_id, ordered_at, revenue_micros::int, is_new_customer from analytics.orders where brand_id = ${brandId}`
      return { ...row }
    }
    const before = await held()
    await storeOrders(brandId, replyOf([plainOrder, { ...plainOrder, order_id: '2' }]), days)
    await storeOrders(brandId, replyOf([{ ...plainOrder, refunded: '10.00', updated_at: `${today}T00:00:01Z` }]), days)
    expect(await storedAmounts(brandId)).toEqual([
      ['1', '100000000', '10000000'],
      ['2', '100000000', '0'],
    ])
    await inBrand(brandId, (transaction) => transaction`select analytics.delete_shop_orders(${brandId}, ${sourceId})`)
    expect(await held()).toEqual(before)
    expect(await storedAmounts(brandId)).toEqual([['1', '50000000', '0']])
  })

  test('are not replaced by a file, which returns when the data of the shop is deleted', async () => {
    const { brandId } = await createTenant(sql)
    await storeOrders(brandId, replyOf([plainOrder]), days)
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
    const path = join(folder, 'orders.csv')
    await writeFile(path, `order_id,customer_id,ordered_at,revenue\n1,c1,${addDays(today, -2)}T12:00:00Z,70.00`)
    await importOrders(sql, { audience: shell, brand: brandId, file: path })
    await rm(folder, { recursive: true })
    expect(await storedAmounts(brandId)).toEqual([['1', '100000000', '0']])
    await inBrand(
      brandId,
      (transaction) =>
        transaction`select analytics.erase_person(${brandId}, 'c1'), analytics.delete_shop_orders(${brandId}, ${sourceId})`,
    )
    const [row] = await sql`select visitor_id, revenue_micros::int from analytics.orders where brand_id = ${brandId}`
    expect(row).toEqual({ visitor_id: 'device:erased:1', revenue_micros: 70000000 })
  })

  test.each<[string, Partial<ShopOrder>[], string]>([
    [
      'a refund without a time that is edited later',
      [{ refunded: '40.00' }, { refunded: '40.00', updated_at: `${today}T20:00:00Z` }],
      `${today}T00:00:00.000Z`,
    ],
    [
      'an order that is canceled after its whole refund',
      [
        { refunded: '100.00', refunded_at: `${addDays(today, -1)}T10:00:00Z` },
        {
          refunded: '100.00',
          refunded_at: `${addDays(today, -1)}T10:00:00Z`,
          canceled_at: `${today}T00:00:01Z`,
          updated_at: `${today}T00:00:01Z`,
        },
      ],
      `${addDays(today, -1)}T10:00:00.000Z`,
    ],
    [
      'an order that is canceled without a payment',
      [
        { canceled_at: `${addDays(today, -1)}T11:00:00Z` },
        { canceled_at: `${addDays(today, -1)}T11:00:00Z`, updated_at: `${today}T20:00:00Z` },
      ],
      `${addDays(today, -1)}T11:00:00.000Z`,
    ],
  ])('%s keeps the day of its refund', async (_, versions, refundedAt) => {
    const { brandId } = await createTenant(sql)
    for (const version of versions) await storeOrders(brandId, replyOf([{ ...plainOrder, ...version }]), days)
    const [row] = await stored(brandId)
    expect((row!['refunded_at'] as Date).toISOString()).toBe(refundedAt)
  })

  test('keep all digits, and a refund beyond the price counts as the price', async () => {
    const { brandId } = await createTenant(sql)
    const exact = { ...plainOrder, order_id: '9007199254740993', revenue: '8999999999.29', refunded: '8999999999.30' }
    const small = { ...plainOrder, order_id: '2', revenue: '0.07', refunded: '0.01' }
    await storeOrders(brandId, replyOf([exact, small]), days)
    expect(await storedAmounts(brandId)).toEqual([
      ['2', '70000', '10000'],
      ['9007199254740993', '8999999999290000', '8999999999290000'],
    ])
  })

  test('in another currency need the rate of their day, and without it nothing is written', async () => {
    const { brandId } = await createTenant(sql)
    const foreign = { ...plainOrder, order_id: '2', currency: 'EUR' }
    await expect(storeOrders(brandId, replyOf([plainOrder, foreign]), days)).rejects.toMatchObject({
      constraint_name: 'exchange_rates_are_missing',
    })
    expect(await storedAmounts(brandId)).toEqual([])
    await sql`
      insert into core.exchange_rates (from_currency, to_currency, on_day, rate, source) values ('EUR', 'USD', ${addDays(today, -2)}, 1.25, 'test')
      on conflict on constraint exchange_rates_pkey do update set rate = excluded.rate`
    await storeOrders(brandId, replyOf([plainOrder, foreign]), days)
    expect(await storedAmounts(brandId)).toEqual([
      ['1', '100000000', '0'],
      ['2', '125000000', '0'],
    ])
  })

  test('before the days that were read do not claim that these days are known', async () => {
    const { brandId } = await createTenant(sql)
    const old = { ...plainOrder, order_id: '2', ordered_at: `${addDays(today, -300)}T12:00:00Z` }
    await storeOrders(brandId, replyOf([plainOrder, old]), { from: addDays(today, -5), to: today })
    const [status] =
      await sql`select first_on::text, last_on::text from analytics.data_status where brand_id = ${brandId} and kind = 'orders'`
    expect(status).toEqual({ first_on: addDays(today, -5), last_on: today })
    await storeOrders(brandId, replyOf([]), { from: addDays(today, -310), to: addDays(today, -200) })
    await expectCompleteAttribution(brandId)
    const [day] =
      await sql`select orders::int from analytics.attribution_days where brand_id = ${brandId} and day = ${addDays(today, -300)}`
    expect(day).toEqual({ orders: 1 })
  })

  test('take the visits of a journey that is ready later, and of a customer who was merged', async () => {
    const { brandId } = await createTenant(sql)
    const visit = {
      visit_id: '5',
      occurred_at: `${addDays(today, -3)}T10:00:00Z`,
      channel: 'google',
      campaign: 'Brand',
    }
    await storeOrders(brandId, replyOf([plainOrder], { unreadyJourneys: ['1'] }), days)
    await storeOrders(brandId, replyOf([{ ...plainOrder, visits: [visit] }], { only: ['1'] }))
    await expectCompleteAttribution(brandId)
    const moved = { ...plainOrder, customer_id: '8', updated_at: `${today}T00:01:00Z`, visits: [visit] }
    await storeOrders(brandId, replyOf([moved], { only: ['1'] }))
    expect(
      await sql`select visitor_id, channel, campaign from analytics.touchpoints where brand_id = ${brandId}`,
    ).toEqual([{ visitor_id: '8', channel: 'google', campaign: 'Brand' }])
    await expectCompleteAttribution(brandId)
    const guest = { ...plainOrder, order_id: '2', visits: [{ ...visit, visit_id: '6' }] }
    delete guest.customer_id
    await storeOrders(brandId, replyOf([guest], { only: ['2'] }))
    const [order] = await sql`select visitor_id from analytics.orders where brand_id = ${brandId} and order_id = '2'`
    expect(order).toEqual({ visitor_id: 'device:order:2' })
  })
})

describe('products', () => {
  const catalog = (brandId: string) => sql`
    select product_id, item_group_id, regular_price_micros::text, availability, quantity, updated_at, xmin::text
    from storefront.catalog_products where brand_id = ${brandId} order by product_id`

  test('equal what the shop sells, and an unchanged catalog writes no product', async () => {
    const { brandId } = await createTenant(sql)
    const { call, account, shop } = connected
    const sold = [...shop.ledger.products.values()].filter(({ status }) => status === 'ACTIVE')
    const written = await storeProducts(brandId, await readProducts(call, account))
    const variants = sold.flatMap(({ variants }) => variants)
    expect(written).toEqual({ changed: variants.length, deleted: 0 })
    const rows = await catalog(brandId)
    expect(rows.map(({ product_id, regular_price_micros }) => [product_id, regular_price_micros])).toEqual(
      variants
        .map(({ id, price, compareAtPrice }) => [
          String(id),
          String(compareAtPrice !== null && compareAtPrice > price ? compareAtPrice : price),
        ])
        .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    )
    expect(await storeProducts(brandId, await readProducts(call, account))).toEqual({
      changed: 0,
      deleted: 0,
    })
    expect(await catalog(brandId)).toEqual(rows)
    expect(await sql`select from analytics.imports where brand_id = ${brandId}`).toHaveLength(0)
  })

  test('that the shop deletes leave the catalog by a full read and by a single one, and others stay', async () => {
    const { brandId } = await createTenant(sql)
    const { call, account, shop } = connected
    const full = await readProducts(call, account)
    const foreign = { ...full.products[0]!, id: 'of-another-shop', item_group_id: 'other' }
    await storeProducts(brandId, { ...full, products: [foreign] }, 'src_other')
    await storeProducts(brandId, full)
    const [first, second] = [...shop.ledger.products.values()].filter(({ status }) => status === 'ACTIVE')
    shop.ledger.deleteProduct(first!.id)
    const single = await readObjects(call, account, 'products', [String(first!.id)])
    expect(await storeProducts(brandId, single)).toMatchObject({ changed: 0, deleted: first!.variants.length })
    shop.ledger.change(second!.id, (product) => {
      product.status = 'ARCHIVED'
    })
    expect(await storeProducts(brandId, await readProducts(call, account))).toMatchObject({
      deleted: second!.variants.length,
    })
    const groups = new Set((await catalog(brandId)).map(({ item_group_id }) => item_group_id as string))
    expect([groups.has('other'), groups.has(String(first!.id)), groups.has(String(second!.id))]).toEqual([
      true,
      false,
      false,
    ])
    expect(await storeProducts(brandId, { ...full, products: [] })).toMatchObject({ changed: 0 })
    expect((await catalog(brandId)).map(({ product_id }) => product_id)).toEqual(['of-another-shop'])
  })

  test('keep the digits of their prices, and one that cannot be in a catalog does not stop the others', async () => {
    const { brandId } = await createTenant(sql)
    const [good] = (await readProducts(connected.call, connected.account)).products
    const products = [
      { ...good!, id: '1', price: '8999999999.29', list_price: undefined },
      { ...good!, id: '2', title: '' },
    ]
    const reply: ProductsReply = { kind: 'products', products, unknownFields: [] }
    expect(await storeProducts(brandId, reply)).toEqual({ changed: 1, deleted: 0 })
    expect(await catalog(brandId)).toMatchObject([{ product_id: '1', regular_price_micros: '8999999999290000' }])
  })
})
