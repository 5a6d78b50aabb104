import { describe, expect, test } from 'vitest'
import { lamp, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('POST /negotiations/{negotiation_id}/withdraw', () => {
  test.each([
    ['the agent’s', {}, 'pending_agent'],
    ['the shop’s', { answered_by: 'merchant' }, 'pending_merchant'],
  ])('withdraws on %s turn', async (_whose, policy, status) => {
    const { agent, brandId } = await commerce.shop(policy)
    const { body: opened } = await agent('POST', '/negotiations', lamp(50))
    expect(opened.status).toBe(status)
    const { body } = await agent('POST', `/negotiations/${opened.id}/withdraw`, {})
    expect([body.status, body.current_offer.status]).toEqual(['withdrawn', 'retracted'])
    expect(await commerce.events(brandId, 'negotiation.withdrawn')).toHaveLength(1)
  })

  test('returns 409 after acceptance', async () => {
    const { agent } = await commerce.shop()
    const { body: agreed } = await agent('POST', '/negotiations', lamp(95))
    const { status, body } = await agent('POST', `/negotiations/${agreed.id}/withdraw`, {})
    expect([status, body.code, body.from]).toEqual([409, 'invalid_transition', 'accepted'])
  })
})
