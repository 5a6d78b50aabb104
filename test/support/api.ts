import type { AddressInfo } from 'node:net'
import supertest from 'supertest'
import type { EventsOptions } from '../../functions/events/app.ts'
import type { McpOptions } from '../../functions/mcp/options.ts'
import type { OauthOptions } from '../../functions/oauth/options.ts'
import type { AgentOptions } from '../../shared/http/signatures/recognize_agents.ts'
import type { UcpOptions } from '../../functions/storefront/ucp/profiles.ts'
import { createGateway } from '../../cli/gateway/functions.ts'
import { createGatewayServer } from '../../cli/gateway/server.ts'
import type { ConnectionLimits } from '../../cli/gateway/server.ts'
import { freePort } from '../../cli/installation/postgres.ts'
import { createPasswordPools } from '../../shared/db/sign_in/password_pools.ts'
import { createPool } from '../../shared/db/pool.ts'
import type { Database } from '../../shared/db/pool.ts'
import { readFrom, replicaOf } from '../../shared/db/replica.ts'
import type { Replica } from '../../shared/db/replica.ts'
import { wakes } from '../../shared/db/wakes.ts'
import type { Wakes } from '../../shared/db/wakes.ts'
import { createMeter } from '../../shared/http/limits/meter.ts'
import type { Level } from '../../shared/log/log.ts'
import type { Metrics } from '../../shared/http/server/metrics.ts'
import { createRedisCounter } from '../../shared/http/limits/redis_counter.ts'
import type { RedisOptions } from '../../shared/http/limits/redis_counter.ts'
import { parseEnv } from '../../shared/env.ts'
import { probeLimits } from '../../shared/http/server/serve.ts'
import type { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { sourceOptions } from '../../shared/sources/settings.ts'
import type { SourceOptions } from '../../shared/sources/settings.ts'
import type { WebhookOptions } from '../../shared/webhooks/options.ts'
import { defaultNow } from './default_now.ts'
import type { TestDatabase } from './database.ts'

/** The key ring of authenticator apps. */
export const totpKey = Buffer.alloc(32, 9).toString('base64url')

/** The key ring of the grants of connected accounts. */
export const tokenKey = Buffer.alloc(32, 7).toString('base64')

/** Returns the options of sources with these variables of the environment. */
export function registeredSources(variables: Record<string, string>): SourceOptions {
  return sourceOptions(parseEnv({ SOURCE_TOKEN_KEY: tokenKey, ...variables }))
}

export interface Api {
  url: string
  database: Database
  /** supertest against the running server. */
  http: ReturnType<typeof supertest>
  /** One parsed JSON object for each request. */
  log: Record<string, unknown>[]
  /** Counts of the reads of the replica so far. */
  replicaReads: () => Replica['reads'] | undefined
  /** The listener that wakes the streams of this server. */
  wakes: Wakes
  stop: () => Promise<void>
}

export interface ApiOptions {
  /** The time for data and of limits. */
  now?: string
  /** The time for data only. */
  dataNow?: string
  connectionsMax?: number
  /** The statement timeout. The timeout of a response of the database is one second longer. */
  statementSecondsMax?: number
  trustedProxyHops?: number
  /** Counts requests in this Redis instead of the database. */
  redis?: RedisOptions
  /** Whether the public base URL is the address of the server, as an issuer requires. */
  isReachable?: boolean
  /** The port of a reachable server, if its address must be known before it starts. */
  port?: number
  /** The host name of a reachable server, if it is not 127.0.0.1. */
  host?: string
  publicBaseUrl?: string
  publicApiUrl?: string
  oauth?: Partial<OauthOptions>
  events?: Partial<EventsOptions>
  mcp?: Partial<McpOptions>
  webhooks?: Partial<WebhookOptions>
  /** The registrations at platforms. Default: one at Meta. */
  sources?: SourceOptions
  uploadBytesMax?: number
  /** Whether the console shows its page of components. Default: false. */
  isDevelopment?: boolean
  quotes?: QuoteSigner
  /** Fetches the profiles of UCP platforms. */
  ucp?: UcpOptions
  /** Fetches the key directories of agents. */
  agents?: AgentOptions
  metrics?: Metrics
  bodySecondsMax?: number
  logLevel?: Level
  logsClientAddress?: boolean
  /** The timeouts and the number of connections. */
  limits?: Partial<ConnectionLimits>
  /** The replica for reads that tolerate lag. */
  replica?: { url: string; lagSecondsMax: number }
}

/** Serves every function over HTTP on a free port with the login role of the functions. */
export async function startApi(database: TestDatabase, options: ApiOptions = {}): Promise<Api> {
  // A transaction pooler does not pass on the setting of a fixed clock, so such a server bypasses it.
  const isPooled = database.isPooled && options.now === undefined
  const settings = {
    connectionsMax: options.connectionsMax ?? 4,
    isPooled,
    now: options.now ?? options.dataNow ?? defaultNow,
    ...(options.statementSecondsMax ? { statementSecondsMax: options.statementSecondsMax } : {}),
  }
  const address = new URL(database.isPooled && !isPooled ? database.sessionUrl : database.functionsUrl)
  // The driver passes parameters of the URL on as settings of the session.
  if (options.now) address.searchParams.set('vitrine.clock', options.now)
  const url = address.href
  const pool = createPool({ url, ...settings })
  const copy = options.replica && createPool({ url: options.replica.url, ...settings, connectSecondsMax: 1 })
  if (copy && options.replica) readFrom(pool, { database: copy, lagSecondsMax: options.replica.lagSecondsMax })
  const session = database.isPooled ? createPool({ url: database.sessionUrl, connectionsMax: 1 }) : undefined
  const probe = createPool({ url: database.functionsUrl, ...settings, connectionsMax: 1, ...probeLimits })
  const passwords = createPasswordPools({ ...settings, url })
  const log: Record<string, unknown>[] = []
  const port = options.port ?? (options.isReachable ? await freePort() : 0)
  const fetch = createGateway(
    {
      database: pool,
      session,
      probe,
      passwords,
      publicBaseUrl:
        options.publicBaseUrl ?? (port ? `http://${options.host ?? '127.0.0.1'}:${port}` : 'http://vitrine.test'),
      publicApiUrl: options.publicApiUrl,
      trustedProxyHops: options.trustedProxyHops ?? 0,
      meter: options.redis && createMeter(createRedisCounter(options.redis)),
      metrics: options.metrics,
      bodySecondsMax: options.bodySecondsMax,
      logLevel: options.logLevel,
      logsClientAddress: options.logsClientAddress,
      log: (line) => log.push(JSON.parse(line) as Record<string, unknown>),
    },
    {
      oauth: { totpKey, ...options.oauth },
      mcp: options.mcp,
      events: options.events,
      webhooks: options.webhooks,
      sources: options.sources ?? registeredSources({ META_CLIENT_ID: 'app', META_CLIENT_SECRET: 'secret' }),
      quotes: options.quotes,
      ucp: options.ucp,
      agents: options.agents,
      uploadBytesMax: options.uploadBytesMax,
      isDevelopment: options.isDevelopment,
    },
  )
  const server = createGatewayServer(fetch, { idleMilliseconds: 5000, ...options.limits })
  await new Promise<void>((listening) => server.listen(port, listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: origin,
    database: pool,
    http: supertest(origin),
    log,
    replicaReads: () => replicaOf(pool)?.reads,
    wakes: wakes(pool, session),
    stop: async () => {
      await new Promise((resolve) => server.close(resolve))
      const pools = [pool, copy, session, probe, passwords.known, passwords.strangers]
      await Promise.all(pools.map(async (each) => await each?.end({ timeout: 1 })))
    },
  }
}
