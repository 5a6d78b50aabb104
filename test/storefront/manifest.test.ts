import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const root = '/api/storefront/{brand_id}'

describe('200', () => {
  test('returns the same manifest at /.well-known/osp.json and /manifest', async () => {
    const { brandId } = await shops.open()
    const { body, headers } = await shops.look(brandId, '/.well-known/osp.json')
    expect(shops.faults('get', `${root}/.well-known/osp.json`, body)).toEqual([])
    expect(body).toMatchObject({
      protocol: { name: 'agent-query-protocol', version: '1.0', supported_versions: ['1.0'] },
      osp_version: headers['x-osp-version'],
      api_base_url: `http://vitrine.test/api/storefront/${brandId}`,
      policies: { privacy: null, terms: null, returns: null },
    })
    expect((await shops.look(brandId, '/manifest')).body).toEqual(body)
  })

  test('lists only endpoints and feeds that exist', async () => {
    const { brandId } = await shops.open([{ id: 'p', title: 'Lamp' }])
    const { body } = await shops.look(brandId, '/.well-known/osp.json')
    const urls = [
      ...Object.values<{ endpoint: string }>(body.capabilities).map(({ endpoint }) => endpoint),
      ...body.feeds.map(({ url }: { url: string }) => url),
    ]
    expect(urls.length).toBeGreaterThan(20)
    for (const url of urls) {
      const { status } = await shops.get(new URL(url.replace('{productId}', 'p')).pathname)
      expect([url, status]).toEqual([url, expect.not.toSatisfy((code: number) => code === 404 || code >= 500)])
    }
  })
})
