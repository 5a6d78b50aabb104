import type { MiddlewareHandler } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import type { AppEnv } from '../../shared/http/app_env.ts'

const weakEtag = etag({
  weak: true,
  retainedHeaders: [
    ...RETAINED_304_HEADERS,
    'X-Request-Id',
    'X-OSP-Data-Status',
    'X-OSP-Data-Age',
    'X-OSP-Degraded',
    'X-Content-Type-Options',
    'Access-Control-Allow-Origin',
    'Access-Control-Expose-Headers',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'RateLimit-Policy',
    'RateLimit',
  ],
  // Exclude `response_time_ms` from the ETag.
  generateDigest: async (body) => {
    const text = new TextDecoder().decode(body).replace(/"response_time_ms":\d+/, '')
    return await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  },
})

/**
 * The seconds for which shared caches store a discovery document, which is the same for all callers: UCP, Profile Requirements
 * (Hosting); ACP, Discovery 4.1, at least an hour.
 */
const documentSeconds: Record<string, number> = { ucp: 300, 'acp.json': 3600 }

export const cachedDocuments: MiddlewareHandler<AppEnv> = async function cachedDocuments(context, next) {
  await next()
  const seconds = documentSeconds[/\/\.well-known\/([^/]+)$/.exec(context.req.path)?.[1] ?? '']
  const isCurrent = context.res.ok || context.res.status === 304
  if (isCurrent && seconds) context.header('Cache-Control', `public, max-age=${seconds}`)
}

/** Adds an ETag to anonymous public responses. A response to a credential or a signature is `private,
 * no-store`, because it must not be shared. */
export const caching: MiddlewareHandler<AppEnv> = async function caching(context, next) {
  const { req } = context
  const isKeyed =
    ['Authorization', 'Signature', 'Signature-Input'].some((name) => req.header(name)) ||
    req.query('api_key') !== undefined
  if (isKeyed) {
    await next()
    if (context.res.headers.get('Cache-Control')?.startsWith('public'))
      context.header('Cache-Control', 'private, no-store')
  } else {
    await next()
    if (context.res.headers.get('Cache-Control')?.startsWith('public')) await weakEtag(context, async () => undefined)
  }
  context.header('Vary', 'Authorization', { append: true })
}
