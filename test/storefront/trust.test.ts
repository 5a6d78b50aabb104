import { describe, expect, test } from 'vitest'
import { configure, signal } from '../support/configure_shop.ts'
import { review } from '../support/catalog_rows.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const at = (day: number) => new Date(Date.UTC(2026, 10, 20) - day * 86_400_000).toISOString()

/** Returns `count` signals of a component; the first `bad` of them have the value 0. */
function observe(component: string, count: number, bad = 0, platform = 'claude') {
  return Array.from({ length: count }, (_, number) => ({
    signal_id: `${component}-${platform}-${number}`,
    component,
    value: number < bad ? 0 : 1,
    occurred_at: at(1 + (number % 300)),
    platform,
  }))
}
async function trustOf(brandId: string) {
  return (await shops.look(brandId, '/trust')).body
}

describe('200', () => {
  test('returns null scores and the tier new for an unknown shop', async () => {
    const { brandId } = await shops.open()
    const body = await trustOf(brandId)
    expect(shops.faults('get', '/api/storefront/{brand_id}/trust', body)).toEqual([])
    expect(body).toMatchObject({
      brand_id: brandId,
      score: null,
      tier: 'new',
      signals_total: 0,
      window_days: 365,
      dispute_rate: null,
      certification: null,
      calculated_at: null,
      history: [],
    })
    expect(body.components.map(({ key, score }: { key: string; score: null }) => [key, score])).toEqual([
      ['fulfillment', null],
      ['description_accuracy', null],
      ['price_and_stock', null],
      ['disputes', null],
      ['reviews', null],
      ['policies', null],
      ['responsiveness', null],
    ])
  })

  test('computes a component as Wilson lower bound shrunk to the baseline', async () => {
    const { brandId } = await shops.open()
    await signal(shops.database(), brandId, observe('fulfillment', 10, 2))
    const body = await trustOf(brandId)
    // p 0.8, n 10: lower bound 0.49016; (49.016 * 10 + 70 * 20) / 30 = 63.0.
    expect(body.components[0]).toMatchObject({ key: 'fulfillment', score: 63, weight: 1, signals: 10 })
    expect([body.score, body.tier, body.signals_total]).toEqual([63, 'new', 10])
    expect(body.history).toEqual([{ date: '2026-11-20', score: 63 }])
  })

  test('returns a score from five signals on, without counting policies', async () => {
    const { brandId } = await shops.open()
    await configure(shops.database(), brandId, { legal_name: 'Shop Ltd', shipping: { state: 'configured' } })
    await signal(shops.database(), brandId, observe('disputes', 4))
    expect(await trustOf(brandId)).toMatchObject({ score: null, signals_total: 4 })
    await signal(shops.database(), brandId, observe('disputes', 5))
    expect((await trustOf(brandId)).score).toBeGreaterThan(0)
  })

  test('scores complete policies with 100 and never lowers the score for publishing', async () => {
    const { brandId } = await shops.open()
    await signal(shops.database(), brandId, observe('fulfillment', 120))
    const before = (await trustOf(brandId)).score
    await configure(shops.database(), brandId, {
      legal_name: 'Shop Ltd',
      support_contact: 'a@shop.example',
      privacy_policy: 'https://shop.example/p',
      terms_of_service: 'https://shop.example/t',
      returns_policy: 'https://shop.example/r',
      shipping: { state: 'configured' },
      payment: { state: 'configured' },
    })
    const after = await trustOf(brandId)
    expect(after.components.find(({ key }: { key: string }) => key === 'policies')).toMatchObject({ score: 100 })
    expect(after.score).toBeGreaterThan(before)
  })

  test('counts reviews and disputes, but no signals older than 365 days', async () => {
    const { brandId } = await shops.open([{ id: 'p', title: 'Lamp' }])
    await review(
      shops.database(),
      brandId,
      [5, 5, 4, 4].map((rating, number) => ({ id: `r${number}`, product_id: 'p', rating, created_at: at(10) })),
    )
    await signal(shops.database(), brandId, [
      ...observe('disputes', 4, 1),
      { signal_id: 'old', component: 'fulfillment', value: 0, occurred_at: at(366) },
    ])
    const body = await trustOf(brandId)
    expect([body.signals_total, body.dispute_rate]).toEqual([8, 0.25])
    expect(body.components.find(({ key }: { key: string }) => key === 'reviews')).toMatchObject({ signals: 4 })
    expect(body.components[0].score).toBeNull()
  })

  test('raises the tier immediately and lowers it only on another day', async () => {
    const { brandId } = await shops.open()
    const tier = async () => (await trustOf(brandId)).tier
    await signal(shops.database(), brandId, observe('fulfillment', 120))
    expect(await tier()).toBe('trusted')
    for (let again = 0; again < 3; again++) {
      await signal(shops.database(), brandId, observe('fulfillment', 120, 60))
      expect(await tier()).toBe('trusted')
    }
    await shops.sql().begin(async (sql) => {
      await sql`select core.enter_brand(${brandId})`
      await sql`select storefront.score_trust(${brandId}, '2026-11-21T03:00:00Z')`
    })
    expect(await tier()).toBe('basic')
  })

  test('returns X-OSP-Data-Status stale for an old score', async () => {
    const { brandId } = await shops.open()
    await signal(shops.database(), brandId, observe('disputes', 5))
    await shops.sql()`update storefront.trust_scores set calculated_at = '2026-11-10T12:00:00Z' where brand_id = ${brandId}`
    const { headers } = await shops.look(brandId, '/trust')
    expect(headers).toMatchObject({ 'x-osp-data-status': 'stale', 'x-osp-degraded': 'trust;reason=stale' })
  })
})

describe('import of signals', () => {
  test('ignores repeated signals and rejects invalid lines', async () => {
    const { brandId } = await shops.open()
    const good = observe('disputes', 6)
    await signal(shops.database(), brandId, good)
    const report = await signal(shops.database(), brandId, [
      ...good,
      { signal_id: 'x', component: 'charm', value: 1, occurred_at: at(1) },
      { signal_id: 'y', component: 'disputes', value: 2, occurred_at: at(1) },
      { signal_id: 'z', component: 'disputes', value: 1, occurred_at: '2027-01-01T00:00:00Z' },
    ])
    expect(report).toMatchObject({ rows_accepted: 6, rows_rejected: 3 })
    expect((await trustOf(brandId)).signals_total).toBe(6)
  })
})
