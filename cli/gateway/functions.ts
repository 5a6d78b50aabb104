import { createAnalytics } from '../../functions/analytics/app.ts'
import { createCommerce } from '../../functions/commerce/app.ts'
import { createConsole } from '../../functions/console/app.ts'
import { createDocs } from '../../functions/docs/app.ts'
import { createEvents } from '../../functions/events/app.ts'
import type { EventsOptions } from '../../functions/events/app.ts'
import { createMcp } from '../../functions/mcp/app.ts'
import { mcpOptions } from '../../functions/mcp/options.ts'
import type { McpOptions } from '../../functions/mcp/options.ts'
import { createOauth } from '../../functions/oauth/app.ts'
import { oauthOptions } from '../../functions/oauth/options.ts'
import type { OauthOptions } from '../../functions/oauth/options.ts'
import type { AgentOptions } from '../../shared/http/signatures/recognize_agents.ts'
import { createStorefront } from '../../functions/storefront/app.ts'
import type { UcpOptions } from '../../functions/storefront/ucp/profiles.ts'
import { createWebhooks } from '../../functions/webhooks/app.ts'
import { parseEnv } from '../../shared/env.ts'
import type { Services } from '../../shared/http/app.ts'
import type { Fetch } from '../../shared/http/server/serve.ts'
import type { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { sourceOptions } from '../../shared/sources/settings.ts'
import type { SourceOptions } from '../../shared/sources/settings.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import type { WebhookOptions } from '../../shared/webhooks/options.ts'
import { canonicalPath, functionOf } from './paths.ts'
import type { FunctionName } from './paths.ts'

/** Options of single functions, in addition to their services. */
export interface GatewayOptions {
  oauth?: Partial<OauthOptions> | undefined
  mcp?: Partial<McpOptions> | undefined
  events?: Partial<EventsOptions> | undefined
  webhooks?: Partial<WebhookOptions> | undefined
  sources?: Partial<SourceOptions> | undefined
  uploadBytesMax?: number | undefined
  /** Whether the console shows its page of components. Default: where mails are printed, which `npm start` does. */
  isDevelopment?: boolean | undefined
  /** Signs the quotes of price holds. Null without a signing key. */
  quotes?: QuoteSigner | null | undefined
  /** Fetches the profiles of platforms. */
  ucp?: UcpOptions | undefined
  /** Fetches the key directories of agents. */
  agents?: AgentOptions | undefined
}

/** Returns one fetch handler for all public functions, routed by the table in paths.ts. */
export function createGateway(services: Services, options: GatewayOptions = {}): Fetch {
  const env = parseEnv()
  const webhooks = { ...webhookOptions(env), ...options.webhooks }
  const sources = { ...sourceOptions(env), ...options.sources }
  const oauth = { ...oauthOptions(env), ...options.oauth }
  const quotes = options.quotes ?? null
  const apps: Record<FunctionName, { fetch: Fetch }> = {
    analytics: createAnalytics(services),
    commerce: createCommerce(services, quotes, { agents: options.agents }),
    console: createConsole(services, {
      webhooks,
      sources,
      createsBrands: oauth.signUp === 'open',
      mails: oauth.mails ?? 'unknown',
      isDevelopment: options.isDevelopment ?? env.SHOW_COMPONENTS,
      uploadBytesMax: options.uploadBytesMax ?? env.UPLOAD_BYTES_MAX,
    }),
    docs: createDocs(services, { offersSignUp: oauth.signUp === 'open' && !oauth.hostedSignIn }),
    events: createEvents(services, options.events),
    mcp: createMcp(services, { ...mcpOptions(env), ...options.mcp }),
    oauth: createOauth(services, oauth),
    storefront: createStorefront(services, quotes, { ucp: options.ucp, agents: options.agents }),
    webhooks: createWebhooks(services, { webhooks, sources }),
  }
  return (request, bindings) => {
    const url = new URL(request.url)
    const path = canonicalPath(url.pathname)
    if (path === url.pathname) return apps[functionOf(path)].fetch(request, bindings)
    url.pathname = path
    return apps[functionOf(path)].fetch(new Request(url, request), bindings)
  }
}
