import { exampleRequests } from '../../../functions/docs/examples/requests.ts'
import { acpVersion } from '../../../shared/schema/storefront/acp_session.ts'
import { profileOf } from '../../judges/ucp/platforms.ts'
import type { CredentialName, Row } from './oracle.ts'
import type { BrandName, TenantScene } from '../scene.ts'

export interface Cell {
  /** Method and path as in the OpenAPI document. */
  name: string
  row: Row
  credential: CredentialName
  brand: BrandName
  /** Whether a tool is called through /mcp instead of its REST path. */
  isSpoken: boolean
}

export interface Sent {
  path: string
  init: RequestInit
}

const days = { date_from: '2026-10-01', date_to: '2026-11-19' }
let sentCount = 0

/** Input that replaces the documented example of an operation, where that example finds no data. */
const inputs: Record<string, Record<string, unknown>> = {
  'analytics.metrics': { ...days, level: 'campaign', metrics: 'spend', granularity: undefined },
  'analytics.query': { question: 'spend by campaign on November 2' },
  'analytics.attribution': days,
  'analytics.creatives': { ...days, platform: 'tiktok' },
  'analytics.anomalies': { days: 90 },
  'analytics.create_experiment': { platform: 'google' },
  'analytics.experiment_preview': { platform: 'google' },
  'analytics.experiments': { status: undefined },
  'storefront.search': { q: 'tent' },
  'storefront.products': { category: undefined },
  'storefront.query': { query: { text: 'tent' }, response: { format: 'full' } },
  'storefront.platform_config': { platform: 'claude' },
  'storefront.recommend': { type: 'variant_of' },
  'webhooks.deliveries': { limit: undefined },
  'connector.recommend_products': { type: 'variant_of' },
  'storefront.ucp_search': { query: 'tent' },
  'commerce.close_dispute': { action: 'withdraw' },
  'commerce.give_feedback': { subject: { type: 'query', id: 'q' } },
  'commerce.negotiations': { status: undefined },
  'commerce.transactions': { status: undefined },
  'commerce.holds': { status: undefined },
  'commerce.disputes': { status: undefined, limit: 100 },
  'connector.ask_question': { question: 'spend by campaign on November 2' },
  'connector.get_ad_performance': { ...days, level: 'campaign' },
  'connector.list_campaigns': { platform: undefined },
  'connector.get_campaign': days,
  'connector.list_creatives': days,
  'connector.list_anomalies': { days: 90 },
  'connector.get_attribution': days,
  'connector.get_profit': { ...days, by: 'campaign' },
  'connector.search_catalog': { query: 'tent' },
  'connector.negotiate_price': { quantity: 1 },
  'connector.propose_change': { confirm: true },
  'commerce.publish_exclusive_offer': { product_ids: undefined },
}

const offer = { amount: 80, currency: 'USD' }
/** The campaign in a request body, for real brands and for the simulated one. */
const target = (id: string) => ({ level: 'campaign', id, platform: 'google' })
const live = { ids: ['tent-2', 'tent-1'], product_ids: ['tent-2', 'tent-1'], offer, target: target('1') }
const simulatedIds = ['sim-01-1', 'sim-03-1']
const simulated = {
  ids: simulatedIds,
  product_ids: simulatedIds,
  offer,
  target: target('70000001'),
  product_id: 'sim-01-1',
  campaign_id: '70000001',
}

/** Requests without an operation, which have no documented example. */
const others: Record<string, Record<string, unknown>> = {
  'POST /api/oauth/register': { client_name: 'An app', redirect_uris: ['https://app.example/callback'] },
  'POST /api/oauth/token': { client_id: 'unknown' },
  'POST /api/oauth/revoke': { client_id: 'unknown', token: 'nothing' },
  'POST /api/storefront/{brand_id}/ucp/mcp': {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'search_catalog',
      arguments: { meta: { 'ucp-agent': { profile: profileOf('2026-04-08') } }, catalog: { query: 'tent' } },
    },
  },
  'POST /mcp': { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_brands', arguments: {} } },
}

type Input = Record<string, unknown>

