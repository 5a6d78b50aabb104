import { describe, expect, test } from 'vitest'
import { useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('DELETE /offers/{offer_id}', () => {
  test('ends the offer idempotently, for its own shop only', async () => {
    const { merchant, agent } = await commerce.shop()
    const { body: offer } = await merchant('POST', '/offers', { type: 'percent_off', title: 'x', percent_off: 10 })
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp', offer_id: offer.id })
    expect((await agent('DELETE', `/offers/${offer.id}`)).status).toBe(403)
    for (let count = 0; count < 2; count++) {
      const { status, body } = await merchant('DELETE', `/offers/${offer.id}`)
      expect([status, body.ends_at]).toEqual([200, '2026-11-20T12:00:00Z'])
    }
    expect((await agent('GET', '/offers')).body.offers).toEqual([])
    expect((await agent('GET', `/holds/${hold.id}`)).body.status).toBe('active')
    const elsewhere = await commerce.shop()
    expect((await elsewhere.merchant('DELETE', `/offers/${offer.id}`)).status).toBe(404)
  })
})
