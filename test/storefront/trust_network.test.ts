import { describe, expect, test } from 'vitest'
import { configure, signal } from '../support/configure_shop.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const nine = ['chatgpt', 'claude', 'gemini', 'perplexity', 'copilot', 'meta_ai', 'grok', 'alexa', 'generic']

const observe = (platform: string, count: number, value: number) =>
  Array.from({ length: count }, (_, number) => ({
    signal_id: `${platform}${number}`,
    component: 'fulfillment',
    value,
    occurred_at: '2026-11-01T00:00:00Z',
    platform,
  }))
const network = async (brandId: string) => (await shops.look(brandId, '/trust/network')).body.network_trust

describe('200', () => {
  test('lists nine assistants with baselines and null scores for an unknown shop', async () => {
    const { brandId } = await shops.open()
    const { body } = await shops.look(brandId, '/trust/network')
    expect(shops.faults('get', '/api/storefront/{brand_id}/trust/network', body)).toEqual([])
    expect(body.network_trust).toMatchObject({
      score: null,
      tier: 'new',
      compound_factor: 1,
      category_baseline: 70,
      verified_platforms: 0,
      total_platforms: 9,
      total_signals: 0,
    })
    expect(body.network_trust.platform_scores.map(({ platform }: { platform: string }) => platform)).toEqual(nine)
    expect(body.network_trust.platform_scores[0]).toEqual({
      platform: 'chatgpt',
      score: null,
      baseline: 70,
      transactions: 0,
    })
    for (const name of ['network_rank', 'calculated_at']) expect(body.network_trust).not.toHaveProperty(name)
  })

  test('returns a null score for an assistant without signals', async () => {
    const { brandId } = await shops.open()
    await signal(shops.database(), brandId, observe('claude', 12, 1))
    const { body } = await shops.look(brandId, '/trust/network')
    expect(shops.faults('get', '/api/storefront/{brand_id}/trust/network', body)).toEqual([])
    const scores = body.network_trust.platform_scores
    expect(scores.map(({ platform }: { platform: string }) => platform)).toEqual(nine)
    for (const entry of scores) {
      expect(entry.baseline).toBe(70)
      if (entry.platform === 'claude') expect(entry).toMatchObject({ score: expect.any(Number), transactions: 12 })
      else expect(entry).toEqual({ platform: entry.platform, score: null, baseline: 70, transactions: 0 })
    }
    const [held] = await shops.database().sql`
      select platform_scores from storefront.trust_scores where brand_id = ${brandId}`
    const stored = held?.platform_scores as { signals: number; score: number | null }[]
    for (const { score, signals } of stored) expect(score === null).toBe(signals === 0)
  })

  test('weights by signals, with a bonus for each verified assistant', async () => {
    const { brandId } = await shops.open()
    await signal(shops.database(), brandId, [
      ...observe('claude', 20, 1),
      ...observe('grok', 10, 0),
      ...observe('alexa', 5, 1),
    ])
    const found = await network(brandId)
    // claude (83.887 * 20 + 1400) / 40 = 76.9, grok 1400 / 30 = 46.7, alexa (56.55 * 5 + 1400) / 25 = 67.3;
    // (76.9 * 20 + 46.7 * 10 + 67.3 * 5) / 35 = 66.9, times 1.02 for two that are verified.
    expect(found).toMatchObject({ verified_platforms: 2, compound_factor: 1.02, total_signals: 35, score: 68.2 })
    expect(found.platform_scores.find(({ platform }: { platform: string }) => platform === 'grok')).toMatchObject({
      score: 46.7,
      transactions: 10,
      avg_feedback: 0,
    })
  })

  test('ranks a shop within its category only', async () => {
    const [best, good, elsewhere] = [await shops.open(), await shops.open(), await shops.open()]
    for (const [{ brandId }, category, count] of [
      [best, 'lamps', 30],
      [good, 'lamps', 10],
      [elsewhere, 'kites', 6],
    ] as const) {
      await configure(shops.database(), brandId, { category })
      await signal(shops.database(), brandId, observe('claude', count, 1))
    }
    const ranks = [best, good, elsewhere].map(async ({ brandId }) => (await network(brandId)).network_rank)
    expect(await Promise.all(ranks)).toEqual([1, 2, 1])
  })
})
