import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { useConnector } from '../support/connector_api.ts'
import { issueKey } from '../support/factories.ts'

const connector = useConnector()
const opening = {
  product_id: 'a',
  quantity: 2,
  action: 'open',
  offer: { amount: 8, currency: 'USD' },
  idempotency_key: 'negotiation-1',
}

async function stocked(policy = true) {
  const tenant = await connector.open()
  await stock(connector.database(), tenant.brandId, [
    { id: 'a', title: 'Lamp', price: 10, link: 'https://shop.example/a' },
  ])
  if (policy) {
    await connector.database().sql`
      insert into commerce.pricing_policies (brand_id, floor_percent, target_percent) values (${tenant.brandId}, 40, 70)`
  }
  let calls = 0
  const use = (input: object, key = tenant.key) =>
    connector.use(key, 'negotiate_price', {
      brand_id: tenant.brandId,
      ...opening,
      idempotency_key: `negotiation-${calls++}`,
      ...input,
    })
  return { ...tenant, use }
}

describe('negotiate_price', () => {
  test('negotiates from an offer to an order at the agreed price', async () => {
    const { use, brandId } = await stocked()
    const opened = await use({ offer: { amount: 5, currency: 'USD' } })
    expect([opened.status, opened.body]).toEqual([
      200,
      expect.objectContaining({
        order_handoff_url: null,
        negotiation: {
          id: expect.stringMatching(/^neg_/),
          state: 'pending_agent',
          round: 1,
          rounds_max: 3,
          quantity: 2,
          availability: { status: 'in_stock', quantity_available: null, is_orderable: true },
          list_price: { amount: 10, currency: 'USD' },
          counter_offer: { amount: 9, currency: 'USD' },
          agreed_price: null,
          next_actions: ['accept', 'counter', 'withdraw'],
          expires_at: '2026-11-20T12:15:00Z',
        },
      }),
    ])
    const negotiation_id = opened.body.negotiation.id
    const countered = await use({ action: 'counter', negotiation_id, offer: { amount: 6, currency: 'USD' } })
    expect(countered.body.negotiation).toMatchObject({ round: 2, counter_offer: { amount: 8 } })
    const last = { action: 'accept', negotiation_id, offer: undefined }
    expect((await use({ ...last, confirm: false })).status).toBe(400)
    const accepted = await use({ ...last, confirm: true })
    expect(accepted.body).toMatchObject({
      negotiation: { state: 'converted', agreed_price: { amount: 8, currency: 'USD' }, counter_offer: null },
      order_handoff_url: expect.stringContaining(`/api/storefront/${brandId}/handoff/hnd_`),
    })
    const [order] = await connector.database().sql`
      select quantity, unit_price_micros::float from commerce.transaction_items where brand_id = ${brandId}`
    expect(order).toEqual({ quantity: 2, unit_price_micros: 8_000_000 })
  })

  test('creates an order for an accepted offer only after a confirmed accept', async () => {
    const { use, brandId } = await stocked()
    const { body } = await use({ offer: { amount: 9.5, currency: 'USD' } })
    expect(body).toMatchObject({
      negotiation: { state: 'accepted', agreed_price: { amount: 9.5 }, next_actions: ['accept'] },
      order_handoff_url: null,
    })
    const orders = async () =>
      (await connector.database().sql`select from commerce.transactions where brand_id = ${brandId}`).length
    expect(await orders()).toBe(0)
    await use({ action: 'accept', negotiation_id: body.negotiation.id, offer: undefined, confirm: true })
    expect(await orders()).toBe(1)
  })

  test('creates one negotiation for two calls with the same idempotency_key', async () => {
    const { use, brandId } = await stocked()
    const once = { idempotency_key: 'the-same-key' }
    const [first, again] = [await use(once), await use(once)]
    expect(again.body).toEqual({ ...first.body, meta: { ...first.body.meta, request_id: again.body.meta.request_id } })
    expect(await connector.database().sql`select from commerce.negotiations where brand_id = ${brandId}`).toHaveLength(
      1,
    )
    expect((await use({ ...once, quantity: 3 })).status).toBe(422)
  })

  test('withdraws a negotiation and returns 409 for a later accept', async () => {
    const { use } = await stocked()
    const { body } = await use({ offer: { amount: 5, currency: 'USD' } })
    const move = { negotiation_id: body.negotiation.id, offer: undefined }
    expect((await use({ action: 'withdraw', ...move })).body.negotiation.state).toBe('withdrawn')
    const late = await use({ action: 'accept', ...move, confirm: true })
    expect([late.status, late.body.error.code]).toEqual([409, 'invalid_transition'])
    expect((await use({ action: 'withdraw', ...move, product_id: 'b' })).body.error.message).toMatch(/^`product_id` /)
  })

  test('allows an app to negotiate with a foreign shop and returns 404 to others', async () => {
    const shop = await stocked()
    const buyer = await stocked()
    const { token } = await connector.connect([buyer.brandId], ['write:negotiation'])
    const other = await connector.connect([buyer.brandId], ['write:negotiation'])
    const { status, body } = await shop.use({ offer: { amount: 5, currency: 'USD' } }, token)
    expect([status, body.negotiation.state]).toEqual([200, 'pending_agent'])
    const accept = { action: 'accept', negotiation_id: body.negotiation.id, offer: undefined, confirm: true }
    expect((await shop.use(accept, other.token)).status).toBe(404)
    // A key of another account has no access to this negotiation.
    expect((await shop.use(accept, buyer.key)).status).toBe(404)
    expect((await shop.use(accept, token)).body.order_handoff_url).toContain(shop.brandId)
  })

  test('negotiates with the simulated shop for a test key', async () => {
    const { use, testKey } = await stocked()
    const [product] = await connector.database().sql`
      select product_id, price_micros::float / 1000000 as price from storefront.products where brand_id = 'brd_simulated' order by product_id limit 1`
    const offer = { amount: Math.round(product?.price * 60) / 100, currency: 'USD' }
    const { status, body } = await use({ product_id: product?.product_id, offer }, testKey)
    expect([status, body.negotiation?.state]).toEqual([200, 'pending_agent'])
    const events = await connector.database().sql`select from events.outbox where brand_id = 'brd_simulated'`
    expect(events).toHaveLength(0)
  })

  test('returns 404 for a shop without a pricing policy', async () => {
    const { use } = await stocked(false)
    const { status, body } = await use({})
    expect([status, body.error]).toEqual([
      404,
      { code: 'not_found', message: expect.stringContaining('is not negotiable') },
    ])
  })

  test.each([
    ['negotiation_id', { negotiation_id: 'neg_1' }],
    ['negotiation_id', { action: 'counter' }],
    ['offer', { offer: undefined }],
    ['offer', { action: 'accept', negotiation_id: 'neg_1', confirm: true }],
    ['confirm', { action: 'accept', negotiation_id: 'neg_1', offer: undefined }],
    ['confirm', { action: 'accept', negotiation_id: 'neg_1', offer: undefined, confirm: false }],
    ['offer.currency', { offer: { amount: 8, currency: 'ZZZ' } }],
    ['offer.amount', { offer: { amount: -1, currency: 'USD' } }],
    ['offer.amount', { offer: { amount: 1e300, currency: 'USD' } }],
    ['offer', { offer: 'all of it' }],
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: 1.5 }],
    ['action', { action: 'steal' }],
    ['idempotency_key', { idempotency_key: 'short' }],
    ['idempotency_key', { idempotency_key: undefined }],
    ['product_id', { product_id: '' }],
  ])('returns 400 with %s for %o', async (field, input) => {
    const { use } = await stocked()
    const { status, body } = await use(input)
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(new RegExp(`^\`?${field}\`?:? `))])
  })

  test('returns 404 for an unknown product or shop and 403 without the scope', async () => {
    const [own, foreign] = [await stocked(), await stocked()]
    expect((await own.use({ product_id: 'b' })).body.error.message).toMatch(/^This shop has no product b\./)
    expect((await own.use({ brand_id: 'brd_nowhere' })).status).toBe(404)
    expect((await own.use({ brand_id: foreign.brandId })).status).toBe(200)
    const { sql } = connector.database()
    const { key, keyId } = await issueKey(sql, own.accountId, { prefix: 'sk_live_' })
    await sql`update core.api_keys set scopes = '{read:marketing,read:commerce,write:proposals}' where key_id = ${keyId}`
    const { status, body } = await own.use({}, key)
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('write:negotiation')])
  })
})

