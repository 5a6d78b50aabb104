import { describe, expect, test } from 'vitest'
import { useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

const tenth = { type: 'percent_off', title: 'A tenth off', percent_off: 10 }

describe('GET /offers', () => {
  test('are there for everybody, with what they make of a price', async () => {
    const { merchant, brandId, caller } = await commerce.shop()
    const { body: made } = await merchant('POST', '/offers', { ...tenth, product_ids: ['lamp'] })
    const { status, body } = await caller(brandId, null)('GET', '/offers')
    expect([status, body.offers]).toEqual([200, [made]])
    expect(made).toMatchObject({
      products: [{ product_id: 'lamp', list_price: { amount: 100 }, price: { amount: 90 } }],
      audience: { platforms: ['all'] },
    })
  })

  test('show what is on now, and for the assistant that asks', async () => {
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

  test('are taken up by a hold, as often as they may be', async () => {
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

  test('are only for what and whom they are for', async () => {
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
})
