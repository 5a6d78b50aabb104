import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importCreatives } from '../../shared/ingest/ads/creatives.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { review, stock } from '../support/catalog_rows.ts'
import { configure } from '../support/configure_shop.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { hiddenTexts } from '../support/hidden_texts.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'
import { Client } from '../support/oauth.ts'

const texts = hiddenTexts.map(([text]) => text).filter((text) => !/[\u0000-\u001f]/.test(text))
const cleaned = hiddenTexts.filter(([text]) => texts.includes(text)).map(([, text]) => text)
/** A text with every kind of hidden character, and its visible part. */
const hostile = hiddenTexts.map(([text]) => text).find((text) => text.includes('gpj')) ?? ''
const visible = 'Sale gpj.exe'
const wide = `${hostile}\u{e0041}\u200b\ufe01\u00ad`

let scene: ConsoleScene
let brandId: string
let keys: Record<'analytics' | 'connector' | 'merchant', string>

beforeAll(async () => {
  scene = await ConsoleScene.start({ isReachable: true })
  const { database } = scene
  const tenant = await createTenant(database.sql, { name: `Aurora ${wide}` })
  brandId = tenant.brandId
  const scopes = ['read:marketing', 'read:commerce', 'write:negotiation', 'write:proposals', 'write:webhooks']
  const issue = async (more: string[] = []) =>
    (await issueKey(database.sql, tenant.accountId, { prefix: 'sk_live_', scopes: [...scopes, ...more] })).key
  keys = { analytics: tenant.key, connector: await issue(), merchant: await issue(['write:storefront']) }
  const day = { date: '2026-11-10', platform: 'meta', account_id: 'a', account_name: wide, spend: 1, impressions: 10 }
  await ingest(
    database,
    brandId,
    texts.map((text, index) => ({
      ...day,
      campaign_id: `c${index}`,
      campaign_name: text,
      adset_id: `s${index}`,
      adset_name: text,
      ad_id: `a${index}`,
      ad_name: text,
      creative_id: `k${index}`,
    })),
  )
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
  const path = join(folder, 'creatives.jsonl')
  const creatives = texts.map((text, index) => ({
    platform: 'meta',
    creative_id: `k${index}`,
    name: text,
    headline: text,
    body: text,
  }))
  await writeFile(path, creatives.map((row) => JSON.stringify(row)).join('\n'))
  await importCreatives(database.sql, { audience: shell, brand: brandId, file: path })
  await rm(folder, { recursive: true })
  await stock(
    database,
    brandId,
    texts.map((text, index) => ({
      id: `p${index}`,
      title: text,
      description: text,
      brand: text,
      category: text,
      attributes: { color: text },
      link: `https://shop.example/${index}`,
    })),
  )
  await review(
    database,
    brandId,
    texts.map((text, index) => ({
      id: `r${index}`,
      product_id: 'p0',
      author: text,
      rating: 5,
      title: text,
      body: text,
      pros: [text],
      cons: [text],
      reply: text,
      created_at: '2026-11-01T00:00:00Z',
    })),
  )
  await configure(database, brandId, {
    description: wide,
    legal_name: wide,
    support_contact: wide,
    shipping: { state: 'configured', statement: wide },
  })
  await ingestJourneys(
    database,
    brandId,
    [{ customer_id: 'u', touched_at: '2026-11-09T00:00:00Z', channel: wide, campaign: wide, ad: wide, creative: wide }],
    [{ order_id: 'o', customer_id: 'u', ordered_at: '2026-11-10T00:00:00Z', revenue: 10 }],
  )
}, 60_000)
afterAll(() => scene.stop())

/** What a text must not contain, as it is or as an escape of JSON. The one legal selector of the corpus follows an emoji. */
function expectVisible(name: string, text: string): void {
  const left = text
    .replaceAll('👍\ufe0f', '')
    .match(
      /\u034f|[\ufe00-\ufe0f]|[\u007f-\u009f\u00ad\u061c\u115f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]|\\u00[01]/u,
    )
  expect([name, left?.[0]]).toEqual([name, undefined])
  expect(text.length).toBeGreaterThan(0)
}

