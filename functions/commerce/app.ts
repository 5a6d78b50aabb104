import { cors } from 'hono/cors'
import { handoffLinks } from './handoff_links.ts'
import { createApp, exposedHeaders } from '../../shared/http/app.ts'
import type { App, AppOptions, Services } from '../../shared/http/app.ts'
import { routeOperations } from '../../shared/http/route.ts'
import { commerceOperations } from '../../shared/operations/commerce.ts'
import { agentOptions, recognizeAgents } from '../../shared/http/signatures/recognize_agents.ts'
import type { AgentOptions } from '../../shared/http/signatures/recognize_agents.ts'
import type { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { openHandoff } from '../../shared/operations/commerce/open_handoff.ts'
import { storefrontEnvelope, storefrontErrorBody } from '../../shared/storefront/envelope.ts'
import { protocolVersion } from '../../shared/schema/storefront/manifest.ts'

/** Creates the commerce API: {base_url}/api/storefront/{brand_id}/negotiations, holds, transactions, disputes and feedback. */
export function createCommerce(
  services: Services,
  quotes: QuoteSigner | null,
  { agents = agentOptions }: { agents?: AgentOptions | undefined } = {},
): App {
  const options: AppOptions = {
    services,
    keyPrefixes: ['pk_live_', 'pk_test_', 'sk_live_', 'sk_test_'],
    renderError: storefrontErrorBody,
    envelope: storefrontEnvelope,
    operationServices: { quotes },
  }
  const app = createApp(options)
  app.use(async (context, next) => {
    await next()
    context.header('X-OSP-Version', protocolVersion)
  })
  app.use(
    cors({
      origin: '*',
      allowHeaders: [
        'Authorization',
        'Content-Digest',
        'Content-Type',
        'Idempotency-Key',
        'Signature',
        'Signature-Agent',
        'Signature-Input',
      ],
      exposeHeaders: [...exposedHeaders, 'X-OSP-Agent'],
    }),
  )
  app.use(recognizeAgents(services, agents))
  app.route('/', handoffLinks(options))
  routeOperations(
    app,
    commerceOperations.filter((operation) => operation !== openHandoff),
    options,
  )
  return app
}
