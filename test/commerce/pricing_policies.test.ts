import { describe, expect, test } from 'vitest'
import { useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('GET /pricing-policies', () => {
  test('lists policies without floors to the shop, and returns 403 to an agent', async () => {
    const { merchant, agent, brandId, caller } = await commerce.shop({ floor: { percent: 61.25 } })
    await merchant('POST', '/pricing-policies', {
      product_id: 'desk',
      floor: { amount: 123.45, currency: 'USD' },
      target_percent: 60,
    })
    const { status, body } = await merchant('GET', '/pricing-policies')
    expect([status, body.pricing_policies.map((policy: { product_id: string | null }) => policy.product_id)]).toEqual([
      200,
      [null, 'desk'],
    ])
    expect(JSON.stringify(body)).not.toMatch(/floor|61\.25|123\.45/)
    expect((await agent('GET', '/pricing-policies')).status).toBe(403)
    expect((await caller(brandId, null)('GET', '/pricing-policies')).status).toBe(401)
  })
})
