import { describe, expect, test } from 'vitest'
import { useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

const policy = { floor: { percent: 61.25 }, target_percent: 80 }

describe('POST /pricing-policies', () => {
  test('replaces the previous policy and returns no floor', async () => {
    const { merchant } = await commerce.shop(null)
    const first = await merchant('POST', '/pricing-policies', policy)
    expect([first.status, first.body]).toEqual([
      200,
      expect.objectContaining({ target_percent: 80, rounds_max: 3, answer_minutes: 15 }),
    ])
    expect(JSON.stringify(first.body)).not.toMatch(/floor|61\.25/)
    const second = await merchant('POST', '/pricing-policies', {
      ...policy,
      rounds_max: 5,
      quantity_tiers: [{ quantity_min: 10, percent_off: 5 }],
      answered_by: 'merchant',
    })
    expect(second.body).toMatchObject({
      id: first.body.id,
      rounds_max: 5,
      answer_minutes: 2880,
      quantity_tiers: [{ quantity_min: 10, percent_off: 5 }],
    })
  })

  test.each([
    [{ ...policy, floor: { percent: 81 } }],
    [{ ...policy, floor: { percent: 50, amount: 5, currency: 'USD' } }],
    [{ ...policy, floor: {} }],
    [{ ...policy, floor: { amount: 5, currency: 'USD' } }],
    [{ ...policy, product_id: 'lamp', floor: { amount: 81, currency: 'USD' } }],
    [{ ...policy, product_id: 'lamp', floor: { amount: 5, currency: 'EUR' } }],
    [{ ...policy, quantity_tiers: [{ quantity_min: 5, percent_off: 30 }] }],
    [{ ...policy, quantity_tiers: [2, 2].map((quantity_min) => ({ quantity_min, percent_off: 1 })) }],
    [{ ...policy, quantity_tiers: [{ quantity_min: 5, percent_off: 0 }] }],
    [{ ...policy, floor: { amount: 5.001, currency: 'USD' } }],
    [{ ...policy, target_percent: 100 }],
    [{ ...policy, target_percent: 0 }],
    [{ ...policy, accept_percent: 79 }],
    [{ ...policy, decline_percent: 81 }],
    [{ ...policy, rounds_max: 11 }],
    [{ ...policy, rounds_max: 0 }],
    [{ ...policy, price_step: 0 }],
    [{ ...policy, hold_minutes: 1441 }],
    [{ ...policy, quantity_tiers: [{ quantity_min: 1, percent_off: 5 }] }],
    [{ ...policy, quantity_tiers: [{ quantity_min: 5, percent_off: 100 }] }],
    [{ target_percent: 80 }],
  ])('rejects %j with 400', async (body) => {
    const { merchant } = await commerce.shop(null)
    const { status } = await merchant('POST', '/pricing-policies', body)
    expect(status).toBe(400)
    expect((await merchant('GET', '/pricing-policies')).body.pricing_policies).toEqual([])
  })

  test.each([
    [
      { floor: { amount: 5.001, currency: 'USD' }, target_percent: 100, price_step: 0.001 },
      ['floor', 'target_percent', 'price_step'],
    ],
    [
      {
        product_id: 'lamp',
        floor: { amount: 81, currency: 'USD' },
        target_percent: 80,
        accept_percent: 79,
        decline_percent: 81,
        quantity_tiers: [2, 2].map((quantity_min) => ({ quantity_min, percent_off: 1 })),
      },
      ['floor', 'accept_percent', 'decline_percent', 'quantity_tiers'],
    ],
    [{ product_id: 'lamp', floor: { amount: 5.001, currency: 'USD' }, target_percent: 80 }, ['floor.amount']],
    [{ product_id: 'lamp', floor: { amount: 5, currency: 'EUR' }, target_percent: 80 }, ['floor.currency']],
  ])('returns 400 with every fault of %j', async (body, fields) => {
    const { merchant } = await commerce.shop(null)
    const answer = await merchant('POST', '/pricing-policies', body)
    expect([answer.status, answer.body.fields?.map(({ path }: { path: string }) => path)]).toEqual([400, fields])
    expect((await merchant('GET', '/pricing-policies')).body.pricing_policies).toEqual([])
  })

  test('returns 404 for an unknown product and 403 for an agent', async () => {
    const { merchant, agent } = await commerce.shop(null)
    expect((await merchant('POST', '/pricing-policies', { ...policy, product_id: 'nothing' })).status).toBe(404)
    expect((await agent('POST', '/pricing-policies', policy)).status).toBe(403)
  })
})
