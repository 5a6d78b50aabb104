import { describe, expect, test } from 'vitest'
import { lamp, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

async function waiting() {
  const shop = await commerce.shop({ answered_by: 'merchant' })
  const { body: opened } = await shop.agent('POST', '/negotiations', lamp(60))
  const respond = (body: object, by = shop.merchant) => by('POST', `/negotiations/${opened.id}/respond`, body)
  return { ...shop, opened, respond }
}

describe('POST /negotiations/{negotiation_id}/respond', () => {
  test('accepts a pending offer', async () => {
    const { respond } = await waiting()
    expect((await respond({ action: 'accept' })).body).toMatchObject({
      status: 'accepted',
      resolution: 'accepted_by_merchant',
      outcome: { price: { amount: 60 } },
    })
  })

  test('counters, and returns 400 for a second counter-offer above the first', async () => {
    const { respond, agent, opened } = await waiting()
    const countered = await respond({
      action: 'counter',
      offer: { amount: 75, currency: 'USD' },
      message: 'Our last word',
    })
    expect(countered.body).toMatchObject({
      status: 'pending_agent',
      current_offer: { party: 'merchant', message: 'Our last word' },
    })
    const back = await agent('POST', `/negotiations/${opened.id}/offers`, { offer: { amount: 65, currency: 'USD' } })
    expect(back.body.status).toBe('pending_merchant')
    const higher = await respond({ action: 'counter', offer: { amount: 76, currency: 'USD' } })
    expect([higher.status, higher.body.error]).toEqual([400, expect.stringContaining('not be above')])
  })

  test('declines a pending offer', async () => {
    const { respond } = await waiting()
    expect((await respond({ action: 'decline' })).body).toMatchObject({
      status: 'rejected',
      resolution: 'declined_by_merchant',
    })
  })

  test('returns 400 for an acceptance or counter-offer below the floor', async () => {
    const { agent, merchant } = await commerce.shop({ answered_by: 'merchant', floor: { percent: 70 } })
    const { body: opened } = await agent('POST', '/negotiations', lamp(69.99))
    for (const body of [{ action: 'accept' }, { action: 'counter', offer: { amount: 69.99, currency: 'USD' } }]) {
      const refused = await merchant('POST', `/negotiations/${opened.id}/respond`, body)
      expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('does not allow')])
      expect(refused.body.error).not.toContain('70')
    }
  })

  test('returns 403 for the agent', async () => {
    const { respond, agent } = await waiting()
    const { status, body } = await respond({ action: 'accept' }, agent)
    expect([status, body.error]).toEqual([403, expect.stringContaining('write:storefront')])
  })

  test('returns 403 for the key that opened the negotiation', async () => {
    const { merchant } = await commerce.shop({ answered_by: 'merchant' })
    const { body: own } = await merchant('POST', '/negotiations', lamp(60))
    expect(own.next_actions).toEqual(['withdraw'])
    const { status, body } = await merchant('POST', `/negotiations/${own.id}/respond`, { action: 'accept' })
    expect([status, body.error]).toEqual([403, expect.stringContaining('cannot respond to it')])
  })

  test('copies the granted terms to the hold and the order', async () => {
    const { agent, merchant, brandId } = await commerce.shop({ answered_by: 'merchant' })
    const { body: opened } = await agent('POST', '/negotiations', lamp(60))
    const answer = (body: object) => merchant('POST', `/negotiations/${opened.id}/respond`, body)
    await answer({ action: 'counter', offer: { amount: 90, currency: 'USD' } })
    const addOn = { type: 'add_on', add_on_product_id: 'desk', amount: 1, currency: 'USD' }
    await agent('POST', `/negotiations/${opened.id}/offers`, { offer: addOn })
    expect((await answer({ action: 'counter', offer: { type: 'free_shipping' } })).body.status).toBe('pending_agent')
    const { body: agreed } = await agent('POST', `/negotiations/${opened.id}/accept`, {})
    const { body: hold } = await agent('GET', `/holds/${agreed.outcome.hold_id}`)
    expect(hold).toMatchObject({ unit_price: { amount: 100 }, terms: { type: 'free_shipping' } })
    const { body: made } = await agent('POST', '/transactions', { items: [{ hold_id: hold.id }] })
    expect(made.items[0].terms).toEqual({ type: 'free_shipping' })
    expect(made.brand_id).toBe(brandId)
  })

  test('returns 409 while the offer is pending with the agent', async () => {
    const { respond } = await waiting()
    await respond({ action: 'counter', offer: { amount: 75, currency: 'USD' } })
    const { status, body } = await respond({ action: 'accept' })
    expect([status, body.from, body.allowed]).toEqual([409, 'pending_agent', []])
  })

  test('returns 400 for an offer and a message that the action does not use', async () => {
    const { respond } = await waiting()
    const { body } = await respond({ action: 'accept', offer: { amount: 1, currency: 'USD' }, message: 'Fine' })
    expect(body.fields).toEqual([
      { path: 'offer', message: 'is only valid with action=counter.' },
      { path: 'message', message: 'is only valid with action=counter.' },
    ])
  })

  test.each([{ action: 'counter' }, { action: 'accept', offer: { amount: 1, currency: 'USD' } }, { action: 'shrug' }])(
    'rejects %o with 400',
    async (body) => {
      const { respond } = await waiting()
      expect((await respond(body)).status).toBe(400)
    },
  )
})
