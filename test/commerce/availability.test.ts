import postgres from 'postgres'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { lamp, useCommerce } from '../support/commerce.ts'
import { issueKey } from '../support/factories.ts'

const commerce = useCommerce({ isSimulated: true })

const lampRow = { id: 'lamp', title: 'Lamp', price: 100, link: 'https://shop.example/lamp' }

/** A shop whose lamp has the given stock. */
async function shopWith(change: Record<string, unknown>) {
  const shop = await commerce.shop()
  await stock(commerce.database(), shop.brandId, [{ ...lampRow, ...change }])
  return shop
}

describe.each([
  ['out of stock', { availability: 'out_of_stock', quantity: 0 }, 1, 'out_of_stock', null, false],
  [
    'out of stock although a number is left',
    { availability: 'out_of_stock', quantity: 4 },
    1,
    'out_of_stock',
    4,
    false,
  ],
  ['fewer than asked for', { quantity: 2 }, 3, 'in_stock', 2, false],
  ['exactly as many', { quantity: 3 }, 3, 'in_stock', 3, true],
  ['in stock without a number', {}, 1000, 'in_stock', null, true],
  ['sold beyond its stock', { quantity: 0 }, 2, 'in_stock', null, true],
  ['preorder', { availability: 'preorder' }, 2, 'preorder', null, true],
])('a product that is %s', (_, change, quantity, status, available, isOrderable) => {
  const expected = { status, quantity_available: available, is_orderable: isOrderable }

  test('returns its availability in negotiations, holds and orders, and 409 only for an order', async () => {
    const { agent } = await shopWith(change)
    const { body: negotiation } = await agent('POST', '/negotiations', lamp(95, { quantity }))
    expect(negotiation).toMatchObject({ status: 'accepted', availability: expected })
    const { body: hold } = await agent('GET', `/holds/${negotiation.outcome.hold_id}`)
    expect(hold.availability).toEqual(expected)
    for (const items of [[{ product_id: 'lamp', quantity }], [{ hold_id: hold.id }]]) {
      const { status: code, body } = await agent('POST', '/transactions', { items })
      if (isOrderable) {
        expect([code, body.items?.[0]?.availability]).toEqual([201, expected])
        await agent('POST', `/transactions/${body.id}/cancel`, { reason: 'Found another' })
      } else {
        expect([code, body.code, body.product_id, body.availability]).toEqual([409, 'out_of_stock', 'lamp', expected])
        expect(body.error).toMatch(/lamp.*\. Order /)
      }
    }
    if (!isOrderable) expect((await agent('GET', `/holds/${hold.id}`)).body.status).toBe('active')
  })
})

describe('POST /transactions for an out-of-stock product', () => {
  test('creates no row on 409, and returns 201 once the product is in stock', async () => {
    const { agent, brandId } = await shopWith({ availability: 'out_of_stock' })
    const items = [{ product_id: 'desk' }, { product_id: 'lamp' }]
    expect((await agent('POST', '/transactions', { items })).status).toBe(409)
    expect(await commerce.sql()`select from commerce.transactions where brand_id = ${brandId}`).toEqual([])
    expect(await commerce.events(brandId, 'transaction.%')).toEqual([])
    await stock(commerce.database(), brandId, [lampRow])
    expect((await agent('POST', '/transactions', { items })).status).toBe(201)
  })

  test('returns 409 for a bundle with an out-of-stock product', async () => {
    const { agent, brandId } = await shopWith({ availability: 'out_of_stock' })
    await bundle(brandId)
    const { status, body } = await agent('POST', '/transactions', { items: [{ bundle_id: 'set' }] })
    expect([status, body.code, body.bundle_id]).toEqual([409, 'out_of_stock', 'set'])
  })
})

