import { describe, expect, test } from 'vitest'
import { delivered, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('GET /disputes/{dispute_id}', () => {
  test('returns the dispute to both parties, and closes it unresolved after 30 days', async () => {
    const { agent, other, merchant, brandId } = await commerce.shop()
    const { id } = await delivered(agent, merchant)
    const { body } = await agent('POST', `/transactions/${id}/confirmation-window/dispute`, {
      reason_code: 'not_received',
      description: 'Nothing came',
    })
    const path = `/disputes/${body.dispute.id}`
    expect((await agent('GET', path)).body).toEqual(body.dispute)
    expect((await merchant('GET', path)).body).toEqual({ ...body.dispute, next_actions: ['state'] })
    expect(body.dispute).toMatchObject({
      closes_at: '2026-12-20T12:00:00Z',
      next_actions: ['resolve', 'state', 'withdraw'],
    })
    expect((await other('GET', path)).status).toBe(404)
    await commerce.runOut(brandId)
    expect((await agent('GET', path)).body.status).toBe('closed_unresolved')
    expect((await agent('GET', `/transactions/${id}`)).body).toMatchObject({
      status: 'completed',
      completion_reason: 'dispute_unresolved',
    })
    expect(await commerce.events(brandId, 'dispute.closed')).toHaveLength(1)
  })
})
