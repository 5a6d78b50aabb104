import { createApp } from '../../shared/http/app.ts'
import type { App, AppOptions, Services } from '../../shared/http/app.ts'
import { analyticsEnvelope, analyticsErrorBody } from '../../shared/http/analytics_envelope.ts'
import { routeOperations } from '../../shared/http/route.ts'
import { webhookOperations } from '../../shared/operations/webhooks.ts'
import type { SourceOptions } from '../../shared/sources/settings.ts'
import type { WebhookOptions } from '../../shared/webhooks/options.ts'
import { routeMetaCallbacks } from './meta_callbacks.ts'
import { routeShopifyWebhooks } from './shopify_webhooks.ts'

interface WebhooksOptions {
  webhooks: WebhookOptions
  /** The registrations of this installation at platforms. */
  sources: SourceOptions
}

/**
 * Creates the API that manages webhook endpoints and deliveries ({base_url}/api/webhooks/...), and receives the calls of platforms
 * ({base_url}/api/sources/...).
 */
export function createWebhooks(services: Services, { webhooks, sources }: WebhooksOptions): App {
  const options: AppOptions = {
    services,
    keyPrefixes: ['sk_live_', 'sk_test_'],
    renderError: analyticsErrorBody,
    envelope: analyticsEnvelope,
    operationServices: { webhooks },
  }
  const app = createApp(options)
  routeOperations(app, webhookOperations, options)
  routeMetaCallbacks(app, sources, options)
  routeShopifyWebhooks(app, sources, options)
  return app
}
