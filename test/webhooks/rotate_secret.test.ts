import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../support/receiver.ts'
import type { Received } from '../support/receiver.ts'
import { later, noon, WebhookScene } from '../support/webhooks.ts'
import type { Account, Endpoint } from '../support/webhooks.ts'

let scene: WebhookScene
let account: Account

beforeAll(async () => {
  scene = await WebhookScene.start()
  account = await scene.account()
})
afterAll(() => scene.stop())

async function rotate(endpoint: Endpoint) {
  const { status, body } = await scene.ask(account.key, 'post', `/${endpoint.id}/rotate-secret`)
  expect(status).toBe(200)
  return body.data as Endpoint & { previous_secret_expires_at: string }
}

async function delivered(path: string, now: string): Promise<Received> {
  await scene.emit(account.brandId)
  await scene.pass(now)
  return scene.receiver.at(path).at(-1) as Received
}

describe('POST /api/webhooks/{id}/rotate-secret', () => {
  test('both secrets verify for 24 hours, then the new one alone', async () => {
    const before = await scene.endpoint(account, '/rotating')
    const after = await rotate(before)
    expect(after.secret).not.toBe(before.secret)
    expect(after.previous_secret_expires_at).toBe('2026-11-21T12:00:00Z')
    for (const seconds of [0, 86_399]) {
      const received = await delivered('/rotating', later(noon, seconds))
      expect(received.headers['webhook-signature']?.split(' ')).toHaveLength(2)
      expect(verify(received, before.secret)).toEqual(received.body)
      expect(verify(received, after.secret)).toEqual(received.body)
    }
    const received = await delivered('/rotating', later(noon, 86_400))
    expect(received.headers['webhook-signature']?.split(' ')).toHaveLength(1)
    expect(() => verify(received, before.secret)).toThrow('No matching signature')
    expect(verify(received, after.secret)).toEqual(received.body)
  })

  test('a second rotation within the day ends the oldest secret', async () => {
    const first = await scene.endpoint(account, '/twice')
    const second = await rotate(first)
    const third = await rotate(first)
    const received = await delivered('/twice', noon)
    expect(() => verify(received, first.secret)).toThrow('No matching signature')
    expect(verify(received, second.secret)).toEqual(received.body)
    expect(verify(received, third.secret)).toEqual(received.body)
  })

  test('a secret of one endpoint is of no use for another', async () => {
    const [one, two] = [await scene.endpoint(account, '/mine'), await scene.endpoint(account, '/yours')]
    await scene.database.sql`
      update webhooks.secrets as held set sealed = other.sealed from webhooks.secrets as other
      where held.endpoint_id = ${two.id} and other.endpoint_id = ${one.id}`
    await scene.emit(account.brandId)
    await scene.pass()
    expect([scene.receiver.at('/mine').length, scene.receiver.at('/yours').length]).toEqual([1, 0])
    const [delivery] = await scene.deliveries(account, two)
    expect(delivery?.attempts).toMatchObject([{ status: null, error: 'secret_unreadable' }])
  })
})
