import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'
import { createPerson } from '../support/oauth.ts'
import { secretKey, WebhookScene } from '../support/webhooks.ts'

let scene: WebhookScene
let server: Server
let worker: RunningProcess
/** The number of open connections of the worker to the mail server. */
let connections = 0

/** The mail server never ends its greeting, so that each mail takes its time limit of 15 seconds. */
beforeAll(async () => {
  scene = await WebhookScene.start()
  server = createServer((socket) => {
    connections += 1
    const drip = setInterval(() => socket.write('220-wait\r\n'), 500)
    socket.on('close', () => {
      connections -= 1
      clearInterval(drip)
    })
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  worker = startProcess('functions/worker/process.ts', {
    DATABASE_URL: scene.database.workerUrl,
    WEBHOOK_SECRET_KEY: secretKey,
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    MAIL_FROM: 'mail@vitrine.example',
  })
})
afterAll(async () => {
  await worker.stop()
  server.close()
  await scene.stop()
})

describe('a worker whose mail server hangs', { timeout: 60_000 }, () => {
  test('runs jobs and delivers webhooks meanwhile, and stops', async () => {
    const { sql } = scene.database
    await vi.waitFor(
      async () => {
        const [row] = await sql`select state from pgboss.job where name = 'maintain_partitions'`
        expect(row?.state).toBe('completed')
      },
      { timeout: 30_000, interval: 200 },
    )
    const { email } = await createPerson(sql)
    for (let count = 0; count < 2; count++) await sql`select oauth.request_mail(${email}, 'reset', '192.0.2.1')`
    await vi.waitFor(() => expect(connections).toBe(1), { timeout: 15_000, interval: 50 })

    const account = await scene.account()
    const endpoint = await scene.endpoint(account, '/meanwhile')
    await scene.ask(account.key, 'post', `/${endpoint.id}/test`)
    await vi.waitFor(() => expect(scene.receiver.at('/meanwhile')).toHaveLength(1), { timeout: 3000 })
    await sql`insert into pgboss.job (name, data) values ('prune_rate_limits', '{"is_meanwhile": true}')`
    await vi.waitFor(
      async () => {
        const [row] = await sql`select state from pgboss.job where data ->> 'is_meanwhile' = 'true'`
        expect(row?.state).toBe('completed')
      },
      { timeout: 9000, interval: 100 },
    )
    expect(connections).toBe(1)

    const startedAt = performance.now()
    await worker.stop()
    // A stop waits up to 8 s for a running job, but not for the 15 s of a mail.
    expect(performance.now() - startedAt).toBeLessThan(14_000)
  })
})
