/** The addresses of the operations that sentences mention. */
export const addresses = {
  'analytics.anomalies': 'GET /v1/anomalies',
  'analytics.attribution': 'GET /v1/attribution',
  'analytics.brands': 'GET /v1/brands',
  'analytics.metric_definitions': 'GET /v1/metrics/definitions',
  'connector.campaigns': 'POST /api/mcp/list_campaigns',
  'storefront.bundles': 'GET /bundles',
  'storefront.products': 'GET /products',
  'webhooks.deliveries': 'GET /api/webhooks/{id}/deliveries',
  'webhooks.endpoints': 'GET /api/webhooks',
  'webhooks.event_types': 'GET /api/webhooks/event-types',
  'webhooks.update_endpoint': 'PATCH /api/webhooks/{id}',
} as const
export type NamedOperation = keyof typeof addresses
