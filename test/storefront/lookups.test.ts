import { describe, expect, test } from 'vitest'
import { issueKey } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const products = [{ id: 'tent', title: 'Red tent', price: 100 }]

async function told(brandId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const rows =
    await shops.sql()`select type, data from events.outbox where brand_id = ${brandId} and type like 'query.%' order by written`
  return rows.map((row) => ({ type: row.type as string, data: row.data as Record<string, unknown> }))
}

describe('query.received and query.responded', () => {
  test.each([
    ['search', (id: string) => shops.look(id, '/search?q=tent'), 'tent', 1],
    ['search', (id: string) => shops.look(id, '/search?q=zzyzx'), 'zzyzx', 0],
    [
      'query',
      (id: string) => shops.ask(id, '/query', { agent: { platform: 'claude' }, query: { text: 'red tent' } }),
      'red tent',
      1,
    ],
    ['recommend', (id: string) => shops.look(id, '/recommend?product_id=tent'), 'tent', 0],
    ['ucp_search', (id: string) => shops.ask(id, '/catalog/search', { query: 'tent' }), 'tent', 1],
    ['ucp_lookup', (id: string) => shops.ask(id, '/catalog/lookup', { ids: ['tent', 'no'] }), 'tent no', 1],
    ['ucp_product', (id: string) => shops.ask(id, '/catalog/product', { id: 'tent' }), 'tent', 1],
  ] as const)('are left by %s, with what was asked and how much was found', async (operation, ask, query, total) => {
    const { brandId } = await shops.open(products)
    expect((await ask(brandId)).status).toBe(200)
    const rest = { operation, sampling_rate: 1 }
    const queryId = expect.stringMatching(/^qry_/) as string
    expect(await told(brandId)).toEqual([
      {
        type: 'query.received',
        data: { queryId, query, platform: operation === 'query' ? 'claude' : 'unknown', ...rest },
      },
      {
        type: 'query.responded',
        data: { queryId, intent: expect.toSatisfy(() => true) as unknown, total_results: total, ...rest },
      },
    ])
  })

  test('are left by nothing that is refused, and by no test key', async () => {
    const { brandId, accountId } = await shops.open(products)
    expect((await shops.look(brandId, '/search?q=tent&limit=0')).status).toBe(400)
    expect((await shops.look(brandId, '/recommend?product_id=nothing')).status).toBe(404)
    expect((await shops.look(brandId, '/search?q=tent', await shops.testKey(accountId))).status).toBe(200)
    expect(await told(brandId)).toEqual([])
  })

  test('say the rate at which they are sampled, and none are left at 0', async () => {
    const { brandId } = await shops.open(products)
    await shops.sql()`update core.brands set lookup_sampling_rate = 0 where brand_id = ${brandId}`
    await shops.look(brandId, '/search?q=tent')
    expect(await told(brandId)).toEqual([])
    await shops.sql()`update core.brands set lookup_sampling_rate = 0.5 where brand_id = ${brandId}`
    for (let count = 0; count < 40; count++) await shops.look(brandId, '/search?q=tent')
    const events = await told(brandId)
    expect(events.length).toBeGreaterThan(0)
    expect(events.length).toBeLessThan(80)
    expect(new Set(events.map(({ data }) => data.sampling_rate))).toEqual(new Set([0.5]))
  })

  test('are sampled further above 600 a minute, so that no crowd fills the disk', async () => {
    const { brandId } = await shops.open(products)
    await shops.sql()`
      insert into core.rate_limits (bucket, window_start, used) values (${`lookups:${brandId}`}, '2026-11-20T12:00:00Z', 600)`
    for (let count = 0; count < 30; count++) await shops.look(brandId, '/search?q=tent')
    const events = await told(brandId)
    expect(events.length).toBeLessThan(20)
    expect(events.filter(({ data }) => data.sampling_rate !== 0.01)).toEqual([])
  })
})

describe('storefront.agent_queries', () => {
  test('counts for an analyst what agents asked and did not find', async () => {
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
