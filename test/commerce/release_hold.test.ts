import { describe, expect, test } from 'vitest'
import { lamp, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('DELETE /holds/{hold_id}', () => {
  test('releases the hold idempotently; 403 for the shop, 404 for another agent', async () => {
    const { agent, merchant, other, brandId } = await commerce.shop()
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp' })
    expect((await merchant('DELETE', `/holds/${hold.id}`)).status).toBe(403)
    expect((await other('DELETE', `/holds/${hold.id}`)).status).toBe(404)
    for (let count = 0; count < 2; count++) {
      const { status, body } = await agent('DELETE', `/holds/${hold.id}`)
      expect([status, body.status, body.quote_token]).toEqual([200, 'released', null])
    }
    expect(await commerce.events(brandId, 'price_hold.released')).toHaveLength(1)
  })

  test('sets the negotiation of the hold to lapsed', async () => {
    const { agent } = await commerce.shop()
    const { body: agreed } = await agent('POST', '/negotiations', lamp(95))
    await agent('DELETE', `/holds/${agreed.outcome.hold_id}`)
    expect((await agent('GET', `/negotiations/${agreed.id}`)).body.status).toBe('lapsed')
  })

  test('returns 409 for a consumed hold', async () => {
    const { agent } = await commerce.shop()
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp' })
    await agent('POST', '/transactions', { items: [{ hold_id: hold.id }] })
    const { status, body } = await agent('DELETE', `/holds/${hold.id}`)
    expect([status, body.from]).toEqual([409, 'consumed'])
  })
})
