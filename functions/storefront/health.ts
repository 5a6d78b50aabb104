import { breakerOf } from '../../shared/db/ask.ts'
import { call } from '../../shared/db/call.ts'
import type { App, AppOptions } from '../../shared/http/app.ts'
import { ApiError } from '../../shared/http/errors.ts'
import { serveCaller } from '../../shared/http/route.ts'
import { health } from '../../shared/operations/storefront/health.ts'

const version = '1.0.0'

/** GET /api/storefront/health: 200 when a shop can be read, 503 with the same body when it cannot. */
export function routeHealth(app: App, options: AppOptions): void {
  const { services } = options
  const bootedAt = performance.now()
  app.get(health.path, async (context) => {
    const startedAt = performance.now()
    let isDatabaseAsked = false
    const outcome = await serveCaller(context, null, options, (caller) => {
      isDatabaseAsked = true
      return call(services.probe ?? services.database, { ...caller, operation: health.name, input: {} })
    })
    if (outcome.error && outcome.error.code !== 'service_unavailable') throw outcome.error
    const isReached = outcome.error === null
    const isHealthy = isReached && !services.ending?.isNear
    if (!isHealthy) context.header('Retry-After', '5')
    context.header('Cache-Control', 'no-store')
    const answer = health.output.parse({
      status: isHealthy ? 'healthy' : 'unhealthy',
      version,
      uptime_seconds: Math.floor((performance.now() - bootedAt) / 1000),
      checks: {
        database: {
          status: isReached ? 'up' : isDatabaseAsked ? 'down' : 'unknown',
          latency_ms: Math.round(performance.now() - startedAt),
        },
        redis: { status: services.meter ? (isDatabaseAsked ? 'up' : 'down') : 'not_configured', latency_ms: 0 },
        circuit_breaker: {
          status: breakerOf(services.database).state,
          latency_ms: 0,
        },
      },
      active_brands: null,
      timestamp: new Date().toISOString(),
      ...(outcome.body as object | null),
    })
    return context.json(answer as object, isHealthy ? 200 : 503)
  })
  app.all(health.path, (context) => {
    context.header('Allow', 'GET')
    throw new ApiError('method_not_allowed', `${health.path} takes GET only.`)
  })
}
