import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { lamp, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('POST /negotiations', () => {
  test('returns a counter-offer between the list price and the target', async () => {
    const { agent, brandId } = await commerce.shop()
    const { status, body } = await agent(
      'POST',
      '/negotiations',
      lamp(60, { message: 'For a school', agent: { platform: 'claude' } }),
    )
    expect([status, body.error]).toEqual([201, undefined])
    expect(body).toMatchObject({
      brand_id: brandId,
      status: 'pending_agent',
      round: 1,
      rounds_max: 3,
      list_price: { amount: 100, currency: 'USD', amount_minor: 10000 },
      offers: [
        { party: 'agent', status: 'countered', unit_price: { amount: 60 }, message: 'For a school' },
        { party: 'policy', status: 'pending', unit_price: { amount: 93.34 } },
      ],
      outcome: null,
      next_actions: ['accept', 'counter', 'reject', 'withdraw'],
      agent: { platform: 'claude' },
    })
    expect(await commerce.events(brandId, 'negotiation.%')).toEqual(['negotiation.opened', 'negotiation.countered'])
  })

  test('accepts an offer at the price of the counter-offer and holds it', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body } = await agent('POST', '/negotiations', lamp(93.34, { quantity: 4 }))
    expect(body).toMatchObject({
      status: 'accepted',
      resolution: 'auto_accepted',
      offers: [{ status: 'auto_accepted' }],
      outcome: { price: { amount: 93.34 }, quantity: 4 },
      next_actions: [],
    })
    const hold = await agent('GET', `/holds/${body.outcome.hold_id}`)
    expect(hold.body).toMatchObject({
      status: 'active',
      source: 'negotiation',
      unit_price: { amount: 93.34 },
      quantity: 4,
    })
    expect(await commerce.events(brandId, '%')).toEqual(
      expect.arrayContaining(['negotiation.opened', 'price_hold.created', 'negotiation.accepted']),
    )
  })

  test('takes the amount of an offer in minor units, and not in both forms', async () => {
    const { agent } = await commerce.shop()
    const minor = await agent('POST', '/negotiations', {
      product_id: 'lamp',
      offer: { amount_minor: 6050, currency: 'USD' },
    })
    expect(minor.body.offers[0]).toMatchObject({ unit_price: { amount: 60.5 }, terms: { amount: 60.5 } })
    const both = await agent('POST', '/negotiations', {
      product_id: 'lamp',
      offer: { amount: 60.5, amount_minor: 6050, currency: 'USD' },
    })
    expect([both.status, both.body.fields]).toEqual([
      400,
      [{ path: 'offer.amount_minor', message: 'must not be sent together with `amount`. Send one of them.' }],
    ])
  })

  test('accepts an offer from accept_percent on', async () => {
    const { agent } = await commerce.shop({ accept_percent: 85 })
    expect((await agent('POST', '/negotiations', lamp(85))).body.status).toBe('accepted')
    expect((await agent('POST', '/negotiations', lamp(84.99))).body.status).toBe('pending_agent')
  })

  test('rejects an offer below decline_percent', async () => {
    const { agent } = await commerce.shop()
    const { body } = await agent('POST', '/negotiations', lamp(19.99))
    expect(body).toMatchObject({
      status: 'rejected',
      resolution: 'auto_declined',
      offers: [{ status: 'auto_declined' }],
    })
  })

  test('waits for the merchant when `answered_by` is merchant', async () => {
    const { agent } = await commerce.shop({ answered_by: 'merchant' })
    const { body } = await agent('POST', '/negotiations', lamp(60))
    expect(body).toMatchObject({
      status: 'pending_merchant',
      expires_at: '2026-11-22T12:00:00Z',
      next_actions: ['withdraw'],
    })
  })

  test.each([
    ['percent_off', { type: 'percent_off', percent: 20 }, 80],
    ['percent_off, rounded up to the cent', { type: 'percent_off', percent: 33.333 }, 66.67],
    ['quantity_break', { type: 'quantity_break', quantity_min: 10, amount: 70, currency: 'USD' }, 70],
  ])('computes the unit price of an offer of type %s', async (_name, offer, price) => {
    const { agent } = await commerce.shop()
    const { body } = await agent('POST', '/negotiations', { product_id: 'lamp', offer })
    expect(body.offers[0].unit_price.amount).toBe(price)
  })

  test('accepts offers without a price for `answered_by` merchant only, else returns 400', async () => {
    const byPeople = await commerce.shop({ answered_by: 'merchant' })
    const addOn = { type: 'add_on', add_on_product_id: 'desk', amount: 200, currency: 'USD' }
    for (const offer of [{ type: 'free_shipping' }, addOn]) {
      const { status, body } = await byPeople.agent('POST', '/negotiations', { product_id: 'lamp', offer })
      expect([status, body.status]).toEqual([201, 'pending_merchant'])
      const byRule = await commerce.shop()
      const refused = await byRule.agent('POST', '/negotiations', { product_id: 'lamp', offer })
      expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('offer.type')])
    }
  })

  test('starts counter-offers from the price of the quantity tier', async () => {
    const { agent } = await commerce.shop({
      quantity_tiers: [{ quantity_min: 10, percent_off: 10 }],
      target_percent: 90,
    })
    const counter = async (quantity: number) =>
      (await agent('POST', '/negotiations', lamp(50, { quantity }))).body.current_offer.unit_price.amount
    expect([await counter(9), await counter(10)]).toEqual([96.67, 87])
  })

  test('binds the price of a quantity tier to its minimum quantity', async () => {
    const { agent } = await commerce.shop({
      rounds_max: 1,
      floor: { percent: 40 },
      quantity_tiers: [{ quantity_min: 1000, percent_off: 30 }],
    })
    const offer = { type: 'quantity_break', quantity_min: 1000, amount: 30, currency: 'USD' }
    const { body: opened } = await agent('POST', '/negotiations', { product_id: 'lamp', quantity: 1, offer })
    expect(opened.current_offer).toMatchObject({ quantity: 1000, unit_price: { amount: 56 } })
    const { body: agreed } = await agent('POST', `/negotiations/${opened.id}/accept`, {})
    expect(agreed.outcome.quantity).toBe(1000)
  })

  test('returns 404 when the price is below the one for which an amount floor was set', async () => {
    const { agent, brandId } = await commerce.shop({ product_id: 'lamp', floor: { amount: 70, currency: 'USD' } })
    const ask = async (price: number) => {
      await stock(commerce.database(), brandId, [{ id: 'lamp', title: 'Lamp', price }])
      return (await agent('POST', '/negotiations', lamp(50))).status
    }
    expect([await ask(100), await ask(99), await ask(120)]).toEqual([201, 404, 201])
  })

  test('rounds prices to the minor units of currencies with 0 and 3 decimals', async () => {
    const { agent, merchant, brandId } = await commerce.shop(null)
    await stock(commerce.database(), brandId, [
      { id: 'yen', title: 'Fan', price: 999, currency: 'JPY' },
      { id: 'dinar', title: 'Fan', price: 9.999, currency: 'KWD' },
    ])
    await merchant('POST', '/pricing-policies', { floor: { percent: 50 }, target_percent: 80, price_step: 0.01 })
    const counter = async (product_id: string, amount: number, currency: string) =>
      (await agent('POST', '/negotiations', { product_id, offer: { amount, currency } })).body.current_offer.unit_price
    expect(await counter('yen', 500, 'JPY')).toMatchObject({ amount: 933, amount_minor: 933 })
    expect(await counter('dinar', 5, 'KWD')).toMatchObject({ amount: 9.34, amount_minor: 9340 })
    expect(
      (await agent('POST', '/negotiations', { product_id: 'yen', offer: { amount: 500.5, currency: 'JPY' } })).status,
    ).toBe(400)
  })

  test('rounds counter-offers to price_step', async () => {
    const { agent } = await commerce.shop({ price_step: 5 })
    expect((await agent('POST', '/negotiations', lamp(50))).body.current_offer.unit_price.amount).toBe(95)
  })

  test('prefers the policy of the product to that of the shop', async () => {
    const { agent, merchant } = await commerce.shop()
    await merchant('POST', '/pricing-policies', {
      product_id: 'desk',
      floor: { amount: 100, currency: 'USD' },
      target_percent: 50,
      rounds_max: 1,
    })
    const { body } = await agent('POST', '/negotiations', {
      product_id: 'desk',
      offer: { amount: 110, currency: 'USD' },
    })
    expect(body).toMatchObject({ rounds_max: 1, current_offer: { unit_price: { amount: 125 } } })
  })

  test.each([
    ['no policy', null],
    ['a policy that is off', { is_enabled: false }],
  ])('returns 404 with %s', async (_name, policy) => {
    const { agent } = await commerce.shop(policy)
    const { status, body } = await agent('POST', '/negotiations', lamp(60))
    expect([status, body.code, body.error]).toEqual([404, 'not_found', expect.stringContaining('is not negotiable')])
  })

  test.each([
    ['offer.currency', lamp(60, { offer: { amount: 60, currency: 'EUR' } })],
    ['offer.currency', lamp(60, { offer: { amount: 60, currency: 'usd' } })],
    ['offer.amount', lamp(0)],
    ['offer.amount', lamp(-1)],
    ['offer.amount', lamp(1e300)],
    ['offer.amount', lamp(60.001)],
    ['offer.amount', lamp(100)],
    ['offer.amount', lamp(100.01)],
    ['offer.amount', { product_id: 'lamp', offer: { type: 'unit_price' } }],
    ['offer.currency', { product_id: 'lamp', offer: { type: 'unit_price', amount: 60 } }],
    ['offer.percent', { product_id: 'lamp', offer: { type: 'percent_off', percent: 100 } }],
    ['offer.percent', { product_id: 'lamp', offer: { type: 'percent_off' } }],
    ['offer.percent', { product_id: 'lamp', offer: { type: 'percent_off', percent: -5 } }],
    [
      'offer.quantity_min',
      {
        product_id: 'lamp',
        quantity: 5,
        offer: { type: 'quantity_break', quantity_min: 4, amount: 60, currency: 'USD' },
      },
    ],
    [
      'offer.quantity_min',
      { product_id: 'lamp', quantity: 5, offer: { quantity_min: 1, amount: 60, currency: 'USD' } },
    ],
    ['offer.bundle_id', { product_id: 'lamp', offer: { type: 'bundle', bundle_id: 'b', amount: 60, currency: 'USD' } }],
    ['offer.type', { product_id: 'lamp', offer: { type: 'blackmail' } }],
    ['offer', { product_id: 'lamp' }],
    ['quantity', lamp(60, { quantity: 0 })],
    ['quantity', lamp(60, { quantity: -3 })],
    ['quantity', lamp(60, { quantity: 1.5 })],
    ['quantity', lamp(60, { quantity: 1e12 })],
    ['message', lamp(60, { message: 'x'.repeat(501) })],
    ['product_id', { offer: { amount: 60, currency: 'USD' } }],
    ['product_id', { product_id: 'lamp', bundle_id: 'b', offer: { amount: 60, currency: 'USD' } }],
    ['agent.platform', lamp(60, { agent: { platform: 'x'.repeat(101) } })],
  ])('rejects an invalid %s with 400 and names it: %j', async (field, body) => {
    const { agent, brandId } = await commerce.shop()
    const refused = await agent('POST', '/negotiations', body)
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      400,
      'invalid_request',
      expect.stringContaining(field),
    ])
    expect(await commerce.events(brandId, 'negotiation.%')).toEqual([])
  })

  test.each([
    [{ amount: 60.001, currency: 'USD', percent: 10 }, ['offer.amount', 'offer.percent']],
    [{ type: 'percent_off', amount: 60, currency: 'USD' }, ['offer.amount', 'offer.currency', 'offer.percent']],
    [{ type: 'percent_off', percent: 10, quantity_min: 2 }, ['offer.quantity_min']],
    [
      { type: 'quantity_break', percent: 10 },
      ['offer.amount', 'offer.currency', 'offer.percent', 'offer.quantity_min'],
    ],
    [{ type: 'bundle', bundle_id: 'b', currency: 'EUR' }, ['offer.amount', 'offer.currency', 'offer.bundle_id']],
    [{ type: 'add_on', bundle_id: 'b', amount: 1, currency: 'USD' }, ['offer.bundle_id', 'offer.add_on_product_id']],
    [{ type: 'free_shipping', amount: 1, currency: 'USD' }, ['offer.amount', 'offer.currency']],
  ])('returns 400 with every fault of the offer %j', async (offer, fields) => {
    const { agent } = await commerce.shop({ answered_by: 'merchant' })
    const { status, body } = await agent('POST', '/negotiations', { product_id: 'lamp', quantity: 3, offer })
    expect([status, body.fields?.map(({ path }: { path: string }) => path)]).toEqual([400, fields])
  })

  test('names the field that sets the price', async () => {
    const { agent } = await commerce.shop()
    const { body: opened } = await agent('POST', '/negotiations', lamp(80))
    const lower = { offer: { type: 'percent_off', percent: 30 } }
    const { body } = await agent('POST', `/negotiations/${opened.id}/offers`, lower)
    expect(body.error).toContain('`offer.percent` must')
  })

  test('returns 404 for an unknown product or bundle', async () => {
    const { agent } = await commerce.shop()
    for (const subject of [{ product_id: 'nothing' }, { bundle_id: 'nothing' }]) {
      expect((await agent('POST', '/negotiations', { ...subject, offer: { amount: 1, currency: 'USD' } })).status).toBe(
        404,
      )
    }
  })

  test('returns 429 above negotiations_per_day_max for each agent', async () => {
    const { agent, other } = await commerce.shop({ negotiations_per_day_max: 2 })
    const answers = await Promise.all([1, 2, 3, 4].map((more) => agent('POST', '/negotiations', lamp(60 + more))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429])
    const [late] = answers.filter((answer) => answer.status === 429)
    expect([late?.body.code, late?.headers.get('Retry-After')]).toEqual(['rate_limited', '3600'])
    expect((await other('POST', '/negotiations', lamp(60))).status).toBe(201)
  })

  test('returns 401 without a valid key and 403 for a key of another shop', async () => {
    const { agent, brandId, caller } = await commerce.shop()
    const elsewhere = await commerce.shop()
    expect((await caller(brandId, null)('POST', '/negotiations', lamp(60))).status).toBe(401)
    expect((await caller(brandId, 'sk_live_junk')('POST', '/negotiations', lamp(60))).status).toBe(401)
    expect(
      (await commerce.agentOf({ ...elsewhere, brandId }).then((foreign) => foreign('POST', '/negotiations', lamp(60))))
        .status,
    ).toBe(403)
    expect((await agent('GET', '/negotiations')).body.negotiations).toEqual([])
  })
})
