import { Clock } from '../clock.ts'
import { consentPage, redirect, refusalPage } from '../consent.ts'
import { Faults } from '../faults.ts'
import type { ReplyShape } from '../faults.ts'
import { Recorder } from '../recorder.ts'
import { formOf, jsonOf, startServer } from '../server.ts'
import type { Incoming, Reply } from '../server.ts'
import { ShopifyAccess } from './access.ts'
import type { ShopifyApp } from './access.ts'
import { answerGraphql, throttled } from './admin_api.ts'
import { BulkOperations } from './bulk_operations.ts'
import { CostBucket } from './cost_bucket.ts'
import { seedShop } from './seed_shop.ts'
import type { ShopSeed } from './seed_shop.ts'
import { ShopLedger } from './shop_ledger.ts'
import type { Shop } from './shop_ledger.ts'

export interface ShopifySettings {
  versions: string[]
  /** Versions that answer with a header that announces their end. */
  deprecatedVersions: string[]
  /** The scopes that Shopify approved for the app. Others cannot be asked for. */
  approvedScopes: string[]
  /** The most points that one query may cost. */
  costMax: number
}

export type ShopifyRefusal =
  'throttled' | 'server_error' | 'unavailable' | 'internal_error' | 'token_invalid' | 'shop_frozen'

interface OpenShop {
  ledger: ShopLedger
  bulk: BulkOperations
  bucket: CostBucket
}

export interface Shopify {
  app: ShopifyApp
  access: ShopifyAccess
  shops: Map<string, OpenShop>
  clock: Clock
  settings: ShopifySettings
  recorder: Recorder
  faults: Faults<ShopifyRefusal>
  /** `{shop}` is the whole domain of a shop. */
  environment: { SHOPIFY_BASE_URL: string }
  /** Opens a shop with products, orders and journeys. */
  seed: (seed: ShopSeed & { shop?: Partial<Shop> }) => OpenShop
  stop: () => Promise<void>
}

/** Starts the admin of several shops, and the storage that serves the results of bulk operations. */
export async function startShopify({
  redirectUri,
  seed = 1,
}: {
  redirectUri: string
  seed?: number
}): Promise<Shopify> {
  const clock = new Clock()
  const recorder = new Recorder()
  const shops = new Map<string, OpenShop>()
  let lastBulkNumber = 9_000
  const app = { id: `shopify-client-${seed}`, secret: `shopify-secret-${seed}`, redirectUri }
  const access = new ShopifyAccess(app, clock, seed)
  const settings: ShopifySettings = {
    versions: ['2026-01', '2026-04', '2026-07', '2026-10'],
    deprecatedVersions: [],
    approvedScopes: ['read_orders', 'read_all_orders', 'read_products', 'read_inventory', 'read_customers'],
    costMax: 1_000,
  }
  const faults = new Faults<ShopifyRefusal>(refusalsOf(shops), shape)
  const storage = await startServer({
    name: 'shopify_storage',
    recorder,
    faults,
    handle: ({ url }) => {
      const replies = [...shops.values()].map(({ bulk }) => bulk.download(url))
      return replies.find(({ status }) => status === 200) ?? replies[0] ?? { status: 404 }
    },
    violation: ({ method, headers }) =>
      method !== 'GET' || headers['x-shopify-access-token'] || headers['authorization']
        ? 'The access token must not be sent to the address of a download.'
        : null,
  })
  const server = await startServer({
    name: 'shopify',
    recorder,
    faults,
    handle: (incoming) => handle(incoming, { shops, access, settings, clock }),
    violation: violationOf,
  })
  return {
    app,
    access,
    shops,
    clock,
    settings,
    recorder,
    faults,
    environment: { SHOPIFY_BASE_URL: `${server.url}/{shop}` },
    seed: ({ shop = {}, ...rest }) => {
      const domain = `vitrine-${rest.seed}.myshopify.com`
      const whole = { domain, name: 'Acme', currency: 'USD', timezone: 'America/New_York', ...shop }
      const ledger = new ShopLedger(whole, clock)
      seedShop(ledger, rest)
      const open = {
        ledger,
        bulk: new BulkOperations(
          clock,
          () => storage.url,
          () => ++lastBulkNumber,
        ),
        bucket: new CostBucket(),
      }
      shops.set(whole.domain, open)
      return open
    },
    stop: async () => {
      await Promise.all([server.stop(), storage.stop()])
    },
  }
}

interface Parts {
  shops: Map<string, OpenShop>
  access: ShopifyAccess
  settings: ShopifySettings
  clock: Clock
}

const invalidToken = (): Reply => ({
  status: 401,
  body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
})
const notFound = (): Reply => ({ status: 404, body: { errors: 'Not Found' } })

