import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { lamp, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('POST /transactions', () => {
  test('creates an order at current prices, with a handoff link and payment unreported', async () => {
    const { agent, brandId } = await commerce.shop()
    const items = [{ product_id: 'lamp', quantity: 2 }, { product_id: 'desk' }]
    const { status, body } = await agent('POST', '/transactions', {
      items,
      buyer_reference: 'b-1',
      agent: { platform: 'claude' },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'created',
      items: [
        { product_id: 'lamp', title: 'Lamp', quantity: 2, unit_price: { amount: 100 }, hold_id: null },
        { product_id: 'desk', quantity: 1, unit_price: { amount: 250 } },
      ],
      totals: [{ type: 'items', amount: { amount: 450, currency: 'USD' } }],
      payment: { state: 'unreported', reported_by: null },
      confirmation_window: { state: 'none' },
      handoff: { expires_at: '2026-11-21T12:00:00Z', opened_at: null },
      next_actions: ['cancel'],
    })
    expect(body.handoff.url).toBe(`http://vitrine.test/api/storefront/${brandId}/handoff/${body.handoff.token}`)
    expect(await commerce.events(brandId, 'transaction.%')).toEqual(['transaction.created'])
  })

  test('consumes the hold of an agreement and sets the negotiation to converted', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body: agreed } = await agent('POST', '/negotiations', lamp(95, { quantity: 3 }))
    const { body } = await agent('POST', '/transactions', { items: [{ hold_id: agreed.outcome.hold_id }] })
    expect(body).toMatchObject({
      items: [{ product_id: 'lamp', quantity: 3, unit_price: { amount: 95 }, hold_id: agreed.outcome.hold_id }],
      totals: [{ amount: { amount: 285 } }],
    })
    expect((await agent('GET', `/negotiations/${agreed.id}`)).body).toMatchObject({
      status: 'converted',
      outcome: { transaction_id: body.id },
    })
    expect((await agent('GET', `/holds/${agreed.outcome.hold_id}`)).body).toMatchObject({
      status: 'consumed',
      transaction_id: body.id,
    })
    expect(await commerce.events(brandId, 'price_hold.consumed')).toHaveLength(1)
  })

  test('creates one order for six concurrent requests with one hold', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp' })
    const items = [{ hold_id: hold.id }]
    const answers = await Promise.all(Array.from({ length: 6 }, () => agent('POST', '/transactions', { items })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    expect((await agent('POST', '/transactions', { items: [...items, ...items] })).status).toBe(409)
    expect(await commerce.sql()`select from commerce.transactions where brand_id = ${brandId}`).toHaveLength(1)
  })

  test('returns 409 for an expired hold and creates no order', async () => {
    const { agent, other, brandId } = await commerce.shop()
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp' })
    expect((await other('POST', '/transactions', { items: [{ hold_id: hold.id }] })).status).toBe(404)
    await commerce.runOut(brandId)
    const late = await agent('POST', '/transactions', { items: [{ product_id: 'desk' }, { hold_id: hold.id }] })
    expect([late.status, late.body.from]).toEqual([409, 'expired'])
    expect(await commerce.events(brandId, 'transaction.%')).toEqual([])
  })

  test.each([
    ['items', { items: [] }],
    ['items', { items: Array.from({ length: 21 }, () => ({ product_id: 'lamp' })) }],
    ['items', {}],
    ['items', { items: [{ product_id: 'lamp' }, { product_id: 'rug' }] }],
    ['items', { items: [{ product_id: 'lamp', unit_price: 1 }] }],
    ['items', { items: [{ product_id: 'lamp', quantity: 0 }] }],
    ['items', { items: [{ product_id: 'lamp', quantity: -1 }] }],
    ['confirmation_window_days', { items: [{ product_id: 'lamp' }], confirmation_window_days: 31 }],
    ['confirmation_window_days', { items: [{ product_id: 'lamp' }], confirmation_window_days: 0 }],
    ['buyer_reference', { items: [{ product_id: 'lamp' }], buyer_reference: 'x'.repeat(201) }],
  ])('rejects an invalid %s with 400: %#', async (field, body) => {
    const { agent } = await commerce.shop()
    const refused = await agent('POST', '/transactions', body)
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining(field)])
  })

  test('keeps the title and price of a hold when the catalog has changed', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp' })
    await stock(commerce.database(), brandId, [{ id: 'lamp', title: 'Brighter lamp', price: 120 }])
    const { status, body } = await agent('POST', '/transactions', { items: [{ hold_id: hold.id }] })
    expect([status, body.items[0].title, body.items[0].unit_price.amount]).toEqual([201, 'Lamp', 100])
  })

  test('returns 409 out_of_stock for a hold on a product removed from the catalog', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp' })
    await stock(commerce.database(), brandId, [{ id: 'desk', title: 'Desk', price: 300 }], { replaces: true })
    const { status, body } = await agent('POST', '/transactions', { items: [{ hold_id: hold.id }] })
    expect([status, body.code, body.availability]).toEqual([409, 'out_of_stock', null])
    expect((await agent('GET', `/holds/${hold.id}`)).body).toMatchObject({ status: 'active', availability: null })
  })

  test('returns 403 or 404 for a hold of another caller, without waiting for its lock', async () => {
    const { agent, merchant } = await commerce.shop()
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp' })
    const { body: own } = await merchant('POST', '/holds', { product_id: 'lamp' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2
          ? agent('POST', '/transactions', { items: [{ hold_id: own.id }] })
          : merchant('POST', '/transactions', { items: [{ hold_id: hold.id }] }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([403, 403, 403, 403, 404, 404, 404, 404])
  })

  test('rejects a total above the numeric range with 400', async () => {
    const { agent, brandId } = await commerce.shop()
    await stock(commerce.database(), brandId, [{ id: 'palace', title: 'Palace', price: 25_000_000, currency: 'VND' }])
    const items = [{ product_id: 'palace', quantity: 1_000_000 }]
    const { status, body } = await agent('POST', '/transactions', { items })
    expect([status, body.error]).toEqual([400, expect.stringContaining('items')])
  })
})
