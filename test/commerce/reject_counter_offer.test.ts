import { describe, expect, test } from 'vitest'
import { lamp, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('POST /negotiations/{negotiation_id}/reject', () => {
  test('rejects the negotiation and allows no further action', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body: opened } = await agent('POST', '/negotiations', lamp(50))
    const { status, body } = await agent('POST', `/negotiations/${opened.id}/reject`)
    expect([status, body.status, body.resolution, body.current_offer.status]).toEqual([
      200,
      'rejected',
      'rejected_by_agent',
      'declined',
    ])
    for (const action of ['accept', 'reject', 'withdraw'])
      expect((await agent('POST', `/negotiations/${opened.id}/${action}`, {})).body.allowed).toEqual([])
    expect(await commerce.events(brandId, 'negotiation.rejected')).toHaveLength(1)
  })
})
