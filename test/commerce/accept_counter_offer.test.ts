import { describe, expect, test } from 'vitest'
import { lamp, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('POST /negotiations/{negotiation_id}/accept', () => {
  test('accepts the counter-offer and holds its price for `hold_minutes` of the policy', async () => {
    const { agent } = await commerce.shop({ hold_minutes: 30 })
    const { body: opened } = await agent('POST', '/negotiations', lamp(50, { quantity: 3 }))
    const { status, body } = await agent('POST', `/negotiations/${opened.id}/accept`, { version: opened.version })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ status: 'accepted', resolution: 'accepted_by_agent' }),
    ])
    const hold = (await agent('GET', `/holds/${body.outcome.hold_id}`)).body
    expect(hold).toMatchObject({
      unit_price: { amount: 93.34 },
      quantity: 3,
      negotiation_id: opened.id,
      expires_at: '2026-11-20T12:30:00Z',
    })
  })

  test('ends once for ten concurrent accept and withdraw requests', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body: opened } = await agent('POST', '/negotiations', lamp(50))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2
          ? agent('POST', `/negotiations/${opened.id}/accept`, {})
          : agent('POST', `/negotiations/${opened.id}/withdraw`, {}),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    const ends = await commerce.events(brandId, 'negotiation.%')
    expect(ends.filter((type) => type !== 'negotiation.opened' && type !== 'negotiation.countered')).toHaveLength(1)
    const holds = await commerce.sql()`select from commerce.price_holds where brand_id = ${brandId}`
    expect(holds).toHaveLength(ends.includes('negotiation.accepted') ? 1 : 0)
  })

  test('returns 409 before the shop answers and after acceptance', async () => {
    const { agent } = await commerce.shop({ answered_by: 'merchant' })
    const { body: opened } = await agent('POST', '/negotiations', lamp(60))
    const early = await agent('POST', `/negotiations/${opened.id}/accept`, {})
    expect([early.status, early.body.from, early.body.allowed]).toEqual([409, 'pending_merchant', ['withdraw']])
    const { agent: quick } = await commerce.shop()
    const { body: agreed } = await quick('POST', '/negotiations', lamp(95))
    const again = await quick('POST', `/negotiations/${agreed.id}/accept`, {})
    expect([again.status, again.body.from, again.body.allowed]).toEqual([409, 'accepted', []])
  })

  test('rejects the negotiation when the floor has risen above the counter-offer', async () => {
    const { agent, merchant } = await commerce.shop()
    const { body: opened } = await agent('POST', '/negotiations', lamp(50))
    await merchant('POST', '/pricing-policies', { floor: { percent: 95 }, target_percent: 98 })
    const { body } = await agent('POST', `/negotiations/${opened.id}/accept`, {})
    expect(body).toMatchObject({ status: 'rejected', resolution: 'policy_changed', outcome: null })
  })

  test('releases the hold that the agent had on the product', async () => {
    const { agent } = await commerce.shop()
    const { body: held } = await agent('POST', '/holds', { product_id: 'lamp' })
    const { body: agreed } = await agent('POST', '/negotiations', lamp(95))
    expect((await agent('GET', `/holds/${held.id}`)).body.status).toBe('released')
    const { body: better } = await agent('POST', '/negotiations', lamp(94))
    expect(better.status).toBe('accepted')
    expect((await agent('GET', `/negotiations/${agreed.id}`)).body.status).toBe('lapsed')
  })
})
