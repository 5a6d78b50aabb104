import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppContext } from '../app_context.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

const exposedHeaders = [
  'WWW-Authenticate',
  'X-Request-Id',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

/**
 * Refuses whoever was led here by a name that is not ours or from a page that is not allowed (DNS rebinding), before
 * anything is read; allowed pages may read the answers.
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
    async function checkNames(context, next) {
      const origin = context.req.header('Origin')
      if (!knownHosts.has(new URL(context.req.url).hostname)) {
        throw new ApiError('forbidden', 'Host: this service does not go by that name. Call it by its public address.')
      }
      if (origin !== undefined && !isAllowed(origin)) {
        throw new ApiError('forbidden', 'Origin: pages of that origin may not call. Its operator can allow it.')
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
