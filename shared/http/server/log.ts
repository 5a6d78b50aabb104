import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../app_env.ts'
import type { Metrics } from './metrics.ts'
import { logLine } from '../../log/redact.ts'

/**
 * Writes one JSON line per request, without credentials, query strings and bodies. Causes of errors appear only here.
 */
export function logRequest(write: (line: string) => void, metrics?: Metrics): MiddlewareHandler<AppEnv> {
  return async function logRequest(context, next) {
    const startedAt = performance.now()
    await next()
    // Successful liveness checks, which arrive every few seconds, are not logged.
    if (context.req.path === '/livez' && context.res.ok) return
    const cause = context.error?.cause
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    metrics?.count(context.var.operation, context.res.status, ms)
    const line = logLine({
      at: new Date().toISOString(),
      request_id: context.var.requestId,
      method: context.req.method,
      path: context.req.path,
      operation: context.var.operation,
      key_id: context.var.keyId,
      status: context.res.status,
      ms,
      ...(cause instanceof Error ? { cause: cause.stack ?? cause.message } : {}),
    })
    write(line)
  }
}