function handle(incoming: Incoming, parts: Parts): Reply {
  const { shops, access, settings, clock } = parts
  const { url, method, headers } = incoming
  const [, domain = '', path = ''] = /^\/([^/]+)(\/admin\/.+)$/.exec(url.pathname) ?? []
  const open = shops.get(domain)
  if (!open) return { status: 404, type: 'text/html', body: '<html><title>This shop is unavailable</title></html>' }
  if (path === '/admin/oauth/authorize') return authorize(incoming, domain, parts)
  if (path === '/admin/oauth/access_token' && method === 'POST') {
    return access.token(domain, jsonOf(incoming) ?? Object.fromEntries(formOf(incoming) ?? []))
  }
  const checked = access.check(domain, headers['x-shopify-access-token'])
  if (checked === 'invalid') return invalidToken()
  if (checked === 'forever') {
    return {
      status: 403,
      body: { errors: '[API] Non-expiring access tokens are no longer accepted for the Admin API.' },
    }
  }
  if (path === '/admin/oauth/access_scopes.json') {
    return { status: 200, body: { access_scopes: checked.scopes.map((handle) => ({ handle })) } }
  }
  if (path === '/admin/api_permissions/current.json' && method === 'DELETE') {
    access.uninstall(domain)
    return { status: 200, body: {} }
  }
  const asked = /^\/admin\/api\/(\d{4}-\d{2})\/graphql\.json$/.exec(path)?.[1]
  if (!asked || method !== 'POST' || asked > (settings.versions.at(-1) as string)) return notFound()
  const reply = answerGraphql({ ...open, scopes: checked.scopes, clock, costMax: settings.costMax }, jsonOf(incoming))
  // A version past its end falls forward to the oldest one that is served.
  const served = settings.versions.includes(asked) ? asked : (settings.versions[0] as string)
  const reason = settings.deprecatedVersions.includes(asked)
    ? { 'x-shopify-api-deprecated-reason': 'https://shopify.dev/api/usage/versioning' }
    : {}
  return { ...reply, headers: { 'x-shopify-api-version': served, 'x-request-id': 'c0ffee-1', ...reason } }
}

function authorize({ url, method, headers, body }: Incoming, domain: string, { access, settings }: Parts): Reply {
  const asked = url.searchParams
  if (asked.get('client_id') !== access.app.id)
    return refusalPage(400, 'Oauth error invalid_request: the app does not exist.')
  if (asked.get('redirect_uri') !== access.app.redirectUri) {
    return refusalPage(400, 'Oauth error invalid_request: The redirect_uri is not whitelisted')
  }
  const scopes = (asked.get('scope') ?? '').split(',').filter(Boolean)
  const refused = scopes.filter((scope) => !settings.approvedScopes.includes(scope))
  if (refused.length > 0) return refusalPage(400, `Oauth error invalid_scope: ${refused.join(', ')}`)
  // A merchant accepts all scopes or none.
  if (method === 'GET') return consentPage({ title: `Install app in ${domain}: ${scopes.join(', ')}`, scopes: [] })
  const form = formOf({ url, method, headers, body })
  if (form?.get('decision') !== 'approve') return redirect(new URL(`/${domain}/admin/apps`, url))
  return redirect(access.callback(domain, scopes, asked.get('state')))
}

function violationOf({ method, url, body }: Incoming): string | null {
  const path = url.pathname
  if (method === 'GET' || /\/admin\/oauth\/(access_token|authorize)$/.test(path)) return null
  if (method === 'DELETE' && path.endsWith('/admin/api_permissions/current.json')) return null
  if (method !== 'POST' || !path.endsWith('/graphql.json')) return 'Only GraphQL is used.'
  const mutations = /^\s*(?:#.*\s*)*mutation\b[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)/m.exec(queryOf(body))?.[1]
  const isRead = mutations === undefined || /^bulkOperation(RunQuery|Cancel)$/.test(mutations)
  return isRead ? null : `The mutation ${mutations} is a write.`
}

function queryOf(body: string): string {
  try {
    return String((JSON.parse(body) as { query?: unknown }).query ?? '')
  } catch {
    return ''
  }
}

function refusalsOf(shops: Map<string, OpenShop>): Record<ShopifyRefusal, (incoming: Incoming) => Reply> {
  return {
    throttled: ({ url }) => {
      const bucket = shops.get(url.pathname.split('/')[1] as string)?.bucket ?? new CostBucket()
      bucket.drain()
      return throttled(752, bucket)
    },
    server_error: () => ({ status: 500, body: { errors: 'Internal Server Error' } }),
    unavailable: () => ({ status: 503, type: 'text/html', body: '<html>503 Service Unavailable</html>' }),
    internal_error: () => ({
      status: 200,
      body: {
        errors: [
          {
            message:
              'Internal error. Looks like something went wrong on our end.\nRequest ID: c0ffee-1 (include this in support requests).',
            extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'c0ffee-1' },
          },
        ],
      },
    }),
    token_invalid: invalidToken,
    shop_frozen: () => ({ status: 402, body: { errors: 'Unavailable Shop' } }),
  }
}

interface Connection {
  nodes?: unknown[]
  edges?: unknown[]
}

interface Dated {
  node?: Dated
  createdAt?: string
  processedAt?: string
}

/** The first connection of a reply, at any depth, or the lines of a bulk result. */
const shape: ReplyShape = {
  rows: (reply) => reply.lines ?? rowsIn((reply.body as { data?: unknown } | undefined)?.data),
  miscount: ({ body }) => {
    const node = Object.values((body as { data?: Record<string, unknown> } | undefined)?.data ?? {})[0] as {
      objectCount?: string
    } | null
    if (node?.objectCount) node.objectCount = String(Number(node.objectCount) + 1)
    return node?.objectCount !== undefined
  },
  moveDay: (row, days) => {
    const dated = (row as Dated).node ?? (row as Dated)
    if (!dated.createdAt) return false
    dated.createdAt = new Date(Date.parse(dated.createdAt) + days * 86_400_000).toISOString()
    if (dated.processedAt) dated.processedAt = dated.createdAt
    return true
  },
}

function rowsIn(value: unknown): unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { nodes, edges } = value as Connection
  if (nodes ?? edges) return nodes ?? edges
  // Single orders have an alias each.
  if ('order0' in value) return Object.values(value).filter((each) => each !== null)
  for (const each of Object.values(value)) {
    const rows = rowsIn(each)
    if (rows) return rows
  }
  return undefined
}
