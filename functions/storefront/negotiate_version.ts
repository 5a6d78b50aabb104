import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { ApiError } from '../../shared/errors/api_error.ts'

const supported = ['1.0']

/**
 * Selects the protocol version of `Accept: application/vnd.svc.v1.0+json` (specification, Versioning 2). Throws 406 if
 * the version is not supported.
 */
export const negotiateVersion: MiddlewareHandler<AppEnv> = async function negotiateVersion(context, next) {
  const accept = context.req.header('Accept') ?? ''
  const requested = [...accept.matchAll(/application\/vnd\.svc\.v(\d+(?:\.\d+)?)\+json/g)].map(
    ([, version]) => version ?? '',
  )
  const chosen = requested.find((version) => supported.includes(version))
  if (requested.length > 0 && chosen === undefined) {
    throw new ApiError(
      'not_acceptable',
      `Version ${requested.join(', ')} is not supported. Request version ${supported.join(', ')}.`,
    )
  }
  await next()
  context.header('Vary', 'Accept', { append: true })
  const isJson = context.res.headers.get('Content-Type')?.startsWith('application/json')
  if (chosen && isJson) context.header('Content-Type', `application/vnd.svc.v${chosen}+json; charset=utf-8`)
}
