import { bootEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/serve.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import { createWorker } from './app.ts'
import { workerMetrics } from './worker_metrics.ts'

const env = bootEnv('vitrine_functions')

await serve(
  'worker',
  (services) =>
    createWorker(services, {
      databaseUrl: env.WORKER_DATABASE_URL ?? env.DATABASE_URL,
      secret: env.WORKER_SECRET,
      now: env.VITRINE_NOW,
      metrics: workerMetrics(env, services.database),
      webhooks: webhookOptions(env),
    }),
  ['/worker/'],
)