describe('negotiate_price by a connected app', () => {
  test('keeps its negotiations and its daily limit after a reconnect', async () => {
    const shop = await stocked()
    const buyer = await stocked()
    const { sql } = connector.database()
    await sql`update commerce.pricing_policies set negotiations_per_day_max = 1 where brand_id = ${shop.brandId}`
    const first = await connector.connect([buyer.brandId], ['write:negotiation'])
    const { body } = await shop.use({ offer: { amount: 5, currency: 'USD' } }, first.token)
    const second = await connector.reconnect(first)
    expect((await shop.use({ offer: { amount: 5, currency: 'USD' } }, second)).status).toBe(429)
    const accept = { action: 'accept', negotiation_id: body.negotiation.id, offer: undefined, confirm: true }
    expect((await shop.use(accept, second)).body.negotiation.state).toBe('converted')
  })

  test('sets is_of_shop only on orders of members of the shop', async () => {
    const shop = await stocked()
    const stranger = await stocked()
    const { sql } = connector.database()
    const own = await connector.connect([shop.brandId], ['write:negotiation'])
    const other = await connector.connect([stranger.brandId], ['write:negotiation'])
    for (const { token } of [own, other]) {
      const { body } = await shop.use({ offer: { amount: 5, currency: 'USD' } }, token)
      await shop.use({ action: 'accept', negotiation_id: body.negotiation.id, offer: undefined, confirm: true }, token)
    }
    const orders = await sql`select is_of_shop from commerce.transactions where brand_id = ${shop.brandId} order by 1`
    expect(orders.map((row) => row.is_of_shop)).toEqual([false, true])
  })
})
