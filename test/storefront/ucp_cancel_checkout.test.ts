import { expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const line_items = [{ item: { id: 'tent' }, quantity: 2 }]

test('cancels a checkout session as documented', async () => {
  const { brandId } = await shops.open([{ id: 'tent', title: 'Tent', price: 5, link: 'https://shop.example/tent' }])
  const created = await shops.ask(brandId, '/checkout-sessions', { line_items })
  const { status, body } = await shops.ask(brandId, `/checkout-sessions/${created.body.id}/cancel`, {})
  const path = '/api/storefront/{brand_id}/checkout-sessions/{checkout_id}/cancel'
  expect([status, shops.faults('post', path, body)]).toEqual([200, []])
  expect([body.id, body.status]).toEqual([created.body.id, 'canceled'])
})
