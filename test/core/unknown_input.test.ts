import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { stock } from '../support/catalog_rows.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'

// oxlint-disable-next-line no-explicit-any
type Json = any

let database: TestDatabase
let api: Api
let brandId: string
let analytics: string
let secret: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  await stock(database, tenant.brandId, [{ id: 'lamp', title: 'Lamp', price: 100 }])
  brandId = tenant.brandId
  analytics = tenant.key
  secret = (await issueKey(database.sql, tenant.accountId, { prefix: 'sk_live_' })).key
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function ask(path: string, key: string | null = null, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(api.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: {
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.includes('json')
  const answer = (isJson ? JSON.parse(text) : {}) as Json
  return { status: response.status, message: answer.error?.message ?? answer.error, answer }
}

const shop = (path: string) => `/api/storefront/${brandId}${path}`
const range = 'date_from=2026-11-01&date_to=2026-11-10'

test('JSON that is not UTF-8 returns 400 instead of replaced characters', async () => {
  const body = Buffer.from('{"question": "spend \xff last week"}', 'latin1')
  const send = async (bytes: Buffer) => {
    const headers = { Authorization: `Bearer ${analytics}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${api.url}/v1/query`, { method: 'POST', headers, body: new Uint8Array(bytes) })
    return { status: response.status, message: ((await response.json()) as Json).error?.message }
  }
  expect(await send(body)).toEqual({ status: 400, message: 'The body is not UTF-8. Send JSON in UTF-8.' })
  expect((await send(Buffer.from('{"question": "spend last week"}'))).status).not.toBe(400)
})

describe('an unknown query parameter', () => {
  test.each([
    ['/v1/creatives?platfrom=meta', 'Unknown parameter `platfrom`. Did you mean `platform`?'],
    ['/v1/metrics?dateFrom=2026-11-01', 'Unknown parameter `dateFrom`. Did you mean `date_from`?'],
    ['/v1/attribution?chanels=google', 'Unknown parameter `chanels`. Did you mean `channels`?'],
    ['/v1/brands?page=2', 'Unknown parameter `page`. No parameters are accepted.'],
    ['/v1/anomalies?zzz=1&zzz=2', 'Unknown parameter `zzz`. Valid parameters: `days`, `date_from`,'],
    ['/v1/metrics?__proto__=1', 'Unknown parameter `__proto__`. Valid parameters: `date_from`,'],
    ['/v1/metrics?utm_source=mail', 'Unknown parameter `utm_source`.'],
  ])('returns 400 naming it on the analytics API: %s', async (path, message) => {
    const {
      status,
      message: said,
      answer,
    } = await ask(`${path}&${range}`.replace('brands?page=2&', 'brands?page=2#'), analytics)
    expect([status, answer.error.code, said]).toEqual([400, 'invalid_request', expect.stringContaining(message)])
  })

  test.each([
    ['/search?q=lamp&price_mx=5', 'Unknown parameter `price_mx`. Did you mean `price_max`?'],
    ['/products?in_stok=true', 'Unknown parameter `in_stok`. Did you mean `in_stock`?'],
    ['/products/lamp?product_id=other', 'Unknown parameter `product_id`. No parameters are accepted.'],
    ['/bundles?utm_source=mail', 'Unknown parameter `utm_source`. No parameters are accepted.'],
    ['/search?q=lamp&api_key=sk_live_x', 'Unknown parameter `api_key`.'],
  ])('returns 400 naming it on a storefront: %s', async (path, message) => {
    const { status, message: said, answer } = await ask(shop(path), secret)
    expect([status, said]).toEqual([400, expect.stringContaining(message)])
    expect(answer.fields[0].message).toMatch(/^is unknown\. /)
  })

  test('returns 400 naming it on commerce, events and webhooks', async () => {
    const { accountId } = await createTenant(database.sql)
    const stream = await issueKey(database.sql, accountId, { prefix: 'svc_ak_' })
    const refused = await Promise.all([
      ask(shop('/negotiations?stauts=open'), secret),
      ask(shop('/events/stream?type=trust.updated'), stream.key),
      ask('/api/webhooks?limit=1', secret),
    ])
    expect(refused.map(({ status, message }) => [status, String(message).split('. ')[0]])).toEqual([
      [400, 'Unknown parameter `stauts`'],
      [400, 'Unknown parameter `type`'],
      [400, 'Unknown parameter `limit`'],
    ])
  })

  test('counts against the rate limit', async () => {
    const { key } = await createTenant(database.sql, { plan: 'TRIAL' })
    const read = async (path: string) => {
      const { headers } = await fetch(api.url + path, { headers: { Authorization: `Bearer ${key}` } })
      return Number(headers.get('X-RateLimit-Remaining'))
    }
    const before = await read('/v1/brands')
    expect(await read('/v1/brands?x=1')).toBe(before - 1)
  })

  test('is ignored by discovery and by documents that trackers link to', async () => {
    const paths = [
      '/.well-known/osp.json?x=1',
      '/.well-known/ucp?x=1',
      '/manifest?x=1',
      '/docs?utm_source=mail&gclid=1&srsltid=2',
      '/platforms/google/feed?utm_campaign=a&utm_campaign=b',
      '/platforms/google/feed.tsv?srsltid=1',
    ]
    const answers = await Promise.all(paths.map((path) => ask(shop(path), secret)))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
    expect((await ask(shop('/platforms/google/feed?limt=1&gclid=1'), secret)).message).toContain(
      'Did you mean `limit`?',
    )
    const others = await Promise.all(
      ['/openapi.json?x=1', '/docs?x=1', '/console/sign-in?x=1'].map((path) => ask(path)),
    )
    expect(others.map(({ status }) => status)).not.toContain(400)
  })

  test('returns 400 for a known parameter given twice', async () => {
    const { status, message } = await ask(`/v1/metrics?${range}&limit=1&limit=2`, analytics)
    expect([status, message]).toEqual([400, '`limit` is given more than once. Send it once.'])
  })
})

describe('an unknown member of a body', () => {
  test.each([
    [{ question: 'spend', brand: 'x' }, 'Unknown member `brand`. Did you mean `brand_id`?'],
    [
      { question: 'spend', zz: null },
      'Unknown member `zz`. Valid members: `question`, `default_days`, `corrections`, `brand_id`.',
    ],
  ])('returns 400 naming it on POST /v1/query: %j', async (body, message) => {
    const { status, message: said } = await ask('/v1/query', analytics, body)
    expect([status, said]).toEqual([400, message])
  })

  const agent = { platform: 'claude' }
  test.each([
    [{ agent, qurey: { text: 'lamp' } }, 'Unknown member `qurey`. Did you mean `query`?'],
    [
      { agent, query: { filters: { price_mx: 3 } } },
      'Unknown member `query.filters.price_mx`. Did you mean `query.filters.price_max`?',
    ],
    [
      { agent: { ...agent, name: 'x' } },
      'Unknown member `agent.name`. Valid members: `platform`, `version`, `session_id`.',
    ],
  ])('returns 400 naming its path on POST /query: %j', async (body, message) => {
    const { status, message: said } = await ask(shop('/query'), secret, body)
    expect([status, said]).toEqual([400, message])
  })

  test('is accepted where the schema allows any name', async () => {
    const body = { agent, query: { text: 'lamp', filters: { attributes: { Color: 'red' } } } }
    expect((await ask(shop('/query'), secret, body)).status).toBe(200)
  })

  test('returns 400 naming its path on commerce, in lists too', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    const order = { items: [{ product_id: 'lamp' }, { product_id: 'lamp', quantty: 3 }] }
    const said = await Promise.all([
      ask(shop('/transactions'), secret, order, key),
      ask(shop('/holds'), secret, { product_id: 'lamp', agent: { platfrm: 'x' } }, key),
      ask(shop('/holds'), secret, { product_id: 'lamp', idempotency_key: 'x' }, key),
      ask(shop('/holds'), secret, { product_id: 'lamp', brand_id: 'brd_other' }, key),
      ask(shop('/negotiations?product_id=lamp'), secret, { product_id: 'lamp' }, key),
    ])
    expect(said.map(({ status, message }) => [status, message])).toEqual([
      [400, expect.stringContaining('Unknown member `items[1].quantty`. Did you mean `items[1].quantity`?')],
      [400, 'Unknown member `agent.platfrm`. Did you mean `agent.platform`?'],
      [400, 'Send `idempotency_key` as the header Idempotency-Key, not in the body.'],
      [400, '`brand_id` in the body is not the one in the path. Leave it out of the body.'],
      [400, 'Unknown parameter `product_id`. No parameters are accepted.'],
    ])
  })

  test('returns 400 naming it on webhooks, and where nothing is expected in the body', async () => {
    const said = await Promise.all([
      ask('/api/webhooks', secret, { url: 'https://x.example', types: ['*'], secret: 'mine' }),
      ask('/api/webhooks/whk_none/test', secret, { type: 'ping' }),
    ])
    expect(said.map(({ status, message }) => [status, String(message).split('. ')[0]])).toEqual([
      [400, 'Unknown member `secret`'],
      [400, 'Unknown member `type`'],
    ])
  })

  test('is accepted in UCP requests', async () => {
    const { status } = await ask(shop('/catalog/search'), secret, {
      query: 'lamp',
      meta: { 'ucp-agent': {} },
      context: { x: 1 },
    })
    expect(status).toBe(200)
  })
})

describe('messages of 400', () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  test.each([
    ['/negotiations', { product_id: 'lamp' }, headers, '`offer` is required.'],
    ['/holds', { product_id: 7 }, headers, '`product_id` must be text.'],
    ['/holds', { product_id: 'lamp', agent: [] }, headers, '`agent` must be an object.'],
    [
      '/holds',
      { product_id: 'lamp', quantity: 'many' },
      headers,
      '`quantity` must be a whole number from 1 to 1,000,000.',
    ],
    ['/transactions', { items: {} }, headers, '`items` must be a list.'],
    [
      '/transactions',
      { items: [7] },
      headers,
      '`items[0]` must be {hold_id}, {product_id, quantity} or {bundle_id, quantity}.',
    ],
    ['/holds', { product_id: 'lamp' }, {}, 'Idempotency-Key header is required.'],
    [
      '/feedback',
      { outcome: 'fine' },
      headers,
      '`subject` is required. It must be an object with type and id. `outcome` must be one of purchased,',
    ],
  ])('name the field in plain words: POST %s %j', async (path, body, given, message) => {
    const { status, message: said } = await ask(shop(path), secret, body, given as Record<string, string>)
    expect([status, said]).toEqual([400, expect.stringContaining(message)])
    expect(said).not.toMatch(/Invalid|expected|received|undefined/)
  })

  test('state what a missing parameter must be', async () => {
    const { message } = await ask('/v1/metrics?date_to=2026-11-02', analytics)
    expect(message).toBe(
      '`date_from` is required. It must be a calendar date as YYYY-MM-DD, from 1990-01-01 to 2100-12-31.',
    )
  })
})

