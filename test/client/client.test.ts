import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { createVitrine, unwrap, verifyWebhook, VitrineError } from '../../client/index.js'
import type { RowOf, WebhookEvent } from '../../client/index.js'
import { issueKey } from '../support/factories.ts'
import { WebhookScene } from '../support/webhooks.ts'
import type { Received } from '../support/receiver.ts'

let scene: WebhookScene

beforeAll(async () => {
  scene = await WebhookScene.start({ isSimulated: true })
})
afterAll(() => scene.stop())

const week = { date_from: '2026-11-09', date_to: '2026-11-15' } as const

async function simulated() {
  const { accountId, brandId } = await scene.account()
  const analytics = await issueKey(scene.database.sql, accountId, { prefix: 'svc_sk_test_' })
  const shop = await issueKey(scene.database.sql, accountId, { prefix: 'pk_test_' })
  const client = (key?: string) => createVitrine({ baseUrl: scene.api.url, key })
  return { brandId, vitrine: client(analytics.key), shop: client(shop.key), stranger: client() }
}

describe('createVitrine', () => {
  test('iterates over the rows of pages, with their types', async () => {
    const { vitrine, shop, brandId } = await simulated()
    const query = { ...week, brand_id: brandId, level: 'campaign', granularity: 'day', metrics: ['spend'] } as const
    const all = await unwrap(
      vitrine.GET('/v1/metrics', { params: { query: { ...query, metrics: ['spend'], limit: 500 } } }),
    )
    const options = { params: { query: { ...query, metrics: ['spend' as const], limit: 7 } } }
    const rows: RowOf<'/v1/metrics'>[] = []
    for await (const row of vitrine.rows('/v1/metrics', options)) rows.push(row)
    expect(rows.length).toBeGreaterThan(14)
    expect(rows).toEqual(all.data)
    expectTypeOf(rows[0]!).toEqualTypeOf<(typeof all.data)[number]>()
    const pages = []
    for await (const page of vitrine.pages('/v1/metrics', options)) pages.push(page.data.length)
    expect(pages).toHaveLength(Math.ceil(rows.length / 7))
    const params = { path: { brand_id: brandId }, query: { limit: 100 } }
    let products = 0
    for await (const { title } of shop.rows('/api/storefront/{brand_id}/products', { params }))
      products += title ? 1 : 0
    const { meta } = await unwrap(shop.GET('/api/storefront/{brand_id}/products', { params }))
    expect(products).toBe(meta.total)
  })

  test('sends the idempotency key of a UCP checkout as a header, so that a repeated request creates nothing', async () => {
    const { shop, brandId } = await simulated()
    const create = (quantity: number) =>
      shop.POST('/api/storefront/{brand_id}/checkout-sessions', {
        params: {
          path: { brand_id: brandId },
          header: { 'Idempotency-Key': '0b1c6f5e-5d0a-4a5e-9f6e-0d6c2f7a1b3c' },
        },
        body: { line_items: [{ item: { id: 'sim-03-1' }, quantity }] },
      })
    const created = await unwrap(create(1))
    if (!('id' in created)) throw new Error('The response is an error of the protocol.')
    expect(created.id).toMatch(/^chk_/)
    expect(await unwrap(create(1))).toMatchObject({ id: created.id })
    expect((await create(2)).response.status).toBe(409)
  })

  test('throws one class of error from iterators and unwrap', async () => {
    const { stranger } = await simulated()
    const brands = await unwrap(stranger.GET('/v1/brands')).catch((error: unknown) => error)
    expect(brands).toBeInstanceOf(VitrineError)
    expect(brands).toMatchObject({ code: 'unauthorized', status: 401, request_id: expect.any(String) })
    const path = { brand_id: 'brd_nothing' }
    const products = stranger.pages('/api/storefront/{brand_id}/products', { params: { path } }).next()
    await expect(products).rejects.toMatchObject({ name: 'VitrineError', code: 'not_found', status: 404 })
    // @ts-expect-error: brands have no pages
    void stranger.pages('/v1/brands')
  })

  test('lists brands with the types of the OpenAPI document', async () => {
    const { vitrine, brandId } = await simulated()
    const { data, response } = await vitrine.GET('/v1/brands')
    expect(data?.data.map(({ id }) => id)).toEqual([brandId])
    expectTypeOf(data!.data[0]!.platforms).toEqualTypeOf<string[]>()
    expect(response.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/)
  })

  test('sends a list of metrics and receives only those', async () => {
    const { vitrine, brandId } = await simulated()
    const { data } = await vitrine.GET('/v1/metrics', {
      params: { query: { ...week, metrics: ['spend', 'roas'], granularity: 'week', brand_id: brandId } },
    })
    expect(Object.keys(data?.totals ?? {})).toEqual(['spend', 'roas'])
    expect(data?.meta).toMatchObject({ simulated: true, currency: 'USD' })
  })

  test('returns an error with code and message instead of throwing', async () => {
    const { vitrine, stranger } = await simulated()
    const { data, error, response } = await vitrine.GET('/v1/metrics', {
      params: { query: { ...week, date_to: 'yesterday' } },
    })
    expect([data, response.status, error?.error.code]).toEqual([undefined, 400, 'invalid_request'])
    expect(error?.error.message).toContain('date_to')
    const refused = await stranger.GET('/v1/brands')
    expect([refused.response.status, refused.error?.error.code]).toEqual([401, 'unauthorized'])
  })

  test('rejects an invalid parameter value at compile time and with 400', async () => {
    const { vitrine } = await simulated()
    const { response } = await vitrine.GET('/v1/metrics', {
      params: {
        query: {
          ...week,
          // @ts-expect-error: there is no such level
          level: 'all',
        },
      },
    })
    expect(response.status).toBe(400)
  })

  test('searches a shop and sends a query in natural language', async () => {
    const { shop, brandId } = await simulated()
    const path = { brand_id: brandId }
    const { data } = await shop.GET('/api/storefront/{brand_id}/search', {
      params: { path, query: { q: 'tent under 300 in stock', limit: 2 } },
    })
    expect(data?.products.map(({ title }) => /tent/.test(title))).toEqual([true, true])
    expect(data?.applied_filters).toMatchObject({ price_max: 300, in_stock: true })
    const asked = await shop.POST('/api/storefront/{brand_id}/query', {
      params: { path },
      body: { agent: { platform: 'claude' }, query: { text: 'tent under 300' }, response: { format: 'minimal' } },
    })
    expect(asked.data?.query_interpretation.parsed_intent).toBe('search')
  })

  test('verifies a delivered event and rejects a changed body', async () => {
    const account = await scene.account()
    const { secret } = await scene.endpoint(account, '/client', { types: ['trust.updated'] })
    await scene.emit(account.brandId, 'trust.updated', {
      score: 81,
      tier: 'trusted',
      previous_score: 78,
      previous_tier: 'trusted',
    })
    await scene.pass(new Date().toISOString())
    const { text, headers } = scene.receiver.at('/client')[0] as Received
    const event = await verifyWebhook(text, headers, secret)
    expectTypeOf(event).toEqualTypeOf<WebhookEvent>()
    if (event.type !== 'trust.updated') throw new Error(`Received ${event.type}.`)
    expect([event.data.score, event.brand_id]).toEqual([81, account.brandId])
    expect(await verifyWebhook(text, new Headers(headers), ['whsec_b3RoZXI=', secret])).toEqual(event)
    expect(await verifyWebhook(text, { ...headers, 'set-cookie': ['a', 'b'], via: undefined }, secret)).toEqual(event)
    expectTypeOf<IncomingHttpHeaders>().toExtend<Parameters<typeof verifyWebhook>[1]>()
    const forged = verifyWebhook(text.replace('81', '99'), headers, secret)
    await expect(forged).rejects.toThrow('No signature matches')
  })
})
