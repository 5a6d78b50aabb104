import { breakerOf } from '../../shared/db/query.ts'
import { call } from '../../shared/db/call.ts'
import type { App, AppOptions } from '../../shared/http/app.ts'
import { refuseOtherMethods } from '../../shared/http/method_not_allowed.ts'
import { countCaller } from '../../shared/http/route.ts'
import type { CountedCaller } from '../../shared/http/limits/meter.ts'
import { health } from '../../shared/operations/storefront/health.ts'

const version = '1.0.0'

/** The check of Redis. `latency_ms` is absent if it was not measured. */
function redisCheck(isConfigured: boolean, counted: { latency_ms: number } | null) {
  if (!isConfigured) return { status: 'not_configured' }
  return counted ? { status: 'up', latency_ms: counted.latency_ms } : { status: 'down' }
}

/**
 * Routes GET /api/storefront/health: 200 if the database and Redis (where configured) respond and the process is not
 * shutting down, otherwise 503 with the same body.
 */
export function routeHealth(app: App, options: AppOptions): void {
  const { services } = options
  const bootedAt = performance.now()
  app.get(health.path, async (context) => {
    const startedAt = performance.now()
    let counted = null as { latency_ms: number } | null
    let databaseMilliseconds = 0
    const checkDatabase = async (caller: CountedCaller) => {
      const sentAt = performance.now()
      const result = await call(services.probe ?? services.database, { ...caller, operation: health.name, input: {} })
      databaseMilliseconds = Math.round(performance.now() - sentAt)
      return result
    }
    let outcome = await countCaller(context, null, options, async (caller) => {
      counted = { latency_ms: Math.round(performance.now() - startedAt) }
      return await checkDatabase(caller)
    })
    const isRedisDown = counted === null && outcome.error?.code === 'service_unavailable'
    // If Redis is down, the database counts this request. The rate limit still applies, and the response reports both
    // checks.
    if (isRedisDown) {
      outcome = await countCaller(context, null, { services: { ...services, meter: undefined } }, checkDatabase)
    }
    const isReached = outcome.error === null
    const isHealthy = isReached && !isRedisDown && !services.shutdown?.isNear
    if (!isHealthy) context.header('Retry-After', '5')
    context.header('Cache-Control', 'no-store')
    const body = health.output.parse({
      status: isHealthy ? 'healthy' : 'unhealthy',
      version,
      uptime_seconds: Math.floor((performance.now() - bootedAt) / 1000),
      checks: {
        database: { status: isReached ? 'up' : 'down', latency_ms: databaseMilliseconds },
        redis: redisCheck(Boolean(services.meter), counted),
        circuit_breaker: { status: breakerOf(services.database).state, latency_ms: 0 },
      },
      timestamp: new Date().toISOString(),
      ...(outcome.body as object | null),
    })
    return context.json(body as object, isHealthy ? 200 : 503)
  })
  refuseOtherMethods(app, health.path, ['GET'])
}
