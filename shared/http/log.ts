import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app_env.ts'

/** One JSON line a request: never a credential, a query string or a body. Causes of errors appear here and nowhere else. */
export function logRequest(write: (line: string) => void): MiddlewareHandler<AppEnv> {
  return async function logRequest(context, next) {
    const startedAt = performance.now()
    await next()
    const cause = context.error?.cause
    write(
      JSON.stringify({
        at: new Date().toISOString(),
        request_id: context.var.requestId,
        method: context.req.method,
        path: context.req.path,
        operation: context.var.operation,
        key_id: context.var.keyId,
        status: context.res.status,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(cause instanceof Error ? { cause: cause.stack ?? cause.message } : {}),
      }),
    )
  }
}
