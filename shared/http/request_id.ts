import type { MiddlewareHandler } from 'hono'
import { parseTraceparent } from '../telemetry/traceparent.ts'
import type { AppEnv } from './app_env.ts'

const saneRequestId = /^[A-Za-z0-9._-]{8,64}$/

/**
 * Sets the id of the request, the caller's `X-Request-Id` if it is well-formed, and returns it in the same header. Sets the id
 * of the trace that the caller is in (`traceparent`).
 */
export const requestId: MiddlewareHandler<AppEnv> = async function requestId(context, next) {
  const given = context.req.header('X-Request-Id')
  const id = given && saneRequestId.test(given) ? given : `req_${crypto.randomUUID().replaceAll('-', '')}`
  context.set('requestId', id)
  context.header('X-Request-Id', id)
  const parent = parseTraceparent(context.req.header('traceparent'))
  if (parent) context.set('traceId', parent.traceId)
  await next()
}
