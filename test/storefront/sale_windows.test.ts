import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expirations } from '../../functions/worker/queues/expirations.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { stock } from '../support/catalog_rows.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'

// A sale from noon to noon in UTC, written with another offset.
const sale = { sale_price: 80, sale_starts_at: '2026-11-24T13:00:00+01:00', sale_ends_at: '2026-11-25T13:00:00+01:00' }
const instants = {
  'before the sale': ['2026-11-24T11:59:59Z', 100],
  'at its first instant': ['2026-11-24T12:00:00Z', 80],
  'during the sale': ['2026-11-25T00:00:00Z', 80],
  'just before its end': ['2026-11-25T11:59:59Z', 80],
  'at the first instant after it': ['2026-11-25T12:00:00Z', 100],
  'long after it': ['2026-12-24T00:00:00Z', 100],
} as const

let database: TestDatabase
let brandId: string
let key: string
const apis = new Map<string, Api>()

beforeAll(async () => {
  database = await createDatabase()
  await database.sql`update core.key_kinds set requests_per_minute = 1000000 where requests_per_minute is not null`
  const tenant = await createTenant(database.sql)
  brandId = tenant.brandId
  key = (
    await issueKey(database.sql, tenant.accountId, {
      prefix: 'sk_live_',
      scopes: ['read:commerce', 'write:negotiation', 'write:storefront'],
    })
  ).key
  await stock(database, brandId, [
    { id: 'lamp', title: 'Brass lamp', price: 100, category: 'Lamps', link: 'https://shop.example/lamp', ...sale },
    { id: 'lantern', title: 'Tin lantern lamp', price: 90, category: 'Lamps' },
    { id: 'torch', title: 'Torch lamp', price: 60, category: 'Lamps' },
  ])
  for (const [now] of Object.values(instants)) {
    apis.set(now, await startApi(database, { now, trustedProxyHops: 1, connectionsMax: 2 }))
  }
  await send('2026-11-24T11:59:59Z', 'POST', '/pricing-policies', {
    floor: { percent: 50 },
    target_percent: 80,
    decline_percent: 20,
  })
})
afterAll(async () => {
  for (const api of apis.values()) await api.stop()
  await database.stop()
})

let requests = 0
// oxlint-disable-next-line no-explicit-any
type Json = any

async function send(now: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${apis.get(now)?.url}/api/storefront/${brandId}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': `sale-${requests++}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json(;|$)/.test(response.headers.get('Content-Type') ?? '')
  return { status: response.status, text, body: (isJson && text ? JSON.parse(text) : null) as Json }
}
const look = async (now: string, path: string) => (await send(now, 'GET', path)).body

