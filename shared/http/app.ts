import { Hono } from 'hono'
import type { Context } from 'hono'
import { loginFault } from '../db/login.ts'
import type { Database } from '../db/pool.ts'
import type { KeyPrefix } from '../credentials/keys.ts'
import type { Dependencies } from '../operation.ts'
import type { AppEnv } from './app_env.ts'
import { bodySecondsMax, takeBody } from './input/body.ts'
import type { Shutdown } from './server/shutdown.ts'
import { ApiError, internalError, unavailable } from '../errors/api_error.ts'
import { logRequest } from './server/log.ts'
import type { Meter } from './limits/meter.ts'
import type { Metrics } from './server/metrics.ts'
import { routeOperator } from './server/operate.ts'
import { requestId } from './request_id.ts'

/** What a door needs from outside: handed in, never imported, so that tests hand in their own. */
export interface Services {
  database: Database
  /** Where to LISTEN, if not on the database's own connections; null where nobody can. */
  session?: Database | null | undefined
  /** Asked whether the database is there, on a connection of its own, which nobody's requests keep busy; else the database itself. */
  probe?: Database | undefined
  /** Says when the process is about to end. */
  shutdown?: Shutdown | undefined
  publicBaseUrl: string
  /** The API host, where it is another one: {publicApiUrl}/v1 is {publicBaseUrl}/api/v1. */
  publicApiUrl?: string | undefined
  trustedProxyHops: number
  /** Counts requests outside the database, which counts them itself without. */
  meter?: Meter | undefined
  log?: (line: string) => void
  /** How long a body may take; ten seconds, unless a test cannot wait. */
  bodySecondsMax?: number | undefined
  /** Counts what the process does, for whoever knows the secret; nobody is told without. */
  metrics?: Metrics | undefined
}

export type App = Hono<AppEnv>

export interface AppOptions {
  services: Services
  /** The kinds of key that this door takes. */
  keyPrefixes: readonly KeyPrefix[]
  /** The audience of the access tokens that it takes too; none without. */
  resource?: string
  /** Each surface renders errors in the shape that the specification gives it. */
  renderError: (error: ApiError, requestId: string) => Record<string, unknown>
  envelope: (answer: Record<string, unknown>, about: About) => Record<string, unknown> | null
  cacheControl?: (isAnonymous: boolean) => string
  /** What the preparations of its operations need. */
  tools?: Dependencies
}

/** What an envelope may say of its answer. */
export interface About {
  requestId: string
  isSimulated: boolean
  milliseconds: number
  setHeader: (name: string, value: string) => void
}

/** An app with what every door has: request id, body limit, one log line a request, and errors rendered in one place. */
export function createApp(options: Pick<AppOptions, 'services' | 'renderError'>): App {
  const app: App = new Hono<AppEnv>({ strict: true })
  app.use(requestId)
  app.use(logRequest(options.services.log ?? console.log, options.services.metrics))
  routeOperator(app, options.services)
  app.use(takeBody(options.services.bodySecondsMax ?? bodySecondsMax))
  app.use(async (_, next) => {
    const fault = await loginFault(options.services.database)
    if (fault) throw unavailable(new Error(fault))
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
    if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds))
    if (error.code === 'unauthorized') context.header('WWW-Authenticate', 'Bearer')
    context.header('Cache-Control', 'no-store')
    const help = `${options.services.publicBaseUrl}/docs/errors/${error.code}`
    context.header('Link', `<${help}>; rel="help"`, { append: true })
    context.error = error
    return context.json(options.renderError(error, context.var.requestId), error.status)
  }
}
