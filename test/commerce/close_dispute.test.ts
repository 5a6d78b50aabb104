import { describe, expect, test } from 'vitest'
import { delivered, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('POST /disputes/{dispute_id}/close', () => {
  test.each([
    [{ outcome: 'resolved_by_parties' }, 'resolved_by_parties', 'completed', 'dispute_resolved', null],
    [{ outcome: 'withdrawn' }, 'withdrawn', 'completed', 'dispute_withdrawn', null],
    [
      { outcome: 'resolved_by_parties', transaction: 'cancelled' },
      'resolved_by_parties',
      'cancelled',
      null,
      'dispute_resolved_by_parties',
    ],
  ])('%o', async (body, status, of, completion_reason, cancellation_reason) => {
    const { agent, merchant } = await commerce.shop()
    const { id } = await delivered(agent, merchant)
    const { body: said } = await agent('POST', `/transactions/${id}/confirmation-window/dispute`, {
      reason_code: 'other',
      description: 'x',
    })
    const close = (by: typeof agent) => by('POST', `/disputes/${said.dispute.id}/close`, body)
    expect((await close(merchant)).status).toBe(403)
    expect((await close(agent)).body).toMatchObject({ status, next_actions: [] })
    expect((await agent('GET', `/transactions/${id}`)).body).toMatchObject({
      status: of,
      completion_reason,
      cancellation_reason,
    })
    expect((await close(agent)).status).toBe(409)
  })
})