describe.each(Object.entries(instants))('%s', (_when, [now, price]) => {
  const isOn = price === 80

  test('product, list, search, compare and recommend return the current price', async () => {
    const cards = [
      await look(now, '/products/lamp'),
      (await look(now, '/products')).products[0],
      (await look(now, '/search?q=brass')).products[0],
      (await look(now, '/compare?ids=lamp,torch')).products[0],
      (await look(now, '/recommend?product_id=torch')).products.find(({ id }: { id: string }) => id === 'lamp'),
    ]
    for (const card of cards) {
      expect([card.id, card.price.amount, card.price.formatted]).toEqual(['lamp', price, `${price}.00 USD`])
      expect(card.list_price?.amount).toBe(isOn ? 100 : undefined)
    }
  })

  test('search filters, sorts and facets use the current price', async () => {
    const ids = async (path: string) => (await look(now, path)).products.map(({ id }: { id: string }) => id)
    expect((await ids('/search?q=lamp&price_max=85')).toSorted()).toEqual(isOn ? ['lamp', 'torch'] : ['torch'])
    expect(await ids('/search?q=lamp&sort=price_desc')).toEqual(
      isOn ? ['lantern', 'lamp', 'torch'] : ['lamp', 'lantern', 'torch'],
    )
    expect((await look(now, '/search?q=brass&facets=true')).facets.price).toEqual([
      { currency: 'USD', min: price, max: price },
    ])
    const asked = await send(now, 'POST', '/query', {
      agent: { platform: 'claude' },
      query: { text: 'lamp', filters: { price_max: 85, currency: 'USD' } },
    })
    expect(asked.body.results.map(({ id }: { id: string }) => id).includes('lamp')).toBe(isOn)
  })

  test('holds, orders and negotiations use the current price', async () => {
    const held = await send(now, 'POST', '/holds', { product_id: 'lamp' })
    expect([held.status, held.body.unit_price.amount, held.body.source]).toEqual([201, price, isOn ? 'sale' : 'list'])
    await send(now, 'DELETE', `/holds/${held.body.id}`)
    const ordered = await send(now, 'POST', '/transactions', { items: [{ product_id: 'lamp', quantity: 2 }] })
    expect(ordered.body.items[0].unit_price.amount).toBe(price)
    const opened = await send(now, 'POST', '/negotiations', {
      product_id: 'lamp',
      offer: { amount: 45, currency: 'USD' },
    })
    expect(opened.body.list_price.amount).toBe(price)
  })

  test('the JSON feed has the same prices as the files', async () => {
    const isPlanned = now < '2026-11-25T12:00:00Z'
    const [lamp] = (await look(now, '/platforms/chatgpt/feed')).products
    expect([lamp.price, lamp.sale_price, lamp.sale_price_effective_date]).toEqual([
      '100.00 USD',
      ...(isPlanned ? ['80.00 USD', '2026-11-24T12:00+0000/2026-11-25T12:00+0000'] : [undefined, undefined]),
    ])
  })

  test('protocols and their feeds return the current price', async () => {
    const product = await send(now, 'POST', '/catalog/product', { id: 'lamp' })
    expect(product.body.product.variants[0].price.amount).toBe(price * 100)
    expect((await send(now, 'GET', '/platforms/acp/feed.jsonl')).text).toContain(`"price":{"amount":${price * 100}`)
    expect((await send(now, 'GET', '/platforms/openai/feed.csv')).text).toContain(
      isOn ? '100.00 USD,80.00 USD' : '100.00 USD,,',
    )
  })

  test('the Google feed contains the sale period until it ends', async () => {
    const period = '80.00 USD\t2026-11-24T12:00+0000/2026-11-25T12:00+0000'
    const { text } = await send(now, 'GET', '/platforms/google/feed.tsv')
    expect(text.includes(`100.00 USD\t${period}`)).toBe(now < '2026-11-25T12:00:00Z')
    expect(text.includes('80.00 USD')).toBe(now < '2026-11-25T12:00:00Z')
  })
})

test('emits product.price_changed once for the start and the end of a sale', async () => {
  const run = async (now: string) =>
    await database.sql.begin(async (sql) => {
      await sql`select set_config('vitrine.now', ${now}, true)`
      await sql`set local role vitrine_worker`
      const due = await sql`select storefront.due_price_brands() as brand_id`
      const outcome = await expirations.run(sql as never, { brand_id: brandId })
      return { isDue: due.some((row) => row.brand_id === brandId), outcome }
    })
  const announced = async () =>
    (
      await database.sql`
        select data from events.outbox where brand_id = ${brandId} and type = 'product.price_changed' order by written`
    ).map(({ data }) => [data.product_id, data.previous_price.amount, data.price.amount])
  expect((await run('2026-11-24T11:59:59Z')).isDue).toBe(false)
  expect(await announced()).toEqual([])
  expect(await run('2026-11-24T12:00:00Z')).toMatchObject({ isDue: true, outcome: { prices_announced: 1 } })
  expect(await announced()).toEqual([['lamp', 100, 80]])
  expect(await run('2026-11-24T12:01:00Z')).toMatchObject({ isDue: false, outcome: { prices_announced: 0 } })
  await run('2026-11-25T12:00:30Z')
  expect(await announced()).toEqual([
    ['lamp', 100, 80],
    ['lamp', 80, 100],
  ])
  expect((await run('2026-12-24T00:00:00Z')).isDue).toBe(false)
})

test('the ETag changes at the start and the end of a sale', async () => {
  const tags = []
  for (const now of ['2026-11-24T11:59:59Z', '2026-11-24T12:00:00Z', '2026-11-25T00:00:00Z', '2026-11-25T12:00:00Z']) {
    const { headers } = await fetch(`${apis.get(now)?.url}/api/storefront/${brandId}/products/lamp`)
    tags.push(headers.get('ETag'))
  }
  expect(tags[0]).toBeTruthy()
  expect(tags[1]).not.toBe(tags[0])
  expect([tags[2], tags[3]]).toEqual([tags[1], tags[0]])
})

