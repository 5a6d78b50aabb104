/** The only file that knows the runtime: everything else is Request in, Response out. */
import { bootEnv } from '../../env.ts'
import type { Env } from '../../env.ts'
import { outliveLostConnections } from '../../db/lost_connections.ts'
import { createPool } from '../../db/pool.ts'
import type { Database } from '../../db/pool.ts'
import { readFrom } from '../../db/replica.ts'
import type { App, Services } from '../app.ts'
import { Shutdown } from './shutdown.ts'
import { createMeter } from '../limits/meter.ts'
import type { Meter } from '../limits/meter.ts'
import { Metrics } from './metrics.ts'

/** No request takes longer: what is still open then is a connection that nobody uses, or somebody who does not read. */
const shutdownMillisecondsMax = 12_000

/** How long the database may take to say that it is there. */
export const probeLimits = { statementSecondsMax: 1, connectSecondsMax: 1 }

export type Fetch = (request: Request, bindings: { remoteAddress?: string }) => Response | Promise<Response>

/**
 * Boots one function alone: its own pool, its own port, nothing of its neighbours.
 * A function whose name is also the beginning of its paths names what they begin with.
 */
export async function serve(
  name: string,
  createDoor: (services: Services) => App,
  paths: readonly string[] = ['/'],
): Promise<void> {
  const env = bootEnv('vitrine_functions')
  const services = await createServices(env)
  const app = createDoor(services)
  const own = [...paths, '/livez', '/readyz', '/metrics']
  listen((request, bindings) => app.fetch(withoutFunctionName(request, name, own), bindings), env, services.shutdown)
}

export async function createServices(env: Env): Promise<Services & { shutdown: Shutdown }> {
  if (!env.DATABASE_URL) throw new Error('Set DATABASE_URL to the database, as the role vitrine_functions.')
  return {
    database: openDatabase(env.DATABASE_URL, env),
    session: openSession(env),
    probe: createPool({
      url: env.DATABASE_URL,
      connectionsMax: 1,
      isPooled: env.DATABASE_TRANSACTION_POOLER,
      now: env.VITRINE_NOW,
      ...probeLimits,
    }),
    shutdown: new Shutdown(),
    publicBaseUrl: env.PUBLIC_BASE_URL ?? `http://127.0.0.1:${env.PORT}`,
    publicApiUrl: env.PUBLIC_API_URL,
    trustedProxyHops: env.TRUSTED_PROXY_HOPS,
    meter: await openMeter(env),
    metrics: env.METRICS_SECRET ? new Metrics(env.METRICS_SECRET) : undefined,
  }
}

/** The primary's pool, and a replica's behind it where there is one: a replica that is gone is not waited for. */
function openDatabase(url: string, env: Env): Database {
  const pool = {
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

/** A transaction pooler hands notifications to whoever comes next, or to nobody. Connects when somebody listens, not before. */
function openSession(env: Env): Services['session'] {
  if (env.DATABASE_SESSION_URL) return createPool({ url: env.DATABASE_SESSION_URL, connectionsMax: 1 })
  return env.DATABASE_TRANSACTION_POOLER ? null : undefined
}

/** Its client is loaded where it is wanted only: a cold start would pay for it. */
async function openMeter(env: Env): Promise<Meter | undefined> {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env
  if (!url || !token) return undefined
  const { createRedisCounter } = await import('../limits/redis_counter.ts')
  return createMeter(createRedisCounter({ url, token }))
}

/** Serves until SIGTERM. */
export function listen(fetch: Fetch, env: Env, shutdown: Shutdown): void {
  outliveLostConnections()
  const server = open(withConnectionClose(fetch, shutdown), env.PORT)
  shutDownOnSignal(env, shutdown, () => server.shutdown())
}

/** On SIGTERM, after a while in which a process only says that it will, it ends what it does and takes nothing new. */
export function shutDownOnSignal({ DRAIN_SECONDS }: Env, shutdown: Shutdown, close: () => Promise<void>): void {
  let isEnding = false
  Deno.addSignalListener('SIGTERM', () => {
    if (isEnding) return
    isEnding = true
    shutdown.announce()
    setTimeout(() => {
      shutdown.close()
      const impatience = new Promise((resolve) => setTimeout(resolve, shutdownMillisecondsMax))
      void Promise.race([close(), impatience]).then(() => Deno.exit(0))
    }, DRAIN_SECONDS * 1000)
  })
}

/** Whoever keeps a connection for the next request is told that there will be none (RFC 9112, section 9.6). */
export function withConnectionClose(fetch: Fetch, shutdown: Shutdown): Fetch {
  return async (request, bindings) => {
    const response = await fetch(request, bindings)
    if (!shutdown.isNear) return response
    const { status, statusText, headers, body } = response
    const told = new Response(body, { status, statusText, headers })
    told.headers.set('Connection', 'close')
    return told
  }
}

/** Serves beside what the process is for, and ends with it. */
export function open(fetch: Fetch, port: number) {
  return Deno.serve({ port, onListen: () => undefined }, (request, info) =>
    fetch(request, { remoteAddress: info.remoteAddr.hostname }),
  )
}

/** A hosted platform puts the function's name before the path: /analytics/v1/metrics is /v1/metrics here. */
function withoutFunctionName(request: Request, name: string, paths: readonly string[]): Request {
  const url = new URL(request.url)
  const rest = url.pathname.slice(name.length + 1)
  if (!url.pathname.startsWith(`/${name}/`) || !paths.some((path) => rest.startsWith(path))) return request
  url.pathname = rest
  const { method, headers, body } = request
  return new Request(url, { method, headers, body })
}
