import { createApp } from '../../shared/http/app.ts'
import type { App, AppOptions, Services } from '../../shared/http/app.ts'
import { analyticsErrorBody } from '../../shared/http/errors.ts'
import { routeOperations } from '../../shared/http/route.ts'
import { brands } from '../../shared/operations/analytics/brands.ts'
import { metricCatalogue } from '../../shared/operations/analytics/metric_catalogue.ts'
import { metrics } from '../../shared/operations/analytics/metrics.ts'

/** The analytics API: {base_url}/v1/... on the API host, {base_url}/api/v1/... on the main one. */
export function createAnalytics(services: Services): App {
  const options: AppOptions = {
    services,
    keyPrefixes: ['svc_sk_live_', 'svc_sk_test_'],
    renderError: analyticsErrorBody,
  }
  const app = createApp(options)
  const operations = [
    brands, //           GET /v1/brands
    metrics, //          GET /v1/metrics
    metricCatalogue, //  GET /v1/metrics/definitions
  ]
  routeOperations(app, operations, options)
  routeOperations(app, operations, options, '/api')
  return app
}
