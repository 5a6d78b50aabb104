import { expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const line_items = [{ item: { id: 'tent' }, quantity: 2 }]

test('creates a checkout session as documented', async () => {
  const { brandId } = await shops.open([{ id: 'tent', title: 'Tent', price: 5, link: 'https://shop.example/tent' }])
  const created = await shops.ask(brandId, '/checkout-sessions', { line_items })
  const { status, body } = created
  const path = '/api/storefront/{brand_id}/checkout-sessions'
  expect([status, shops.faults('post', path, body, '201')]).toEqual([201, []])
  expect([body.id, body.status]).toEqual([created.body.id, 'requires_escalation'])
})
