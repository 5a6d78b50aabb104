import type { Hono } from 'hono'
import type { Database } from '../../db/pool.ts'
import type { AppEnv } from '../app_env.ts'
import { unready } from '../../db/readiness.ts'
import { unavailable } from '../../errors/api_error.ts'
import type { Metrics } from './metrics.ts'
import { requireSecret } from '../auth/secret.ts'
import type { Shutdown } from './shutdown.ts'

interface Operated {
  database: Database
  metrics?: Metrics | undefined
  shutdown?: Shutdown | undefined
}

/**
 * Adds the endpoints for operators: `/livez`, which does not use the database; `/readyz`, which uses it until the first
 * success; and `/metrics`, which requires METRICS_SECRET and exists only if it is set.
 */
export function routeOperator(app: Hono<AppEnv>, { database, metrics, shutdown }: Operated): void {
  app.get('/livez', (context) => context.json({ status: 'alive' }, 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (context) => {
    context.header('Cache-Control', 'no-store')
    const found = shutdown?.isNear ? null : await unready(database)
    if (found) context.error = unavailable(new Error(found.cause))
    if (shutdown?.isNear || found) context.header('Retry-After', '1')
    if (shutdown?.isNear) return context.json({ status: 'ending' }, 503)
    return found ? context.json({ status: 'not_ready', reason: found.reason }, 503) : context.json({ status: 'ready' })
  })
  const secret = metrics?.secret
  if (!metrics || secret === undefined) return
  app.get('/metrics', async (context) => {
    requireSecret(context.req.header('Authorization'), secret, 'METRICS_SECRET')
    const { openMetricsType, renderOpenMetrics } = await import('./open_metrics.ts')
    const text = await renderOpenMetrics(metrics, database)
    return context.body(text, 200, { 'Content-Type': openMetricsType, 'Cache-Control': 'no-store' })
  })
}
