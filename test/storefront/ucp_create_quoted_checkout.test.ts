import { expect, test } from 'vitest'
import { agreed, line, useNegotiation } from '../judges/ucp/quotes/negotiating.ts'

const { shops, shop } = useNegotiation()

test('creates a checkout session at the price of a quote as documented', async () => {
  const { agent } = await shop()
  const { quote_token: token, unit_amount: price } = await agreed(agent)
  const request = { line_items: [line('lamp', 2)], negotiation: { quote_tokens: [token] } }
  const { status, body } = await agent.post('/checkout-sessions', request)
  const path = '/api/storefront/{brand_id}/checkout-sessions'
  expect([status, shops.faults('post', path, body, '201')]).toEqual([201, []])
  expect([body.status, body.line_items[0].item.price]).toEqual(['requires_escalation', price])
})
