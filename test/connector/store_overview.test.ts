import { describe, expect, test } from 'vitest'
import { configure } from '../support/configure_shop.ts'
import { stock } from '../support/catalog_rows.ts'
import { useConnector } from '../support/connector_api.ts'

const connector = useConnector()
const look = (key: string, brandId?: string) => connector.use(key, 'get_store_overview', { brand_id: brandId })

describe('get_store_overview', () => {
  test('returns nulls and unconfigured states for a shop that has published nothing', async () => {
    const { key, brandId } = await connector.open({ name: 'Lamps', currency: 'EUR' })
    const { status, body } = await look(key, brandId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      brand_id: brandId,
      name: 'Lamps',
      currency: 'EUR',
      description: null,
      products: 0,
      categories: [],
      categories_total: 0,
      bundles: [],
      bundles_total: 0,
      fulfillment: { state: 'unconfigured', statement: expect.stringContaining('does not say that it does not ship') },
      payment: { state: 'unconfigured' },
      data_freshness: null,
      meta: { simulated: false, data_as_of: null },
    })
    expect(body.feeds.find(({ format }: { format: string }) => format === 'google').url).toBe(
      `http://vitrine.test/api/storefront/${brandId}/platforms/google/feed`,
    )
  })

  test('returns categories with counts, bundles and statements of the merchant', async () => {
    const { key, brandId } = await connector.open()
    await stock(connector.database(), brandId, [
      { id: 'a', title: 'Lamp', category: 'Lights', price: 10 },
      { id: 'b', title: 'Bulb', category: 'Lights', price: 5 },
      { id: 'c', title: 'Desk', category: 'Furniture', price: 90 },
    ])
    await configure(connector.database(), brandId, {
      description: 'Lights and more',
      shipping: { state: 'not_offered' },
      payment: {
        state: 'configured',
        statement: 'Cards at our checkout.',
        methods: [{ type: 'card', brands: ['visa'] }],
      },
      bundles: [{ id: 'x', name: 'Lamp and bulb', price: 12, currency: 'USD', products: ['a', 'b'] }],
    })
    const { status, body } = await look(key, brandId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      description: 'Lights and more',
      products: 3,
      categories: [
        { name: 'Lights', products: 2 },
        { name: 'Furniture', products: 1 },
      ],
      categories_total: 2,
      bundles: [{ id: 'x', name: 'Lamp and bulb', price: '12.00 USD', apart: '15.00 USD', product_ids: ['a', 'b'] }],
      bundles_total: 1,
      fulfillment: { state: 'not_offered', statement: 'The merchant does not ship.' },
      payment: { state: 'configured', statement: 'Cards at our checkout.' },
      data_freshness: '2026-11-20T12:00:00Z',
      meta: { data_as_of: '2026-11-20T12:00:00Z' },
    })
  })

  test('returns the simulated shop under the brand’s name for a test key', async () => {
    const { testKey, brandId } = await connector.open({ name: 'Mine' })
    const { body } = await look(testKey, brandId)
    expect(body).toMatchObject({ brand_id: brandId, name: 'Mine', products: 48, meta: { simulated: true } })
  })

  test('returns 404 for an unknown shop, 400 without an id and 200 for another shop', async () => {
    const [own, foreign] = [await connector.open(), await connector.open()]
    expect((await look(own.key, 'brd_nowhere')).status).toBe(404)
    expect((await look(own.key)).status).toBe(400)
    expect((await look(own.key, 'x'.repeat(101))).status).toBe(400)
    expect((await look(own.key, foreign.brandId)).status).toBe(200)
  })
})
