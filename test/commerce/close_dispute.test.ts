import { describe, expect, test } from 'vitest'
import { delivered, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('POST /disputes/{dispute_id}/close', () => {
  test.each([
    [{ action: 'resolve' }, 'resolved_by_parties', 'completed', 'dispute_resolved', null],
    [{ action: 'withdraw' }, 'withdrawn', 'completed', 'dispute_withdrawn', null],
    [{ action: 'resolve', transaction: 'canceled' }, 'resolved_by_parties', 'canceled', null, 'dispute_resolved'],
  ])('closes the dispute for its agent only: %o', async (body, status, of, completion_reason, cancellation_reason) => {
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

  test('deletes the trust signals of a withdrawn dispute, and rejects a cancellation with 400', async () => {
    const { agent, merchant, brandId } = await commerce.shop()
    const { id } = await delivered(agent, merchant)
    const said = await agent('POST', `/transactions/${id}/confirmation-window/dispute`, {
      reason_code: 'damaged',
      description: 'x',
    })
    const close = (body: object) => agent('POST', `/disputes/${said.body.dispute.id}/close`, body)
    expect((await close({ action: 'withdraw', transaction: 'canceled' })).status).toBe(400)
    await close({ action: 'withdraw' })
    expect(await commerce.sql()`select from storefront.trust_signals where brand_id = ${brandId}`).toHaveLength(0)
  })
})
