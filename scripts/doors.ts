import { createAnalytics } from '../functions/analytics/app.ts'
import { createCommerce } from '../functions/commerce/app.ts'
import { createConsole } from '../functions/console/app.ts'
import { createDocs } from '../functions/docs/app.ts'
import { createEvents } from '../functions/events/app.ts'
import type { EventsOptions } from '../functions/events/app.ts'
import { createMcp } from '../functions/mcp/app.ts'
import { mcpOptions } from '../functions/mcp/options.ts'
import type { McpOptions } from '../functions/mcp/options.ts'
import { createOauth } from '../functions/oauth/app.ts'
import { oauthOptions } from '../functions/oauth/options.ts'
import type { OauthOptions } from '../functions/oauth/options.ts'
import { createStorefront } from '../functions/storefront/app.ts'
import { createWebhooks } from '../functions/webhooks/app.ts'
import { parseEnv } from '../shared/env.ts'
import type { Services } from '../shared/http/app.ts'
import type { Fetch } from '../shared/http/serve.ts'
import type { QuoteSigner } from '../shared/quotes.ts'
import { webhookOptions } from '../shared/webhooks/options.ts'
import type { WebhookOptions } from '../shared/webhooks/options.ts'

/** What some doors can be told beside their services. */
export interface DoorOptions {
  oauth?: Partial<OauthOptions> | undefined
  mcp?: Partial<McpOptions> | undefined
  events?: Partial<EventsOptions> | undefined
  webhooks?: Partial<WebhookOptions> | undefined
  /** What signs held prices. */
  quotes?: QuoteSigner | null | undefined
}

const commerceParts = [
  'negotiations',
  'holds',
  'transactions',
  'handoff',
  'disputes',
  'offers',
  'feedback',
  'pricing-policies',
]

/** Every function behind one fetch, routed as a gateway would: by the beginning of the path. */
export function openDoors(services: Services, options: DoorOptions = {}): Fetch {
  const analytics = createAnalytics(services)
  const docs = createDocs(services)
  const env = parseEnv()
  const mcp = createMcp(services, { ...mcpOptions(env), ...options.mcp })
  const events = createEvents(services, options.events)
  const oauth = createOauth(services, { ...oauthOptions(env), ...options.oauth })
  const webhooksOptions = { ...webhookOptions(env), ...options.webhooks }
  const webhooks = createWebhooks(services, webhooksOptions)
  const quotes = options.quotes ?? null
  const commerce = createCommerce(services, quotes)
  const doors = [
    { path: '/v1', app: analytics },
    { path: '/api/v1', app: analytics },
    { path: '/oauth', app: oauth },
    { path: '/api/oauth', app: oauth },
    { path: '/.well-known/oauth-protected-resource', app: oauth },
    { path: '/.well-known/oauth-authorization-server', app: oauth },
    { path: '/mcp', app: mcp },
    { path: '/api/mcp', app: mcp },
    { path: '/api/storefront', app: createStorefront(services, quotes) },
    { path: '/api/webhooks', app: webhooks },
    { path: '/console', app: createConsole(services, webhooksOptions) },
  ]
  return (request, bindings) => {
    const { pathname } = new URL(request.url)
    // A brand's events lie below its shop and are a function of their own, and so is commerce.
    const [, part] = /^\/api\/storefront\/[^/]+\/([^/]+)/.exec(pathname) ?? []
    if (part === 'events') return events.fetch(request, bindings)
    if (part && commerceParts.includes(part)) return commerce.fetch(request, bindings)
    const door = doors.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    return (door?.app ?? docs).fetch(request, bindings)
  }
}
