import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const root = '/api/storefront/{brand_id}'

const nine = ['chatgpt', 'claude', 'gemini', 'perplexity', 'copilot', 'meta_ai', 'grok', 'alexa', 'generic']

describe('200', () => {
  test.each(nine)('%s is told where to ask and how to cite', async (platform) => {
    const { brandId } = await shops.open()
    const { body } = await shops.look(brandId, `/platforms/${platform}/config`)
    expect(shops.faults('get', `${root}/platforms/{platform}/config`, body)).toEqual([])
    expect(body).toMatchObject({
      provider: platform,
      brand: { name: 'Brand', trust_score: null, certification: null },
      api: {
        base_url: `http://vitrine.test/api/storefront/${brandId}`,
        authentication: { type: 'bearer', header: 'Authorization' },
        endpoints: { search: { method: 'GET', path: '/search', params: ['q', 'limit', 'category'] } },
      },
      citation: { include_price: true, include_trust_score: false, include_certification: false },
    })
    expect(Object.keys(body.api.endpoints)).toEqual(['search', 'product', 'query', 'trust', 'certification', 'compare'])
    expect(body.capabilities).not.toContain('bundle_deals')
  })
})

describe('404', () => {
  test.each(['google', 'nothing', '%00', 'CLAUDE'])('%s is none of the nine', async (platform) => {
    const { brandId } = await shops.open()
    const { status } = await shops.look(brandId, `/platforms/${platform}/config`)
    expect([400, 404]).toContain(status)
  })
})
