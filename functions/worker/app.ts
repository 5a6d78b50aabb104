import { createApp } from '../../shared/http/app.ts'
import type { App, Services } from '../../shared/http/app.ts'
import { createPool } from '../../shared/db/pool.ts'
import type { Database } from '../../shared/db/pool.ts'
import { analyticsErrorBody } from '../../shared/http/analytics_envelope.ts'
import { requireSecret } from '../../shared/http/auth/secret.ts'
import type { WebhookOptions } from '../../shared/webhooks/options.ts'
import { openBoss } from './boss.ts'
import { deliverWebhooks } from './webhooks/deliver_webhooks.ts'
import { findUnreadableSecrets, unreadableSentence } from './webhooks/unreadable_secrets.ts'
import { causeOf, createLog } from '../../shared/log/log.ts'
import type { Log } from '../../shared/log/log.ts'
import type { Mailer } from './mail/mailer.ts'
import { sendMails } from './mail/send_mails.ts'
import type { MessageOptions, MessagePass } from './slack/send_messages.ts'
import { queues } from './queues.ts'
import { countAttempts } from './worker_metrics.ts'
import { jobStatementLimits, sendDue, work, workerName } from './work.ts'

export interface WorkerOptions {
  /** The address that connects as the role vitrine_worker. */
  databaseUrl: string
  /** The secret that the calling cron sends as a bearer token. Without it every request is rejected. */
  secret: string | undefined
  now?: string | undefined
  webhooks: WebhookOptions
  /** The key ring that signs events of UCP orders (QUOTE_SIGNING_KEY), and the address of the profiles that publish it. */
  orderEvents?: { signingKey: string; publicBaseUrl: string } | undefined
  /** Without it no mail is sent. */
  mailer?: Mailer | null
  /** The base URL of the links in messages to Slack. Without it none is sent. */
  messageBaseUrl?: string | undefined
  /** The time limit of one tick, below the wall-clock limit of the platform. */
  secondsMax?: number
}

/** Creates the worker for hosts without long-running processes: a cron calls POST /worker/tick every minute to run due jobs. */
export function createWorker(services: Services, options: WorkerOptions): App {
  const app = createApp({ services, renderError: analyticsErrorBody })
  const log = createLog(services.log, services.logLevel)
  app.post('/worker/tick', async (context) => {
    requireSecret(context.req.header('Authorization'), options.secret, 'WORKER_SECRET')
    return context.json({
      data: await tick(options, services.metrics, log),
      meta: { request_id: context.var.requestId },
    })
  })
  return app
}

async function tick(
  { databaseUrl, now, webhooks, orderEvents, mailer, messageBaseUrl: baseUrl, secondsMax = 40 }: WorkerOptions,
  metrics: Services['metrics'],
  log: Log,
): Promise<Record<string, unknown>[]> {
  const endsAt = performance.now() + secondsMax * 1000
  const sql = createPool({
    url: databaseUrl,
    applicationName: workerName,
    connectionsMax: 2,
    ...jobStatementLimits,
    now,
  })
  const limits = () => ({ secondsMax: (endsAt - performance.now()) / 1000, stepSecondsMax: secondsMax })
  const done: Record<string, unknown>[] = []
  // At the same time as the other work, which a slow mail server must not delay.
  const mails = mailer && sendMails(sql, mailer, log, { secondsMax: secondsMax / 2 })
  mails?.catch(() => undefined)
  const { secretKey } = webhooks
  const messages =
    baseUrl && secretKey
      ? sendDueMessages(sql, { ...webhooks, secretKey, baseUrl, passSecondsMax: secondsMax / 4 }, log)
      : undefined
  messages?.catch(() => undefined)
  try {
    const pass = await deliverWebhooks(sql, { ...webhooks, passSecondsMax: secondsMax / 4 })
    countAttempts(metrics, pass)
    done.push({ webhooks: pass })
    const unreadable = pass.secrets_unreadable > 0 ? await findUnreadableSecrets(sql, webhooks.secretKey) : []
    for (const each of unreadable) log({ level: 'error', webhooks: unreadableSentence(each), ...each })
    if (orderEvents) {
      // Imported on demand, because most ticks of installations without orders need no signatures.
      const [{ deliverOrderEvents }, { QuoteSigner }] = await Promise.all([
        import('./webhooks/order_events.ts'),
        import('../../shared/commerce/quotes.ts'),
      ])
      const { signingKey, publicBaseUrl } = orderEvents
      const signer = await QuoteSigner.open(signingKey, publicBaseUrl)
      const more = { signer, publicBaseUrl, passSecondsMax: secondsMax / 8 }
      done.push({ order_events: await deliverOrderEvents(sql, { ...webhooks, ...more }) })
    }
    const boss = await openBoss(databaseUrl, log)
    try {
      await sendDue(boss, sql)
      for (const queue of queues) {
        while (performance.now() < endsAt) {
          const [job] = await boss.fetch(queue.name)
          if (!job) break
          try {
            done.push({ queue: queue.name, ...(await work(sql, queue, job, log, limits())) })
            await boss.complete(queue.name, job.id)
          } catch (cause) {
            done.push({ queue: queue.name, failed: true })
            await boss.fail(queue.name, job.id, { message: causeOf(cause) })
          }
        }
      }
    } finally {
      await boss.stop({ graceful: false })
    }
    if (mails) done.push({ mails: await mails })
    if (messages) done.push({ slack: await messages })
    return done
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Sends messages to Slack. The code is imported on demand, because few ticks send one. */
async function sendDueMessages(sql: Database, options: MessageOptions, log: Log): Promise<MessagePass> {
  const [row] = await sql`select oauth.has_due_message() as is_due`
  if (!row?.is_due) return { sent: 0, failed: 0 }
  const { sendMessages } = await import('./slack/send_messages.ts')
  return await sendMessages(sql, options, log)
}
