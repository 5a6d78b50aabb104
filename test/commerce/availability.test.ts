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
    await bundle(brandId)
    const { status, body } = await agent('POST', '/transactions', { items: [{ bundle_id: 'set' }] })
    expect([status, body.code, body.bundle_id]).toEqual([409, 'out_of_stock', 'set'])
  })
})

describe('several lines of one product, in a shop that has five', () => {
  async function shopOfFive() {
    const shop = await shopWith({ quantity: 5 })
    await bundle(shop.brandId)
    const held = async (quantity: number) => {
      const { body } = await shop.agent('POST', '/negotiations', lamp(95, { quantity }))
      return { hold_id: body.outcome.hold_id as string }
    }
    return { ...shop, held }
  }
  const refusal = { code: 'out_of_stock', product_id: 'lamp', availability: { quantity_available: 5 } }

  test.each([
    ['a product twice', [{ product_id: 'lamp', quantity: 3 }], [{ product_id: 'lamp', quantity: 2 }]],
    ['a bundle and its part', [{ bundle_id: 'set', quantity: 3 }], [{ product_id: 'lamp', quantity: 2 }]],
    ['a bundle twice', [{ bundle_id: 'set', quantity: 3 }], [{ bundle_id: 'set', quantity: 2 }]],
  ])('%s: returns 409 for six and 201 for five', async (_, three, two) => {
    const { agent } = await shopOfFive()
    const { status, body } = await agent('POST', '/transactions', { items: [...three, ...three] })
    expect([status, body]).toMatchObject([409, refusal])
    expect(body.error).toBe('items: 6 of "lamp" were asked for and the shop has 5. Order 5 or fewer.')
    expect((await agent('POST', '/transactions', { items: [...three, ...two] })).status).toBe(201)
  })

  test('a hold and the product: returns 409 for six, keeps the hold, and 201 for five', async () => {
    const { agent, held } = await shopOfFive()
    const hold = await held(3)
    const { status, body } = await agent('POST', '/transactions', {
      items: [hold, { product_id: 'lamp', quantity: 3 }],
    })
    expect([status, body]).toMatchObject([409, refusal])
    expect((await agent('GET', `/holds/${hold.hold_id}`)).body.status).toBe('active')
    expect((await agent('POST', '/transactions', { items: [hold, { product_id: 'lamp', quantity: 2 }] })).status).toBe(
      201,
    )
  })
})

/** A bundle of the lamp and the desk. */
async function bundle(brandId: string) {
  await commerce.sql()`insert into storefront.shops (brand_id, website) values (${brandId}, 'https://shop.example') on conflict do nothing`
  await commerce.sql()`
    insert into storefront.bundles (brand_id, bundle_id, name, price_micros, currency, products_count)
    values (${brandId}, 'set', 'Lamp and desk', 300000000, 'USD', 2)`
  await commerce.sql()`
    insert into storefront.bundle_products (brand_id, bundle_id, product_id, position)
    values (${brandId}, 'set', 'lamp', 1), (${brandId}, 'set', 'desk', 2)`
}
