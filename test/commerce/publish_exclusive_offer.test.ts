import { describe, expect, test } from 'vitest'
import { useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('POST /offers', () => {
  test.each([
    [{ type: 'percent_off', percent_off: 33.3 }, 66.7],
    [{ type: 'amount_off', amount: 25, currency: 'USD' }, 75],
    [{ type: 'fixed_price', amount: 60, currency: 'USD' }, 60],
    [{ type: 'fixed_price', amount: 600, currency: 'USD' }, undefined],
    [{ type: 'amount_off', amount: 25, currency: 'EUR' }, undefined],
    [{ type: 'free_shipping' }, undefined],
    [{ type: 'gift', gift: 'A bulb' }, undefined],
  ])('publishes the offer and computes the price: %o', async (offer, price) => {
    const { merchant, brandId } = await commerce.shop()
    const { status, body } = await merchant('POST', '/offers', { title: 'x', product_ids: ['lamp'], ...offer })
    expect([status, body.products[0].price?.amount]).toEqual([201, price])
    expect(await commerce.events(brandId, 'offer.published')).toHaveLength(1)
  })

  test.each([
    [{ type: 'percent_off' }],
    [{ type: 'percent_off', percent_off: 100 }],
    [{ type: 'amount_off', amount: 5 }],
    [{ type: 'amount_off', amount: 5, currency: 'ZZZ' }],
    [{ type: 'gift' }],
    [{ type: 'free_shipping', product_ids: ['nothing'] }],
    [{ type: 'free_shipping', starts_at: '2026-12-02T00:00:00Z', ends_at: '2026-12-01T00:00:00Z' }],
    [{ type: 'free_shipping', terms_url: 'javascript:alert(1)' }],
    [{ type: 'free_shipping', ends_at: 'soon' }],
    [{ type: 'free_shipping', starts_at: '0000-01-01T00:00:00Z' }],
    [{ type: 'free_shipping', terms_url: 'https://example.com/\u0000' }],
    [{ type: 'free_shipping', terms_url: `https://example.com/${'x'.repeat(2000)}` }],
  ])('rejects %j with 400', async (offer) => {
    const { merchant, agent } = await commerce.shop()
    expect((await merchant('POST', '/offers', { title: 'x', ...offer })).status).toBe(400)
    expect((await agent('GET', '/offers')).body.offers).toEqual([])
  })

  test.each([
    [{ type: 'percent_off', percent_off: 10, amount: 5, currency: 'USD' }, ['amount', 'currency']],
    [{ type: 'fixed_price', amount: 5, currency: 'USD', percent_off: 10, gift: 'A bulb' }, ['percent_off', 'gift']],
    [{ type: 'free_shipping', percent_off: 10 }, ['percent_off']],
    [{ type: 'gift', amount: 5.001 }, ['amount', 'gift']],
    [{ type: 'free_shipping', product_ids: ['lamp'], category: 'Lamps', bundle_id: 'b' }, ['category', 'bundle_id']],
    [
      { type: 'percent_off', gift: 'x', product_ids: ['none', 'lamp', 'gone'], ends_at: '2026-01-01T00:00:00Z' },
      ['percent_off', 'gift', 'product_ids', 'product_ids', 'ends_at'],
    ],
  ])('returns 400 with every contradictory field of %j, and publishes nothing', async (offer, fields) => {
    const { merchant, agent } = await commerce.shop()
    const { status, body } = await merchant('POST', '/offers', { title: 'x', ...offer })
    expect([status, body.fields?.map(({ path }: { path: string }) => path)]).toEqual([400, fields])
    expect((await agent('GET', '/offers')).body.offers).toEqual([])
  })

  test('accepts timestamps with any UTC offset', async () => {
    const { merchant } = await commerce.shop()
    const { status, body } = await merchant('POST', '/offers', {
      type: 'free_shipping',
      title: 'x',
      starts_at: '2026-11-20T23:00:00+23:00',
    })
    expect([status, body.starts_at]).toEqual([201, '2026-11-20T00:00:00Z'])
  })

  test('returns 403 for an agent key', async () => {
    const { agent } = await commerce.shop()
    expect((await agent('POST', '/offers', { type: 'free_shipping', title: 'x' })).status).toBe(403)
  })
})
