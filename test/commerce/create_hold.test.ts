import { describe, expect, test } from 'vitest'
import { lamp, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('POST /holds', () => {
  test('holds the current price and reserves no stock', async () => {
    const { agent, brandId } = await commerce.shop()
    const { status, body } = await agent('POST', '/holds', { product_id: 'lamp', quantity: 2 })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      brand_id: brandId,
      status: 'active',
      unit_price: { amount: 100, currency: 'USD' },
      quantity: 2,
      source: 'list',
      stock_reserved: false,
      expires_at: '2026-11-20T12:15:00Z',
    })
    expect((await agent('POST', '/holds', { product_id: 'desk', minutes: 1440 })).body).toMatchObject({
      source: 'sale',
      expires_at: '2026-11-21T12:00:00Z',
    })
    expect(await commerce.events(brandId, 'price_hold.%')).toEqual(['price_hold.created', 'price_hold.created'])
  })

  test('creates one hold per agent and product for five concurrent requests', async () => {
    const { agent, other } = await commerce.shop()
    const answers = await Promise.all(Array.from({ length: 5 }, () => agent('POST', '/holds', { product_id: 'lamp' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
    const [made] = answers.filter(({ status }) => status === 201)
    const [refused] = answers.filter(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'hold_exists', hold_id: made?.body.id })
    expect((await agent('POST', '/holds', { product_id: 'desk' })).status).toBe(201)
    expect((await other('POST', '/holds', { product_id: 'lamp' })).status).toBe(201)
  })

  test('returns 201 once the first hold has expired', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body: first } = await agent('POST', '/holds', { product_id: 'lamp' })
    await commerce.runOut(brandId)
    expect((await agent('POST', '/holds', { product_id: 'lamp' })).status).toBe(201)
    expect((await agent('GET', `/holds/${first.id}`)).body.status).toBe('expired')
  })

  test('returns the hold of the agreement for its `negotiation_id`', async () => {
    const { agent, other } = await commerce.shop()
    const { body: agreed } = await agent('POST', '/negotiations', lamp(95))
    const { body } = await agent('POST', '/holds', { negotiation_id: agreed.id })
    expect(body).toMatchObject({ id: agreed.outcome.hold_id, unit_price: { amount: 95 } })
    expect((await other('POST', '/holds', { negotiation_id: agreed.id })).status).toBe(404)
    const { body: open } = await agent('POST', '/negotiations', lamp(60))
    expect((await agent('POST', '/holds', { negotiation_id: open.id })).body.code).toBe('invalid_transition')
  })

  test.each([
    { product_id: 'lamp', minutes: 0 },
    { product_id: 'lamp', minutes: 1441 },
    { product_id: 'lamp', quantity: 0 },
    {},
    { product_id: 'lamp', bundle_id: 'b' },
  ])('rejects %o with 400', async (body) => {
    const { agent } = await commerce.shop()
    const refused = await agent('POST', '/holds', body)
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toEqual([{ path: expect.any(String), message: expect.any(String) }])
  })

  test('names the missing field of an empty body', async () => {
    const { agent } = await commerce.shop()
    expect((await agent('POST', '/holds', {})).body.fields).toMatchObject([{ path: 'product_id' }])
  })
})
