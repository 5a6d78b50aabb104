import { createApp } from '../../shared/http/app.ts'
import type { App, AppOptions, Services } from '../../shared/http/app.ts'
import { analyticsEnvelope, analyticsErrorBody } from '../../shared/http/analytics_envelope.ts'
import { routeOperations } from '../../shared/http/route.ts'
import { analyticsOperations } from '../../shared/operations/analytics.ts'

/** Creates the analytics API: {api_url}/v1/... on the API host, {base_url}/api/v1/... on the main host. */
export function createAnalytics(services: Services): App {
  const options: AppOptions = {
    services,
    keyPrefixes: ['svc_sk_live_', 'svc_sk_test_'],
    renderError: analyticsErrorBody,
    envelope: analyticsEnvelope,
  }
  const app = createApp(options)
  routeOperations(app, analyticsOperations, options)
  routeOperations(app, analyticsOperations, options, '/api')
  return app
}
