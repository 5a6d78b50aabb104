import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'

const capabilities = ['search', 'query', 'compare', 'recommend', 'reviews', 'bundles', 'trust', 'ucp_catalog']

/** An agent says what it can do (X-OSP-Capabilities); it is told what of that this shop can do too. */
export const negotiateCapabilities: MiddlewareHandler<AppEnv> = async function negotiateCapabilities(context, next) {
  const offered = context.req.header('X-OSP-Capabilities')
  await next()
  if (offered === undefined) return
  const wanted = offered.split(',').map((name) => name.trim().toLowerCase())
  context.header('X-OSP-Capabilities', capabilities.filter((name) => wanted.includes(name)).join(', '))
}
