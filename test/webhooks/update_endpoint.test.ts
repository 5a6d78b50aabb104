import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebhookScene } from '../support/webhooks.ts'
import type { Account } from '../support/webhooks.ts'

let scene: WebhookScene
let account: Account

beforeAll(async () => {
  scene = await WebhookScene.start()
  account = await scene.account()
})
afterAll(() => scene.stop())

describe('PATCH /api/webhooks/{id}', () => {
  test('changes only the given fields', async () => {
    const { id } = await scene.endpoint(account, '/a', { types: ['trust.updated'], description: 'before' })
    const changed = await scene.ask(account.key, 'patch', `/${id}`, { description: 'after' })
    expect(changed.body.data).toMatchObject({ types: ['trust.updated'], description: 'after', status: 'active' })
    const moved = await scene.ask(account.key, 'patch', `/${id}`, { url: `${scene.receiver.url}/b`, types: ['*'] })
    expect(moved.body.data).toMatchObject({ url: `${scene.receiver.url}/b`, types: ['*'], description: 'after' })
    expect((await scene.ask(account.key, 'patch', `/${id}`, {})).body.data).toEqual(moved.body.data)
  })

  test.each([
    [{ url: 'http://169.254.169.254/' }, 'url'],
    [{ types: ['nothing.known'] }, 'types'],
    [{ types: [] }, 'types'],
    [{ status: 'paused' }, 'status'],
  ])('returns 400 for %j and names %s', async (body, field) => {
    const { id } = await scene.endpoint(account, '/a')
    const answer = await scene.ask(account.key, 'patch', `/${id}`, body)
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      expect.stringMatching(new RegExp(`\`?${field}\`?:? `)),
    ])
  })

  test('stops deliveries while disabled, and sends pending ones once active', async () => {
    const endpoint = await scene.endpoint(account, '/pausing')
    scene.receiver.behaviors['/pausing'] = (response) => response.writeHead(500).end()
    await scene.emit(account.brandId, 'trust.updated', { score: 1 })
    await scene.pass('2026-11-20T12:00:00Z')
    delete scene.receiver.behaviors['/pausing']
    const off = await scene.ask(account.key, 'patch', `/${endpoint.id}`, { status: 'disabled' })
    expect(off.body.data).toMatchObject({ status: 'disabled', disabled_reason: 'by_request' })
    await scene.emit(account.brandId, 'trust.updated', { score: 2 })
    await scene.pass('2026-11-20T13:00:00Z')
    expect(scene.receiver.at('/pausing')).toHaveLength(1)
    const on = await scene.ask(account.key, 'patch', `/${endpoint.id}`, { status: 'active' })
    expect(on.body.data).toMatchObject({ status: 'active', disabled_reason: null, failing_since: null })
    await scene.pass('2026-11-20T14:00:00Z')
    expect(scene.receiver.at('/pausing').map(({ body }) => body.data)).toEqual([{ score: 1 }, { score: 1 }])
  })
})
