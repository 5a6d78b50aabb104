import { describe, expect, test } from 'vitest'
import { lamp, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('POST /negotiations/{negotiation_id}/offers', () => {
  test('lowers counter-offers to the target, and returns 409 after the last round', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body: opened } = await agent('POST', '/negotiations', lamp(50))
    const path = `/negotiations/${opened.id}`
    const second = await agent('POST', `${path}/offers`, { offer: { amount: 60, currency: 'USD' } })
    expect(second.body).toMatchObject({
      status: 'pending_agent',
      round: 2,
      current_offer: { unit_price: { amount: 86.67 } },
    })
    const third = await agent('POST', `${path}/offers`, { offer: { amount: 70, currency: 'USD' } })
    expect(third.body).toMatchObject({
      round: 3,
      current_offer: { unit_price: { amount: 80 } },
      next_actions: ['accept', 'reject', 'withdraw'],
    })
    const fourth = await agent('POST', `${path}/offers`, { offer: { amount: 79, currency: 'USD' } })
    expect([fourth.status, fourth.body]).toEqual([
      409,
      {
        error: expect.stringContaining('The action counter is not allowed'),
        code: 'invalid_transition',
        request_id: expect.any(String),
        from: 'pending_agent',
        action: 'counter',
        allowed: ['accept', 'reject', 'withdraw'],
      },
    ])
    expect(await commerce.events(brandId, 'negotiation.countered')).toHaveLength(5)
  })

  test('accepts an offer at the price of the next counter-offer', async () => {
    const { agent } = await commerce.shop()
    const { body: opened } = await agent('POST', '/negotiations', lamp(50))
    const { body } = await agent('POST', `/negotiations/${opened.id}/offers`, {
      offer: { amount: 86.67, currency: 'USD' },
    })
    expect(body).toMatchObject({ status: 'accepted', outcome: { price: { amount: 86.67 } } })
  })

  test.each([50, 49.99])('rejects an offer of %d after one of 50 with 400', async (amount) => {
    const { agent } = await commerce.shop()
    const { body: opened } = await agent('POST', '/negotiations', lamp(50))
    const refused = await agent('POST', `/negotiations/${opened.id}/offers`, { offer: { amount, currency: 'USD' } })
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('above your previous offer')])
    expect((await agent('GET', `/negotiations/${opened.id}`)).body).toEqual(opened)
  })

  test('returns 409 version_conflict for an outdated version', async () => {
    const { agent } = await commerce.shop()
    const { body: opened } = await agent('POST', '/negotiations', lamp(50))
    const offer = { amount: 60, currency: 'USD' }
    const stale = await agent('POST', `/negotiations/${opened.id}/offers`, { offer, version: opened.version - 1 })
    expect([stale.status, stale.body.code, stale.body.version]).toEqual([409, 'version_conflict', opened.version])
    const right = await agent('POST', `/negotiations/${opened.id}/offers`, { offer, version: opened.version })
    expect(right.status).toBe(200)
  })

  test('returns 404 for another agent and for an agent of another shop', async () => {
    const { agent, other } = await commerce.shop()
    const elsewhere = await commerce.shop()
    const { body: opened } = await agent('POST', '/negotiations', lamp(50))
    for (const stranger of [other, elsewhere.agent]) {
      const { status } = await stranger('POST', `/negotiations/${opened.id}/offers`, {
        offer: { amount: 60, currency: 'USD' },
      })
      expect(status).toBe(404)
    }
  })

  test('returns 403 for a key of the shop', async () => {
    const { agent, merchant } = await commerce.shop()
    const { body: opened } = await agent('POST', '/negotiations', lamp(50))
    for (const [path, body] of [
      ['offers', { offer: { amount: 60, currency: 'USD' } }],
      ['accept', {}],
      ['reject', {}],
      ['withdraw', {}],
    ] as const) {
      expect((await merchant('POST', `/negotiations/${opened.id}/${path}`, body)).status).toBe(403)
    }
  })

  test('returns 409 after expiry and emits one negotiation.expired event', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body: opened } = await agent('POST', '/negotiations', lamp(50))
    await commerce.runOut(brandId)
    const late = () => agent('POST', `/negotiations/${opened.id}/offers`, { offer: { amount: 60, currency: 'USD' } })
    for (const { status, body } of [await late(), await late()])
      expect([status, body.from, body.allowed]).toEqual([409, 'expired', []])
    expect((await agent('GET', `/negotiations/${opened.id}`)).body).toMatchObject({
      status: 'expired',
      current_offer: { status: 'expired' },
    })
    expect(await commerce.events(brandId, 'negotiation.expired')).toEqual(['negotiation.expired'])
  })
})
