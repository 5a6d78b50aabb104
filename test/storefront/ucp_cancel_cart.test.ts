import { expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const line_items = [{ item: { id: 'tent' }, quantity: 2 }]

test('cancels a cart as documented', async () => {
  const { brandId } = await shops.open([{ id: 'tent', title: 'Tent', price: 5, link: 'https://shop.example/tent' }])
  const created = await shops.ask(brandId, '/carts', { line_items })
  const { status, body } = await shops.ask(brandId, `/carts/${created.body.id}/cancel`, {})
  const path = '/api/storefront/{brand_id}/carts/{cart_id}/cancel'
  expect([status, shops.faults('post', path, body)]).toEqual([200, []])
  expect([body.id, body.line_items[0].quantity]).toEqual([created.body.id, 2])
})
