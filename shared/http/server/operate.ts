import type { Hono } from 'hono'
import type { Database } from '../../db/pool.ts'
import type { AppEnv } from '../app_env.ts'
import { openMetricsType } from './metrics.ts'
import type { Metrics } from './metrics.ts'
import { requireSecret } from '../auth/secret.ts'
import type { Shutdown } from './shutdown.ts'

interface Operated {
  database: Database
  metrics?: Metrics | undefined
  shutdown?: Shutdown | undefined
}

/**
 * Adds the endpoints for operators: `/livez` and `/readyz`, which do not use the database, and `/metrics`, which
 * requires METRICS_SECRET and exists only if it is set.
 */
export function routeOperator(app: Hono<AppEnv>, { database, metrics, shutdown }: Operated): void {
  app.get('/livez', (context) => context.json({ status: 'alive' }, 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', (context) =>
    shutdown?.isNear
      ? context.json({ status: 'ending' }, 503, { 'Cache-Control': 'no-store', 'Retry-After': '1' })
      : context.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' }),
  )
  if (!metrics) return
  app.get('/metrics', async (context) => {
    requireSecret(context.req.header('Authorization'), metrics.secret, 'METRICS_SECRET')
    const text = await metrics.render(database)
    return context.body(text, 200, { 'Content-Type': openMetricsType, 'Cache-Control': 'no-store' })
  })
}
