import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'

/**
 * Nothing from anybody else, on any page. Script is allowed on the reference only, which asks our own API and styles
 * itself inline.
 */
export function pageHeaders(baseUrl: string): MiddlewareHandler<AppEnv> {
  const shared = "default-src 'none'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  const reading = `${shared}; style-src 'self'`
  const trying = `${shared}; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self' ${new URL(baseUrl).origin}`
  return async function pageHeaders(context, next) {
    await next()
    if (context.res.status === 200 && !context.res.headers.has('Cache-Control')) {
      context.header('Cache-Control', 'public, max-age=300')
    }
    context.header('Content-Security-Policy', context.req.path === '/docs/reference' ? trying : reading)
    context.header('Referrer-Policy', 'no-referrer')
  }
}

/** Documents are for pages of any origin, and change with a deployment only. */
export const forEverybody: MiddlewareHandler<AppEnv> = async function forEverybody(context, next) {
  await next()
  context.header('Cache-Control', 'public, max-age=300')
  context.header('Access-Control-Allow-Origin', '*')
}
