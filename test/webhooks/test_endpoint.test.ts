import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../support/receiver.ts'
import { WebhookScene } from '../support/webhooks.ts'
import type { Account } from '../support/webhooks.ts'

let scene: WebhookScene
let account: Account

beforeAll(async () => {
  scene = await WebhookScene.start()
  account = await scene.account()
})
afterAll(() => scene.stop())

describe('POST /api/webhooks/{id}/test', () => {
  test('sends a signed webhook.test event regardless of the endpoint’s types', async () => {
    const endpoint = await scene.endpoint(account, '/tested', { types: ['dispute.closed'] })
    const { status, body } = await scene.ask(account.key, 'post', `/${endpoint.id}/test`)
    expect([status, body.data.type, body.data.status, body.data.attempts]).toEqual([200, 'webhook.test', 'pending', []])
    await scene.pass()
    const [received, ...rest] = scene.receiver.at('/tested')
    expect(rest).toEqual([])
    expect(verify(received as NonNullable<typeof received>, endpoint.secret)).toEqual({
      id: body.data.event_id,
      type: 'webhook.test',
      timestamp: '2026-11-20T12:00:00.000Z',
      brand_id: account.brandId,
      data: { endpoint_id: endpoint.id, message: 'It works.' },
    })
    expect(await scene.deliveries(account, endpoint)).toMatchObject([
      { status: 'delivered', attempts: [{ status: 204 }] },
    ])
  })

  test('sends nothing to other endpoints or the event stream', async () => {
    const endpoint = await scene.endpoint(account, '/alone')
    await scene.endpoint(account, '/beside')
    await scene.ask(account.key, 'post', `/${endpoint.id}/test`)
    await scene.pass()
    expect([scene.receiver.at('/alone').length, scene.receiver.at('/beside').length]).toEqual([1, 0])
    const [row] = await scene.database.sql`select count(*)::integer as count from events.outbox`
    expect(row?.count).toBe(0)
  })

  test('returns 400 for a disabled endpoint', async () => {
    const endpoint = await scene.endpoint(account, '/off')
    await scene.ask(account.key, 'patch', `/${endpoint.id}`, { status: 'disabled' })
    expect((await scene.ask(account.key, 'post', `/${endpoint.id}/test`)).status).toBe(400)
  })

  test.each(['test', 'rotate-secret'])('returns 404 for an endpoint deleted concurrently (%s)', async (action) => {
    const endpoint = await scene.endpoint(account, `/deleted/${action}`)
    const { sql } = scene.database
    let asked: ReturnType<typeof scene.ask> | undefined
    await sql.begin(async (deleting) => {
      await deleting`delete from webhooks.endpoints where endpoint_id = ${endpoint.id}`
      asked = scene.ask(account.key, 'post', `/${endpoint.id}/${action}`)
      void asked.then(() => undefined)
      await expect
        .poll(
          async () =>
            await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          { timeout: 10_000 },
        )
        .not.toHaveLength(0)
    })
    expect((await asked)?.status).toBe(404)
  })
})