describe('arguments of a tool', () => {
  test('accept null for an optional argument and reject it for a required one', async () => {
    const call = async (given: object) => await ask('/api/mcp/list_brands', secret, given)
    expect((await call({ response_format: null })).status).toBe(200)
    const { status, message } = await ask('/api/mcp/ask_question', secret, { question: null })
    expect([status, message]).toEqual([400, '`question` must be text.'])
  })

  test.each([
    ['get_ad_performance', { metrics: 'Spend Total' }, '`metrics[0]` must be lower-case metric names, for example'],
    ['list_creatives', { metrics: 'spend,,roas' }, '`metrics[1]` must not be empty.'],
    ['get_ad_performance', { metrics: ['spend', null] }, '`metrics[1]` must be text.'],
  ])('are not called missing when they are invalid: %s %j', async (tool, given, expected) => {
    const range = { date_from: '2026-11-01', date_to: '2026-11-02' }
    const { status, message } = await ask(`/api/mcp/${tool}`, secret, { ...range, ...given })
    expect([status, message]).toEqual([400, expect.stringContaining(expected)])
    expect(message).not.toContain('is required')
  })

  test('return 400 for an unknown argument and suggest the nearest name', async () => {
    const { message } = await ask('/api/mcp/list_anomalies', secret, { statsu: 'active', platforms: null })
    expect(message).toContain('Unknown member `statsu`. Did you mean `status`?')
    expect(message).toContain('Unknown member `platforms`.')
  })
})
