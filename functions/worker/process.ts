/** The long-running worker: what `npm start` and `vitrine worker` run. */
import process from 'node:process'
import { cut, inTime, jobSecondsMax, Overdue } from '../../shared/db/connections.ts'
import { outliveLostConnections } from '../../shared/db/lost_connections.ts'
import { createPool } from '../../shared/db/pool.ts'
import { bootEnv } from '../../shared/env.ts'
import { analyticsErrorBody } from '../../shared/http/errors.ts'
import { createApp } from '../../shared/http/app.ts'
import { open } from '../../shared/http/serve.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import { openBoss } from './boss.ts'
import { deliverWebhooks } from './deliver_webhooks.ts'
import { causeOf, createLog } from './log.ts'
import { queues } from './queues.ts'
import { sendDue, work } from './work.ts'
import { workerMetrics } from './worker_metrics.ts'

/** Work is due to the minute. */
const dueMilliseconds = 15_000

const env = bootEnv('vitrine_worker')

outliveLostConnections()
const log = createLog()
const sql = createPool({
  url: env.DATABASE_URL,
  connectionsMax: 2,
  statementSecondsMax: 600,
  now: env.VITRINE_NOW,
})
// Of its own: a job may hold a connection for minutes, and a lease ends in seconds.
const deliverySql = createPool({ url: env.DATABASE_URL, connectionsMax: 2, now: env.VITRINE_NOW })
let isStopping = false
let isSending = false
const boss = await openBoss(env.DATABASE_URL, log)
await lookForDue()
for (const queue of queues) {
  await boss.work(queue.name, async ([job]) => {
    if (job) await inTime(sql, () => work(sql, queue, job, log), jobSecondsMax)
  })
}

const webhooks = webhookOptions(env)
let lastPass = Promise.resolve()
const looking = [setInterval(lookForEvents, 1000), setInterval(() => void lookForDue(), dueMilliseconds)]
let isLooking = false

if (!webhooks.secretKey) log({ webhooks: 'WEBHOOK_SECRET_KEY is not set: none are delivered.' })
process.once('SIGTERM', () => void stop())
if (env.WORKER_PORT) serveOperator(env.WORKER_PORT)

/** What this look misses the next one finds. */
async function lookForDue(): Promise<void> {
  if (isSending || isStopping) return
  isSending = true
  await sendDue(boss, deliverySql).catch((error: unknown) => log({ cause: causeOf(error) }))
  isSending = false
}

/** Every second, unless the pass before still goes on. */
function lookForEvents(): void {
  if (isLooking || isStopping) return
  isLooking = true
  lastPass = deliverWebhooks(deliverySql, webhooks)
    .then((pass) => void (pass.delivered + pass.failed > 0 && log({ webhooks: pass })))
    .catch(failPass)
    .finally(() => (isLooking = false))
}

/** A database that is out of reach for these is so for jobs, whose answers may take much longer: they need not wait for it. */
function failPass(error: unknown): void {
  if (error instanceof Overdue) cut(sql)
  log({ cause: causeOf(error) })
}

/** For whoever watches it: /livez, and /metrics by the secret. */
function serveOperator(port: number): void {
  const services = {
    database: sql,
    publicBaseUrl: '',
    trustedProxyHops: 0,
    metrics: workerMetrics(env, deliverySql, log),
  }
  const app = createApp({ services, renderError: analyticsErrorBody })
  open((request, bindings) => app.fetch(request, bindings), port)
}

async function stop(): Promise<void> {
  isStopping = true
  looking.forEach(clearInterval)
  await boss.stop({ graceful: true, timeout: 8000 })
  // An attempt that takes longer than anybody waits is made again when its lease ends.
  await Promise.race([lastPass, new Promise((done) => setTimeout(done, 1000))])
  await Promise.all([sql.end({ timeout: 1 }), deliverySql.end({ timeout: 1 })])
  process.exit(0)
}
