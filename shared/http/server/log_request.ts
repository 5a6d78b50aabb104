import type { MiddlewareHandler } from 'hono'
import { causeOf, createLog } from '../../log/log.ts'
import type { Level } from '../../log/log.ts'
import type { AppEnv } from '../app_env.ts'
import { callerIp } from '../limits/client_ip.ts'
import type { Metrics } from './metrics.ts'

export interface RequestLogOptions {
  log?: ((line: string) => void) | undefined
  /** The least important level that is written. Default `info`. */
  logLevel?: Level | undefined
  /** Whether lines contain the address that the rate limits count. Default true. */
  logsClientAddress?: boolean | undefined
  trustedProxyHops: number
  metrics?: Metrics | undefined
}

/** Paths that load balancers and monitoring request every few seconds. Their successes have the level `debug` and are not counted. */
const checks = /\/(livez|readyz|metrics|api\/storefront\/health)$/

/** Whether a path is one of a check, also below the name of the function. */
export function isCheck(path: string): boolean {
  return checks.test(path)
}

/**
 * Writes one JSON line per request, without credentials, query strings and bodies, and counts the request. Causes of errors
 * appear only here.
 */
export function logRequest(options: RequestLogOptions): MiddlewareHandler<AppEnv> {
  const log = createLog(options.log, options.logLevel)
  const address = (context: Parameters<MiddlewareHandler<AppEnv>>[0]) =>
    options.logsClientAddress === false ? {} : { client: callerIp(context, options.trustedProxyHops) }
  return async function logRequest(context, next) {
    const startedAt = performance.now()
    await next()
    const { status, ok } = context.res
    const isPassedCheck = ok && isCheck(context.req.path)
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    if (!isPassedCheck) options.metrics?.count(context.var.operation, status, ms)
    const cause = context.error?.cause
    log({
      level: isPassedCheck ? 'debug' : status >= 500 ? 'error' : 'info',
      request_id: context.var.requestId,
      trace_id: context.var.traceId,
      method: context.req.method,
      path: context.req.path,
      operation: context.var.operation,
      key_id: context.var.keyId,
      agent: context.var.agent?.name ?? undefined,
      signature_fault: context.var.agent?.fault ?? undefined,
      ...address(context),
      status,
      ms,
      ...(cause instanceof Error ? { cause: causeOf(cause) } : {}),
    })
  }
}
