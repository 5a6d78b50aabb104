import type { MiddlewareHandler } from 'hono'
import { redact } from '../../log/redact.ts'
import { inSpan } from '../../telemetry/tracing.ts'
import type { SpanStart } from '../../telemetry/tracing.ts'
import type { AppEnv } from '../app_env.ts'
import { isCheck } from './log_request.ts'

/** Traces each request except health checks and scrapes, if tracing is on. The trace of `traceparent` is continued. */
export const traceRequest: MiddlewareHandler<AppEnv> = async function traceRequest(context, next) {
  const { method, path } = context.req
  if (isCheck(path)) return await next()
  const start = (): SpanStart => ({
    name: method,
    kind: 'server',
    attributes: { 'http.request.method': method, 'url.path': redact(path) },
    traceparent: context.req.header('traceparent'),
  })
  await inSpan(start, async (span) => {
    if (span) context.set('traceId', span.traceId)
    await next()
    if (!span) return
    const { status } = context.res
    const { operation, requestId } = context.var
    if (operation) span.rename(`${method} ${operation}`)
    span.set({
      'http.response.status_code': status,
      'vitrine.operation': operation,
      'vitrine.request_id': redact(requestId),
    })
    if (status >= 500) span.fail(String(status))
  })
}
