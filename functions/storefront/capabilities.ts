import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'

const capabilities = ['search', 'query', 'compare', 'recommend', 'reviews', 'bundles', 'trust', 'ucp_catalog']

/** Sets the response header X-OSP-Capabilities to the requested capabilities that this service supports. */
export const negotiateCapabilities: MiddlewareHandler<AppEnv> = async function negotiateCapabilities(context, next) {
  const header = context.req.header('X-OSP-Capabilities')
  await next()
  if (header === undefined) return
  const requested = header.split(',').map((name) => name.trim().toLowerCase())
  context.header('X-OSP-Capabilities', capabilities.filter((name) => requested.includes(name)).join(', '))
}
