import type { Context, MiddlewareHandler } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { sha256Hex } from '../../shared/credentials/sha256.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { version as release } from '../../shared/version.ts'

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

/** Whether shared caches may store the response to a request: it has no credential and no signature. */
export function isShared({ req }: Context<AppEnv>): boolean {
  return (
    req.query('api_key') === undefined &&
    // An empty header is an invalid credential, not none.
    ['Authorization', 'Signature', 'Signature-Input'].every((name) => req.header(name) === undefined)
  )
}

/**
 * Returns the versions of the shop in If-None-Match, in ETags that this release has sent for this URL. The ETag of another
 * URL says nothing about this one.
 */
export function versionsOf(context: Context<AppEnv>): string[] {
  const tags = (context.req.header('If-None-Match') ?? '').matchAll(/"([0-9a-f]{32})-([0-9a-f]{16})"/g)
  const url = urlHash(context)
  return [...tags].filter(([, , hash]) => hash === url).map(([, version]) => version as string)
}

function urlHash({ req }: Context<AppEnv>): string {
  const { pathname, search } = new URL(req.url)
  return sha256Hex(`${release} ${pathname}${search}`).slice(0, 16)
}

/**
 * Adds an ETag to anonymous public responses. Where the operation has set the version of the shop as ETag, the URL is added to
 * it; other ETags are a hash of the response. A response to a credential or a signature is `private, no-store`, because it
 * must not be shared.
 */
export const caching: MiddlewareHandler<AppEnv> = async function caching(context, next) {
  await next()
  const { headers } = context.res
  const isPublic = headers.get('Cache-Control')?.startsWith('public') ?? false
  const version = /^W\/"([0-9a-f]{32})"$/.exec(headers.get('ETag') ?? '')?.[1]
  if (!isShared(context)) {
    if (isPublic) context.header('Cache-Control', 'private, no-store')
    if (version) context.header('ETag', undefined)
  } else if (isPublic) {
    if (version) context.header('ETag', `W/"${version}-${urlHash(context)}"`)
    await weakEtag(context, async () => undefined)
  }
  context.header('Vary', 'Authorization', { append: true })
}
