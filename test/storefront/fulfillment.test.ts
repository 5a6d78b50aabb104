import { describe, expect, test } from 'vitest'
import { configure } from '../support/configure_shop.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const root = '/api/storefront/{brand_id}'

describe('200', () => {
  test('returns unconfigured for a merchant that has published nothing', async () => {
    const { brandId } = await shops.open()
    const { body } = await shops.look(brandId, '/fulfillment')
    expect(shops.faults('get', `${root}/fulfillment`, body)).toEqual([])
    expect(body).toEqual({
      brand_id: brandId,
      shipping: { state: 'unconfigured', statement: expect.stringContaining('does not say'), destinations: [] },
      payment: { state: 'unconfigured', statement: expect.stringContaining('does not say'), methods: [] },
    })
  })

  test('returns published destinations and methods, with null for an unpublished price', async () => {
    const { brandId } = await shops.open()
    await configure(shops.database(), brandId, {
      shipping: {
        state: 'partial',
        statement: 'To most of Europe.',
        destinations: [
          { country: 'DE', service: 'Standard', price: 0, transit_days: { min: 1, max: 3 } },
          { country: 'FR', regions: ['Bretagne'], service: 'Express', free_over: 80, currency: 'EUR' },
        ],
      },
      payment: { state: 'configured', methods: [{ type: 'card', brands: ['visa'] }, { type: 'invoice' }] },
    })
    const { body } = await shops.look(brandId, '/fulfillment')
    expect(shops.faults('get', `${root}/fulfillment`, body)).toEqual([])
    const none = { min: null, max: null }
    expect(body.shipping).toEqual({
      state: 'partial',
      statement: 'To most of Europe.',
      destinations: [
        {
          country: 'DE',
          regions: [],
          postal_codes: [],
          service: 'Standard',
          price: 0,
          free_over: null,
          currency: 'USD',
          handling_days: none,
          transit_days: { min: 1, max: 3 },
        },
        {
          country: 'FR',
          regions: ['Bretagne'],
          postal_codes: [],
          service: 'Express',
          price: null,
          free_over: 80,
          currency: 'EUR',
          handling_days: none,
          transit_days: none,
        },
      ],
    })
    expect(body.payment.methods).toEqual([
      { type: 'card', brands: ['visa'] },
      { type: 'invoice', brands: [] },
    ])
  })

  test('returns only the latest configuration', async () => {
    const { brandId } = await shops.open()
    await configure(shops.database(), brandId, {
      shipping: { state: 'not_offered' },
      payment: { state: 'not_offered' },
    })
    await configure(shops.database(), brandId, {})
    expect((await shops.look(brandId, '/fulfillment')).body.shipping.state).toBe('unconfigured')
  })
})
