import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startProcess } from '../cli/installation/process.ts'
import type { RunningProcess } from '../cli/installation/process.ts'
import { idleStatementsPerSecond } from './support/idle_statements.ts'
import { secretKey, WebhookScene } from './support/webhooks.ts'

let scene: WebhookScene
let database: WebhookScene['database']
let worker: RunningProcess

beforeAll(async () => {
  scene = await WebhookScene.start({ isSimulated: true })
  database = scene.database
  worker = startProcess('functions/worker/process.ts', {
    DATABASE_URL: database.workerUrl,
    WEBHOOK_SECRET_KEY: secretKey,
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  })
})
afterAll(async () => {
  await worker.stop()
  await scene.stop()
})

describe('an idle worker', { timeout: 150_000 }, () => {
  test('sends fewer than two statements a second, pg-boss included', async () => {
    await vi.waitFor(
      async () => {
        const [row] = await database.sql`select state from pgboss.job where name = 'maintain_partitions'`
        expect(row?.state).toBe('completed')
      },
      { timeout: 30_000, interval: 200 },
    )
    expect(await idleStatementsPerSecond(database.sql, 'vitrine_worker')).toBeLessThan(2)
  })

  test('sends a requested test or replay within 3 seconds', async () => {
    const account = await scene.account()
    const endpoint = await scene.endpoint(account, '/requested')
    const post = async (path: string) => await scene.ask(account.key, 'post', `/${endpoint.id}${path}`)
    const { body } = await post('/test')
    await receivedWithin3s(1)
    await post('/test')
    await receivedWithin3s(2)
    await post(`/deliveries/${body.data.id}/replay`)
    await receivedWithin3s(3)
  })

  test('creates due jobs with the tick that pg-boss sends every minute', async () => {
    const [schedule] = await database.sql`select cron from pgboss.schedule where name = 'tick'`
    expect(schedule).toEqual({ cron: '* * * * *' })
    await database.sql`update core.schedules set made_at = '-infinity' where queue = 'prune_rate_limits'`
    await vi.waitFor(
      async () => {
        const [row] = await database.sql`
          select isfinite(made_at) as is_made from core.schedules where queue = 'prune_rate_limits'`
        expect(row?.is_made).toBe(true)
      },
      { timeout: 100_000, interval: 500 },
    )
    const ticks = await database.sql`select from pgboss.job where name = 'tick' and state = 'completed'`
    expect(ticks.length).toBeGreaterThan(0)
  })
})

async function receivedWithin3s(count: number): Promise<void> {
  await vi.waitFor(() => expect(scene.receiver.at('/requested')).toHaveLength(count), { timeout: 3000 })
}
