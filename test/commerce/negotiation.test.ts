import { describe, expect, test } from 'vitest'
import { lamp, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('GET /negotiations/{negotiation_id}', () => {
  test('returns the same body to both parties except `next_actions`, and 404 to another agent', async () => {
    const { agent, other, merchant, brandId, caller } = await commerce.shop({ answered_by: 'merchant' })
    const { body: opened } = await agent('POST', '/negotiations', lamp(60))
    const path = `/negotiations/${opened.id}`
    const [mine, theirs] = [(await agent('GET', path)).body, (await merchant('GET', path)).body]
    expect(mine).toEqual(opened)
    expect(theirs).toEqual({ ...opened, next_actions: ['accept', 'counter', 'decline'] })
    expect((await other('GET', path)).status).toBe(404)
    expect((await caller(brandId, null)('GET', path)).status).toBe(401)
  })

  test('returns 404 for a negotiation of another shop, and 403 for a key of another shop', async () => {
    const here = await commerce.shop()
    const there = await commerce.shop()
    const { body: opened } = await here.agent('POST', '/negotiations', lamp(60))
    expect((await there.merchant('GET', `/negotiations/${opened.id}`)).status).toBe(404)
    const foreign = await commerce.agentOf({ ...there, brandId: here.brandId })
    expect((await foreign('GET', `/negotiations/${opened.id}`)).status).toBe(403)
  })

  test('returns lapsed after its hold expires', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body: agreed } = await agent('POST', '/negotiations', lamp(95))
    await commerce.runOut(brandId)
    expect((await agent('GET', `/negotiations/${agreed.id}`)).body).toMatchObject({
      status: 'lapsed',
      outcome: { hold_id: agreed.outcome.hold_id },
    })
    expect(await commerce.events(brandId, 'price_hold.expired')).toHaveLength(1)
  })
})
