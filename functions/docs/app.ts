import { createApp } from '../../shared/http/app.ts'
import type { App, Services } from '../../shared/http/app.ts'
import { analyticsErrorBody } from '../../shared/http/errors.ts'
import { openApiDocument } from './openapi/document.ts'

/** What people and tools read about the API: needs no key and no database. */
export function createDocs(services: Services): App {
  const app = createApp({ services, renderError: analyticsErrorBody })
  const document = openApiDocument(services.publicBaseUrl)
  app.get('/openapi.json', (context) => {
    context.header('Cache-Control', 'public, max-age=300')
    context.header('Access-Control-Allow-Origin', '*')
    return context.json(document)
  })
  // The host's own manifest names no shop: whoever has a brand's id asks that brand's.
  app.get('/.well-known/osp.json', (context) => {
    const root = `${services.publicBaseUrl}/api/storefront`
    context.header('Cache-Control', 'public, max-age=3600')
    context.header('Access-Control-Allow-Origin', '*')
    return context.json({
      protocol: { name: 'agent-query-protocol', version: '1.0', supported_versions: ['1.0'] },
      osp_version: '2026-08-01',
      api_base_url: `${root}/{brandId}`,
      manifest: `${root}/{brandId}/.well-known/osp.json`,
      health: `${root}/health`,
      documentation: `${services.publicBaseUrl}/openapi.json`,
    })
  })
  return app
}
