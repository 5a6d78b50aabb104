import { expect, test } from 'vitest'
import { acpAgent } from '../support/acp_requests.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const agent = acpAgent(shops)

test('refuses to complete an ACP checkout session as documented', async () => {
  const { brandId } = await shops.open([{ id: 'tent', title: 'Tent', price: 5, link: 'https://shop.example/tent' }])
  const created = await agent.create(brandId, { line_items: [{ id: 'tent' }] })
  const { status, body } = await agent.complete(brandId, created.body.id)
  const { code, param, type } = body
  expect([status, type, code, param]).toEqual([409, 'invalid_request', 'unsupported', '$.payment_data'])
})
