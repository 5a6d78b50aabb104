import { beforeAll, describe, expect, test } from 'vitest'
import { extendSimulatedAds } from '../../functions/worker/queues/extend_simulation.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()

beforeAll(async () => {
  await extendSimulatedAds(shops.sql(), '2026-11-19')
})

const paths = [
  '/search?q=tent',
  '/products?limit=100',
  '/products/sim-01-1',
  '/recommend?product_id=sim-01-1',
  '/compare?ids=sim-01-1,sim-02-1',
  '/reviews/sim-07-1',
  '/bundles',
  '/fulfillment',
  '/trust',
  '/trust/network',
  '/certification',
  '/platforms/google/feed',
]

describe('a test key', () => {
  test('gets the same bytes of the simulated shop for every brand', async () => {
    const [one, other] = [await shops.open([{ id: 'real', title: 'A real tent' }]), await shops.open()]
    for (const path of paths) {
      const answers = [
        await shops.look(one.brandId, path, await shops.testKey(one.accountId)),
        await shops.look(one.brandId, path, await shops.testKey(one.accountId)),
        await shops.look(other.brandId, path, await shops.testKey(other.accountId)),
      ]
      expect(answers.map(({ status }) => [path, status])).toEqual(Array.from({ length: 3 }, () => [path, 200]))
      const texts = answers.map(({ text }, index) =>
        text.replaceAll([one, one, other][index]?.brandId as string, 'SHOP'),
      )
      expect(new Set(texts).size).toBe(1)
      expect(texts[0]).not.toContain('A real tent')
    }
  })

  test('gets products of every availability, a bundle and trust history', async () => {
    const { brandId, accountId } = await shops.open()
    const key = await shops.testKey(accountId)
    const products = (await shops.look(brandId, '/products?limit=100', key)).body
    expect(products.meta).toMatchObject({ total: 48, response_time_ms: 0, data_freshness: '2026-11-20T05:00:00Z' })
    expect(new Set(products.products.map(({ availability }: { availability: string }) => availability)).size).toBe(4)
    expect((await shops.look(brandId, '/bundles', key)).body.count).toBe(1)
    expect((await shops.look(brandId, '/trust', key)).body).toMatchObject({
      score: expect.any(Number),
      history: { length: 14 },
    })
  })

  test('gets the announced Black Friday sale in the feed', async () => {
    const { brandId, accountId } = await shops.open()
    const key = await shops.testKey(accountId)
    const { products } = (await shops.look(brandId, '/platforms/google/feed?limit=100', key)).body
    type Listed = { price: string; sale_price?: string; sale_price_effective_date?: string; custom_label_0: string }
    const amount = (text = '') => Number.parseFloat(text)
    const planned = (products as Listed[]).filter(({ custom_label_0 }) => custom_label_0 === '')
    expect(planned.length).toBeGreaterThan(30)
    for (const { price, sale_price, sale_price_effective_date } of planned) {
      expect(sale_price_effective_date).toMatch(/^2026-11-26T05:00.*\/2026-12-01T05:00/)
      expect(amount(sale_price)).toBeCloseTo(amount(price) * 0.8, 1)
    }
  })

  test('gets responses marked as simulated, and brd_simulated is 404 without one', async () => {
    const { brandId, accountId } = await shops.open()
    const key = await shops.testKey(accountId)
    const search = await shops.look(brandId, '/search?q=tent', key)
    expect([search.body.meta.simulated, search.headers['x-osp-simulated']]).toEqual([true, 'true'])
    expect((await shops.look(brandId, '/search?q=tent')).body.meta).not.toHaveProperty('simulated')
    expect((await shops.look(brandId, '/trust/network', key)).body.network_trust.network_rank).toBe(1)
    expect((await shops.look('brd_simulated', '/search?q=tent')).status).toBe(404)
  })

  test('gets the same products on the next day', async () => {
    const { brandId, accountId } = await shops.open()
    const key = await shops.testKey(accountId)
    const titles = async () =>
      (await shops.look(brandId, '/products?limit=100', key)).body.products.map(({ title }: { title: string }) => title)
    const before = await titles()
    await shops.sql()`set vitrine.now = '2026-11-21T12:00:00Z'`
    await extendSimulatedAds(shops.sql(), '2026-11-20')
    expect(await titles()).toEqual(before)
  })
})
