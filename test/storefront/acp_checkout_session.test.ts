import { expect, test } from 'vitest'
import { acpAgent } from '../support/acp_requests.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const agent = acpAgent(shops)

test('returns an ACP checkout session as documented', async () => {
  const { brandId } = await shops.open([{ id: 'tent', title: 'Tent', price: 5, link: 'https://shop.example/tent' }])
  const created = await agent.create(brandId, { line_items: [{ id: 'tent' }] })
  const { status, body } = await agent.look(brandId, created.body.id)
  const path = '/api/storefront/{brand_id}/acp/checkout_sessions/{checkout_session_id}'
  expect([status, shops.faults('get', path, body)]).toEqual([200, []])
  expect([body.status, body.totals.at(-1).amount]).toEqual(['requires_escalation', 500])
})
