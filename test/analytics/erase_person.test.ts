import type { Sql, TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrdersReply } from '../../shared/sources/platform.ts'
import { storableJson } from '../../shared/sources/storage/storable_json.ts'
import { review, stock } from '../support/catalog_rows.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createBrand, createTenant } from '../support/factories.ts'
import { ingestJourneys } from '../support/journeys.ts'

let database: TestDatabase
let sql: Sql

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  sql = database.sql
})
afterAll(() => database.stop())

function asWorker<Result>(brandId: string, work: (transaction: TransactionSql) => Promise<Result>): Promise<Result> {
  return sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    await transaction`select core.enter_brand(${brandId})`
    return await work(transaction)
  }) as Promise<Result>
}

async function erase(brandId: string, person: string, orders: string[] = []) {
  const [row] = await asWorker(
    brandId,
    (transaction) => transaction`select analytics.erase_person(${brandId}, ${person}, ${orders}) as erased`,
  )
  return row!.erased as object
}

/** The tables of a brand in which any column contains one of the texts. */
async function tablesWith(brandId: string, texts: string[]): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select pg_class.oid::regclass::text as name
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname !~ '^(pg_|information_schema)'
      and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'brand_id')
    order by 1`
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await sql.unsafe(
      `select from ${name} as held where brand_id = $1 and to_jsonb(held)::text like any ($2) limit 1`,
      [brandId, texts.map((text) => `%${text}%`)],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Attribution of a brand: days, credits and transitions. */
async function attributed(brandId: string) {
  const rows = await sql`
    select
      (select json_agg(json_build_array(day, orders, value_micros, conversions, unattributed_value_micros, unattributed_conversions, touches) order by day)
       from analytics.attribution_days where brand_id = ${brandId}) as days,
      (select json_agg(json_build_array(model, day, channel, round(value_micros), conversions) order by model, day, channel)
       from analytics.attribution_credits where brand_id = ${brandId}) as credits,
      (select json_agg(json_build_array(day, from_channel, to_channel, paths, value_micros) order by day, from_channel, to_channel)
       from analytics.attribution_transitions where brand_id = ${brandId}) as transitions`
  return { ...rows[0] }
}

const ids = ['customer-ada', 'browser-ada', 'telephone-ada']
const touches = [
  {
    customer_id: 'customer-ada',
    device_id: 'browser-ada',
    touched_at: '2026-11-01T10:00:00Z',
    channel: 'Meta',
    kind: 'click',
  },
  { device_id: 'telephone-ada', touched_at: '2026-11-02T10:00:00Z', channel: 'Google', kind: 'click' },
  { device_id: 'browser-ada', touched_at: '2026-11-17T10:00:00Z', channel: 'TikTok', kind: 'click' },
]
const orders = [
  {
    order_id: 'A-1',
    customer_id: 'customer-ada',
    device_id: 'telephone-ada',
    ordered_at: '2026-11-03T10:00:00Z',
    revenue: 80,
    is_new_customer: true,
  },
  {
    order_id: 'A-2',
    customer_id: 'customer-ada',
    ordered_at: '2026-11-05T10:00:00Z',
    revenue: 20,
    refunded: 5,
    refunded_at: '2026-11-08T10:00:00Z',
  },
]
const otherTouches = [
  { customer_id: 'customer-bob', touched_at: '2026-11-02T10:00:00Z', channel: 'Google', kind: 'click' },
  { customer_id: 'customer-cleo', touched_at: '2026-11-02T11:00:00Z', channel: 'Meta', kind: 'click' },
]
const otherOrders = [{ order_id: 'B-1', customer_id: 'customer-bob', ordered_at: '2026-11-03T12:00:00Z', revenue: 50 }]

/** A brand with Ada, who has three linked ids, and with two other people. */
async function fillBrand() {
  const tenant = await createTenant(sql)
  await ingestJourneys(database, tenant.brandId, [...touches, ...otherTouches], [...orders, ...otherOrders])
  return tenant
}

/** The attribution of the same orders, if Ada had never been known. */
async function attributedWithoutPerson(accountId: string) {
  const brandId = await createBrand(sql, accountId)
  const anonymous = orders.map(({ order_id, ordered_at, revenue, ...rest }) => ({
    order_id,
    ordered_at,
    revenue,
    customer_id: `unknown-${order_id}`,
    ...('refunded' in rest ? { refunded: rest.refunded as number, refunded_at: rest.refunded_at as string } : {}),
  }))
  await ingestJourneys(database, brandId, otherTouches, [...anonymous, ...otherOrders])
  return await attributed(brandId)
}

const ordersOf = (brandId: string) => sql`
  select order_id, revenue_micros::text, refunded_micros::text, ordered_at, visitor_id, person_id
  from analytics.orders where brand_id = ${brandId} order by order_id`

describe('erase_person', () => {
  test.each(ids)('given %s, removes every id of the person from every table, and keeps the orders', async (id) => {
    const { brandId, accountId } = await fillBrand()
    const before = await ordersOf(brandId)
    const visitor = id === 'customer-ada' ? id : `device:${id}`
    expect(await erase(brandId, visitor)).toEqual({ visitors: 3, orders: 2, touches: 3, transactions: 0, reviews: 0 })
    expect(await tablesWith(brandId, ids)).toEqual([])
    expect(await tablesWith(brandId, ['customer-bob', 'customer-cleo'])).toEqual([
      'analytics.orders',
      'analytics.touchpoints',
    ])
    const amounts = (rows: typeof before) =>
      rows.map(({ order_id, revenue_micros, refunded_micros, ordered_at }) => [
        order_id,
        revenue_micros,
        refunded_micros,
        ordered_at,
      ])
    const after = await ordersOf(brandId)
    expect(amounts(after)).toEqual(amounts(before))
    expect(new Set(after.map(({ person_id }) => person_id as string)).size).toBe(3)
    expect(await attributed(brandId)).toEqual(await attributedWithoutPerson(accountId))
    const customers = await sql`select person_id from analytics.customers where brand_id = ${brandId}`
    expect(customers.map(({ person_id }) => person_id as string)).toEqual(['customer-bob'])
  })

  test('leaves the same person of another brand', async () => {
    const [erased, kept] = [await fillBrand(), await fillBrand()]
    const before = await attributed(kept.brandId)
    await erase(erased.brandId, 'customer-ada')
    expect(await tablesWith(kept.brandId, ids)).toEqual([
      'analytics.identity_links',
      'analytics.orders',
      'analytics.touchpoints',
    ])
    expect(await attributed(kept.brandId)).toEqual(before)
    await expect(
      asWorker(
        erased.brandId,
        (transaction) => transaction`select analytics.erase_person(${kept.brandId}, 'customer-ada')`,
      ),
    ).rejects.toThrow()
    expect(await ordersOf(kept.brandId)).toHaveLength(3)
  })

  test('is not undone by another import of the same files', async () => {
    const { brandId } = await fillBrand()
    await erase(brandId, 'customer-ada')
    const before = [await attributed(brandId), await ordersOf(brandId)]
    await ingestJourneys(database, brandId, [...touches, ...otherTouches], [...orders, ...otherOrders])
    expect(await tablesWith(brandId, ids)).toEqual([])
    expect([await attributed(brandId), await ordersOf(brandId)]).toEqual(before)
    const [{ reasons } = {}] = await sql`
      select jsonb_agg(distinct reasons) as reasons from analytics.import_rejections where brand_id = ${brandId}`
    expect(reasons).toEqual([[{ reason: 'person_is_erased', values: {} }]])
    // A file that names another customer for an erased order does not link it either.
    await ingestJourneys(
      database,
      brandId,
      [],
      [{ ...orders[0]!, customer_id: 'customer-merged', device_id: 'browser-merged' }],
    )
    expect(await tablesWith(brandId, [...ids, 'merged'])).toEqual([])
  })

  test('lets the person be a customer again later', async () => {
    const { brandId } = await fillBrand()
    await erase(brandId, 'customer-ada')
    await sql`
      update analytics.erased_visitors set erased_at = '2026-11-10T00:00:00Z' where brand_id = ${brandId}`
    const order = { order_id: 'A-3', customer_id: 'customer-ada', ordered_at: '2026-11-18T10:00:00Z', revenue: 7 }
    await ingestJourneys(database, brandId, touches, [...orders, order])
    const known =
      await sql`select order_id from analytics.orders where brand_id = ${brandId} and person_id = 'customer-ada'`
    expect(known.map(({ order_id }) => order_id as string)).toEqual(['A-3'])
    const touched =
      await sql`select channel from analytics.touchpoints where brand_id = ${brandId} and visitor_id like '%ada'`
    expect(touched.map(({ channel }) => channel as string)).toEqual(['TikTok'])
  })

  test('given a person of whom nothing is stored, prevents that earlier data is stored with the id', async () => {
    const { brandId } = await createTenant(sql)
    expect(await erase(brandId, 'customer-ada')).toMatchObject({ visitors: 1, orders: 0, touches: 0 })
    await ingestJourneys(database, brandId, [touches[0]!, ...otherTouches], orders)
    expect(await tablesWith(brandId, ['customer-ada'])).toEqual([])
    expect(await ordersOf(brandId)).toHaveLength(2)
  })
})

describe('a connected shop', () => {
  const visit = { visit_id: 'gid-9', occurred_at: '2026-11-10T10:00:00Z', channel: 'google', campaign: 'Spring' }
  const order = {
    order_id: '1001',
    updated_at: '2026-11-12T00:00:00Z',
    ordered_at: '2026-11-11T10:00:00Z',
    customer_id: '770088',
    revenue: '100.00',
    refunded: '0.0',
    currency: 'USD',
    visits: [visit],
  }
  const reply = (changes: object = {}): OrdersReply => ({
    kind: 'orders',
    orders: [{ ...order, ...changes }],
    unreadyJourneys: [],
    unknownFields: [],
  })
  const store = (brandId: string, given: OrdersReply) =>
    asWorker(
      brandId,
      (transaction) => transaction`
        select analytics.commit_shop_orders(${brandId}, 'src_test', ${storableJson(given)}::text::jsonb, '2026-11-01', '2026-11-20')`,
    )

  test('does not restore an erased customer, and keeps the refunds of the order', async () => {
    const { brandId } = await createTenant(sql)
    await store(brandId, reply())
    expect(await tablesWith(brandId, ['770088', 'gid-9'])).toEqual(['analytics.orders', 'analytics.touchpoints'])
    await erase(brandId, '770088')
    await store(brandId, reply())
    await store(
      brandId,
      reply({ updated_at: '2026-11-19T00:00:00Z', refunded: '40.00', refunded_at: '2026-11-18T00:00:00Z' }),
    )
    // The shop merged the customer with another one after the erasure.
    await store(
      brandId,
      reply({
        updated_at: '2026-11-19T01:00:00Z',
        refunded: '40.00',
        refunded_at: '2026-11-18T00:00:00Z',
        customer_id: '990088',
      }),
    )
    expect(await tablesWith(brandId, ['770088', '990088', 'gid-9'])).toEqual([])
    expect(await ordersOf(brandId)).toMatchObject([{ revenue_micros: '100000000', refunded_micros: '40000000' }])
    const [day] = await sql`
      select unattributed_value_micros::text, touches::int from analytics.attribution_days where brand_id = ${brandId}`
    expect({ ...day }).toEqual({ unattributed_value_micros: '60000000', touches: 0 })
  })

  test('erases orders that name no customer by their ids', async () => {
    const { brandId } = await createTenant(sql)
    await store(brandId, { ...reply(), orders: [{ ...order, customer_id: undefined } as never] })
    expect(await erase(brandId, '770088', ['1001'])).toMatchObject({ orders: 1, touches: 1 })
    await store(brandId, reply())
    expect(await tablesWith(brandId, ['770088', 'gid-9'])).toEqual([])
  })

  test('gives an erased order no touch of Google Analytics', async () => {
    const { brandId } = await createTenant(sql)
    await store(brandId, reply({ visits: [] }))
    const report = () =>
      asWorker(brandId, async (transaction) => {
        await transaction`
          insert into analytics.ga4_transactions (brand_id, property_id, transaction_id, hour, source, medium, campaign)
          values (${brandId}, '1', '1001', '2026-11-11T10:00:00Z', 'google', 'cpc', 'Spring') on conflict do nothing`
        await transaction`select sources.touch_ga4_orders(${brandId})`
      })
    await report()
    expect(await sql`select from analytics.touchpoints where brand_id = ${brandId}`).toHaveLength(1)
    await erase(brandId, '770088')
    expect(await sql`select from analytics.ga4_transactions where brand_id = ${brandId}`).toHaveLength(0)
    await report()
    expect(await sql`select from analytics.touchpoints where brand_id = ${brandId}`).toHaveLength(0)
  })
})

describe('commerce data', () => {
  test('of the person loses references and free texts, and keeps products and amounts', async () => {
    const { brandId } = await fillBrand()
    await stock(database, brandId, [{ id: 'lamp', title: 'Lamp', price: 100 }])
    await review(database, brandId, [
      {
        id: 'r1',
        product_id: 'lamp',
        rating: 4,
        created_at: '2026-11-02T00:00:00Z',
        author: 'customer-ada',
        body: 'Bright.',
      },
    ])
    for (const [id, reference, merchantOrder] of [
      ['txn_by_reference', 'customer-ada', null],
      ['txn_by_order', null, 'A-2'],
      ['txn_other', 'customer-bob', 'B-1'],
    ] as const) {
      const about = `${id} about ada`
      await sql.begin(async (transaction) => {
        await transaction`set local session_replication_role = replica`
        await transaction`
          insert into commerce.negotiations
            (brand_id, negotiation_id, status, product_id, title, quantity, list_price_micros, currency, policy_id, rounds_max, agent,
             price_observed_at, created_by, expires_at, transaction_id)
          values (${brandId}, ${`neg_${id}`}, 'open', 'lamp', 'Lamp', 1, 100000000, 'USD', 'pol', 3, ${transaction.json({ platform: 'Assistant', session_id: about })},
            now(), 'key', now(), ${id})`
        await transaction`
          insert into commerce.negotiation_offers
            (brand_id, offer_id, negotiation_id, position, status, party, type, terms, quantity, unit_price_micros, currency, policy_version, message, created_by, expires_at)
          values (${brandId}, ${`off_${id}`}, ${`neg_${id}`}, 1, 'pending', 'agent', 'unit_price', '{}', 1, 100000000, 'USD', 1, ${about}, 'key', now())`
        await transaction`
          insert into commerce.transactions
            (brand_id, transaction_id, status, currency, agent, buyer_reference, merchant_order_id, payment_reference, cancellation_reason,
             is_of_shop, created_by, expires_at)
          values (${brandId}, ${id}, 'canceled', 'USD', ${transaction.json({ platform: 'Assistant', session_id: about })}, ${reference}, ${merchantOrder},
            ${about}, ${about}, false, 'key', now())`
        await transaction`
          insert into commerce.transaction_items (brand_id, transaction_id, position, product_id, title, quantity, unit_price_micros, created_by)
          values (${brandId}, ${id}, 1, 'lamp', 'Lamp', 1, 100000000, 'key')`
        await transaction`
          insert into commerce.adjustments (brand_id, transaction_id, position, type, status, note, created_by)
          values (${brandId}, ${id}, 1, 'refund', 'completed', ${about}, 'key')`
        await transaction`
          insert into commerce.confirmation_windows (brand_id, transaction_id, status, days, note, created_by)
          values (${brandId}, ${id}, 'confirmed', 7, ${about}, 'key')`
        await transaction`
          insert into commerce.disputes (brand_id, dispute_id, transaction_id, status, reason_code, created_by, expires_at)
          values (${brandId}, ${`dsp_${id}`}, ${id}, 'recorded', 'other', 'key', now())`
        await transaction`
          insert into commerce.dispute_statements (brand_id, dispute_id, position, party, statement, evidence_urls, created_by)
          values (${brandId}, ${`dsp_${id}`}, 1, 'agent', ${about}, ${[`https://example.com/${about}`]}, 'key')`
        await transaction`
          insert into commerce.feedback (brand_id, subject_type, subject_id, outcome, comment, agent, created_by)
          values (${brandId}, 'transaction', ${id}, 'slow', ${about}, ${transaction.json({ session_id: about })}, 'key')`
      })
    }
    expect(await erase(brandId, 'device:browser-ada')).toMatchObject({ transactions: 2, reviews: 1 })
    expect(await tablesWith(brandId, [...ids, 'txn_by_reference about', 'txn_by_order about'])).toEqual([])
    expect(await tablesWith(brandId, ['txn_other about'])).toHaveLength(7)
    const kept = await sql`
      select transaction_id, merchant_order_id, agent from commerce.transactions where brand_id = ${brandId} order by 1`
    expect(kept.map((row) => ({ ...row }))).toMatchObject([
      { transaction_id: 'txn_by_order', merchant_order_id: 'A-2', agent: { platform: 'Assistant' } },
      { transaction_id: 'txn_by_reference', merchant_order_id: null },
      { transaction_id: 'txn_other', merchant_order_id: 'B-1' },
    ])
    const items = await sql`select unit_price_micros::text from commerce.transaction_items where brand_id = ${brandId}`
    expect(items.map(({ unit_price_micros }) => unit_price_micros as string)).toEqual(Array(3).fill('100000000'))
  })
})
