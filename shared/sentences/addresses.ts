/** The addresses of the operations that sentences mention. */
export const addresses = {
  'analytics.alert_rules': 'GET /v1/alert-rules',
  'analytics.anomalies': 'GET /v1/anomalies',
  'analytics.experiments': 'GET /v1/experiments',
  'analytics.promotions': 'GET /v1/promotions',
  'analytics.attribution': 'GET /v1/attribution',
  'analytics.brands': 'GET /v1/brands',
  'analytics.breakdown': 'GET /v1/breakdown',
  'connector.campaigns': 'POST /api/mcp/list_campaigns',
  'storefront.bundles': 'GET /api/storefront/{brand_id}/bundles',
  'storefront.products': 'GET /api/storefront/{brand_id}/products',
  'webhooks.deliveries': 'GET /api/webhooks/{id}/deliveries',
  'webhooks.endpoints': 'GET /api/webhooks',
  'webhooks.event_types': 'GET /api/webhooks/event-types',
  'webhooks.update_endpoint': 'PATCH /api/webhooks/{id}',
} as const
export type NamedOperation = keyof typeof addresses
