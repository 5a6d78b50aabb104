import { createApp } from '../../shared/http/app.ts'
import type { App, Services } from '../../shared/http/app.ts'
import { analyticsErrorBody } from '../../shared/http/errors.ts'
import { openApiDocument } from '../../shared/http/openapi.ts'
import { analyticsOperations } from '../../shared/operations/analytics.ts'
import { storefrontOperations } from '../../shared/operations/storefront.ts'
import { webhookOperations } from '../../shared/operations/webhooks.ts'
import { health } from '../../shared/operations/storefront/health.ts'

/** What people and tools read about the API: needs no key and no database. */
export function createDocs(services: Services): App {
  const app = createApp({ services, renderError: analyticsErrorBody })
  const document = openApiDocument(
    [...analyticsOperations, ...storefrontOperations, health, ...webhookOperations],
    services.publicBaseUrl,
    '1.0.0',
  )
  app.get('/openapi.json', (context) => {
    context.header('Cache-Control', 'public, max-age=300')
    context.header('Access-Control-Allow-Origin', '*')
    return context.json(document)
  })
  return app
}
