import { describe, expect, test } from 'vitest'
import { order, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('POST /transactions/{transaction_id}/cancel', () => {
  test('cancels an order once for its agent; 403 for the shop, 404 for another agent', async () => {
    const { agent, other, merchant, brandId } = await commerce.shop()
    const made = await order(agent)
    const cancel = (by: typeof agent, body: object = { reason: 'Found another' }) =>
      by('POST', `/transactions/${made.id}/cancel`, body)
    expect((await cancel(merchant)).status).toBe(403)
    expect((await cancel(other)).status).toBe(404)
    expect((await cancel(agent, {})).status).toBe(400)
    expect((await cancel(agent)).body).toMatchObject({ status: 'canceled', cancellation_reason: 'Found another' })
    expect((await cancel(agent)).body).toMatchObject({ code: 'invalid_transition', from: 'canceled', allowed: [] })
    expect(await commerce.events(brandId, 'transaction.canceled')).toHaveLength(1)
  })

  test('returns 409 after fulfillment', async () => {
    const { agent, merchant } = await commerce.shop()
    const made = await order(agent)
    await merchant('POST', `/transactions/${made.id}/report`, { action: 'confirm', merchant_order_id: 'A-1' })
    await merchant('POST', `/transactions/${made.id}/report`, { action: 'fulfill' })
    expect((await agent('POST', `/transactions/${made.id}/cancel`, { reason: 'x' })).status).toBe(409)
  })
})
