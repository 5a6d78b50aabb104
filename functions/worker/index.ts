import { createPool } from '../../shared/db/pool.ts'
import { bootEnv, publicBaseUrl } from '../../shared/env.ts'
import { serve } from '../../shared/http/server/serve.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import { createWorker } from './app.ts'
import { createLog } from '../../shared/log/log.ts'
import { openMailer } from './mail/mailer.ts'
import { workerName } from './work.ts'
import { backlogReader } from './worker_metrics.ts'

const env = bootEnv('vitrine_functions')
const databaseUrl = env.WORKER_DATABASE_URL ?? env.DATABASE_URL
// Metrics need the role of the worker. The pool connects on the first request for metrics.
const metricsPool = createPool({
  url: databaseUrl,
  applicationName: workerName,
  connectionsMax: 1,
  now: env.VITRINE_NOW,
})

await serve(
  'worker',
  (services) =>
    createWorker(services, {
      databaseUrl,
      secret: env.WORKER_SECRET,
      now: env.VITRINE_NOW,
      webhooks: webhookOptions(env),
      orderEvents: env.QUOTE_SIGNING_KEY
        ? { signingKey: env.QUOTE_SIGNING_KEY, publicBaseUrl: publicBaseUrl(env) }
        : undefined,
      mailer: openMailer(env),
      messageBaseUrl: publicBaseUrl(env),
    }),
  ['/worker/'],
  { readSamples: backlogReader(env, metricsPool, createLog(console.log, env.LOG_LEVEL)) },
)
