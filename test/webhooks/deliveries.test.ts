import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebhookScene } from '../support/webhooks.ts'
import type { Account, Endpoint } from '../support/webhooks.ts'

let scene: WebhookScene
let account: Account
let endpoint: Endpoint

beforeAll(async () => {
  scene = await WebhookScene.start()
  account = await scene.account()
  endpoint = await scene.endpoint(account, '/log')
  scene.receiver.behaviors['/log'] = (response) =>
    scene.receiver.at('/log').length === 1
      ? response.writeHead(503, { 'Content-Type': 'text/html' }).end(`<h1>Down\u0000</h1>${'é'.repeat(2000)}`)
      : response.writeHead(200).end('thanks')
  for (const number of [1, 2, 3, 4, 5]) {
    await scene.emit(account.brandId, 'trust.updated', { score: number })
    await scene.pass()
  }
})
afterAll(() => scene.stop())

describe('GET /api/webhooks/{id}/deliveries', () => {
  test('lists all deliveries with their attempts, newest first', async () => {
    const { status, body } = await scene.ask(account.key, 'get', `/${endpoint.id}/deliveries`)
    expect([status, body.data.length, body.next_cursor]).toEqual([200, 5, null])
    expect(body.data[0]).toMatchObject({
      id: expect.stringMatching(/^dlv_/),
      event_id: scene.receiver.at('/log').at(-1)?.headers['webhook-id'],
      type: 'trust.updated',
      brand_id: account.brandId,
      status: 'delivered',
      delivered_at: '2026-11-20T12:00:00Z',
      next_attempt_at: null,
      attempts: [{ attempt: 1, attempted_at: '2026-11-20T12:00:00Z', status: 200, answer: 'thanks', error: null }],
    })
  })

  test('keeps the first kilobyte of a response body', async () => {
    const [failed] = await scene.deliveries(account, endpoint, '?status=pending')
    expect(failed).toMatchObject({ status: 'pending', attempts: [{ status: 503, error: 'status' }] })
    const answer = failed?.attempts[0]?.answer as string
    expect(answer).toMatch(/^<h1>Down<\/h1>é+/)
    expect(new TextEncoder().encode(answer).length).toBeLessThanOrEqual(1026)
  })

  test('returns pages without gaps or repetitions', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor ? `?limit=2&cursor=${cursor}` : '?limit=2'
      const { body } = await scene.ask(account.key, 'get', `/${endpoint.id}/deliveries${query}`)
      seen.push(...body.data.map((each: { id: string }) => each.id))
      cursor = body.next_cursor
    } while (cursor)
    expect(seen).toEqual((await scene.deliveries(account, endpoint)).map((each) => each.id))
  })

  test('returns 400 for an invalid cursor', async () => {
    const answer = await scene.ask(account.key, 'get', `/${endpoint.id}/deliveries?cursor=dlv_x`)
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining('`cursor` ')])
  })

  test('omits deliveries older than 30 days after pruning', async () => {
    await scene.database
      .sql`update webhooks.deliveries set created_at = created_at - interval '31 days' where data ->> 'score' = '1'`
    await scene.database.sql`select webhooks.prune_deliveries()`
    expect(await scene.deliveries(account, endpoint)).toHaveLength(4)
  })
})
