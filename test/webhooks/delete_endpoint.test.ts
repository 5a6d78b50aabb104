import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebhookScene } from '../support/webhooks.ts'

let scene: WebhookScene

beforeAll(async () => {
  scene = await WebhookScene.start()
})
afterAll(() => scene.stop())

describe('DELETE /api/webhooks/{id}', () => {
  test('deletes the endpoint with its secrets, deliveries and attempts', async () => {
    const account = await scene.account()
    const endpoint = await scene.endpoint(account, '/gone')
    await scene.emit(account.brandId)
    await scene.pass()
    const { status, body } = await scene.ask(account.key, 'delete', `/${endpoint.id}`)
    expect([status, body.data]).toEqual([200, { id: endpoint.id, deleted: true }])
    expect((await scene.ask(account.key, 'delete', `/${endpoint.id}`)).status).toBe(404)
    const [left] = await scene.database.sql`
      select (select count(*)::integer from webhooks.secrets) as secrets, (select count(*)::integer from webhooks.deliveries) as deliveries,
        (select count(*)::integer from webhooks.attempts) as attempts`
    expect(left).toEqual({ secrets: 0, deliveries: 0, attempts: 0 })
  })

  test('completes an attempt in progress without recording it', async () => {
    const account = await scene.account()
    const endpoint = await scene.endpoint(account, '/leaving')
    scene.receiver.behaviors['/leaving'] = (response) =>
      void scene.ask(account.key, 'delete', `/${endpoint.id}`).then(() => response.writeHead(204).end())
    await scene.emit(account.brandId)
    expect(await scene.pass()).toMatchObject({ delivered: 1, failed: 0 })
    expect((await scene.ask(account.key, 'get', `/${endpoint.id}`)).status).toBe(404)
  })
})
