import { describe, expect, test } from 'vitest'
import { review } from '../support/catalog_rows.ts'
import { issueKey } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const agent = { platform: 'chatgpt' }

const catalog = [
  {
    id: 't1',
    title: 'Ridge tent for two',
    brand: 'Alpine',
    category: 'Outdoor > Tents',
    price: 199,
    description: 'Light and dry',
    quantity: 7,
    attributes: { color: 'green', season: ['summer', 'autumn'] },
    link: 'https://shop.example/t1',
    image_links: ['https://shop.example/1.jpg', 'https://shop.example/2.jpg'],
  },
  {
    id: 't2',
    title: 'Family tent',
    brand: 'Fell',
    category: 'Outdoor > Tents',
    price: 399,
    availability: 'out_of_stock',
  },
  {
    id: 'l1',
    title: 'Camping lantern',
    brand: 'Fell',
    category: 'Outdoor > Lights',
    price: 39,
    rating_score: 4.4,
    rating_count: 8,
  },
  { id: 'l2', title: 'Storm lantern', brand: 'Alpine', category: 'Outdoor > Lights', price: 59 },
]

async function ask(query: Record<string, unknown>, rest: Record<string, unknown> = {}) {
  const { brandId } = await shops.open(catalog)
  return await shops.ask(brandId, '/query', { agent, query, ...rest })
}
const ids = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id)

