import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const root = '/api/storefront/{brand_id}'

const every = [
  'google',
  'openai',
  'acp',
  'meta',
  'shopify',
  'chatgpt',
  'claude',
  'gemini',
  'perplexity',
  'copilot',
  'meta_ai',
  'grok',
  'alexa',
  'generic',
]

describe('200', () => {
  test.each(every)('returns a feed with the specified fields for %s', async (platform) => {
    const { brandId } = await shops.open([
      { id: 'a', title: 'Lamp', price: 20, list_price: 25, gtin: '4006381333931', category: 'Lights', brand: 'Lux' },
    ])
    const { body, headers } = await shops.look(brandId, `/platforms/${platform}/feed`)
    expect(shops.faults('get', `${root}/platforms/{platform}/feed`, body)).toEqual([])
    const shopUrl = `http://vitrine.test/api/storefront/${brandId}`
    expect(body).toMatchObject({
      format: platform,
      brand: { name: 'Brand', website: null, description: null },
      feed_url: `${shopUrl}/platforms/${platform}/feed`,
      acp_storefront: shopUrl,
      total_products: 1,
    })
    expect(body.products).toEqual([
      {
        id: 'a',
        title: 'Lamp',
        description: '',
        link: '',
        image_link: '',
        price: '25.00 USD',
        availability: 'in_stock',
        condition: '',
        brand: 'Lux',
        merchant_product_category: 'Lights',
        gtin: '4006381333931',
        item_group_id: 'a',
        custom_label_0: 'reduced',
        sale_price: '20.00 USD',
      },
    ])
    expect(headers['x-osp-version']).toBe('2026-08-01')
    for (const url of body.files) expect((await shops.get(new URL(url).pathname)).status).toBe(200)
  })

  test('returns pages without overlaps or gaps', async () => {
    const { brandId } = await shops.open(
      Array.from({ length: 7 }, (_, number) => ({ id: `p${number}`, title: 'Lamp' })),
    )
    const page = async (number: number) =>
      (await shops.look(brandId, `/platforms/acp/feed?limit=3&page=${number}`)).body
    const pages = [await page(1), await page(2), await page(3), await page(4)]
    expect(pages.map(({ products }) => products.length)).toEqual([3, 3, 1, 0])
    expect(new Set(pages.flatMap(({ products }) => products.map(({ id }: { id: string }) => id))).size).toBe(7)
  })
})

describe('404', () => {
  test.each(['ebay', 'google.xml', '..'])('returns 404 for the platform %s', async (platform) => {
    const { brandId } = await shops.open()
    expect((await shops.look(brandId, `/platforms/${platform}/feed`)).status).toBe(404)
  })
})
