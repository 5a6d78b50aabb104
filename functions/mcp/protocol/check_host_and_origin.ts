import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { exposedHeaders } from '../../../shared/http/app.ts'
import type { AppContext } from '../app_context.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Middleware against DNS rebinding: returns 403 for an unknown Host or Origin before the credential is read
 * (MCP 2025-06-18, Transports, Security Warning). Allowed origins receive CORS headers.
 */
export function checkHostAndOrigin({ services, origins, hosts }: AppContext): MiddlewareHandler<AppEnv>[] {
  const own = new URL(services.publicBaseUrl)
  const knownHosts = new Set([own.hostname, ...loopback, ...hosts])
  const knownOrigins = new Set([own.origin, ...origins])

  function isAllowed(origin: string): boolean {
    if (knownOrigins.has(origin)) return true
    const url = URL.canParse(origin) ? new URL(origin) : null
    return url !== null && /^https?:$/.test(url.protocol) && loopback.includes(url.hostname)
  }

  return [
    async function checkHeaders(context, next) {
      const origin = context.req.header('Origin')
      if (!knownHosts.has(new URL(context.req.url).hostname)) {
        throw new ApiError('forbidden', 'This host name is not allowed. Use the public address of the service.')
      }
      if (origin !== undefined && !isAllowed(origin)) {
        throw new ApiError('forbidden', 'This Origin is not allowed. The operator can add it to CONNECTOR_ORIGINS.')
      }
      await next()
    },
    cors({
      origin: (origin) => (isAllowed(origin) ? origin : null),
      allowMethods: ['GET', 'POST', 'DELETE'],
      exposeHeaders: exposedHeaders,
      maxAge: 600,
    }),
  ]
}
