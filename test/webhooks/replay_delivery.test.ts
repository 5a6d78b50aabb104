import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { later, noon, WebhookScene } from '../support/webhooks.ts'
import type { Account, Delivery, Endpoint } from '../support/webhooks.ts'

let scene: WebhookScene
let account: Account

beforeAll(async () => {
  scene = await WebhookScene.start()
  account = await scene.account()
})
afterAll(() => scene.stop())

async function sent(path: string): Promise<[Endpoint, Delivery]> {
  const endpoint = await scene.endpoint(account, path, { types: ['trust.updated'] })
  await scene.emit(account.brandId, 'trust.updated', { score: 1 })
  await scene.pass()
  const [delivery] = await scene.deliveries(account, endpoint)
  return [endpoint, delivery as Delivery]
}

const replay = (endpoint: Endpoint, id: string) =>
  scene.ask(account.key, 'post', `/${endpoint.id}/deliveries/${id}/replay`)

describe('POST /api/webhooks/{id}/deliveries/{delivery_id}/replay', () => {
  test('sends the same event again with the same webhook-id', async () => {
    const [endpoint, delivery] = await sent('/again')
    const { status, body } = await replay(endpoint, delivery.id)
    expect([status, body.data.status]).toEqual([200, 'pending'])
    await scene.pass()
    const [one, two, ...rest] = scene.receiver.at('/again')
    expect([two?.text, two?.headers['webhook-id'], rest]).toEqual([one?.text, one?.headers['webhook-id'], []])
    const [now] = await scene.deliveries(account, endpoint)
    expect(now).toMatchObject({ id: delivery.id, status: 'delivered', attempts: [{ attempt: 1 }, { attempt: 2 }] })
  })

  test('sends a pending delivery immediately and restarts its retry schedule', async () => {
    scene.receiver.behaviors['/early'] = (response) => response.writeHead(500).end()
    const [endpoint, delivery] = await sent('/early')
    await scene.pass(later(noon, 10))
    await replay(endpoint, delivery.id)
    await scene.pass(noon)
    expect(scene.receiver.at('/early')).toHaveLength(3)
    const seconds = (Date.parse((await scene.nextAttempt(endpoint)) as string) - Date.parse(noon)) / 1000
    expect(seconds).toBeGreaterThanOrEqual(4)
    expect(seconds).toBeLessThanOrEqual(6)
  })

  test('returns 404 for a delivery of another endpoint', async () => {
    const [, delivery] = await sent('/one')
    const [other] = await sent('/two')
    const { status, body } = await replay(other, delivery.id)
    expect([status, body.error.message]).toEqual([404, expect.stringContaining('This endpoint has no such delivery.')])
  })
})
