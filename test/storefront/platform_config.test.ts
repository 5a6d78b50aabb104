import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { configure, signal } from '../support/configure_shop.ts'
import { issueKey } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops({ isSimulated: true })
const root = '/api/storefront/{brand_id}'

const nine = ['chatgpt', 'claude', 'gemini', 'perplexity', 'copilot', 'meta_ai', 'grok', 'alexa', 'generic']

describe('200', () => {
  test.each(nine)('returns endpoints and citation rules for %s', async (platform) => {
    const { brandId } = await shops.open()
    const { body } = await shops.look(brandId, `/platforms/${platform}/config`)
    expect(shops.faults('get', `${root}/platforms/{platform}/config`, body)).toEqual([])
    expect(body).toMatchObject({
      provider: platform,
      brand: { name: 'Brand', certification: null },
      api: {
        base_url: `http://vitrine.test/api/storefront/${brandId}`,
        authentication: { type: 'bearer', header: 'Authorization' },
        endpoints: { search: { method: 'GET', path: '/search', params: ['q', 'limit', 'category'] } },
      },
      citation: { include_price: true, include_trust_score: false, include_certification: false },
    })
    expect(Object.keys(body.api.endpoints)).toEqual(['search', 'product', 'query', 'trust', 'certification', 'compare'])
    expect(body.brand).not.toHaveProperty('trust_score')
    expect(body.capabilities).toEqual([])
  })
})

describe('capabilities', () => {
  const capabilities = async (brandId: string) =>
    (await shops.look(brandId, '/platforms/claude/config')).body.capabilities as string[]
  const lamp = { id: 'lamp', title: 'Lamp', price: 100 }
  const desk = { id: 'desk', title: 'Desk', price: 250 }

  async function merchantOf(products: object[]) {
    const { brandId, accountId } = await shops.open(products as Record<string, unknown>[])
    const scopes = ['read:commerce', 'write:negotiation', 'write:storefront']
    const { key } = await issueKey(shops.sql(), accountId, { prefix: 'sk_live_', scopes })
    const post = async (path: string, body: object) =>
      await shops.ask(brandId, path, body, { Authorization: `Bearer ${key}`, 'Idempotency-Key': randomUUID() })
    return { brandId, accountId, post }
  }

  test('list product_search for one product and product_comparison for two', async () => {
    expect(await capabilities((await shops.open([lamp])).brandId)).toEqual(['product_search', 'real_time_pricing'])
    expect(await capabilities((await shops.open([lamp, desk])).brandId)).toEqual([
      'product_search',
      'product_comparison',
      'real_time_pricing',
    ])
  })

  test.each([
    ['a policy of the shop', {}, true],
    ['a policy of one product', { product_id: 'lamp' }, true],
    ['a policy that people answer', { answered_by: 'merchant' }, true],
    ['a policy that is disabled', { is_enabled: false }, false],
  ])('price_negotiation with %s matches the status of POST /negotiations', async (_of, policy, isTaken) => {
    const { brandId, post } = await merchantOf([lamp, desk])
    expect(await capabilities(brandId)).not.toContain('price_negotiation')
    const set = await post('/pricing-policies', { floor: { percent: 50 }, target_percent: 80, ...policy })
    expect([set.status, set.text]).toEqual([200, expect.any(String)])
    const { status } = await post('/negotiations', { product_id: 'lamp', offer: { amount: 60, currency: 'USD' } })
    expect(status).toBe(isTaken ? 201 : 404)
    expect((await capabilities(brandId)).includes('price_negotiation')).toBe(isTaken)
    const other = await shops.open([lamp])
    expect(await capabilities(other.brandId)).not.toContain('price_negotiation')
  })

  test('price_negotiation is not listed where the only product has a disabled policy of its own', async () => {
    const { brandId, post } = await merchantOf([lamp])
    await post('/pricing-policies', { floor: { percent: 50 }, target_percent: 80 })
    await post('/pricing-policies', {
      product_id: 'lamp',
      floor: { percent: 50 },
      target_percent: 80,
      is_enabled: false,
    })
    expect(await capabilities(brandId)).not.toContain('price_negotiation')
  })

  test('of the simulated shop are listed for a test key', async () => {
    const { brandId, accountId } = await shops.open()
    const { body } = await shops.look(brandId, '/platforms/claude/config', await shops.testKey(accountId))
    expect(body.capabilities).toEqual(expect.arrayContaining(['product_search', 'price_negotiation', 'bundle_deals']))
  })

  test('bundle_deals needs a bundle that can be bought', async () => {
    const { brandId } = await shops.open([lamp, desk])
    const bundle = { id: 'b', name: 'Both', price: 300, products: ['lamp', 'desk'] }
    await configure(shops.database(), brandId, { bundles: [bundle] })
    expect(await capabilities(brandId)).toContain('bundle_deals')
    await configure(shops.database(), brandId, { bundles: [{ ...bundle, price: 400 }] })
    expect(await capabilities(brandId)).not.toContain('bundle_deals')
  })

  test('trust_verification needs a score', async () => {
    const { brandId } = await shops.open([lamp])
    await signal(
      shops.database(),
      brandId,
      Array.from({ length: 12 }, (_, number) => ({
        signal_id: `s${number}`,
        component: 'fulfillment',
        value: 1,
        occurred_at: '2026-11-01T00:00:00Z',
      })),
    )
    expect(await capabilities(brandId)).toContain('trust_verification')
  })

  test('real_time_pricing is not listed for a stale catalog', async () => {
    const { brandId } = await shops.open([lamp])
    await shops.sql()`update storefront.catalogs set updated_at = '2026-09-01T00:00:00Z' where brand_id = ${brandId}`
    expect(await capabilities(brandId)).toEqual(['product_search'])
  })
})

describe('404', () => {
  test.each(['google', 'nothing', '%00', 'CLAUDE'])('returns 404 or 400 for the platform %s', async (platform) => {
    const { brandId } = await shops.open()
    const { status } = await shops.look(brandId, `/platforms/${platform}/config`)
    expect([400, 404]).toContain(status)
  })
})
