import { describe, expect, test } from 'vitest'
import { useCommerce } from '../support/commerce.ts'
import { issueKey } from '../support/factories.ts'

const commerce = useCommerce({ isSimulated: true })

const tenth = { type: 'percent_off', title: 'A tenth off', percent_off: 10 }

describe('GET /offers', () => {
  test('lists offers with discounted prices without a key', async () => {
    const { merchant, brandId, caller } = await commerce.shop()
    const { body: made } = await merchant('POST', '/offers', { ...tenth, product_ids: ['lamp'] })
    const { status, body } = await caller(brandId, null)('GET', '/offers')
    expect([status, body.offers]).toEqual([200, [made]])
    expect(made).toMatchObject({
      products: [{ product_id: 'lamp', list_price: { amount: 100 }, price: { amount: 90 } }],
      audience: { platforms: ['all'] },
    })
  })

  test('lists current offers only, filtered by platform', async () => {
    const { merchant, agent } = await commerce.shop()
    await merchant('POST', '/offers', { ...tenth, title: 'Then', starts_at: '2026-12-01T00:00:00Z' })
    await merchant('POST', '/offers', {
      ...tenth,
      title: 'Over',
      starts_at: '2026-11-01T00:00:00Z',
      ends_at: '2026-11-02T00:00:00Z',
    })
    await merchant('POST', '/offers', { ...tenth, title: 'Claude', platforms: ['claude'] })
    await merchant('POST', '/offers', { ...tenth, title: 'All' })
    const titles = async (query = '') =>
      (await agent('GET', `/offers${query}`)).body.offers.map(({ title }: { title: string }) => title).toSorted()
    expect(await titles()).toEqual(['All', 'Claude'])
    expect(await titles('?platform=chatgpt')).toEqual(['All'])
    expect(await titles('?platform=claude')).toEqual(['All', 'Claude'])
  })

  test('allows as many orders as `redemptions_max`', async () => {
    const { merchant, agent, other } = await commerce.shop()
    const { body: offer } = await merchant('POST', '/offers', { ...tenth, redemptions_max: 1 })
    const hold = (by: typeof agent, more: object = {}) =>
      by('POST', '/holds', { product_id: 'lamp', offer_id: offer.id, ...more })
    const [mine, theirs] = [await hold(agent), await hold(other)]
    expect(mine.body).toMatchObject({ source: 'exclusive_offer', unit_price: { amount: 90 }, offer_id: offer.id })
    const bought = await Promise.all([
      agent('POST', '/transactions', { items: [{ hold_id: mine.body.id }] }),
      other('POST', '/transactions', { items: [{ hold_id: theirs.body.id }] }),
    ])
    expect(bought.map(({ status }) => status).toSorted()).toEqual([201, 404])
    expect((await hold(agent)).status).toBe(404)
    expect((await agent('GET', '/offers')).body.offers).toEqual([])
  })

  test('rejects a hold for another platform (403) or another product (400)', async () => {
    const { merchant, agent } = await commerce.shop()
    const { body: lamps } = await merchant('POST', '/offers', {
      ...tenth,
      product_ids: ['lamp'],
      platforms: ['claude'],
    })
    const hold = async (more: object) =>
      (await agent('POST', '/holds', { product_id: 'lamp', offer_id: lamps.id, ...more })).status
    expect(await hold({})).toBe(400)
    expect(await hold({ agent: { platform: 'chatgpt' } })).toBe(403)
    expect(await hold({ agent: { platform: 'claude' }, product_id: 'desk' })).toBe(400)
    expect(await hold({ agent: { platform: 'claude' } })).toBe(201)
  })

  test('returns the redemption of a canceled or expired order', async () => {
    const { merchant, agent, brandId } = await commerce.shop()
    const { body: offer } = await merchant('POST', '/offers', { ...tenth, redemptions_max: 1 })
    const buy = async () => {
      const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp', offer_id: offer.id })
      return (await agent('POST', '/transactions', { items: [{ hold_id: hold.id }] })).body
    }
    const left = async () => (await agent('GET', '/offers')).body.offers.length
    const first = await buy()
    expect(await left()).toBe(0)
    await agent('POST', `/transactions/${first.id}/cancel`, { reason: 'x' })
    expect(await left()).toBe(1)
    const second = await buy()
    await commerce.runOut(brandId)
    await agent('GET', `/transactions/${second.id}`)
    expect(await left()).toBe(1)
  })

  test('creates two concurrent orders that use the same offers in opposite order', async () => {
    const { merchant, agent, other } = await commerce.shop()
    const offers = [
      (await merchant('POST', '/offers', { ...tenth, product_ids: ['lamp'], redemptions_max: 50 })).body.id,
      (await merchant('POST', '/offers', { ...tenth, product_ids: ['desk'], redemptions_max: 50 })).body.id,
    ]
    const hold = async (by: typeof agent, product_id: string, offer_id: string) =>
      (await by('POST', '/holds', { product_id, offer_id })).body.id as string
    for (let round = 0; round < 6; round++) {
      const baskets = await Promise.all(
        [agent, other].map(async (by) => [await hold(by, 'lamp', offers[0]), await hold(by, 'desk', offers[1])]),
      )
      const answers = await Promise.all(
        [agent, other].map((by, index) => {
          const items = (baskets[index] as string[]).map((hold_id) => ({ hold_id }))
          return by('POST', '/transactions', { items: index ? items.toReversed() : items })
        }),
      )
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
    }
  })

  test('applies an offer of the simulated shop for a test key', async () => {
    const { brandId, accountId, caller } = await commerce.shop()
    const simulated = caller(brandId, (await issueKey(commerce.sql(), accountId, { prefix: 'sk_test_' })).key)
    const [offer] = (await simulated('GET', '/offers')).body.offers
    const { body: hold } = await simulated('POST', '/holds', { product_id: offer.product_ids[0], offer_id: offer.id })
    // A hold of the simulated shop has no quote token.
    expect(hold).toMatchObject({ source: 'exclusive_offer', quote_token: null })
    const { status, body } = await simulated('POST', '/transactions', { items: [{ hold_id: hold.id }] })
    expect([status, body.items?.[0].unit_price]).toEqual([201, hold.unit_price])
    const buyer = caller(brandId, null)
    expect((await buyer('GET', `/handoff/${body.handoff.token}`)).status).toBe(303)
  })
})
