import { Hono } from 'hono'
import type { Context } from 'hono'
import { unready } from '../db/readiness.ts'
import type { PasswordPools } from '../db/sign_in/password_pools.ts'
import type { Database } from '../db/pool.ts'
import type { KeyPrefix } from '../credentials/keys.ts'
import type { Level } from '../log/log.ts'
import type { OperationServices } from '../operation.ts'
import type { AppEnv } from './app_env.ts'
import { bodySecondsMax, takeBody } from './input/body.ts'
import type { Shutdown } from './server/shutdown.ts'
import { ApiError, internalError, unavailable } from '../errors/api_error.ts'
import { logRequest } from './server/log_request.ts'
import type { Meter } from './limits/meter.ts'
import type { Metrics } from './server/metrics.ts'
import { routeOperator } from './server/operate.ts'
import { traceRequest } from './server/trace_request.ts'
import { requestId } from './request_id.ts'
import { responseHeaders } from './response_headers.ts'

/** What an app needs to serve requests. It is passed in, never imported, so that tests can pass their own. */
export interface Services {
  database: Database
  /** The connection for LISTEN, if it is not the pool of the database; null if none can LISTEN (transaction pooler). */
  session?: Database | null | undefined
  /**
   * A pool of its own for health checks, which requests cannot exhaust. Without it the health check uses `database`.
   */
  probe?: Database | undefined
  /** The pools of password checks. Without them password checks use `database`. */
  passwords?: PasswordPools | undefined
  /** Announces the shutdown of the process. */
  shutdown?: Shutdown | undefined
  publicBaseUrl: string
  /** The API host, if it differs: {publicApiUrl}/v1 is {publicBaseUrl}/api/v1. */
  publicApiUrl?: string | undefined
  /** `max-age` of Strict-Transport-Security, for an https base URL. Without it the header is not sent. */
  hstsSeconds?: number | undefined
  /** The address of /.well-known/security.txt. Without it that path does not exist. */
  securityContact?: string | undefined
  trustedProxyHops: number
  /** Counts requests in Redis. Without it the database counts them. */
  meter?: Meter | undefined
  log?: (line: string) => void
  /** The least important level of the log. Default `info`. */
  logLevel?: Level | undefined
  /** Whether the log contains client addresses. Default true. */
  logsClientAddress?: boolean | undefined
  /** Timeout of a request body, in seconds. Default 10; tests set less. */
  bodySecondsMax?: number | undefined
  /** The metrics that /metrics serves to a holder of METRICS_SECRET. Without them /metrics does not exist. */
  metrics?: Metrics | undefined
}

export type App = Hono<AppEnv>

export interface AppOptions {
  services: Services
  /** The kinds of API key that the app accepts. */
  keyPrefixes: readonly KeyPrefix[]
  /** The audience of accepted access tokens. Without it the app accepts no access tokens. */
  resource?: string
  /** The error body in the format that the specification defines for this API. */
  renderError: (error: ApiError, requestId: string, path: string) => Record<string, unknown>
  envelope: (answer: Record<string, unknown>, about: About) => Record<string, unknown> | null
  cacheControl?: (isAnonymous: boolean) => string
  operationServices?: OperationServices
}

/** What an envelope can include besides the result of the database. */
export interface About {
  requestId: string
  isSimulated: boolean
  milliseconds: number
  setHeader: (name: string, value: string) => void
}

/**
 * Returns a Hono app with the parts that all functions share: request id, body limit, one log line per request, and one
 * error handler. Requests get 503 until the first check of the database has succeeded, except those of `statusPath`, which
 * report the state of the database.
 */
export function createApp(
  options: Pick<AppOptions, 'services' | 'renderError'> & {
    statusPath?: string
    /** Matches the paths of uploads, whose handlers read the body in pieces with limits of their own. */
    uploadPaths?: RegExp
  },
): App {
  const app: App = new Hono<AppEnv>({ strict: true })
  app.use(responseHeaders(options.services))
  app.use(requestId)
  app.use(traceRequest)
  app.use(logRequest(options.services))
  routeOperator(app, options.services)
  const take = takeBody(options.services.bodySecondsMax ?? bodySecondsMax)
  app.use(async (context, next) =>
    context.req.method === 'POST' && options.uploadPaths?.test(context.req.path)
      ? await next()
      : await take(context, next),
  )
  app.use(async (context, next) => {
    const found = context.req.path === options.statusPath ? null : await unready(options.services.database)
    if (found) throw unavailable(new Error(found.cause))
    await next()
  })
  app.notFound((context) =>
    renderError(
      context,
      new ApiError('not_found', `There is no ${new URL(context.req.url).pathname}. See /openapi.json.`),
    ),
  )
  app.onError((thrown, context) => renderError(context, thrown instanceof ApiError ? thrown : internalError(thrown)))
  return app

  function renderError(context: Context<AppEnv>, error: ApiError) {
    describeError(context, error, options.services.publicBaseUrl)
    if (error.code === 'unauthorized' && !error.protocol) context.header('WWW-Authenticate', 'Bearer')
    context.header('Cache-Control', 'no-store')
    return context.json(options.renderError(error, context.var.requestId, context.req.path), error.status)
  }
}

/** The response headers that scripts of other origins can read (Access-Control-Expose-Headers), for all functions with CORS. */
export const exposedHeaders = [
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-OSP-Data-Age',
  'X-OSP-Data-Status',
  'X-OSP-Degraded',
  'X-OSP-Version',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
]

/** Sets what error responses have in every format: Retry-After and, without a code of a protocol, a link to the page of the code. The log reads the error. */
export function describeError(context: Context<AppEnv>, error: ApiError, publicBaseUrl: string): void {
  if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds))
  if (!error.protocol) {
    context.header('Link', `<${publicBaseUrl}/docs/errors/${error.code}>; rel="help"`, { append: true })
  }
  context.error = error
}
