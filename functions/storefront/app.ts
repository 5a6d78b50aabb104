import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import { createApp } from '../../shared/http/app.ts'
import type { App, AppOptions, Services } from '../../shared/http/app.ts'
import { storefrontErrorBody } from '../../shared/http/errors.ts'
import { routeOperations } from '../../shared/http/route.ts'
import { storefrontOperations } from '../../shared/operations/storefront.ts'

/** Versions of the Open Storefront Protocol are dates (specification, Versioning 3). */
const protocolVersion = '2026-08-01'

/** The shop windows that agents look into: {base_url}/api/storefront/{brand_id}/... */
export function createStorefront(services: Services): App {
  const options: AppOptions = {
    services,
    keyPrefixes: ['pk_live_', 'pk_test_', 'sk_live_', 'sk_test_'],
    renderError: storefrontErrorBody,
    // The specification's own envelopes, with the time that the answer took.
    envelope: (answer, { milliseconds }) =>
      answer.meta ? { ...answer, meta: { ...(answer.meta as object), response_time_ms: milliseconds } } : answer,
    cacheControl: (isAnonymous) => (isAnonymous ? 'public, max-age=60' : 'private, no-store'),
  }
  const app = createApp(options)
  app.use(cors({ origin: '*', allowHeaders: ['Authorization', 'Content-Type'], exposeHeaders: ['X-Request-Id'] }))
  app.use(async (context, next) => {
    await next()
    context.header('X-OSP-Version', protocolVersion)
  })
  app.use(etag())
  routeOperations(app, storefrontOperations, options)
  return app
}
