import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrand, issueKey } from '../support/factories.ts'
import { WebhookScene } from '../support/webhooks.ts'

let scene: WebhookScene

beforeAll(async () => {
  scene = await WebhookScene.start()
})
afterAll(() => scene.stop())

const ids = (body: { data: { id: string }[] }) => body.data.map((each) => each.id)

describe('GET /api/webhooks', () => {
  test('lists only the endpoints of the account', async () => {
    const [one, other] = [await scene.account(), await scene.account()]
    const made = [await scene.endpoint(one, '/1'), await scene.endpoint(one, '/2', { types: ['trust.updated'] })]
    await scene.endpoint(other, '/3')
    const { body } = await scene.ask(one.key, 'get')
    expect(ids(body).toSorted()).toEqual(made.map((endpoint) => endpoint.id).toSorted())
    expect(body.data.map((each: { types: string[] }) => each.types).flat()).toContain('trust.updated')
    expect(body.meta).toMatchObject({ simulated: false })
  })

  test('lists only the endpoints of the brand for a key of one brand', async () => {
    const account = await scene.account()
    const { sql } = scene.database
    const second = await createBrand(sql, account.accountId)
    await scene.endpoint(account, '/all')
    await scene.endpoint(account, '/second', { brand_id: second })
    const own = await scene.endpoint(account, '/own', { brand_id: account.brandId })
    const { key } = await issueKey(sql, account.accountId, { prefix: 'sk_live_', brandId: account.brandId })
    expect(ids((await scene.ask(key, 'get')).body)).toEqual([own.id])
  })

  test('returns an empty list for a test key', async () => {
    const account = await scene.account()
    await scene.endpoint(account, '/live')
    const { key } = await issueKey(scene.database.sql, account.accountId, { prefix: 'sk_test_' })
    const { body } = await scene.ask(key, 'get')
    expect([body.data, body.meta.simulated]).toEqual([[], true])
  })

  test('returns 403 and names the missing scope', async () => {
    const { key } = await scene.account()
    await scene.database.sql`update core.api_keys set scopes = array_remove(scopes, 'write:webhooks')`
    const { status, body } = await scene.ask(key, 'get')
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('write:webhooks')])
    await scene.database.sql`update core.api_keys set scopes = scopes || '{write:webhooks}' where prefix = 'sk_live_'`
  })

  test('returns 405 with Allow for other methods', async () => {
    const { key } = await scene.account()
    const response = await scene.api.http.put('/api/webhooks').set('Authorization', `Bearer ${key}`)
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
  })
})