describe('POST /transactions with several lines of a product with a stock of five', () => {
  async function shopOfFive() {
    const shop = await shopWith({ quantity: 5 })
    await bundle(shop.brandId)
    const held = async (quantity: number) => {
      const { body } = await shop.agent('POST', '/negotiations', lamp(95, { quantity }))
      return { hold_id: body.outcome.hold_id as string }
    }
    return { ...shop, held }
  }
  const refusal = { code: 'out_of_stock', product_id: 'lamp', availability: { quantity_available: 5 } }

  test.each([
    ['a product twice', [{ product_id: 'lamp', quantity: 3 }], [{ product_id: 'lamp', quantity: 2 }]],
    ['a bundle and its part', [{ bundle_id: 'set', quantity: 3 }], [{ product_id: 'lamp', quantity: 2 }]],
    ['a bundle twice', [{ bundle_id: 'set', quantity: 3 }], [{ bundle_id: 'set', quantity: 2 }]],
  ])('%s: returns 409 for six and 201 for five', async (_, three, two) => {
    const { agent } = await shopOfFive()
    const { status, body } = await agent('POST', '/transactions', { items: [...three, ...three] })
    expect([status, body]).toMatchObject([409, refusal])
    expect(body.error).toBe('6 of "lamp" were requested and the shop has 5. Order 5 or fewer.')
    expect((await agent('POST', '/transactions', { items: [...three, ...two] })).status).toBe(201)
  })

  test('a hold and the product: returns 409 for six, keeps the hold, and 201 for five', async () => {
    const { agent, held } = await shopOfFive()
    const hold = await held(3)
    const { status, body } = await agent('POST', '/transactions', {
      items: [hold, { product_id: 'lamp', quantity: 3 }],
    })
    expect([status, body]).toMatchObject([409, refusal])
    expect((await agent('GET', `/holds/${hold.hold_id}`)).body.status).toBe('active')
    expect((await agent('POST', '/transactions', { items: [hold, { product_id: 'lamp', quantity: 2 }] })).status).toBe(
      201,
    )
  })
})

