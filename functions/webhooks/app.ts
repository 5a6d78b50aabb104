import { createApp } from '../../shared/http/app.ts'
import type { App, AppOptions, Services } from '../../shared/http/app.ts'
import { analyticsEnvelope, analyticsErrorBody } from '../../shared/http/analytics_envelope.ts'
import { routeOperations } from '../../shared/http/route.ts'
import { webhookOperations } from '../../shared/operations/webhooks.ts'
import type { SourceOptions } from '../../shared/sources/settings.ts'
import type { WebhookOptions } from '../../shared/webhooks/options.ts'
import { routeShopifyWebhooks } from './shopify_webhooks.ts'

/**
 * Creates the API that manages webhook endpoints and deliveries, {base_url}/api/webhooks/..., and the endpoints that platforms call,
 * {base_url}/api/sources/...
 */
export function createWebhooks(services: Services, webhooks: WebhookOptions, sources: SourceOptions): App {
  const options: AppOptions = {
    services,
    keyPrefixes: ['sk_live_', 'sk_test_'],
    renderError: analyticsErrorBody,
    envelope: analyticsEnvelope,
    operationServices: { webhooks },
  }
  const app = createApp(options)
  routeOperations(app, webhookOperations, options)
  routeShopifyWebhooks(app, services, sources)
  return app
}
