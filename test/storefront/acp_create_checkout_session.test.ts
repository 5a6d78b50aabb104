import { expect, test } from 'vitest'
import { acpAgent } from '../support/acp_requests.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const agent = acpAgent(shops)

test('creates an ACP checkout session as documented', async () => {
  const { brandId } = await shops.open([{ id: 'tent', title: 'Tent', price: 5, link: 'https://shop.example/tent' }])
  const { status, body } = await agent.create(brandId, { line_items: [{ id: 'tent', quantity: 2 }] })
  const path = '/api/storefront/{brand_id}/acp/checkout_sessions'
  expect([status, shops.faults('post', path, body, '201')]).toEqual([201, []])
  expect([body.status, body.totals.at(-1).amount]).toEqual(['requires_escalation', 1000])
})
