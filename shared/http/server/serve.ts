/** The only file that uses the API of the runtime (Deno). Everything else maps a Request to a Response. */
import { bootEnv, publicBaseUrl } from '../../env.ts'
import type { Env } from '../../env.ts'
import { outliveLostConnections } from '../../db/lost_connections.ts'
import { createPasswordPools } from '../../db/sign_in/password_pools.ts'
import { createPool } from '../../db/pool.ts'
import type { Database } from '../../db/pool.ts'
import { readFrom } from '../../db/replica.ts'
import { logStart } from '../../log/log_start.ts'
import type { App, Services } from '../app.ts'
import { Shutdown } from './shutdown.ts'
import type { Meter } from '../limits/meter.ts'
import type { MetricsOptions } from './metrics.ts'
import { exportTelemetry, openMetrics, stopTelemetry } from './telemetry.ts'

/** After this time the process exits even if connections are open. No request takes longer. */
const shutdownMillisecondsMax = 12_000

/** Timeouts of the health check, in seconds. */
export const probeLimits = { statementSecondsMax: 1, connectSecondsMax: 1 }

export type Fetch = (request: Request, bindings: { remoteAddress?: string }) => Response | Promise<Response>

/**
 * Starts one function with its own pool and port. `paths` are the prefixes of its routes. Specify them if a route
 * itself begins with the name of the function. `metrics` adds to the metrics of every process.
 */
export async function serve(
  name: string,
  createFunction: (services: Services) => App,
  paths: readonly string[] = ['/'],
  metrics: Pick<MetricsOptions, 'readSamples'> = {},
): Promise<void> {
  const env = bootEnv('vitrine_functions')
  const services = await createServices(env, name, metrics)
  const app = createFunction(services)
  await exportTelemetry(name, env, services)
  const own = [...paths, '/livez', '/readyz', '/metrics']
  logStart(name, env)
  listen((request, bindings) => app.fetch(withoutFunctionName(request, name, own), bindings), env, services.shutdown)
}

/** Creates the services of a process. `name` is the function, or `gateway`. */
export async function createServices(
  env: Env,
  name: string,
  metrics: Pick<MetricsOptions, 'readSamples'> = {},
): Promise<Services & { shutdown: Shutdown }> {
  if (!env.DATABASE_URL) throw new Error('Set DATABASE_URL to the database, as the role vitrine_functions.')
  const pool = {
    url: env.DATABASE_URL,
    applicationName: `vitrine_${name}`,
    isPooled: env.DATABASE_TRANSACTION_POOLER,
    now: env.VITRINE_NOW,
  }
  return {
    database: openDatabase(env.DATABASE_URL, env, pool.applicationName),
    session: openSession(env, pool.applicationName),
    probe: createPool({ ...pool, connectionsMax: 1, ...probeLimits }),
    passwords: createPasswordPools(pool),
    shutdown: new Shutdown(),
    publicBaseUrl: publicBaseUrl(env),
    publicApiUrl: env.PUBLIC_API_URL,
    hstsSeconds: env.HSTS_SECONDS,
    securityContact: env.SECURITY_CONTACT,
    trustedProxyHops: env.TRUSTED_PROXY_HOPS,
    meter: await openMeter(env),
    metrics: await openMetrics(name, env, metrics),
    logLevel: env.LOG_LEVEL,
    logsClientAddress: env.LOG_CLIENT_ADDRESS,
  }
}

/** Opens the pool of the primary and, if configured, of the replica, with a short connect timeout. */
function openDatabase(url: string, env: Env, applicationName: string): Database {
  const pool = {
    applicationName,
    connectionsMax: env.DATABASE_CONNECTIONS_MAX,
    isPooled: env.DATABASE_TRANSACTION_POOLER,
    now: env.VITRINE_NOW,
  }
  const database = createPool({ url, ...pool })
  if (env.DATABASE_URL_READ) {
    readFrom(database, {
      database: createPool({ url: env.DATABASE_URL_READ, ...pool, connectSecondsMax: 1 }),
      lagSecondsMax: env.REPLICA_LAG_SECONDS_MAX,
    })
  }
  return database
}

/**
 * Returns the pool for LISTEN, which connects at the first LISTEN. Null behind a transaction pooler, which loses
 * notifications; undefined if the main pool can LISTEN.
 */
function openSession(env: Env, applicationName: string): Services['session'] {
  if (env.DATABASE_SESSION_URL) return createPool({ url: env.DATABASE_SESSION_URL, applicationName, connectionsMax: 1 })
  return env.DATABASE_TRANSACTION_POOLER ? null : undefined
}

/** Imports the Redis client only if Redis is configured, because it slows down each cold start. */
async function openMeter(env: Env): Promise<Meter | undefined> {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env
  if (!url || !token) return undefined
  const { createMeter } = await import('../limits/meter.ts')
  const { createRedisCounter } = await import('../limits/redis_counter.ts')
  return createMeter(createRedisCounter({ url, token }))
}

/** Serves requests until SIGTERM. */
export function listen(fetch: Fetch, env: Env, shutdown: Shutdown): void {
  outliveLostConnections()
  const server = open(withConnectionClose(fetch, shutdown), env.PORT, env.HOST)
  shutDownOnSignal(env, shutdown, () => server.shutdown())
}

/**
 * On SIGTERM: announces the shutdown, waits DRAIN_SECONDS while load balancers notice, then closes open streams and
 * exits.
 */
export function shutDownOnSignal({ DRAIN_SECONDS }: Env, shutdown: Shutdown, close: () => Promise<void>): void {
  let isEnding = false
  Deno.addSignalListener('SIGTERM', () => {
    if (isEnding) return
    isEnding = true
    shutdown.announce()
    setTimeout(() => {
      shutdown.close()
      const timeout = new Promise((resolve) => setTimeout(resolve, shutdownMillisecondsMax))
      void Promise.race([close(), timeout])
        .then(() => stopTelemetry())
        .then(() => Deno.exit(0))
    }, DRAIN_SECONDS * 1000)
  })
}

/**
 * Adds `Connection: close` to responses during shutdown, so that clients do not reuse the connection (RFC 9112, section
 * 9.6).
 */
export function withConnectionClose(fetch: Fetch, shutdown: Shutdown): Fetch {
  return async (request, bindings) => {
    const response = await fetch(request, bindings)
    if (!shutdown.isNear) return response
    const { status, statusText, headers, body } = response
    const closing = new Response(body, { status, statusText, headers })
    closing.headers.set('Connection', 'close')
    return closing
  }
}

/** Serves requests without handling signals, for a process with another main task. */
export function open(fetch: Fetch, port: number, hostname = '0.0.0.0') {
  return Deno.serve({ port, hostname, onListen: () => undefined }, (request, info) =>
    fetch(request, { remoteAddress: info.remoteAddr.hostname }),
  )
}

/**
 * Removes the function's name, which a hosted platform puts before the path: /analytics/v1/metrics becomes /v1/metrics.
 */
function withoutFunctionName(request: Request, name: string, paths: readonly string[]): Request {
  const url = new URL(request.url)
  const rest = url.pathname.slice(name.length + 1)
  if (!url.pathname.startsWith(`/${name}/`) || !paths.some((path) => rest.startsWith(path))) return request
  url.pathname = rest
  const { method, headers, body } = request
  return new Request(url, { method, headers, body })
}
