import type { App, Services } from '../app.ts'
import { openMetricsType } from './metrics.ts'
import { requireSecret } from '../auth/secret.ts'

/** What whoever runs a process asks of it: whether it lives, whether to send it requests, both without the database, and its numbers, by a secret. */
export function routeOperator(
  app: App,
  { metrics, database, shutdown }: Pick<Services, 'metrics' | 'database' | 'shutdown'>,
): void {
  app.get('/livez', (context) => context.json({ status: 'alive' }, 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', (context) =>
    shutdown?.isNear
      ? context.json({ status: 'ending' }, 503, { 'Cache-Control': 'no-store', 'Retry-After': '1' })
      : context.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' }),
  )
  if (!metrics) return
  app.get('/metrics', async (context) => {
    requireSecret(context.req.header('Authorization'), metrics.secret, 'METRICS_SECRET')
    const text = await metrics.told(database)
    return context.body(text, 200, { 'Content-Type': openMetricsType, 'Cache-Control': 'no-store' })
  })
}