describe('200', () => {
  test('returns cards with reasons and the interpretation of the query', async () => {
    const { status, body, headers } = await ask({ text: 'tents under 300 in stock' }, { request_id: 'mine-1' })
    expect([status, shops.faults('post', '/api/storefront/{brand_id}/query', body)]).toEqual([200, []])
    expect(body).toMatchObject({
      protocol_version: '1.0',
      request_id: 'mine-1',
      meta: { brand: 'Brand', authority_score: null, total_results: 1, cache_status: 'live' },
      pagination: { page: 1, limit: 20, total_pages: 1, has_more: false },
      query_interpretation: {
        parsed_intent: 'search',
        applied_filters: { price_max: 300, in_stock: true, category: 'Outdoor > Tents' },
        search_terms: [],
      },
    })
    expect(body.results).toEqual([
      {
        id: 't1',
        title: 'Ridge tent for two',
        summary: 'Light and dry',
        description: 'Light and dry',
        price: { amount: 199, currency: 'USD', formatted: '199.00 USD', amount_minor: 19_900 },
        availability: { status: 'in_stock', quantity: 7 },
        rating: null,
        attributes: { color: 'green', season: ['summer', 'autumn'] },
        images: { primary: 'https://shop.example/1.jpg', thumbnails: ['https://shop.example/2.jpg'] },
        relevance_score: expect.any(Number),
        agent_context: { why_recommended: 'Matches tents; in stock.', purchase_confidence: 1 },
        urls: { product: 'https://shop.example/t1', purchase: 'https://shop.example/t1' },
      },
    ])
    expect(headers['x-osp-data-status']).toBe('live')
  })

  test('returns X-Request-Id as request_id if the request has none', async () => {
    const { body, headers } = await ask({ text: 'tent' })
    expect(body.request_id).toBe(headers['x-request-id'])
  })

  test.each([
    ['compare the ridge tent and the storm lantern', 'compare', ['t1', 'l2']],
    ['ridge tent vs family tent', 'compare', ['t1', 't2']],
    ['reviews of the camping lantern', 'review', ['l1', 'l2']],
    ['what do people say about the storm lantern', 'review', ['l2', 'l1']],
    ['is the family tent available?', 'availability', ['t2', 't1']],
    ['do you have lanterns', 'availability', ['l1', 'l2']],
    ['tell me about the storm lantern', 'detail', ['l2', 'l1']],
    ['recommend a lantern', 'recommend', ['l1', 'l2']],
    ['lantern', 'search', ['l1', 'l2']],
    ['alpine', 'search', ['l2', 't1']],
    ['nothing like it', 'search', []],
    ['', 'search', ['l1', 'l2', 't1', 't2']],
  ])('reads “%s” as %s', async (text, intent, expected) => {
    const { body } = await ask({ text })
    expect([body.query_interpretation.parsed_intent, ids(body)]).toEqual([intent, expected])
  })

  test('prefers a given intent to the parsed one', async () => {
    expect((await ask({ text: 'compare lanterns', intent: 'detail' })).body.query_interpretation.parsed_intent).toBe(
      'detail',
    )
  })

  test('applies filters and prefers them to the text', async () => {
    const { body } = await ask({
      text: 'tents under 100',
      filters: { price_max: 500, attributes: { season: 'AUTUMN' }, currency: 'USD' },
    })
    expect(ids(body)).toEqual(['t1'])
    expect(body.query_interpretation.applied_filters).toMatchObject({
      price_max: 500,
      attributes: { season: 'AUTUMN' },
    })
    expect(ids((await ask({ filters: { currency: 'EUR' } })).body)).toEqual([])
    expect(ids((await ask({ filters: { rating_min: 4 } })).body)).toEqual(['l1'])
    expect(ids((await ask({ filters: { category: 'lights', price_min: 50 } })).body)).toEqual(['l2'])
  })

  test('applies comparison_against, previous products, budget and preferences of the context', async () => {
    const compared = await ask({ context: { comparison_against: ['l2', 't1', 'nope'] } })
    expect([compared.body.query_interpretation.parsed_intent, ids(compared.body)]).toEqual(['compare', ['l2', 't1']])
    expect(compared.body.query_interpretation.unmatched).toEqual(['nope'])
    expect(compared.body.messages.map(({ code }: { code: string }) => code)).toContain('words_not_used')
    const searched = await ask({ text: 'tent', intent: 'search', context: { comparison_against: ['l2'] } })
    expect(searched.body.query_interpretation.unmatched).toEqual(['l2'])
    const viewed = await ask({ text: 'recommend', context: { previous_products_viewed: ['t1'] } })
    expect(ids(viewed.body)).toEqual(['t2'])
    const cheap = await ask({ text: 'tent', context: { user_budget: 250 } })
    expect(ids(cheap.body)).toEqual(['t1', 't2'])
    expect(cheap.body.results.map((result: { agent_context: object }) => result.agent_context)).toEqual([
      { why_recommended: 'Matches tent; in stock; within the budget.', purchase_confidence: 1 },
      { why_recommended: 'Matches tent; out of stock; above the budget.', purchase_confidence: 0.33 },
    ])
    const preferred = await ask({ text: 'lantern', context: { user_preferences: ['storm'] } })
    expect(ids(preferred.body)).toEqual(['l2', 'l1'])
    expect(preferred.body.results[0].agent_context.why_recommended).toContain('speaks of storm')
  })

  test('returns the fields of the formats full, summary and minimal', async () => {
    const keys = async (format: string) =>
      Object.keys((await ask({ text: 'ridge' }, { response: { format } })).body.results[0])
    expect((await keys('minimal')).toSorted()).toEqual(['availability', 'id', 'price', 'relevance_score', 'title'])
    expect(await keys('summary')).not.toContain('description')
    expect(await keys('summary')).toContain('agent_context')
    expect(await keys('full')).toContain('description')
  })

  test('returns the source of a rating in its summary', async () => {
    const { brandId } = await shops.open(catalog)
    await review(shops.database(), brandId, [
      { id: 'r', product_id: 't1', rating: 4, verified_purchase: true, created_at: '2026-11-01T00:00:00Z' },
    ])
    const rated = async (text: string) =>
      (await shops.ask(brandId, '/query', { agent, query: { text } })).body.results[0].rating
    expect(await rated('ridge tent')).toEqual({
      score: 4,
      count: 1,
      summary: '4.0 of 5 from 1 review, 1 of them of a verified purchase.',
    })
    expect(await rated('camping lantern')).toMatchObject({
      summary: "4.4 of 5 from 8 ratings, as the shop's feed says.",
    })
  })

  test('returns pages without overlaps or gaps, and the total beyond the last page', async () => {
    const { brandId } = await shops.open(catalog)
    const page = async (number: number) =>
      (await shops.ask(brandId, '/query', { agent, query: {}, pagination: { page: number, limit: 3 } })).body
    const [first, second, third] = [await page(1), await page(2), await page(3)]
    expect([...ids(first), ...ids(second)].toSorted()).toEqual(['l1', 'l2', 't1', 't2'])
    expect(first.pagination).toEqual({ page: 1, limit: 3, total_pages: 2, has_more: true })
    expect([second.pagination.has_more, ids(third), third.meta.total_results]).toEqual([false, [], 4])
  })

  test('returns a language_fallback message for another language', async () => {
    const { body } = await ask({ text: 'tent' }, { response: { language: 'de-CH' } })
    expect(body.messages).toEqual([expect.objectContaining({ type: 'info', code: 'language_fallback' })])
    expect((await ask({ text: 'tent' }, { response: { language: 'en-GB' } })).body.messages).toEqual([])
  })

  test('returns the version of Accept, and 406 for an unsupported one', async () => {
    const { brandId } = await shops.open(catalog)
    const pinned = async (Accept: string) => await shops.ask(brandId, '/query', { agent, query: {} }, { Accept })
    expect((await pinned('application/vnd.svc.v1.0+json')).headers['content-type']).toBe(
      'application/vnd.svc.v1.0+json; charset=utf-8',
    )
    const refused = await pinned('application/vnd.svc.v9.0+json')
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      406,
      'not_acceptable',
      'Version 9.0 is not supported. Request version 1.0.',
    ])
  })
})

