/** The long-running worker: what `npm start` and `vitrine worker` run. */
import process from 'node:process'
import { PgBoss } from 'pg-boss'
import { outliveLostConnections } from '../../shared/db/lost_connections.ts'
import { createPool } from '../../shared/db/pool.ts'
import { bootEnv } from '../../shared/env.ts'
import { analyticsErrorBody } from '../../shared/http/errors.ts'
import { createApp } from '../../shared/http/app.ts'
import { redact } from '../../shared/http/redact.ts'
import { open } from '../../shared/http/serve.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import { bossAddress, createQueues, supervision, work } from './boss.ts'
import { deliverWebhooks } from './deliver_webhooks.ts'
import type { JobData } from './queue.ts'
import { queues } from './queues.ts'
import { workerMetrics } from './worker_metrics.ts'

const env = bootEnv('vitrine_worker')

outliveLostConnections()
const sql = createPool({
  url: env.DATABASE_URL,
  connectionsMax: 2,
  statementSecondsMax: 600,
  now: env.VITRINE_NOW,
})
// Of its own: a job may hold a connection for minutes, and a lease ends in seconds.
const deliverySql = createPool({ url: env.DATABASE_URL, connectionsMax: 2, now: env.VITRINE_NOW })
const boss = new PgBoss({
  ...bossAddress(env.DATABASE_URL),
  schema: 'pgboss',
  createSchema: false,
  max: 3,
  ...supervision,
})
boss.on('error', (error) => log({ cause: error.message }))
await boss.start()
await createQueues(boss)
// An installation that is new, or that nobody worked on at night, needs them now.
await boss.send('maintain_partitions', {}, { singletonKey: 'start' })

for (const queue of queues) {
  await boss.work(queue.name, async ([job]) => {
    const startedAt = performance.now()
    const done = await work(boss, sql, queue, (job?.data ?? {}) as JobData)
    log({ queue: queue.name, ms: Math.round(performance.now() - startedAt), ...done })
  })
}

const webhooks = webhookOptions(env)
let isStopping = false
let lastPass = Promise.resolve()
const looking = setInterval(lookForEvents, 1000)
let isLooking = false

if (!webhooks.secretKey) log({ webhooks: 'WEBHOOK_SECRET_KEY is not set: none are delivered.' })
process.once('SIGTERM', () => void stop())
if (env.WORKER_PORT) serveOperator(env.WORKER_PORT)

/** Every second, unless the pass before still goes on. */
function lookForEvents(): void {
  if (isLooking || isStopping) return
  isLooking = true
  lastPass = deliverWebhooks(deliverySql, webhooks)
    .then((pass) => void (pass.delivered + pass.failed > 0 && log({ webhooks: pass })))
    .catch((error: unknown) => log({ cause: error instanceof Error ? error.message : String(error) }))
    .finally(() => (isLooking = false))
}

/** For whoever watches it: /livez, and /metrics by the secret. */
function serveOperator(port: number): void {
  const services = { database: sql, publicBaseUrl: '', trustedProxyHops: 0, metrics: workerMetrics(env, deliverySql) }
  const app = createApp({ services, renderError: analyticsErrorBody })
  open((request, bindings) => app.fetch(request, bindings), port)
}

async function stop(): Promise<void> {
  isStopping = true
  clearInterval(looking)
  await boss.stop({ graceful: true, timeout: 8000 })
  // An attempt that takes longer than anybody waits is made again when its lease ends.
  await Promise.race([lastPass, new Promise((done) => setTimeout(done, 1000))])
  await Promise.all([sql.end({ timeout: 1 }), deliverySql.end({ timeout: 1 })])
  process.exit(0)
}

function log(fields: Record<string, unknown>): void {
  console.log(redact(JSON.stringify({ at: new Date().toISOString(), ...fields })))
}
