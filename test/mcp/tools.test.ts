import { describe, expect, test } from 'vitest'
import { tools } from '../../shared/tools.ts'
import { stock } from '../support/catalog_rows.ts'
import { useConnector } from '../support/connector.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

const { call, database, message, sql, tenant } = useConnector()

const day = { date_from: '2026-11-02', date_to: '2026-11-02' }

async function advertiser(campaigns: number) {
  const made = await tenant()
  const names = Array.from({ length: campaigns }, (_, index) => `campaign ${index} ${'x'.repeat(200)}`)
  const rows = names.map((name) => ({ date: '2026-11-02', platform: 'x', campaign_name: name, spend: 3, clicks: 2 }))
  await ingest(database(), made.brandId, rows)
  return made
}

async function shop(count: number) {
  const made = await tenant()
  const products = Array.from({ length: count }, (_, index) => ({ id: `p${index}`, title: `Tent ${index}` }))
  await stock(database(), made.brandId, products)
  return made
}

describe('tools/list', () => {
  test('returns the same list every time', async () => {
    const { live } = await tenant()
    const [first, second] = [await message(live, 'tools/list'), await message(live, 'tools/list')]
    expect(first.body).toEqual(second.body)
  })

  test.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s follows the rules of tool directories',
    (name, tool) => {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/)
      expect(name.length).toBeLessThanOrEqual(64)
      expect(tool.description.length).toBeGreaterThan(60)
      expect(tool.scope).toBe(tool.operation.scope)
      expect(tool.annotations.readOnlyHint).toBe(!tool.scope.startsWith('write:'))
      expect(tool.inputSchema).toHaveProperty('properties.response_format')
      expect(JSON.stringify([tool.inputSchema, tool.outputSchema])).not.toMatch(/GET \/v1|x-mcp-header|\$schema/)
    },
  )
})

describe('a tool result', () => {
  test('contains data_as_of, and details only on request', async () => {
    const { live } = await advertiser(1)
    const { result } = await call(live, 'get_ad_performance', { ...day, metrics: ['spend', 'cpc'] })
    expect(result).toMatchObject({
      data: [{ date: '2026-11-02', spend: 3, cpc: 1.5 }],
      meta: { simulated: false, data_as_of: '2026-11-02', currency: 'USD' },
      total: 1,
      truncated: false,
      next_cursor: null,
    })
    expect(result.meta).not.toHaveProperty('week_start')
    const detailed = await call(live, 'get_ad_performance', { ...day, response_format: 'detailed' })
    expect(detailed.result.meta.week_start).toBe('monday')
  })

  test('is truncated at the size limit and continues by cursor', async () => {
    const { live } = await advertiser(300)
    const { result, body } = await call(live, 'get_ad_performance', { ...day, level: 'campaign', limit: 300 })
    expect(body.result.content[0].text.length).toBeLessThanOrEqual(40_300)
    expect(result.data.length).toBeGreaterThan(50)
    expect(result).toMatchObject({
      total: 300,
      truncated: true,
      next_cursor: expect.any(String),
      hint: expect.any(String),
    })
    const ids = result.data.map((row: { campaign_id: string }) => row.campaign_id)
    let next = result.next_cursor as string | null
    while (next !== null) {
      const page = (await call(live, 'get_ad_performance', { ...day, level: 'campaign', limit: 300, cursor: next }))
        .result
      ids.push(...page.data.map((row: { campaign_id: string }) => row.campaign_id))
      next = page.next_cursor as string | null
    }
    expect([ids.length, new Set(ids).size]).toEqual([300, 300])
    const other = { ...day, level: 'campaign', limit: 299, cursor: result.next_cursor }
    expect((await call(live, 'get_ad_performance', other)).result.error.message).toContain('another list')
    expect(result.totals.spend).toBe(900)
    const short = await call(live, 'get_ad_performance', { ...day, level: 'campaign', limit: 5 })
    expect(short.result).toMatchObject({ total: 300, truncated: true, next_cursor: expect.any(String) })
  })

  test.each(['spend by campaign on November 2', 'top 300 campaigns by spend on November 2'])(
    'has no advice on limit or cursor for a tool without them: %s',
    async (question) => {
      const { live } = await advertiser(300)
      const { result } = await call(live, 'ask_question', { question })
      expect(result).toMatchObject({ total: 300, truncated: true, next_cursor: null })
      expect(result.data.length).toBeLessThan(300)
      expect(result.hint).not.toMatch(/limit|cursor|page/i)
      expect(result.hint).toContain(`top ${result.data.length}`)
    },
  )

  test('continues by cursor over several pages', async () => {
    const { live, brandId } = await shop(7)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const given: Record<string, unknown> = {
        brand_id: brandId,
        query: 'tent',
        limit: 3,
        ...(cursor ? { cursor } : {}),
      }
      const { result } = await call(live, 'search_catalog', given)
      seen.push(...result.products.map(({ id }: { id: string }) => id))
      expect(result.total).toBe(7)
      cursor = result.next_cursor as string | null
    } while (cursor)
    expect(seen.toSorted()).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6'])
    const { result } = await call(live, 'search_catalog', { brand_id: brandId, query: 'tent', cursor: 'p0; drop' })
    expect(result.error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('cursor') })
  })

  test('of a storefront search sorts by superlatives, excludes negated terms and answers about shipping', async () => {
    const { live, brandId } = await tenant()
    await stock(database(), brandId, [
      { id: 'dear', title: 'Tent', price: 90 },
      { id: 'cheap', title: 'Tent', price: 50 },
      { id: 'black', title: 'Black tent', price: 20 },
    ])
    const find = async (query: string) => (await call(live, 'search_catalog', { brand_id: brandId, query })).result
    const wanted = await find('cheapest tent, not black, with wheels')
    expect(wanted.products.map(({ id }: { id: string }) => id)).toEqual(['cheap', 'dear'])
    expect(wanted.query_interpretation).toMatchObject({ sort: 'price_asc', unmatched: ['wheels'] })
    const asked = await find('do you ship to Austria')
    expect(asked).toMatchObject({ products: [], total: 0, answers: [{ topic: 'shipping', published: false }] })
  })

  test('of a storefront is available to every account', async () => {
    const { brandId } = await shop(1)
    const { live } = await tenant()
    const { result } = await call(live, 'get_product', { brand_id: brandId, product_id: 'p0' })
    expect(result).toMatchObject({ id: 'p0', rating: null, meta: { simulated: false, data_as_of: expect.any(String) } })
    expect((await call(live, 'get_product', { brand_id: brandId, product_id: 'p9' })).result.error.code).toBe(
      'not_found',
    )
  })

  test('is simulated and deterministic for a test key', async () => {
    const [one, two] = [await tenant(), await tenant()]
    const ask = async ({ simulated }: { simulated: string }) => {
      const { result } = await call(simulated, 'get_ad_performance', { ...day, level: 'campaign', granularity: 'week' })
      const {
        brand_id: _,
        meta: { request_id: __, ...meta },
        ...rest
      } = result
      return { ...rest, meta }
    }
    const first = await ask(one)
    expect(first.meta.simulated).toBe(true)
    expect(await ask(two)).toEqual(first)
  })
})

