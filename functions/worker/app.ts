import { PgBoss } from 'pg-boss'
import { createApp } from '../../shared/http/app.ts'
import type { App, Services } from '../../shared/http/app.ts'
import { createPool } from '../../shared/db/pool.ts'
import { analyticsErrorBody, ApiError } from '../../shared/http/errors.ts'
import type { Metrics } from '../../shared/http/metrics.ts'
import { sameSecret } from '../../shared/http/secret.ts'
import type { WebhookOptions } from '../../shared/webhooks/options.ts'
import { bossAddress, createQueues, supervision, work } from './boss.ts'
import { deliverWebhooks } from './deliver_webhooks.ts'
import type { JobData } from './queue.ts'
import { queues } from './queues.ts'

export interface WorkerOptions {
  /** As the role vitrine_worker. */
  databaseUrl: string
  /** What the cron that calls must know; without one the door stays shut. */
  secret: string | undefined
  now?: string | undefined
  metrics?: Metrics | undefined
  webhooks: WebhookOptions
  /** A platform ends functions that take longer. */
  secondsMax?: number
}

/** For hosts without long processes: a cron calls POST /worker/tick every minute, and each call does what is due. */
export function createWorker(services: Services, options: WorkerOptions): App {
  const app = createApp({ services: { ...services, metrics: options.metrics }, renderError: analyticsErrorBody })
  app.post('/worker/tick', async (context) => {
    const [, secret = ''] = (context.req.header('Authorization') ?? '').split('Bearer ')
    if (!options.secret || !sameSecret(secret, options.secret)) {
      throw new ApiError('unauthorized', 'Send the secret of WORKER_SECRET as "Authorization: Bearer <secret>".')
    }
    return context.json({ data: await tick(options), meta: { request_id: context.var.requestId } })
  })
  return app
}

async function tick({
  databaseUrl,
  now,
  webhooks,
  secondsMax = 40,
}: WorkerOptions): Promise<Record<string, unknown>[]> {
  const endsAt = performance.now() + secondsMax * 1000
  const sql = createPool({ url: databaseUrl, connectionsMax: 2, statementSecondsMax: 600, now })
  const boss = new PgBoss({
    ...bossAddress(databaseUrl),
    schema: 'pgboss',
    createSchema: false,
    max: 3,
    ...supervision,
  })
  boss.on('error', () => undefined)
  const done: Record<string, unknown>[] = []
  try {
    done.push({ webhooks: await deliverWebhooks(sql, { ...webhooks, passSecondsMax: secondsMax / 4 }) })
    await boss.start()
    await createQueues(boss)
    for (const queue of queues) {
      while (performance.now() < endsAt) {
        const [job] = await boss.fetch(queue.name)
        if (!job) break
        try {
          done.push({ queue: queue.name, ...(await work(boss, sql, queue, (job.data ?? {}) as JobData)) })
          await boss.complete(queue.name, job.id)
        } catch (cause) {
          done.push({ queue: queue.name, failed: true })
          await boss.fail(queue.name, job.id, { message: cause instanceof Error ? cause.message : String(cause) })
        }
      }
    }
    return done
  } finally {
    await boss.stop({ graceful: false })
    await sql.end({ timeout: 1 })
  }
}