describe('400', () => {
  test.each([
    [{ query: { text: 'a' } }, 'agent'],
    [{ agent: {}, query: {} }, 'agent.platform'],
    [{ agent, protocol_version: '2.0' }, 'protocol_version'],
    [{ agent, timestamp: 'yesterday' }, 'timestamp'],
    [{ agent, query: { text: 'x'.repeat(501) } }, 'query.text'],
    [{ agent, query: { intent: 'buy' } }, 'query.intent'],
    [{ agent, query: { filters: { price_min: 'cheap' } } }, 'query.filters.price_min'],
    [{ agent, query: { filters: { rating_min: 5.1 } } }, 'query.filters.rating_min'],
    [{ agent, query: { filters: { in_stock: 'maybe' } } }, 'query.filters.in_stock'],
    [{ agent, query: { context: { user_budget: -1 } } }, 'query.context.user_budget'],
    [{ agent, query: { context: { comparison_against: 'a' } } }, 'query.context.comparison_against'],
    [{ agent, pagination: { limit: 51 } }, 'pagination.limit'],
    [{ agent, pagination: { page: 0 } }, 'pagination.page'],
    [{ agent, response: { format: 'xml' } }, 'response.format'],
  ])('%j names %s', async (body, field) => {
    const { brandId } = await shops.open()
    const answer = await shops.ask(brandId, '/query', body)
    expect([answer.status, answer.body.fields.map((fault: { path: string }) => fault.path)]).toEqual([400, [field]])
  })

  test.each(['', '[]', 'null', '{', '"text"'])('rejects the body %j', async (text) => {
    const { brandId } = await shops.open()
    const response = await fetch(`${shops.api().url}/api/storefront/${brandId}/query`, {
      method: 'POST',
      body: text,
      headers: { 'X-Forwarded-For': `198.51.100.${text.length + 40}` },
    })
    expect(response.status).toBe(400)
  })
})

describe('authentication', () => {
  test('accepts a key in api_key on /query only', async () => {
    const { brandId, accountId } = await shops.open(catalog)
    const { key } = await issueKey(shops.sql(), accountId, { prefix: 'pk_live_' })
    const asked = await shops.ask(brandId, `/query?api_key=${key}`, { agent, query: { text: 'tent' } })
    expect([asked.status, asked.headers['x-ratelimit-limit']]).toEqual([200, '120'])
    expect((await shops.look(brandId, `/search?q=tent&api_key=${key}`)).headers['x-ratelimit-limit']).toBe('10')
    expect((await shops.ask(brandId, '/query?api_key=junk', { agent, query: {} })).status).toBe(401)
    expect(shops.api().log.some((line) => JSON.stringify(line).includes(key))).toBe(false)
  })

  test('returns 405 with Allow for GET', async () => {
    const { brandId } = await shops.open()
    const { status, headers } = await shops.look(brandId, '/query')
    expect([status, headers.allow]).toEqual([405, 'POST'])
  })
})
