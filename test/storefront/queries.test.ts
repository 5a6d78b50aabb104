import { describe, expect, test } from 'vitest'
import { issueKey } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()

interface Counts {
  requests: number
  without_results: number
}
interface Answer extends Counts {
  is_estimate: boolean
  days: ({ date: string } & Counts)[]
  platforms: ({ platform: string } & Counts)[]
  queries: ({ words: string; platforms: string[] } & Counts)[]
  pagination: { total: number; has_more: boolean }
}

/** A shop with one tent, the key of its account, and a function that asks it as an agent of a platform. */
async function shop() {
  const { brandId, accountId } = await shops.open([
    { id: 'tent', title: 'Ridge tent', price: 200, currency: 'USD', availability: 'in_stock' },
  ])
  const keyOf = async (scopes: string[]) => {
    const { key } = await issueKey(shops.sql(), accountId, { prefix: 'sk_live_', scopes })
    return { Authorization: `Bearer ${key}` }
  }
  return {
    brandId,
    keyOf,
    owner: await keyOf(['read:commerce', 'write:storefront']),
    ask: async (platform: string, text: string) =>
      await shops.ask(brandId, '/query', { agent: { platform }, query: { text } }),
  }
}

async function list(brandId: string, headers: Record<string, string>, query = ''): Promise<Answer> {
  const { status, body } = await shops.look(brandId, `/queries${query}`, headers)
  expect(status).toBe(200)
  expect(shops.faults('get', '/api/storefront/{brand_id}/queries', body)).toEqual([])
  return body as unknown as Answer
}

describe('GET /api/storefront/{brand_id}/queries', () => {
  test('returns 401, 403 for a key without the scope and for the owner of another shop', async () => {
    const [own, other] = [await shop(), await shop()]
    await own.ask('claude', 'secret wish')
    for (const [headers, expected] of [
      [{}, 401],
      [await own.keyOf(['read:commerce']), 403],
      [other.owner, 403],
    ] as const) {
      const { status, body } = await shops.look(own.brandId, '/queries', headers)
      expect(status).toBe(expected)
      expect(JSON.stringify(body)).not.toContain('secret wish')
    }
  })

  test('counts requests and requests without results by day, platform and words', async () => {
    const { brandId, owner, ask } = await shop()
    for (const words of ['Zzyzx', 'zzyzx ', 'tent']) await ask('claude', words)
    await ask('chatgpt', 'zzyzx')
    const answer = await list(brandId, owner)
    expect(answer).toMatchObject({ requests: 4, without_results: 3, is_estimate: false })
    expect(answer.days).toEqual([{ date: '2026-11-20', requests: 4, without_results: 3 }])
    expect(answer.platforms).toEqual([
      { platform: 'claude', requests: 3, without_results: 2 },
      { platform: 'chatgpt', requests: 1, without_results: 1 },
    ])
    expect(answer.queries).toMatchObject([
      { words: 'zzyzx', platforms: ['chatgpt', 'claude'], requests: 3, without_results: 3 },
      { words: 'tent', platforms: ['claude'], requests: 1, without_results: 0 },
    ])
  })

  test('selects words by result, platform and day, and pages', async () => {
    const { brandId, owner, ask } = await shop()
    for (const words of ['tent', 'yurt', 'igloo']) await ask('claude', words)
    await ask('chatgpt', 'yurt')
    const wordsOf = async (query: string) => (await list(brandId, owner, query)).queries.map(({ words }) => words)
    expect(await wordsOf('?has_results=false')).toEqual(['yurt', 'igloo'])
    expect(await wordsOf('?has_results=true')).toEqual(['tent'])
    expect(await wordsOf('?platform=chatgpt')).toEqual(['yurt'])
    expect(await wordsOf('?date=2026-11-19')).toEqual([])
    const second = await list(brandId, owner, '?limit=1&page=2')
    expect(second.pagination).toMatchObject({ total: 3, has_more: true })
    expect(second.queries).toHaveLength(1)
    expect((await list(brandId, owner, '?limit=1&page=9')).queries).toEqual([])
  })

  test('weighs sampled requests, and states that the numbers are estimates', async () => {
    const { brandId, owner, ask } = await shop()
    await ask('claude', 'yurt')
    await shops.sql()`
      update events.outbox set data = data || '{"sampling_rate": 0.01}' where brand_id = ${brandId} and type = 'query.received'`
    expect(await list(brandId, owner)).toMatchObject({
      requests: 100,
      without_results: 100,
      is_estimate: true,
      queries: [{ words: 'yurt', requests: 100 }],
    })
  })

  test('is empty for a shop that was not asked, and refuses parameters that select nothing', async () => {
    const { brandId, owner } = await shop()
    expect(await list(brandId, owner)).toMatchObject({
      requests: 0,
      without_results: 0,
      days: [],
      platforms: [],
      queries: [],
    })
    const wrong = { has_results: 'perhaps', date: '2026-13-01', page: '0', limit: '501', words: 'tent' }
    for (const [name, value] of Object.entries(wrong)) {
      const { status, body } = await shops.look(brandId, `/queries?${name}=${value}`, owner)
      expect([status, body]).toEqual([400, expect.objectContaining({ error: expect.stringContaining(name) })])
    }
  })
})
