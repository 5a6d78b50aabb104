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

async function rotate(endpoint: Endpoint, asked?: object) {
  const { status, body } = await scene.ask(account.key, 'post', `/${endpoint.id}/rotate-secret`, asked)
  expect(status).toBe(200)
  return body.data as Endpoint & { previous_secret_expires_at: string }
}

async function delivered(path: string, now: string): Promise<Received> {
  await scene.emit(account.brandId)
  await scene.pass(now)
  return scene.receiver.at(path).at(-1) as Received
}

describe('POST /api/webhooks/{id}/rotate-secret', () => {
  test('signs with both secrets for 24 hours, then with the new one only', async () => {
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

  test('signs with up to four secrets, and rejects a fifth with 400', async () => {
    const first = await scene.endpoint(account, '/often')
    const secrets = [first.secret]
    for (let turn = 0; turn < 3; turn++) secrets.push((await rotate(first)).secret)
    const received = await delivered('/often', noon)
    for (const secret of secrets) expect(verify(received, secret)).toEqual(received.body)
    const fifth = await scene.ask(account.key, 'post', `/${first.id}/rotate-secret`)
    expect([fifth.status, fifth.body.error.message]).toEqual([
      400,
      expect.stringContaining('Wait until 2026-11-21T12:00:00Z, or end them all now with `end_previous`.'),
    ])
    expect(verify(await delivered('/often', later(noon, 86_400)), secrets[3] as string)).toBeTruthy()
  })

  test('keeps the previous secret for two concurrent requests', async () => {
    const first = await scene.endpoint(account, '/at-once')
    const [one, other] = await Promise.all([rotate(first), rotate(first)])
    const received = await delivered('/at-once', noon)
    for (const { secret } of [first, one, other]) expect(verify(received, secret)).toEqual(received.body)
  })

  test('ends all previous secrets immediately with end_previous', async () => {
    const first = await scene.endpoint(account, '/leaked')
    const second = await rotate(first)
    const third = await rotate(first, { end_previous: true })
    expect(third.previous_secret_expires_at).toBeNull()
    const received = await delivered('/leaked', noon)
    expect(received.headers['webhook-signature']?.split(' ')).toHaveLength(1)
    for (const { secret } of [first, second]) expect(() => verify(received, secret)).toThrow('No matching signature')
    expect(verify(received, third.secret)).toEqual(received.body)
    const refused = await scene.ask(account.key, 'post', `/${first.id}/rotate-secret`, { end_previous: 'perhaps' })
    expect([refused.status, refused.body.error.message]).toEqual([400, '`end_previous` must be true or false.'])
  })

  test('fails with secret_unreadable for a secret copied from another endpoint', async () => {
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
