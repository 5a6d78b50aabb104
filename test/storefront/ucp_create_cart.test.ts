import { expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const line_items = [{ item: { id: 'tent' }, quantity: 2 }]

test('creates a cart as documented', async () => {
  const { brandId } = await shops.open([{ id: 'tent', title: 'Tent', price: 5, link: 'https://shop.example/tent' }])
  const created = await shops.ask(brandId, '/carts', { line_items })
  const { status, body } = created
  const path = '/api/storefront/{brand_id}/carts'
  expect([status, shops.faults('post', path, body, '201')]).toEqual([201, []])
  expect([body.id, body.line_items[0].quantity]).toEqual([created.body.id, 2])
})
