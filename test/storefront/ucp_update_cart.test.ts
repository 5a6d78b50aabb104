import { expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const line_items = [{ item: { id: 'tent' }, quantity: 2 }]

test('replaces the content of a cart as documented', async () => {
  const { brandId } = await shops.open([{ id: 'tent', title: 'Tent', price: 5, link: 'https://shop.example/tent' }])
  const created = await shops.ask(brandId, '/carts', { line_items })
  const { status, body } = await shops.put(brandId, `/carts/${created.body.id}`, {
    line_items: [{ item: { id: 'tent' }, quantity: 3 }],
  })
  const path = '/api/storefront/{brand_id}/carts/{cart_id}'
  expect([status, shops.faults('put', path, body)]).toEqual([200, []])
  expect([body.id, body.line_items[0].quantity]).toEqual([created.body.id, 3])
})
