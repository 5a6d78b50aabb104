import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '../support/factories.ts'
import { WebhookScene } from '../support/webhooks.ts'
import type { Account, Endpoint } from '../support/webhooks.ts'

let scene: WebhookScene
let account: Account
let endpoint: Endpoint

beforeAll(async () => {
  scene = await WebhookScene.start()
  account = await scene.account()
  endpoint = await scene.endpoint(account, '/one', { description: 'Orders' })
})
afterAll(() => scene.stop())

describe('GET /api/webhooks/{id}', () => {
  test('returns an endpoint without its secret', async () => {
    const { status, body } = await scene.ask(account.key, 'get', `/${endpoint.id}`)
    expect([status, body.data.secret]).toEqual([200, undefined])
    expect(body.data).toMatchObject({ id: endpoint.id, description: 'Orders', status: 'active', last_attempt_at: null })
  })

  const calls = [
    ['get', ''],
    ['patch', ''],
    ['delete', ''],
    ['post', '/rotate-secret'],
    ['post', '/test'],
    ['get', '/deliveries'],
    ['post', '/deliveries/dlv_1/replay'],
  ] as const

  test.each(calls)('%s {id}%s: returns 404 for an endpoint of another account', async (method, path) => {
    const other = await scene.account()
    const body = method === 'patch' ? { description: 'mine now' } : undefined
    const [foreign, unknown] = [
      await scene.ask(other.key, method, `/${endpoint.id}${path}`, body),
      await scene.ask(other.key, method, `/whe_nothing${path}`, body),
    ]
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(foreign.body.error).toEqual(unknown.body.error)
    const { body: kept } = await scene.ask(account.key, 'get', `/${endpoint.id}`)
    expect(kept.data.description).toBe('Orders')
  })

  test.each(calls)(
    '%s {id}%s: returns 404 for an account-wide endpoint and a key of one brand',
    async (method, path) => {
      const { key } = await issueKey(scene.database.sql, account.accountId, {
        prefix: 'sk_live_',
        brandId: account.brandId,
      })
      const body = method === 'patch' ? { status: 'disabled' } : undefined
      expect((await scene.ask(key, method, `/${endpoint.id}${path}`, body)).status).toBe(404)
    },
  )

  test('returns 400 for a NUL character in the id', async () => {
    expect((await scene.ask(account.key, 'get', '/a%00b')).status).toBe(400)
  })
})
