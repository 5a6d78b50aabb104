import { createPool } from '../../shared/db/pool.ts'
import { bootEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/server/serve.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import { createWorker } from './app.ts'
import { createLog } from './log.ts'
import { workerMetrics } from './worker_metrics.ts'

const env = bootEnv('vitrine_functions')
const databaseUrl = env.WORKER_DATABASE_URL ?? env.DATABASE_URL
// The role of the functions may not measure; connects when somebody asks, not before.
const measured = createPool({ url: databaseUrl, connectionsMax: 1, now: env.VITRINE_NOW })

await serve(
  'worker',
  (services) =>
    createWorker(services, {
      databaseUrl,
      secret: env.WORKER_SECRET,
      now: env.VITRINE_NOW,
      metrics: workerMetrics(env, measured, createLog()),
      webhooks: webhookOptions(env),
    }),
  ['/worker/'],
)
