import { expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const line_items = [{ item: { id: 'tent' }, quantity: 2 }]

test('updates a checkout session as documented', async () => {
  const { brandId } = await shops.open([{ id: 'tent', title: 'Tent', price: 5, link: 'https://shop.example/tent' }])
  const created = await shops.ask(brandId, '/checkout-sessions', { line_items })
  const { status, body } = await shops.put(brandId, `/checkout-sessions/${created.body.id}`, { line_items })
  const path = '/api/storefront/{brand_id}/checkout-sessions/{checkout_id}'
  expect([status, shops.faults('put', path, body)]).toEqual([200, []])
  expect([body.id, body.status]).toEqual([created.body.id, 'requires_escalation'])
})
