import { describe, expect, test } from 'vitest'
import { delivered, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()
const dispute = (id: string) => `/transactions/${id}/confirmation-window/dispute`
const broken = {
  reason_code: 'damaged',
  description: 'It came broken',
  evidence_urls: ['https://example.com/photo.jpg'],
}

describe('POST /transactions/{id}/confirmation-window/dispute', () => {
  test('records the dispute once without adjudication and adds trust signals', async () => {
    const { agent, merchant, brandId } = await commerce.shop()
    const { id } = await delivered(agent, merchant)
    const { status, body } = await agent('POST', dispute(id), broken)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      transaction: { status: 'disputed', dispute_id: body.dispute.id, confirmation_window: { state: 'disputed' } },
      dispute: {
        status: 'open',
        reason_code: 'damaged',
        adjudicated: false,
        statements: [{ party: 'agent', text: 'It came broken', evidence_urls: ['https://example.com/photo.jpg'] }],
      },
    })
    expect((await agent('POST', dispute(id), broken)).body).toEqual(body)
    expect(await commerce.events(brandId, 'dispute.%')).toEqual(['dispute.recorded'])
    const signals =
      await commerce.sql()`select component, value::float from storefront.trust_signals where brand_id = ${brandId} order by 1`
    expect(signals).toEqual([
      { component: 'description_accuracy', value: 0 },
      { component: 'disputes', value: 0 },
    ])
  })

  test.each([
    [{ ...broken, reason_code: 'bored' }],
    [{ ...broken, description: '' }],
    [{ ...broken, description: 'x'.repeat(4001) }],
    [{ ...broken, evidence_urls: ['javascript:alert(1)'] }],
    [{ ...broken, evidence_urls: Array.from({ length: 21 }, () => 'https://example.com') }],
    [{}],
  ])('rejects %j with 400', async (body) => {
    const { agent, merchant } = await commerce.shop()
    const { id } = await delivered(agent, merchant)
    expect((await agent('POST', dispute(id), body)).status).toBe(400)
  })

  test.each([
    [{ description: 'Once more' }],
    [{ reason_code: 'other' }],
    [{ evidence_urls: ['https://example.com/second.jpg'] }],
  ])('returns 409 with the existing dispute for a dispute with other content: %j', async (other) => {
    const { agent, merchant, brandId } = await commerce.shop()
    const { id } = await delivered(agent, merchant)
    const first = (await agent('POST', dispute(id), broken)).body.dispute
    const again = async () => await agent('POST', dispute(id), { ...broken, ...other })
    const { status, body } = await again()
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({
        code: 'confirmation_window_closed',
        error: `The confirmation window is closed: the order already has the dispute ${first.id} with the status open. Add a statement to that dispute.`,
        dispute_id: first.id,
        dispute_status: 'open',
      }),
    ])
    expect(await commerce.events(brandId, 'dispute.%')).toEqual(['dispute.recorded'])
    await agent('POST', `/disputes/${first.id}/close`, { action: 'withdraw' })
    expect((await again()).body).toMatchObject({
      error: expect.stringContaining('with the status withdrawn. An order has at most one dispute.'),
      dispute_id: first.id,
      dispute_status: 'withdrawn',
    })
  })

  test('returns confirmation_window_closed after a confirmation', async () => {
    const { agent, merchant } = await commerce.shop()
    const { id } = await delivered(agent, merchant)
    await agent('POST', `/transactions/${id}/confirmation-window/confirm`)
    expect((await agent('POST', dispute(id), broken)).body.code).toBe('confirmation_window_closed')
  })
})
