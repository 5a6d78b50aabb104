/** The long-running worker, started by `npm start`, `vitrine worker` and the worker container. */
import process from 'node:process'
import { openQuoteSigner } from '../../shared/commerce/quotes.ts'
import type { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { cut, withTimeout, jobSecondsMax, Overdue } from '../../shared/db/connections.ts'
import { outliveLostConnections } from '../../shared/db/lost_connections.ts'
import { createPool } from '../../shared/db/pool.ts'
import { wakes } from '../../shared/db/wakes.ts'
import { bootEnv, publicBaseUrl } from '../../shared/env.ts'
import { analyticsErrorBody } from '../../shared/http/analytics_envelope.ts'
import { createApp } from '../../shared/http/app.ts'
import { open } from '../../shared/http/server/serve.ts'
import { exportTelemetry, openMetrics, stopTelemetry } from '../../shared/http/server/telemetry.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import { logStart } from '../../shared/log/log_start.ts'
import type { Job } from 'pg-boss'
import { openBoss, tickQueue } from './boss.ts'
import { deliverWebhooks, secondsToNextDelivery } from './webhooks/deliver_webhooks.ts'
import { deliverOrderEvents, secondsToNextOrderEvent } from './webhooks/order_events.ts'
import { findUnreadableSecrets, unreadableSentence } from './webhooks/unreadable_secrets.ts'
import { causeOf, createLog } from '../../shared/log/log.ts'
import { openMailer } from './mail/mailer.ts'
import { sendMails } from './mail/send_mails.ts'
import { sendMessages } from './slack/send_messages.ts'
import type { JobData } from './queues/queue.ts'
import { importUploads } from './queues/import_uploads.ts'
import { syncSources } from './queues/sync_sources.ts'
import { queues } from './queues.ts'
import { jobStatementLimits, sendDue, sendJobs, work, workerName } from './work.ts'
import { backlogReader, countAttempts } from './worker_metrics.ts'

/** The longest delay of a retried job, or of one that another process enqueued, while the worker is idle. */
const pollingMilliseconds = 5000
/** Polling of single queues is rare, because one query for all queues (`core.waiting_queues`) wakes their workers. */
const pollingIntervalSeconds = 600
/** The longest time between two delivery passes if no event arrives. */
const passMilliseconds = 30_000
/** The shortest time between two reports of webhook secrets that cannot be decrypted. */
const reportMilliseconds = 60_000

const env = bootEnv('vitrine_worker')

outliveLostConnections()
logStart('worker', env)
const log = createLog(console.log, env.LOG_LEVEL)
const sql = createPool({
  url: env.DATABASE_URL,
  applicationName: workerName,
  // An import holds a connection, and reads its file and extends its lease through another.
  connectionsMax: 4,
  ...jobStatementLimits,
  now: env.VITRINE_NOW,
})
// A separate pool: a job can use a connection for minutes, but a delivery lease expires in seconds.
const deliverySql = createPool({
  url: env.DATABASE_URL,
  applicationName: workerName,
  connectionsMax: 2,
  now: env.VITRINE_NOW,
})
const events = wakes(deliverySql)
const state = { isStopping: false, reportedAt: -Infinity }
let isPolling = false
let isMailing = false
let isMessaging = false
const boss = await openBoss(env.DATABASE_URL, log, { keepsSchedule: true })
const workerIds = new Map<string, string[]>()
for (const queue of queues) {
  const run = (job: Job<JobData>) => withTimeout(sql, () => work(sql, queue, job, log), jobSecondsMax)
  for (let number = 0; number < (queue.atOnce ?? 1); number++) await addWorker(queue.name, run)
}
await addWorker(tickQueue, enqueueDue)
// Enqueue the jobs that became due while no worker ran.
await enqueueDue()

const webhooks = webhookOptions(env)
// With this key the profiles of shops declare orders, whose events are signed.
const signer = await openQuoteSigner(env)
const metrics = await openMetrics('worker', env, { readSamples: backlogReader(env, deliverySql, log) })
await exportTelemetry('worker', env, { database: sql, metrics })
const mailer = openMailer(env)
const stopEvents = events.use()
const passes = deliver()
const orderPasses = signer && deliverOrders(signer)
const polling = setInterval(() => void pollQueues(), pollingMilliseconds)

if (!webhooks.secretKey) log({ level: 'warn', webhooks: 'WEBHOOK_SECRET_KEY is not set. Webhooks are not delivered.' })
else void reportSecrets()
if (!mailer) log({ level: 'warn', mail: 'SMTP_URL is not set. Mails with links are not sent.' })
process.once('SIGTERM', () => void stop())
if (env.WORKER_PORT) serveOperations(env.WORKER_PORT)

async function addWorker(name: string, run: (job: Job<JobData>) => Promise<unknown>): Promise<void> {
  const id = await boss.work<JobData>(name, { pollingIntervalSeconds }, async ([job]) => {
    try {
      if (job) await run(job)
    } finally {
      // Fetch the next job of the queue without waiting for the poll.
      boss.notifyWorker(id)
    }
  })
  workerIds.set(name, [...(workerIds.get(name) ?? []), id])
}

/** Enqueues due jobs. The next run finds those that this one misses. */
async function enqueueDue(): Promise<void> {
  if (state.isStopping) return
  await sendDue(boss, deliverySql).then(wakeWorkers, (error: unknown) => log({ cause: causeOf(error) }))
}

async function pollQueues(): Promise<void> {
  if (isPolling || state.isStopping) return
  isPolling = true
  await withTimeout(
    deliverySql,
    () => deliverySql`
      select
        oauth.has_due_mail() as has_mail, oauth.has_due_message() as has_message, array(select core.waiting_queues()) as names,
        exists (select analytics.waiting_uploads()) or exists (select analytics.waiting_undos()) as has_upload,
        exists (select sources.due_sources()) as has_source`,
  )
    .then(async ([waiting]) => {
      wakeWorkers(waiting?.names as string[])
      // A person may wait for an upload, or for the first data of an account. These jobs do not wait for the schedule.
      const urgent = [...(waiting?.has_upload ? [importUploads] : []), ...(waiting?.has_source ? [syncSources] : [])]
      for (const queue of urgent) if (await sendJobs(boss, deliverySql, queue)) wakeWorkers([queue.name])
      // Not awaited: a slow mail server must not delay jobs.
      if (waiting?.has_mail) void mailDue()
      if (waiting?.has_message) void messageDue()
    })
    .catch(failPass)
    .finally(() => (isPolling = false))
}

async function mailDue(): Promise<void> {
  if (!mailer || isMailing) return
  isMailing = true
  await sendMails(deliverySql, mailer, log)
    .catch(failPass)
    .finally(() => (isMailing = false))
}

async function messageDue(): Promise<void> {
  const { secretKey } = webhooks
  if (!secretKey || isMessaging) return
  isMessaging = true
  await sendMessages(deliverySql, { ...webhooks, secretKey, baseUrl: publicBaseUrl(env) }, log)
    .catch(failPass)
    .finally(() => (isMessaging = false))
}

function wakeWorkers(names: string[]): void {
  for (const id of names.flatMap((name) => workerIds.get(name) ?? [])) boss.notifyWorker(id)
}

/** Runs delivery passes until the process stops: after each sequenced event, when a delivery is due, and at least every 30 s. */
async function deliver(): Promise<void> {
  while (!state.isStopping) {
    const { version } = events
    const wait = await deliverWebhooks(deliverySql, webhooks)
      .then(async (pass) => {
        countAttempts(metrics, pass)
        if (pass.delivered + pass.failed > 0) log({ webhooks: pass })
        if (pass.secrets_unreadable > 0) await reportSecrets()
        const seconds = webhooks.secretKey ? await secondsToNextDelivery(deliverySql) : null
        // A due delivery that was not claimed waits for another delivery to end, or for a lease to expire.
        return Math.min(passMilliseconds, Math.max(1000, seconds === null ? passMilliseconds : seconds * 1000))
      })
      .catch((error: unknown) => {
        failPass(error)
        return 1000
      })
    if (!state.isStopping) await events.wait(wait, version)
  }
}

/** Runs passes of order events until the process stops, beside the deliveries of webhooks, which slow platforms must not delay. */
async function deliverOrders(signing: QuoteSigner): Promise<void> {
  while (!state.isStopping) {
    const { version } = events
    const wait = await deliverOrderEvents(deliverySql, {
      ...webhooks,
      signer: signing,
      publicBaseUrl: publicBaseUrl(env),
    })
      .then(async (pass) => {
        if (pass.delivered + pass.failed > 0) log({ order_events: pass })
        const seconds = await secondsToNextOrderEvent(deliverySql)
        return Math.min(passMilliseconds, Math.max(1000, seconds === null ? passMilliseconds : seconds * 1000))
      })
      .catch((error: unknown) => {
        failPass(error)
        return 1000
      })
    if (!state.isStopping) await events.wait(wait, version)
  }
}

/** Logs each key that encrypts webhook secrets and that this worker lacks, at most once a minute. */
async function reportSecrets(): Promise<void> {
  if (performance.now() < state.reportedAt + reportMilliseconds) return
  state.reportedAt = performance.now()
  await withTimeout(deliverySql, () => findUnreadableSecrets(deliverySql, webhooks.secretKey)).then(
    (found) => found.forEach((each) => log({ level: 'error', webhooks: unreadableSentence(each), ...each })),
    failPass,
  )
}

/** Logs an error. After a timeout it also cuts the connections of jobs, whose own timeouts are much longer. */
function failPass(error: unknown): void {
  if (error instanceof Overdue) cut(sql)
  log({ cause: causeOf(error) })
}

/** Serves /livez and, with METRICS_SECRET, /metrics. */
function serveOperations(port: number): void {
  const services = {
    database: sql,
    publicBaseUrl: '',
    trustedProxyHops: 0,
    metrics,
    logLevel: env.LOG_LEVEL,
    logsClientAddress: env.LOG_CLIENT_ADDRESS,
  }
  const app = createApp({ services, renderError: analyticsErrorBody })
  open((request, bindings) => app.fetch(request, bindings), port, env.HOST)
}

async function stop(): Promise<void> {
  state.isStopping = true
  clearInterval(polling)
  stopEvents()
  await boss.stop({ graceful: true, timeout: 8000 })
  // Wait at most 1 s for running attempts. An attempt that is cut off is sent again when its lease expires.
  await Promise.race([Promise.all([passes, orderPasses]), new Promise((done) => setTimeout(done, 1000))])
  await stopTelemetry()
  await Promise.all([sql.end({ timeout: 1 }), deliverySql.end({ timeout: 1 })])
  process.exit(0)
}