describe('a tool error', () => {
  test('is data_not_ready when nothing is ingested, never zeros', async () => {
    const { live } = await tenant()
    for (const [name, given] of [
      ['get_ad_performance', day],
      ['get_attribution', day],
      ['get_forecast', { type: 'revenue' }],
    ] as const) {
      expect((await call(live, name, given)).result.error.code).toBe('data_not_ready')
    }
  })

  test('is rate_limited with retry_after when the limit is used up', async () => {
    const { accountId } = await createTenant(sql())
    const { key, keyId } = await issueKey(sql(), accountId, { prefix: 'sk_live_' })
    await sql()`insert into core.rate_limits values (${`key:${keyId}`}, '2026-11-20T12:00:00Z', 599)`
    const last = await call(key, 'list_brands')
    expect([last.headers.get('x-ratelimit-remaining'), last.result.data]).toEqual(['0', expect.any(Array)])
    const { result, status, headers } = await call(key, 'list_brands')
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([200, '600'])
    expect(result.error).toMatchObject({ code: 'rate_limited', retry_after: expect.any(Number) })
    // Other messages are counted and limited too.
    const listed = await message(key, 'tools/list')
    expect([listed.status, listed.headers.get('x-ratelimit-remaining')]).toEqual([429, '0'])
  })

  test('is absent for a list, which reports total, truncated and data_as_of', async () => {
    const { live } = await advertiser(3)
    const { result } = await call(live, 'list_campaigns', { limit: 2 })
    expect(result).toMatchObject({ total: 3, truncated: true, next_cursor: expect.any(String) })
    expect(result.meta.data_as_of).toBe('2026-11-20T12:00:00Z')
  })

  test('counts against the rate limit when arguments are invalid', async () => {
    const { live } = await tenant()
    const { headers, result } = await call(live, 'list_anomalies', { days: 0 })
    expect([headers.get('x-ratelimit-remaining'), result.error.code]).toEqual(['599', 'invalid_request'])
  })

  test('has a fix without commas for an argument that is a list', async () => {
    const { live } = await tenant()
    const fixOf = async (given: object) => (await call(live, 'list_anomalies', given)).result.error.fix
    expect(await fixOf({ campaign_ids: 5 })).toContain('campaign_ids: array (campaign ids, as returned')
    // A platform is one text.
    expect(await fixOf({ platform: 5 })).toContain('separated by commas')
  })

  test('has a fix that names the path of a nested argument, its rule and an example', async () => {
    const { live } = await tenant()
    const fixOf = async (tool: string, given: object) => (await call(live, tool, given)).result.error.fix as string
    const open = { brand_id: 'brd_x', product_id: 'p', quantity: 1, action: 'open', idempotency_key: 'k' }
    const price = await fixOf('negotiate_price', { ...open, offer: { amount: 'ten', currency: 'USD' } })
    expect(price).toContain('offer.amount: number from 0 up to 1000000000, such as 10 (Price per unit)')
    const unknown = await fixOf('negotiate_price', { ...open, offer: { amount: 1, currency: 'USD', price: 2 } })
    expect(unknown).toContain('offer: an object such as {"amount":10,"currency":"USD"}')
    expect(await fixOf('compare_products', { brand_id: 'brd_x', product_ids: ['a', 7] })).toContain(
      'product_ids[1]: string',
    )
    expect(await fixOf('list_brands', { __proto__x: 1 })).toContain('Send only the arguments of list_brands')
  })

  test('from SQL has the same form as from TypeScript', async () => {
    const { live } = await advertiser(1)
    const { result } = await call(live, 'get_ad_performance', { ...day, metrics: ['no_such_metric'] })
    expect(result.error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('no_such_metric') })
    const forecast = await call(live, 'get_forecast', { type: 'custom' })
    expect(forecast.result.error.message).toBe('`metric` is required when type is custom.')
    const { brandId } = await shop(1)
    const compared = await call(live, 'compare_products', { brand_id: brandId, product_ids: ['p0', 'p7'] })
    expect(compared.result.error).toMatchObject({ code: 'not_found', message: expect.not.stringContaining('GET /') })
    const repeated = await call(live, 'compare_products', { brand_id: brandId, product_ids: ['p0', 'p0'] })
    expect(repeated.result.error.message).toBe('`product_ids` must contain 2 to 5 different product ids.')
  })
})