test('a hold keeps the sale price after the sale ends', async () => {
  const held = await send('2026-11-25T11:59:59Z', 'POST', '/holds', { product_id: 'lamp' })
  const ordered = await send('2026-11-25T12:00:00Z', 'POST', '/transactions', { items: [{ hold_id: held.body.id }] })
  expect(ordered.body.items[0].unit_price.amount).toBe(80)
})

test('a product returns sale_ends_at during the sale only', async () => {
  expect((await look('2026-11-25T00:00:00Z', '/products/lamp')).sale_ends_at).toBe('2026-11-25T12:00:00Z')
  expect((await look('2026-11-24T11:59:59Z', '/products/lamp')).sale_ends_at).toBeNull()
})

test('an import rejects contradictory sale fields and names the field', async () => {
  const { brandId: other } = await createTenant(database.sql)
  const report = await stock(database, other, [
    { id: 'ok', title: 'Ok', price: 10, sale_price: 8, sale_ends_at: '2027-01-01' },
    { id: 'a', title: 'A', price: 10, sale_price: 12 },
    { id: 'b', title: 'B', price: 10, sale_price: 8, list_price: 12 },
    { id: 'c', title: 'C', price: 10, sale_price: 8, sale_starts_at: '2026-12-02', sale_ends_at: '2026-12-01' },
    { id: 'd', title: 'D', price: 10, sale_price: 8, sale_starts_at: 'soon' },
  ])
  expect(report.rows_accepted).toBe(1)
  expect(report.rejections.map(({ line, reason }) => [line, reason.split(':')[0]])).toEqual([
    [2, 'sale_price'],
    [3, 'sale_price'],
    [4, 'sale_ends_at'],
    [5, 'sale_starts_at'],
  ])
})

describe('product.price_changed', () => {
  /** Runs the expirations job of a brand as of an instant. */
  const at = async (now: string, other: string) =>
    await database.sql.begin(async (sql) => {
      await sql`select set_config('vitrine.now', ${now}, true)`
      await sql`set local role vitrine_worker`
      return await expirations.run(sql as never, { brand_id: other })
    })
  const announced = async (other: string) =>
    (
      await database.sql`
        select data from events.outbox where brand_id = ${other} and type = 'product.price_changed' order by written`
    ).map(({ data }) => [data.previous_price.amount, data.price.amount])

  test('is not emitted for a sale that passed while no worker ran', async () => {
    const { brandId: other } = await createTenant(database.sql)
    await stock(database, other, [{ id: 'a', title: 'A', price: 100, ...sale }])
    expect(await at('2026-11-26T00:00:00Z', other)).toMatchObject({ prices_announced: 0 })
    expect(await announced(other)).toEqual([])
  })

  test('is emitted once by four concurrent workers', async () => {
    const { brandId: other } = await createTenant(database.sql)
    await stock(database, other, [{ id: 'a', title: 'A', price: 100, ...sale }])
    await Promise.all(Array.from({ length: 4 }, () => at('2026-11-24T12:00:00Z', other)))
    expect(await announced(other)).toEqual([[100, 80]])
  })

  test('compares an import with the last emitted price', async () => {
    const { brandId: other } = await createTenant(database.sql)
    // On sale by the clock of this database, 2026-11-20T12:00:00Z.
    await stock(database, other, [{ id: 'a', title: 'A', price: 100, sale_price: 70, sale_ends_at: '2026-11-21' }])
    await stock(database, other, [{ id: 'a', title: 'A', price: 100, sale_price: 60, sale_ends_at: '2026-11-21' }])
    await stock(database, other, [{ id: 'a', title: 'A', price: 90, sale_price: 60, sale_ends_at: '2026-11-21' }])
    expect(await announced(other)).toEqual([[70, 60]])
    await at('2026-11-21T00:00:00Z', other)
    expect(await announced(other)).toEqual([
      [70, 60],
      [60, 90],
    ])
  })

  test('is emitted with a refresh of the median price', async () => {
    const { brandId: other } = await createTenant(database.sql)
    const lamps = [1, 2, 3].map((number) => ({
      id: `l${number}`,
      title: 'Lamp',
      price: 100,
      category: 'Lamps',
      ...sale,
    }))
    await stock(database, other, lamps)
    await at('2026-11-24T12:00:00Z', other)
    const [name] = await database.sql`
      select middle_price_micros::float / 1000000 as median from storefront.names where brand_id = ${other} and kind = 'category'`
    expect(name?.median).toBe(80)
  })
})
