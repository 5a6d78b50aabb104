import { describe, expect, test } from 'vitest'
import { order, useCommerce } from '../support/commerce.ts'
import { issueKey } from '../support/factories.ts'

const commerce = useCommerce()

async function ordered(more: object = {}) {
  const shop = await commerce.shop()
  const made = await order(shop.agent, more)
  const report = async (body: object, by = shop.merchant) => await by('POST', `/transactions/${made.id}/report`, body)
  return { ...shop, made, report }
}

describe('POST /transactions/{transaction_id}/report', () => {
  test('moves an order from created through confirmed to completed', async () => {
    const { report, brandId } = await ordered()
    expect((await report({ action: 'acknowledge' })).body.status).toBe('handed_off')
    expect((await report({ action: 'confirm', merchant_order_id: 'A-1' })).body).toMatchObject({
      status: 'confirmed',
      merchant_order_id: 'A-1',
      next_actions: ['cancel', 'fulfill'],
    })
    expect((await report({ action: 'fulfill' })).body).toMatchObject({
      status: 'completed',
      completion_reason: 'fulfilled',
      next_actions: [],
    })
    expect(await commerce.events(brandId, 'transaction.%')).toEqual([
      'transaction.created',
      'transaction.confirmed',
      'transaction.fulfilled',
      'transaction.completed',
    ])
    const page = 'https://shop.example/orders/1'
    expect((await report({ order_url: page })).body).toMatchObject({ order_url: page, checkout_id: null })
    const signals =
      await commerce.sql()`select component, value::float from storefront.trust_signals where brand_id = ${brandId} order by 1`
    expect(signals).toEqual([
      { component: 'disputes', value: 1 },
      { component: 'fulfillment', value: 1 },
    ])
  })

  test('opens the confirmation window that the order requested', async () => {
    const { report, brandId } = await ordered({ confirmation_window_days: 14 })
    await report({ action: 'confirm', merchant_order_id: 'A-1' })
    expect((await report({ action: 'fulfill' })).body).toMatchObject({
      status: 'awaiting_confirmation',
      confirmation_window: {
        state: 'open',
        days: 14,
        opened_at: '2026-11-20T12:00:00Z',
        closes_at: '2026-12-04T12:00:00Z',
      },
    })
    expect(await commerce.events(brandId, 'confirmation_window.%')).toEqual(['confirmation_window.opened'])
  })

  test('records the payment state that the merchant reports', async () => {
    const { report } = await ordered()
    const payment = { state: 'reported_paid', method: 'card', reference: 'pi_1' }
    expect((await report({ payment })).body).toMatchObject({
      status: 'created',
      payment: { ...payment, reported_by: 'merchant', reported_at: '2026-11-20T12:00:00Z' },
    })
    expect((await report({ payment: { state: 'reported_refunded' } })).body.payment).toMatchObject({
      state: 'reported_refunded',
      method: null,
    })
  })

  test('appends adjustments and keeps earlier ones', async () => {
    const { report } = await ordered()
    await report({ adjustment: { type: 'return', status: 'pending' } })
    const { body } = await report({
      adjustment: { type: 'refund', status: 'completed', amount: 20, note: 'One was broken' },
    })
    expect(body.adjustments).toMatchObject([
      { type: 'return', status: 'pending', amount: null },
      { type: 'refund', status: 'completed', amount: { amount: 20, currency: 'USD' }, note: 'One was broken' },
    ])
  })

  test('refuses refunds above the total of the items with what is left', async () => {
    const { report, made } = await ordered()
    const total = made.totals[0].amount.amount as number
    const refund = async (amount: number, more: object = {}) =>
      await report({ adjustment: { type: 'refund', status: 'completed', amount, ...more } })
    const refused = await refund(total + 0.01)
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      [
        {
          path: 'adjustment.amount',
          message: `must be at most ${total} USD, which is left of the total of the items. State refunded shipping and taxes in the note.`,
        },
      ],
    ])
    // A refund that failed or was pending leaves the amount for the next report.
    const statuses = []
    for (const [amount, more] of [
      [total, { status: 'failed' }],
      [total, { status: 'pending' }],
      [total - 1, {}],
      [2, { type: 'credit' }],
      [1, { type: 'credit' }],
      [0.01, {}],
      [0.01, { status: 'pending' }],
      [total, { type: 'price_adjustment' }],
    ] as const)
      statuses.push((await refund(amount, more)).status)
    expect(statuses).toEqual([200, 200, 200, 400, 200, 400, 400, 200])
  })

  test('cancels with a reason, and returns 400 without one', async () => {
    const { report } = await ordered()
    expect((await report({ action: 'cancel' })).status).toBe(400)
    expect((await report({ action: 'cancel', reason: 'Sold out' })).body).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'Sold out',
    })
  })

  test.each([[{ action: 'fulfill' }, ['acknowledge', 'cancel', 'confirm']]])(
    'returns 409 with allowed actions for a premature %o, and changes nothing',
    async (body, allowed) => {
      const { report, agent, made } = await ordered()
      const refused = await report({ ...body, payment: { state: 'reported_paid' } })
      expect([refused.status, refused.body.code, refused.body.allowed]).toEqual([409, 'invalid_transition', allowed])
      expect((await agent('GET', `/transactions/${made.id}`)).body).toEqual(made)
    },
  )

  test('returns 403 for the agent and version_conflict for another version', async () => {
    const { report, agent, made } = await ordered()
    expect((await report({ action: 'acknowledge' }, agent)).status).toBe(403)
    expect((await report({ action: 'acknowledge', version: made.version + 1 })).body.code).toBe('version_conflict')
  })

  test.each([
    {},
    { action: 'confirm' },
    { merchant_order_id: 'A-2' },
    { action: 'fulfill', merchant_order_id: 'A-2' },
    { action: 'pay' },
    { payment: { state: 'unreported' } },
    { payment: { state: 'captured' } },
    { adjustment: { type: 'refund', status: 'completed', amount: -5 } },
    { adjustment: { type: 'refund', status: 'completed', amount: 0.001 } },
    { adjustment: { type: 'bribe', status: 'completed' } },
  ])('rejects %o with 400', async (body) => {
    const { report } = await ordered()
    expect((await report(body)).status).toBe(400)
  })

  test.each([
    [{ action: 'confirm' }, { merchant_order_id: 'is required with action=confirm.' }],
    [{ action: 'cancel' }, { reason: 'is required with action=cancel.' }],
    [{ action: 'fulfill', merchant_order_id: 'A-2' }, { merchant_order_id: 'is only valid with action=confirm.' }],
    [{ action: 'confirm', merchant_order_id: 'A-2', reason: 'x' }, { reason: 'is only valid with action=cancel.' }],
    [
      { merchant_order_id: 'A-2', reason: 'x' },
      {
        action: 'is required without',
        merchant_order_id: 'is only valid with action=confirm.',
        reason: 'is only valid with action=cancel.',
      },
    ],
  ])('returns 400 with every fault of %o', async (body, faults) => {
    const { report } = await ordered()
    const refused = await report(body)
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toEqual(
      Object.entries(faults).map(([path, message]) => ({ path, message: expect.stringContaining(message) })),
    )
  })

  test('returns 403 for the ordering key, and adds no trust signal for own orders', async () => {
    const { merchant, brandId, accountId, caller } = await commerce.shop()
    const scopes = ['write:negotiation', 'write:storefront']
    const second = caller(brandId, (await issueKey(commerce.sql(), accountId, { prefix: 'sk_live_', scopes })).key)
    const own = await order(merchant)
    const path = `/transactions/${own.id}/report`
    expect((await merchant('POST', path, { action: 'acknowledge' })).status).toBe(403)
    await second('POST', path, { action: 'confirm', merchant_order_id: 'A-1' })
    expect((await second('POST', path, { action: 'fulfill' })).body.status).toBe('completed')
    await merchant('POST', '/feedback', { subject: { type: 'transaction', id: own.id }, outcome: 'purchased' })
    expect(await commerce.sql()`select from storefront.trust_signals where brand_id = ${brandId}`).toHaveLength(0)
  })
})
