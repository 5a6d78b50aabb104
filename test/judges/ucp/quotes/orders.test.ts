import { beforeAll, expect, test } from 'vitest'
import { judge } from '../../judge.ts'
import { agreed, codes, line, negotiator, useNegotiation } from './negotiating.ts'
import type { Caller } from './negotiating.ts'
import { published, versions } from '../published.ts'

type Row = Record<string, unknown>
type Shop = Awaited<ReturnType<ReturnType<typeof useNegotiation>['shop']>>

const { shop, shops, caller, keyOf } = useNegotiation()
let own: Shop
beforeAll(async () => {
  own = await shop()
})

const orderOf = async (agent: Caller, items: Row[] = [{ product_id: 'desk', quantity: 2 }], more: Row = {}) =>
  (await agent.post('/transactions', { items, ...more })).body.id as string
const report = async (id: string, body: Row) => {
  const { status } = await own.merchant.post(`/transactions/${id}/report`, body)
  expect(status).toBe(200)
}
const confirm = async (id: string, more: Row = {}) =>
  await report(id, { action: 'confirm', merchant_order_id: `A-${id}`, ...more })
const page = 'https://shop.example/orders/1'

for (const { version, label, missing } of versions) {
  judge({ judge: 'UCP schemas', version: label, checks: 'orders', missing }, () => {
    test('an order is valid in each state that the merchant reports, over REST and MCP', async () => {
      const schemas = published(version)
      const { agent } = await own.platform(negotiator(version))
      const id = await orderOf(agent, [{ product_id: 'desk', quantity: 2 }], { confirmation_window_days: 7 })
      const read = async () => {
        const { status, body } = await agent.get(`/orders/${id}`)
        const { body: called } = await agent.tool('get_order', { id })
        expect([
          status,
          schemas.faults('order', body),
          schemas.resultFaults('get_order', called.result.structuredContent),
        ]).toEqual([200, [], []])
        expect(called.result.structuredContent).toEqual(body)
        return body
      }
      await confirm(id, { order_url: page })
      expect((await read()).line_items[0].status).toBe('processing')
      await report(id, { adjustment: { type: 'refund', status: 'completed', amount: 12.5, note: 'Scratched' } })
      await report(id, { adjustment: { type: 'price_adjustment', status: 'pending', amount: 5 } })
      await report(id, { action: 'fulfill', payment: { state: 'reported_paid' } })
      const order = await read()
      expect(order).toMatchObject({
        ucp: { version, capabilities: { 'dev.ucp.shopping.order': [{ version }] } },
        id,
        label: `A-${id}`,
        checkout_id: id,
        permalink_url: page,
        currency: 'USD',
        line_items: [
          {
            id: 'li_1',
            item: { id: 'desk', title: 'Desk', price: 25_000 },
            quantity: { original: 2, total: 2, fulfilled: 2 },
            status: 'fulfilled',
          },
        ],
        fulfillment: {},
        totals: [
          { type: 'subtotal', amount: 50_000 },
          { type: 'total', amount: 50_000 },
        ],
      })
      // The merchant reports no direction of a price adjustment, so it has no amount.
      expect(order.adjustments.map((each: Row) => ({ ...each, occurred_at: undefined }))).toEqual([
        {
          id: 'adj_1',
          type: 'refund',
          status: 'completed',
          totals: [{ type: 'total', amount: -1250 }],
          description: 'Scratched',
        },
        { id: 'adj_2', type: 'price_adjustment', status: 'pending' },
      ])
      expect(codes(order)).toEqual(['reported_paid', 'total_of_items'])
    })

    test('an order that cannot be returned is a valid error', async () => {
      const schemas = published(version)
      const { agent } = await own.platform(negotiator(version))
      const id = await orderOf(agent)
      for (const [each, code] of [
        ['txn_no', 'not_found'],
        [id, 'order_not_reported'],
      ] as const) {
        const { status, body } = await agent.get(`/orders/${each}`)
        const { body: called } = await agent.tool('get_order', { id: each })
        expect([status, codes(body), schemas.faults('error', body)]).toEqual([200, [code], []])
        expect([called.result.structuredContent, schemas.resultFaults('get_order', body)]).toEqual([body, []])
      }
    })

    test('is offered in the profile', async () => {
      const { body } = await shops.look(own.brandId, `/.well-known/ucp?version=${version}`)
      expect(body.ucp.capabilities['dev.ucp.shopping.order']).toEqual([expect.objectContaining({ version })])
    })
  })
}

