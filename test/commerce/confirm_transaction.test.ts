import { describe, expect, test } from 'vitest'
import { delivered, order, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()
const confirm = (id: string) => `/transactions/${id}/confirmation-window/confirm`

describe('POST /transactions/{id}/confirmation-window/confirm', () => {
  test('completes the order once, and returns the same body for a second request', async () => {
    const { agent, merchant, brandId } = await commerce.shop()
    const { id, next_actions } = await delivered(agent, merchant)
    expect(next_actions).toEqual([])
    expect((await agent('GET', `/transactions/${id}`)).body.next_actions).toEqual(['confirm', 'dispute'])
    const first = await agent('POST', confirm(id), { note: 'All well' })
    expect(first).toMatchObject({
      status: 200,
      body: {
        status: 'completed',
        completion_reason: 'confirmed',
        confirmation_window: { state: 'confirmed', acted_at: '2026-11-20T12:00:00Z', note: 'All well' },
      },
    })
    expect((await agent('POST', confirm(id))).body).toEqual(first.body)
    expect((await agent('POST', confirm(id), { note: 'All well' })).body).toEqual(first.body)
    expect(await commerce.events(brandId, 'confirmation_window.closed')).toHaveLength(1)
  })

  test.each([
    ['first', 'All well'],
    ['no', undefined],
  ])('returns 409 for a second request with another note, and keeps the %s note', async (_, note) => {
    const { agent, merchant } = await commerce.shop()
    const { id } = await delivered(agent, merchant)
    const first = await agent('POST', confirm(id), { note })
    const other = await agent('POST', confirm(id), { note: 'Not so well' })
    expect([other.status, other.body.code, other.body.error]).toEqual([
      409,
      'confirmation_window_closed',
      expect.stringContaining('already confirmed'),
    ])
    expect((await agent('GET', `/transactions/${id}`)).body.confirmation_window).toEqual(first.body.confirmation_window)
  })

  test('returns 409 without a window, before it opens, after a dispute and after it lapses', async () => {
    const { agent, merchant, brandId } = await commerce.shop()
    const without = await order(agent)
    expect((await agent('POST', confirm(without.id))).body.code).toBe('no_confirmation_window')
    const early = await order(agent, { confirmation_window_days: 7 })
    expect((await agent('POST', confirm(early.id))).body.code).toBe('no_confirmation_window')
    const disputed = await delivered(agent, merchant)
    await agent('POST', `/transactions/${disputed.id}/confirmation-window/dispute`, {
      reason_code: 'damaged',
      description: 'Broken',
    })
    const after = await agent('POST', confirm(disputed.id))
    expect([after.status, after.body.code]).toEqual([409, 'confirmation_window_closed'])
    const lapsed = await delivered(agent, merchant)
    await commerce.runOut(brandId)
    expect((await agent('POST', confirm(lapsed.id))).body.code).toBe('confirmation_window_closed')
    expect((await agent('GET', `/transactions/${lapsed.id}`)).body).toMatchObject({
      status: 'completed',
      completion_reason: 'window_lapsed',
    })
  })

  test('returns 403 for the shop and 404 for another agent or an unknown id', async () => {
    const { agent, other, merchant } = await commerce.shop()
    const { id } = await delivered(agent, merchant)
    expect((await merchant('POST', confirm(id))).status).toBe(403)
    expect((await other('POST', confirm(id))).status).toBe(404)
    expect((await agent('POST', confirm('txn_nothing'))).status).toBe(404)
  })

  test('accepts one of a concurrent confirmation and dispute', async () => {
    const { agent, merchant, brandId } = await commerce.shop()
    const { id } = await delivered(agent, merchant)
    const answers = await Promise.all([
      agent('POST', confirm(id)),
      agent('POST', `/transactions/${id}/confirmation-window/dispute`, {
        reason_code: 'damaged',
        description: 'Broken',
      }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await commerce.events(brandId, 'confirmation_window.closed')).toHaveLength(1)
  })
})
