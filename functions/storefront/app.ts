import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { createApp, exposedHeaders } from '../../shared/http/app.ts'
import type { App, AppOptions, Services } from '../../shared/http/app.ts'
import { routeOperations } from '../../shared/http/route.ts'
import { acpErrorBody } from '../../shared/storefront/acp_error_body.ts'
import { storefrontEnvelope, storefrontErrorBody, ucpErrorBody } from '../../shared/storefront/envelope.ts'
import { storefrontOperations } from '../../shared/operations/storefront.ts'
import { health } from '../../shared/operations/storefront/health.ts'
import { manifest } from '../../shared/operations/storefront/manifest.ts'
import { protocolVersion } from '../../shared/schema/storefront/manifest.ts'
import { storefrontRoot } from '../../shared/schema/storefront/product_card.ts'
import { createLog } from '../../shared/log/log.ts'
import type { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { agentOptions, recognizeAgents } from '../../shared/http/signatures/recognize_agents.ts'
import type { AgentOptions } from '../../shared/http/signatures/recognize_agents.ts'
import { isAcp, isAcpPath, routeAcp } from './acp/rest.ts'
import { cachedDocuments, caching } from './caching.ts'
import { negotiateCapabilities } from './capabilities.ts'
import { routeHealth } from './health.ts'
import { negotiateVersion } from './negotiate_version.ts'
import { routeSamples } from './sdk.ts'
import { routeUcpMcp } from './ucp/mcp.ts'
import { routeVersioned } from './unchanged.ts'
import { PlatformProfiles, ucpOptions } from './ucp/profiles.ts'
import type { UcpOptions } from './ucp/profiles.ts'
import { isUcp, isUcpPath, routeUcp } from './ucp/rest.ts'

/** Lists the endpoints. Imported on first use, because it loads the operations of commerce, which only the documentation needs. */
async function describeEndpoints() {
  return (await import('../../shared/storefront/endpoints.ts')).describeEndpoints()
}

/** Creates the storefront API for shopping agents: {base_url}/api/storefront/{brand_id}/... */
export function createStorefront(
  services: Services,
  quotes: QuoteSigner | null,
  { ucp = ucpOptions, agents = agentOptions }: { ucp?: UcpOptions | undefined; agents?: AgentOptions | undefined } = {},
): App {
  const options: AppOptions = {
    services,
    keyPrefixes: ['pk_live_', 'pk_test_', 'sk_live_', 'sk_test_'],
    renderError: (error, id, path) =>
      isAcpPath(path)
        ? acpErrorBody(error)
        : isUcpPath(path)
          ? ucpErrorBody(error, id)
          : storefrontErrorBody(error, id),
    envelope: storefrontEnvelope,
    cacheControl: (isAnonymous) => (isAnonymous ? 'public, max-age=60' : 'private, no-store'),
    operationServices: { quotes, describeEndpoints },
  }
  const app = createApp({ ...options, statusPath: health.path })
  app.use(async (context, next) => {
    await next()
    context.header('X-OSP-Version', protocolVersion)
  })
  app.use(
    cors({
      origin: '*',
      allowHeaders: [
        'API-Version',
        'Authorization',
        'Content-Digest',
        'Content-Type',
        'Idempotency-Key',
        'If-None-Match',
        'Mcp-Method',
        'Mcp-Name',
        'Mcp-Protocol-Version',
        'Request-Id',
        'Signature',
        'Signature-Agent',
        'Signature-Input',
        'UCP-Agent',
        'X-OSP-Capabilities',
      ],
      exposeHeaders: [...exposedHeaders, 'Idempotency-Key', 'Request-Id', 'UCP-Version-Status', 'X-OSP-Agent'],
    }),
  )
  app.use(compress({ threshold: 1024 }))
  app.use(cachedDocuments)
  app.use(caching)
  app.use(negotiateCapabilities)
  // Other protocols have versions and media types of their own.
  app.use(async (context, next) => (isAcpPath(context.req.path) ? await next() : await negotiateVersion(context, next)))
  app.use(recognizeAgents(services, agents))
  routeHealth(app, options)
  routeSamples(app, options)
  const profiles = new PlatformProfiles(ucp, createLog(services.log, services.logLevel))
  routeUcp(app, options, profiles)
  routeUcpMcp(app, options, profiles)
  routeAcp(app, options)
  const own = storefrontOperations.filter((operation) => !isUcp(operation) && !isAcp(operation))
  const { true: versioned = [], false: others = [] } = Object.groupBy(
    own,
    ({ isVersioned = false }) => `${isVersioned}`,
  )
  routeVersioned(app, versioned, options)
  routeOperations(app, others, options)
  routeOperations(app, [{ ...manifest, path: `${storefrontRoot}/manifest` }], options)
  return app
}
