import { describe, expect, test } from 'vitest'
import { order, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('GET /transactions/{transaction_id}', () => {
  test('returns the order to its agent and the shop, and 404 to another agent', async () => {
    const { agent, other, merchant, brandId, caller } = await commerce.shop()
    const made = await order(agent)
    expect((await agent('GET', `/transactions/${made.id}`)).body).toEqual(made)
    expect((await merchant('GET', `/transactions/${made.id}`)).body).toMatchObject({
      id: made.id,
      next_actions: ['acknowledge', 'cancel', 'confirm'],
    })
    expect((await other('GET', `/transactions/${made.id}`)).status).toBe(404)
    expect((await caller(brandId, null)('GET', `/transactions/${made.id}`)).status).toBe(401)
    expect((await agent('GET', '/transactions/txn_nothing')).status).toBe(404)
  })

  test('returns expired after the handoff deadline', async () => {
    const { agent, brandId } = await commerce.shop()
    const made = await order(agent)
    await commerce.runOut(brandId)
    expect((await agent('GET', `/transactions/${made.id}`)).body.status).toBe('expired')
    expect(await commerce.events(brandId, 'transaction.expired')).toHaveLength(1)
  })
})
