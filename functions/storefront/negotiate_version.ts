import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { ApiError } from '../../shared/errors/api_error.ts'

const supported = ['1.0']

/** A caller pins the protocol with Accept: application/vnd.svc.v1.0+json (specification, Versioning 2). */
export const negotiateVersion: MiddlewareHandler<AppEnv> = async function negotiateVersion(context, next) {
  const accept = context.req.header('Accept') ?? ''
  const asked = [...accept.matchAll(/application\/vnd\.svc\.v(\d+(?:\.\d+)?)\+json/g)].map(
    ([, version]) => version ?? '',
  )
  const chosen = asked.find((version) => supported.includes(version))
  if (asked.length > 0 && chosen === undefined) {
    throw new ApiError(
      'not_acceptable',
      `Version ${asked.join(', ')} is not spoken here. Ask for ${supported.join(', ')}.`,
    )
  }
  await next()
  context.header('Vary', 'Accept', { append: true })
  const isJson = context.res.headers.get('Content-Type')?.startsWith('application/json')
  if (chosen && isJson) context.header('Content-Type', `application/vnd.svc.v${chosen}+json; charset=utf-8`)
}