/** Builds a request that is valid except for its tenant. */
export function inputOf(scene: TenantScene, operation: string, { name, row, credential, brand }: Cell): Input {
  const input: Input = { ...exampleRequests[operation]?.input, ...others[name], ...inputs[operation], ...row.fields }
  const ids: Input = scene.ids[brand]
  const nouns: Input = {
    ...ids,
    ...(credential === 'test' ? simulated : live),
    brand_id: scene.brands[brand],
    idempotency_key: `matrix-${sentCount}`,
  }
  // Each state change has a row of its own.
  const moved = ids[operation.split('.')[1] as string]
  for (const noun of nounsOf(name))
    input[noun] = noun === 'brand_id' ? nouns.brand_id : (moved ?? nouns[noun] ?? input[noun])
  for (const noun of Object.keys(input).filter(
    (each) => each in nouns && !name.includes(`{${each}}`) && each !== 'id',
  )) {
    input[noun] = typeof input[noun] === 'string' ? String(nouns[noun]) : nouns[noun]
  }
  // A change that waits already cannot be proposed again.
  const change = { kind: 'other', to: `Change ${sentCount}` }
  if (operation === 'connector.propose_change') input.change = change
  if (operation === 'connector.propose_changes') input.changes = [{ target: nouns.target, change }]
  // The other requests need their product.
  if (['storefront.hide_product', 'storefront.restore_product'].includes(operation)) input.product_id = 'nothing'
  if ('items' in input) input.items = [{ product_id: nouns.product_id }]
  if (operation === 'storefront.ucp_product') input.id = nouns.product_id
  if (['storefront.ucp_create_checkout', 'storefront.ucp_create_cart'].includes(operation))
    input.line_items = [{ item: { id: nouns.product_id }, quantity: 1 }]
  if (operation === 'storefront.acp_create_checkout_session') input.line_items = [{ id: nouns.product_id }]
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

export function requestOf(scene: TenantScene, operation: string, cell: Cell): Sent {
  sentCount++
  const input = inputOf(scene, operation, cell)
  if (!cell.isSpoken) return sendable(scene, cell, input)
  const params = { name: operation.split('.')[1], arguments: input }
  return sendable(scene, { ...cell, name: 'POST /mcp' }, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
}

export function sendable(scene: TenantScene, { name, row, credential }: Omit<Cell, 'brand'>, input: Input): Sent {
  const [method = 'GET', template = ''] = name.split(' ')
  const path = template.replace(/\{(\w+)\}/g, (_, noun: string) => encodeURIComponent(String(input[noun])))
  const { idempotency_key, ...rest } = Object.fromEntries(
    Object.entries(input).filter(([noun]) => !nounsOf(name).includes(noun)),
  )
  const isKeyed = row.surface === 'commerce' && idempotency_key !== undefined
  const body = isKeyed || idempotency_key === undefined ? rest : { ...rest, idempotency_key }
  const headers: Record<string, string> = {
    ...headersOf(scene, row, credential),
    ...(isKeyed ? { 'Idempotency-Key': idempotency_key as string } : {}),
    ...(template.includes('/acp/') ? { 'API-Version': acpVersion, 'Idempotency-Key': `matrix-${sentCount}` } : {}),
  }
  const init: RequestInit = { method, headers, redirect: 'manual' }
  if (method === 'GET' || method === 'DELETE') {
    return { path: `${path}?${new URLSearchParams(body as Record<string, string>)}`, init }
  }
  if (row.surface === 'page' || /oauth\/(token|revoke)$/.test(path)) {
    const fields = { form_token: scene.formToken, ...(body as Record<string, string>) }
    return { path, init: { ...init, body: new URLSearchParams(fields) } }
  }
  return {
    path,
    init: { ...init, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
  }
}

function headersOf({ credentials }: TenantScene, { surface }: Row, credential: CredentialName): Record<string, string> {
  const bearer = credentials.bearer(credential, surface)
  const cookies = [...credentials.viewer.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    // Invalid credentials are counted by address.
    'X-Forwarded-For': `2001:db8:${(sentCount >> 12).toString(16)}:${(sentCount & 4095).toString(16)}::1`,
    Accept: 'application/json, text/event-stream, */*',
    ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
    ...(credential === 'viewer' ? { Cookie: cookies } : {}),
  }
}

function nounsOf(name: string): string[] {
  return [...name.matchAll(/\{(\w+)\}/g)].map(([, noun]) => noun as string)
}
