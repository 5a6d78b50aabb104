import { describe, expect, test } from 'vitest'
import { useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('DELETE /feedback/{feedback_id}', () => {
  test('deletes feedback of the same key and its trust signal; 404 for other keys', async () => {
    const { agent, other, merchant, brandId } = await commerce.shop()
    const { body } = await agent('POST', '/feedback', {
      subject: { type: 'product', id: 'lamp' },
      outcome: 'unavailable',
    })
    expect((await other('DELETE', `/feedback/${body.feedback_id}`)).status).toBe(404)
    expect((await merchant('DELETE', `/feedback/${body.feedback_id}`)).status).toBe(404)
    expect((await agent('DELETE', `/feedback/${body.feedback_id}`)).body).toEqual({
      feedback_id: body.feedback_id,
      status: 'revoked',
    })
    expect((await agent('DELETE', `/feedback/${body.feedback_id}`)).status).toBe(404)
    expect(await commerce.sql()`select from storefront.trust_signals where brand_id = ${brandId}`).toHaveLength(0)
  })
})
