import { describe, expect, test } from 'vitest'
import { delivered, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('POST /disputes/{dispute_id}/statements', () => {
  test('adds statements of both parties in order', async () => {
    const { agent, other, merchant, brandId } = await commerce.shop()
    const { id } = await delivered(agent, merchant)
    const { body } = await agent('POST', `/transactions/${id}/confirmation-window/dispute`, {
      reason_code: 'other',
      description: 'One',
    })
    const state = (by: typeof agent, statement: string) =>
      by('POST', `/disputes/${body.dispute.id}/statements`, { statement })
    expect((await state(merchant, 'Two')).body.status).toBe('merchant_responded')
    const last = (await state(agent, 'Three')).body
    expect(last.status).toBe('merchant_responded')
    expect(last.statements.map(({ party, text }: { party: string; text: string }) => [party, text])).toEqual([
      ['agent', 'One'],
      ['merchant', 'Two'],
      ['agent', 'Three'],
    ])
    expect((await state(other, 'Me too')).status).toBe(404)
    expect((await state(agent, '')).status).toBe(400)
    expect((await state(agent, 'x'.repeat(4001))).status).toBe(400)
    expect(await commerce.events(brandId, 'dispute.updated')).toHaveLength(2)
    await agent('POST', `/disputes/${body.dispute.id}/close`, { action: 'withdraw' })
    expect((await state(agent, 'And another thing')).body.code).toBe('invalid_transition')
  })
})
