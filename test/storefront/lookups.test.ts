import { describe, expect, test } from 'vitest'
import { issueKey } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const products = [{ id: 'tent', title: 'Red tent', price: 100 }]

async function emitted(brandId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const rows =
    await shops.sql()`select type, data from events.outbox where brand_id = ${brandId} and type like 'query.%' order by written`
  return rows.map((row) => ({ type: row.type as string, data: row.data as Record<string, unknown> }))
}

describe('query.received and query.responded', () => {
  test.each([
    ['search', (id: string) => shops.look(id, '/search?q=tent'), 'tent', 'search', 1],
    ['search', (id: string) => shops.look(id, '/search?q=zzyzx'), 'zzyzx', 'search', 0],
    [
      'query',
      (id: string) => shops.ask(id, '/query', { agent: { platform: 'claude' }, query: { text: 'compare red tent' } }),
      'compare red tent',
      'compare',
      1,
    ],
    ['recommend', (id: string) => shops.look(id, '/recommend?product_id=tent'), 'tent', null, 0],
    ['ucp_search', (id: string) => shops.ask(id, '/catalog/search', { query: 'tent' }), 'tent', null, 1],
    ['ucp_lookup', (id: string) => shops.ask(id, '/catalog/lookup', { ids: ['tent', 'no'] }), 'tent no', null, 1],
    ['ucp_product', (id: string) => shops.ask(id, '/catalog/product', { id: 'tent' }), 'tent', null, 1],
  ] as const)(
    'are emitted by %s with query, intent and number of results',
    async (operation, ask, query, intent, total) => {
      const { brandId } = await shops.open(products)
      expect((await ask(brandId)).status).toBe(200)
      const rest = { operation, sampling_rate: 1 }
      const queryId = expect.stringMatching(/^qry_/) as string
      expect(await emitted(brandId)).toEqual([
        {
          type: 'query.received',
          data: { queryId, query, platform: operation === 'query' ? 'claude' : 'unknown', ...rest },
        },
        { type: 'query.responded', data: { queryId, intent, total_results: total, ...rest } },
      ])
    },
  )

  test('are not emitted for errors or test keys', async () => {
    const { brandId, accountId } = await shops.open(products)
    expect((await shops.look(brandId, '/search?q=tent&limit=0')).status).toBe(400)
    expect((await shops.look(brandId, '/recommend?product_id=nothing')).status).toBe(404)
    expect((await shops.look(brandId, '/search?q=tent', await shops.testKey(accountId))).status).toBe(200)
    expect(await emitted(brandId)).toEqual([])
  })

  test('are not emitted at a sampling rate of 0', async () => {
    const { brandId } = await shops.open(products)
    await shops.sql()`update core.brands set lookup_sampling_rate = 0 where brand_id = ${brandId}`
    expect((await shops.look(brandId, '/search?q=tent')).status).toBe(200)
    expect(await emitted(brandId)).toEqual([])
  })

  test('are emitted while another transaction locks the counter of the brand', async () => {
    const { brandId } = await shops.open(products)
    await shops.look(brandId, '/search?q=tent')
    await shops.sql().begin(async (sql) => {
      const locked = await sql`select bucket from core.rate_limits where bucket = ${`lookups:${brandId}`} for update`
      expect(locked).toHaveLength(1)
      expect((await shops.look(brandId, '/search?q=tent')).status).toBe(200)
    })
    expect(await emitted(brandId)).toHaveLength(4)
  })
})

describe('events.emit_lookup', () => {
  /** Emits lookups of a brand in one minute with repeatable random numbers, and counts them by their sampling rate. */
  async function emit(brandId: string, lookups: number): Promise<Record<string, number>> {
    await shops.sql().begin(async (sql) => {
      await sql`select set_config('vitrine.brand_ids', ${`{${brandId}}`}, true), set_config('vitrine.now', '2026-11-20T12:00:00Z', true)`
      await sql`select setseed(0.5)`
      await sql`select events.emit_lookup(${brandId}, '{}', '{}') from generate_series(1, ${lookups}::integer)`
    })
    const events = await emitted(brandId)
    const counts: Record<string, number> = {}
    for (const { data } of events) counts[String(data.sampling_rate)] = (counts[String(data.sampling_rate)] ?? 0) + 0.5
    return counts
  }

  test('samples lookups at lookup_sampling_rate', async () => {
    const { brandId } = await shops.open()
    await shops.sql()`update core.brands set lookup_sampling_rate = 0.2 where brand_id = ${brandId}`
    const counts = await emit(brandId, 1000)
    expect(Object.keys(counts)).toEqual(['0.2'])
    // 200 are expected; 63 are five standard deviations.
    expect(counts['0.2']).toBeGreaterThan(137)
    expect(counts['0.2']).toBeLessThan(263)
  })

  test('samples 1 % above 600 lookups a minute and records the rate', async () => {
    const { brandId } = await shops.open()
    const counts = await emit(brandId, 2600)
    expect(Object.keys(counts).toSorted()).toEqual(['0.01', '1'])
    expect(counts['1']).toBe(600)
    // 20 are expected; 18 are four standard deviations.
    expect(counts['0.01']).toBeGreaterThan(2)
    expect(counts['0.01']).toBeLessThan(38)
  })
})

describe('storefront.agent_queries', () => {
  test('counts queries without results', async () => {
    const { brandId, accountId } = await shops.open(products)
    const { key } = await issueKey(shops.sql(), accountId, { prefix: 'sk_live_' })
    for (const word of ['Zzyzx', 'zzyzx', 'tent'])
      await shops.ask(
        brandId,
        '/query',
        { agent: { platform: 'claude' }, query: { text: word } },
        { Authorization: `Bearer ${key}` },
      )
    const rows = await shops.sql()`
      select date::text, platform, words, sum(weight)::integer as asked from storefront.agent_queries
      where brand_id = ${brandId} and results = 0 group by date, platform, words`
    expect(rows).toEqual([{ date: '2026-11-20', platform: 'claude', words: 'zzyzx', asked: 2 }])
  })
})
