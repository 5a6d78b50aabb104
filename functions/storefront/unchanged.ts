import type { Context } from 'hono'
import { call } from '../../shared/db/call.ts'
import type { Outcome } from '../../shared/db/call.ts'
import type { App, AppOptions } from '../../shared/http/app.ts'
import type { AppEnv, Handler } from '../../shared/http/app_env.ts'
import { registerRoutes, route, serveCaller } from '../../shared/http/route.ts'
import type { Operation } from '../../shared/operation.ts'
import { storefrontEnvelope } from '../../shared/storefront/envelope.ts'
import { isShared, versionsOf } from './caching.ts'

/**
 * Registers operations whose responses have the version of the shop as ETag. A request whose If-None-Match has the current
 * version gets 304, and the response is not made. It counts against the rate limit like any other request.
 */
export function routeVersioned(app: App, operations: readonly Operation[], options: AppOptions): void {
  const routes = operations.map((operation) => ({ operation, handler: unlessUnchanged(operation, options) }))
  registerRoutes(app, routes)
}

function unlessUnchanged(operation: Operation, options: AppOptions): Handler {
  const serve = route(operation, options)
  const { database } = options.services
  return async function serveUnlessUnchanged(context) {
    const known = isShared(context) ? versionsOf(context) : []
    if (known.length === 0) return await serve(context)
    context.set('operation', operation.name)
    let isUnchanged = false
    let body: unknown
    const outcome = await serveCaller(context, null, options, async (caller): Promise<Outcome> => {
      // Only the second call counts: this request without an operation, or the operation.
      context.set('caller', caller)
      const current = await call(database, {
        ...caller,
        operation: 'storefront.current_version',
        input: { brand_id: context.req.param('brand_id') },
      })
      if (current.error) return current
      body = current.body
      isUnchanged = known.includes(versionOf(current.body))
      return isUnchanged ? await call(database, { ...caller, operation: null, input: {} }) : current
    })
    if (outcome.error) throw outcome.error
    if (!isUnchanged) return await serve(context)
    return unchanged(context, body as Record<string, unknown>, options)
  }
}

function versionOf(body: unknown): string {
  return (body as { degradation: { version: string | null } }).degradation.version ?? ''
}

function unchanged(context: Context<AppEnv>, answer: Record<string, unknown>, options: AppOptions): Response {
  storefrontEnvelope(answer, {
    requestId: context.var.requestId,
    isSimulated: false,
    milliseconds: 0,
    setHeader: (name, value) => context.header(name, value),
  })
  context.header('Cache-Control', options.cacheControl?.(true))
  return context.body(null, 304)
}