judge({ judge: 'UCP, own reading of the text', version: 'both', checks: 'Order Capability' }, () => {
  test('authenticates before it returns an order', async () => {
    const id = await orderOf(own.agent)
    await confirm(id)
    const weak = caller(own.brandId, await keyOf(own.accountId, ['read:commerce']))
    const answers = [await own.anonymous.get(`/orders/${id}`), await own.anonymous.tool('get_order', { id })]
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
    const refused = await weak.get(`/orders/${id}`)
    expect([refused.status, codes(refused.body), refused.body.id]).toEqual([200, ['unauthorized'], undefined])
  })

  test('hides orders of other platforms and other shops, like those that do not exist', async () => {
    const id = await orderOf(own.agent)
    await confirm(id)
    const foreign = await shop()
    const there = caller(foreign.brandId, own.key)
    const unknown = (await own.agent.get('/orders/txn_no')).body
    expect((await own.other.get(`/orders/${id}`)).body).toEqual(unknown)
    expect((await foreign.agent.get(`/orders/${id}`)).body).toEqual(unknown)
    expect((await there.get(`/orders/${id}`)).body.id).toBeUndefined()
    expect((await own.agent.get(`/orders/${encodeURIComponent("' or 1=1 --")}`)).body).toEqual(unknown)
    for (const each of [id, 'txn_no']) {
      expect((await own.agent.get(`/orders/${each}`)).headers['cache-control']).toBe('private, no-store')
    }
  })

  test('includes all lines of a canceled order, as removed', async () => {
    const id = await orderOf(own.agent, [
      { product_id: 'desk', quantity: 1 },
      { product_id: 'lamp', quantity: 1 },
    ])
    await confirm(id)
    await report(id, { action: 'cancel', reason: 'Sold out' })
    const { body } = await own.agent.get(`/orders/${id}`)
    expect(body.line_items.map(({ quantity, status }: Row) => [quantity, status])).toEqual([
      [{ original: 1, total: 0, fulfilled: 0 }, 'removed'],
      [{ original: 1, total: 0, fulfilled: 0 }, 'removed'],
    ])
    expect(codes(body)).toEqual(['order_canceled', 'permalink_not_reported', 'total_of_items'])
  })

  test('reports no order that was canceled before the merchant confirmed it', async () => {
    const id = await orderOf(own.agent)
    await own.agent.post(`/transactions/${id}/cancel`, { reason: 'No longer needed' })
    expect(codes((await own.agent.get(`/orders/${id}`)).body)).toEqual(['order_not_reported'])
  })

  test('completes the checkout session of a quote with its order', async () => {
    const { quote_token: token } = await agreed(own.agent, 1)
    const request = { line_items: [line('lamp')], negotiation: { quote_tokens: [token] } }
    const { body: session } = await own.agent.post('/checkout-sessions', request)
    const opened = await shops.get(new URL(session.continue_url).pathname)
    const id = new URL(opened.headers.location ?? '').searchParams.get('agent_order') as string
    await confirm(id, { order_url: page })
    const { body: completed } = await own.agent.get(`/checkout-sessions/${session.id}`)
    expect([completed.status, completed.order, completed.continue_url]).toEqual([
      'completed',
      { id, label: `A-${id}`, permalink_url: page },
      undefined,
    ])
    const { body: order } = await own.agent.get(`/orders/${id}`)
    expect([order.checkout_id, order.currency, order.totals]).toEqual([session.id, session.currency, session.totals])
    const canceled = await own.agent.post(`/checkout-sessions/${session.id}/cancel`, {})
    expect([canceled.body.status, codes(canceled.body)]).toEqual([
      'completed',
      ['operation_not_allowed', 'total_of_items'],
    ])
  })

  test('refuses a page of an order that is no web address', async () => {
    const id = await orderOf(own.agent)
    const body = { action: 'confirm', merchant_order_id: 'A', order_url: 'javascript:alert(1)' }
    expect((await own.merchant.post(`/transactions/${id}/report`, body)).status).toBe(400)
  })
})
