import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'

/**
 * Sets a Content-Security-Policy that allows resources of this host only. The reference may also send requests to our API
 * and needs inline styles. Successful responses are cached for 5 minutes by default.
 */
export function pageHeaders(baseUrl: string): MiddlewareHandler<AppEnv> {
  const shared = "default-src 'none'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  const reading = `${shared}; script-src 'self'; style-src 'self'`
  const trying = `${shared}; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self' ${new URL(baseUrl).origin}`
  return async function pageHeaders(context, next) {
    await next()
    if (context.res.status === 200 && !context.res.headers.has('Cache-Control')) {
      context.header('Cache-Control', 'public, max-age=300')
    }
    context.header('Content-Security-Policy', context.req.path === '/docs/reference' ? trying : reading)
  }
}

/**
 * Allows pages of any origin to read a document, and caches it for 5 minutes. Documents change only with a deployment.
 */
export const forEverybody: MiddlewareHandler<AppEnv> = async function forEverybody(context, next) {
  await next()
  context.header('Cache-Control', 'public, max-age=300')
  context.header('Access-Control-Allow-Origin', '*')
}