async function read(path: string, init: RequestInit & { key?: string } = {}): Promise<string> {
  const headers = {
    'Content-Type': 'application/json',
    'Idempotency-Key': crypto.randomUUID(),
    ...(init.key ? { Authorization: `Bearer ${init.key}` } : {}),
  }
  const response = await fetch(scene.api.url + path, { ...init, headers })
  const text = await response.text()
  expect([path, response.status < 300, response.status < 300 || text]).toEqual([path, true, true])
  return text
}

async function useTool(name: string, given: object): Promise<string> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
  const text = await read('/mcp', { method: 'POST', key: keys.connector, body: JSON.stringify(message) })
  expect([name, (JSON.parse(text) as { result: { isError?: boolean } }).result.isError, text.slice(0, 0)]).toEqual([
    name,
    undefined,
    '',
  ])
  return text
}

const days = 'date_from=2026-11-01&date_to=2026-11-19'

describe('names from imports', () => {
  test('are the visible text in the database', async () => {
    const rows = await scene.database.sql`
      select level, name from analytics.entities where brand_id = ${brandId} and level <> 'account' order by level, entity_id`
    for (const level of ['campaign', 'adset', 'ad']) {
      const names = rows.filter((row) => row.level === level).map(({ name }) => name as string)
      expect(names.toSorted()).toEqual(cleaned.toSorted())
    }
  })

  test.each([
    `/v1/metrics?${days}&level=campaign&limit=200`,
    `/v1/metrics?${days}&level=campaign&limit=200&format=csv`,
    `/v1/creatives?${days}&limit=200`,
    `/v1/attribution?${days}`,
    '/v1/brands',
  ])('have no hidden characters in %s', async (path) => {
    const text = await read(path + (path.includes('?') ? `&brand_id=${'{brand}'}` : '').replace('{brand}', brandId), {
      key: keys.analytics,
    })
    expectVisible(path, text)
  })

  test.each([
    ['list_brands', {}],
    ['list_campaigns', { level: 'ad', limit: 200 }],
    ['get_campaign', { campaign_id: 'c1', date_from: '2026-11-01', date_to: '2026-11-19' }],
    ['list_creatives', { date_from: '2026-11-01', date_to: '2026-11-19', limit: 200, response_format: 'detailed' }],
    ['search_catalog', { query: 'sale', limit: 10, response_format: 'detailed' }],
    ['get_product', { product_id: 'p1', response_format: 'detailed' }],
    ['compare_products', { product_ids: ['p1', 'p50'] }],
    ['get_store_overview', {}],
  ])('have no hidden characters in the tool %s', async (name, given) => {
    const text = await useTool(name, name === 'list_brands' ? {} : { brand_id: brandId, ...given })
    expectVisible(name, text)
    expect(text).toMatch(/Sale|Sun|Aurora/)
    expect(JSON.parse(text)).toHaveProperty(['result', '_meta', 'vitrine/untrusted_fields', '0'])
  })

  test.each([
    '/products?limit=100',
    '/products/p1',
    '/reviews/p0?limit=50',
    '/search?q=sunset',
    '/platforms/openai/feed.csv',
    '/platforms/google/feed.xml',
    '/manifest',
    '/docs',
  ])('have no hidden characters in the storefront %s', async (path) => {
    expectVisible(path, await read(`/api/storefront/${brandId}${path}`, { key: keys.connector }))
  })

  test('have no hidden characters in the console', async () => {
    const { browser } = await scene.member(brandId, 'owner')
    for (const page of ['', '/catalog', '/imports', '/anomalies', '/keys']) {
      const { status, html } = await browser.open(`/console/brands/${brandId}${page}`)
      expect([page, status]).toEqual([page, 200])
      expectVisible(page, html)
      expect(html).toContain(`Aurora ${visible}`)
    }
  })

  test('cannot be formulas in CSV', async () => {
    const file = await read(`/v1/metrics?${days}&level=campaign&limit=200&format=csv&brand_id=${brandId}`, {
      key: keys.analytics,
    })
    const cells = Papa.parse<string[]>(file).data.flat()
    expect(cells.filter((cell) => /^'=(1\+1|HYPERLINK)/.test(cell)).length).toBeGreaterThanOrEqual(2)
    expect(cells.filter((cell) => /^[=+@\t\r]|^-\D/.test(cell))).toEqual([])
  })
})

describe('texts that callers write', () => {
  const json = (value: unknown) => ({ method: 'POST', body: JSON.stringify(value) })

  test('of a proposal are visible in the response and in the console', async () => {
    const rationale = texts.join(' ').slice(0, 1500)
    const proposal = {
      brand_id: brandId,
      target: { level: 'campaign', id: 'c1', platform: 'meta' },
      change: { kind: 'other', to: `paused${wide}` },
      rationale,
      evidence: [wide],
      idempotency_key: 'proposal-1',
    }
    expectVisible('propose_change', await useTool('propose_change', proposal))
    const { browser } = await scene.member(brandId, 'owner')
    const { html } = await browser.open(`/console/brands/${brandId}/proposals`)
    expect(html).toContain('Sunset')
    expectVisible('proposals', html)
  })

  test('of orders, disputes and feedback are visible in responses and events', async () => {
    const shop = `/api/storefront/${brandId}`
    const agent = { platform: wide, version: wide }
    const ordered = await read(`${shop}/transactions`, {
      key: keys.connector,
      ...json({ items: [{ product_id: 'p0' }], buyer_reference: wide, agent, confirmation_window_days: 7 }),
    })
    const { id } = JSON.parse(ordered) as { id: string }
    const report = (body: object) => read(`${shop}/transactions/${id}/report`, { key: keys.merchant, ...json(body) })
    const written = [
      ordered,
      await report({ action: 'confirm', merchant_order_id: wide }),
      await report({ action: 'fulfill' }),
      await read(`${shop}/transactions/${id}/confirmation-window/dispute`, {
        key: keys.connector,
        ...json({ reason_code: 'damaged', description: wide }),
      }),
      await read(`${shop}/feedback`, {
        key: keys.connector,
        ...json({ subject: { type: 'product', id: 'p0' }, outcome: 'purchased', tags: [wide], comment: wide }),
      }),
    ]
    written.forEach((text, index) => expectVisible(`write ${index}`, text))
    expect(written[0]).toContain(visible)
    expect(written[3]).toContain(visible)
    const events = await scene.database.sql`select data from events.outbox where brand_id = ${brandId}`
    expectVisible('events', JSON.stringify(events))
  })

  test('of endpoints, keys and apps are visible in the console', async () => {
    const endpoint = await read('/api/webhooks', {
      key: keys.connector,
      ...json({ url: 'http://127.0.0.1:9/', description: wide }),
    })
    expectVisible('endpoint', endpoint)
    expect(endpoint).toContain(visible)
    const person = await scene.person({ [brandId]: 'owner' })
    const client = new Client(scene.api.url)
    expectVisible('client', JSON.stringify((await client.register({ client_name: wide })).body))
    await client.connect(person)
    const { browser } = await scene.signedIn(person)
    const root = `/console/brands/${brandId}`
    await browser.post(`${root}/keys`, [
      ...ownForm(await browser.open(`${root}/keys`)),
      ['prefix', 'svc_sk_live_'],
      ['name', wide],
    ])
    for (const page of ['/apps', '/webhooks', '/keys']) {
      const { html } = await browser.open(root + page)
      expectVisible(page, html)
      if (page !== '/keys') expect(html).toContain(visible)
    }
  })

  test('without a visible character are refused', async () => {
    const hidden = '\u200b\u{e0041}\u202e\ufe0f'.repeat(10)
    for (const body of [{ url: 'http://127.0.0.1:9/', description: hidden }])
      await read('/api/webhooks', { key: keys.connector, ...json(body) })
    const proposal = {
      brand_id: brandId,
      target: { level: 'campaign', id: 'c1', platform: 'meta' },
      change: { kind: 'status', to: 'paused' },
      rationale: hidden,
      evidence: ['roas'],
      idempotency_key: 'proposal-2',
    }
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'propose_change', arguments: proposal },
    }
    const answer = await read('/mcp', { method: 'POST', key: keys.connector, body: JSON.stringify(message) })
    expect(answer).toContain('invalid_request')
    expect(answer).toContain('rationale')
  })
})
