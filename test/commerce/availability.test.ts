import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalogue_rows.ts'
import { lamp, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

const lampRow = { id: 'lamp', title: 'Lamp', price: 100, link: 'https://shop.example/lamp' }

/** A shop whose lamp has the given stock. */
async function shopWith(change: Record<string, unknown>) {
  const shop = await commerce.shop()
  await stock(commerce.database(), shop.brandId, [{ ...lampRow, ...change }])
  return shop
}

describe.each([
  ['out of stock', { availability: 'out_of_stock', quantity: 0 }, 1, 'out_of_stock', null, false],
  [
    'out of stock although a number is left',
    { availability: 'out_of_stock', quantity: 4 },
    1,
    'out_of_stock',
    4,
    false,
  ],
  ['fewer than asked for', { quantity: 2 }, 3, 'in_stock', 2, false],
  ['exactly as many', { quantity: 3 }, 3, 'in_stock', 3, true],
  ['in stock without a number', {}, 1000, 'in_stock', null, true],
  ['sold beyond its stock', { quantity: 0 }, 2, 'in_stock', null, true],
  ['preorder', { availability: 'preorder' }, 2, 'preorder', null, true],
])('a product that is %s', (_, change, quantity, status, available, isOrderable) => {
  const expected = { status, quantity_available: available, is_orderable: isOrderable }

  test('is negotiated, held and ordered with its availability, and refused only as an order', async () => {
    const { agent } = await shopWith(change)
    const { body: negotiation } = await agent('POST', '/negotiations', lamp(95, { quantity }))
    expect(negotiation).toMatchObject({ status: 'accepted', availability: expected })
    const { body: hold } = await agent('GET', `/holds/${negotiation.outcome.hold_id}`)
    expect(hold.availability).toEqual(expected)
    for (const items of [[{ product_id: 'lamp', quantity }], [{ hold_id: hold.id }]]) {
      const { status: code, body } = await agent('POST', '/transactions', { items })
      if (isOrderable) {
        expect([code, body.items?.[0]?.availability]).toEqual([201, expected])
      } else {
        expect([code, body.code, body.product_id, body.availability]).toEqual([409, 'out_of_stock', 'lamp', expected])
        expect(body.error).toMatch(/^items: .*lamp.*\. Order /)
      }
    }
    if (!isOrderable) expect((await agent('GET', `/holds/${hold.id}`)).body.status).toBe('active')
  })
})

describe('an order of what the shop cannot deliver', () => {
  test('leaves nothing behind, and is accepted once the stock is back', async () => {
    const { agent, brandId } = await shopWith({ availability: 'out_of_stock' })
    const items = [{ product_id: 'desk' }, { product_id: 'lamp' }]
    expect((await agent('POST', '/transactions', { items })).status).toBe(409)
    expect(await commerce.sql()`select from commerce.transactions where brand_id = ${brandId}`).toEqual([])
    expect(await commerce.events(brandId, 'transaction.%')).toEqual([])
    await stock(commerce.database(), brandId, [lampRow])
    expect((await agent('POST', '/transactions', { items })).status).toBe(201)
  })

  test('is refused for a bundle of which one product is out of stock', async () => {
    const { agent, brandId } = await shopWith({ availability: 'out_of_stock' })
    await commerce.sql()`insert into storefront.shops (brand_id, website) values (${brandId}, 'https://shop.example') on conflict do nothing`
    await commerce.sql()`
      insert into storefront.bundles (brand_id, bundle_id, name, price_micros, currency, products_count)
      values (${brandId}, 'set', 'Lamp and desk', 300000000, 'USD', 2)`
    await commerce.sql()`
      insert into storefront.bundle_products (brand_id, bundle_id, product_id, position)
      values (${brandId}, 'set', 'lamp', 1), (${brandId}, 'set', 'desk', 2)`
    const { status, body } = await agent('POST', '/transactions', { items: [{ bundle_id: 'set' }] })
    expect([status, body.code, body.bundle_id]).toEqual([409, 'out_of_stock', 'set'])
  })
})