describe('POST /transactions for a product with a stock of one', () => {
  const items = [{ product_id: 'lamp' }]
  const soldOut = { status: 'out_of_stock', quantity_available: 0, is_orderable: false }

  async function shopOfOne() {
    const shop = await shopWith({ quantity: 1 })
    const first = await shop.agent('POST', '/transactions', { items })
    expect([first.status, first.body.items[0].availability.is_orderable]).toEqual([201, true])
    const again = async () => (await shop.other('POST', '/transactions', { items })).status
    return { ...shop, id: first.body.id as string, again }
  }

  test('creates one order for twelve concurrent requests of three agents', async () => {
    const shop = await shopWith({ quantity: 1 })
    const agents = [shop.agent, shop.other, await commerce.agentOf(shop)]
    const admin = postgres(commerce.database().adminUrl, { max: 2, onnotice: () => undefined })
    onTestFinished(() => admin.end({ timeout: 1 }))
    // The lock holds back orders of all three agents, so that none sees another.
    const pending = await admin.begin(async (transaction) => {
      await transaction`lock table storefront.ordered_stock in share mode`
      const sent = Array.from({ length: 12 }, (_, place) => agents[place % 3]!('POST', '/transactions', { items }))
      await vi.waitFor(
        async () => {
          const waiting = await admin`
          select from pg_locks where relation = 'storefront.ordered_stock'::regclass and not granted`
          expect(waiting.length).toBeGreaterThanOrEqual(3)
        },
        { timeout: 10_000, interval: 20 },
      )
      return { sent: Promise.all(sent) }
    })
    const replies = await pending.sent
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([201, ...Array.from({ length: 11 }, () => 409)])
    const refused = replies.filter((reply) => reply.status === 409)
    expect(refused.map((reply) => reply.body.code)).toEqual(refused.map(() => 'out_of_stock'))
    expect(await commerce.sql()`select from commerce.transactions where brand_id = ${shop.brandId}`).toHaveLength(1)
  })

  test('avoids deadlocks for orders that list two products in opposite order', async () => {
    const shop = await commerce.shop()
    await stock(commerce.database(), shop.brandId, [
      { ...lampRow, quantity: 100 },
      { ...lampRow, id: 'desk', title: 'Desk', quantity: 100 },
    ])
    const agents = await Promise.all(Array.from({ length: 8 }, () => commerce.agentOf(shop)))
    const both = [{ product_id: 'lamp' }, { product_id: 'desk' }]
    const replies = await Promise.all(
      agents.flatMap((agent, place) => [
        agent('POST', '/transactions', { items: place % 2 ? both : both.toReversed() }),
        agent('POST', '/transactions', { items: place % 2 ? both.toReversed() : both }),
      ]),
    )
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 201))
  })

  test('returns 409 out_of_stock to another agent, and in_stock within the order itself', async () => {
    const { agent, other, id } = await shopOfOne()
    const { status, body } = await other('POST', '/transactions', { items })
    expect([status, body]).toMatchObject([409, { code: 'out_of_stock', product_id: 'lamp', availability: soldOut }])
    const { body: hold } = await other('POST', '/holds', { product_id: 'lamp' })
    expect(hold).toMatchObject({ status: 'active', stock_reserved: false, availability: soldOut })
    const { body: own } = await agent('GET', `/transactions/${id}`)
    expect(own.items[0].availability).toEqual({ status: 'in_stock', quantity_available: 1, is_orderable: true })
  })

  test('returns 409 after a bundle order takes the last piece', async () => {
    const { agent, other, brandId } = await shopWith({ quantity: 1 })
    await bundle(brandId)
    expect((await agent('POST', '/transactions', { items: [{ bundle_id: 'set' }] })).status).toBe(201)
    expect((await other('POST', '/transactions', { items })).status).toBe(409)
    expect((await other('POST', '/transactions', { items: [{ bundle_id: 'set' }] })).body.bundle_id).toBe('set')
  })

  test('returns 201 despite the hold of another agent, because holds reserve no stock', async () => {
    const { agent, other } = await shopWith({ quantity: 1 })
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp' })
    expect((await other('POST', '/transactions', { items })).status).toBe(201)
    expect((await agent('POST', '/transactions', { items: [{ hold_id: hold.id }] })).status).toBe(409)
    expect((await agent('GET', `/holds/${hold.id}`)).body.status).toBe('active')
  })

  test('returns 201 after the agent or the merchant cancels the first order', async () => {
    const { agent, merchant, id, again } = await shopOfOne()
    expect(await again()).toBe(409)
    expect((await agent('POST', `/transactions/${id}/cancel`, { reason: 'Found another' })).status).toBe(200)
    const { body: second } = await agent('POST', '/transactions', { items })
    expect(await again()).toBe(409)
    await merchant('POST', `/transactions/${second.id}/report`, { action: 'cancel', reason: 'Broken' })
    expect(await again()).toBe(201)
  })

  test('returns 201 once the first order has expired, before the worker updates it', async () => {
    const { brandId, id, again } = await shopOfOne()
    await commerce.runOut(brandId)
    expect(await again()).toBe(201)
    const [{ status } = {}] = await commerce.sql()`
      select status from commerce.transactions where brand_id = ${brandId} and transaction_id = ${id}`
    expect(status).toBe('created')
  })

  test('returns 409 after fulfillment until the shop imports its stock again', async () => {
    const { merchant, brandId, id, again } = await shopOfOne()
    await merchant('POST', `/transactions/${id}/report`, { action: 'confirm', merchant_order_id: 'A-1' })
    await merchant('POST', `/transactions/${id}/report`, { action: 'fulfill' })
    expect(await again()).toBe(409)
    await stock(commerce.database(), brandId, [{ ...lampRow, id: 'vase', title: 'Vase' }])
    expect(await again()).toBe(409)
    await stock(commerce.database(), brandId, [{ ...lampRow, quantity: 1 }])
    expect(await again()).toBe(201)
    expect(await again()).toBe(409)
    await stock(commerce.database(), brandId, [{ ...lampRow, quantity: 2 }])
    expect([await again(), await again(), await again()]).toEqual([201, 201, 409])
  })

  test('counts orders of test keys separately for each key', async () => {
    const shop = await commerce.shop()
    const keyOf = async () =>
      shop.caller(shop.brandId, (await issueKey(commerce.sql(), shop.accountId, { prefix: 'sk_test_' })).key)
    const [one, other] = [await keyOf(), await keyOf()]
    const [{ product_id, quantity } = {}] = await commerce.sql()`
      select product_id, quantity from storefront.products
      where brand_id = 'brd_simulated' and quantity > 0 and availability in ('in_stock', 'low_stock')
      order by product_id limit 1`
    const all = { items: [{ product_id, quantity }] }
    expect((await one('POST', '/transactions', all)).status).toBe(201)
    expect((await one('POST', '/transactions', all)).status).toBe(409)
    expect((await other('POST', '/transactions', all)).status).toBe(201)
  })
})

/** A bundle of the lamp and the desk. */
async function bundle(brandId: string) {
  await commerce.sql()`insert into storefront.shops (brand_id, website) values (${brandId}, 'https://shop.example') on conflict do nothing`
  await commerce.sql()`
    insert into storefront.bundles (brand_id, bundle_id, name, price_micros, currency, products_count)
    values (${brandId}, 'set', 'Lamp and desk', 300000000, 'USD', 2)`
  await commerce.sql()`
    insert into storefront.bundle_products (brand_id, bundle_id, product_id, position)
    values (${brandId}, 'set', 'lamp', 1), (${brandId}, 'set', 'desk', 2)`
}
