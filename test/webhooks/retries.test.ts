import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verify } from '../support/receiver.ts'
import type { Received } from '../support/receiver.ts'
import { later, noon, WebhookScene } from '../support/webhooks.ts'
import type { Account, Endpoint } from '../support/webhooks.ts'

let scene: WebhookScene
let account: Account
let endpoint: Endpoint
let path = ''
let count = 0

beforeAll(async () => {
  scene = await WebhookScene.start()
})
afterAll(() => scene.stop())
beforeEach(async () => {
  account = await scene.account()
  path = `/${++count}`
  endpoint = await scene.endpoint(account, path)
})

const answerWith = (status: number, headers: Record<string, string> = {}) => {
  scene.receiver.behaviors[path] = (response) => response.writeHead(status, headers).end()
}
const shown = async () => (await scene.ask(account.key, 'get', `/${endpoint.id}`)).body.data
const secondsBetween = (one: string, two: string) => (Date.parse(two) - Date.parse(one)) / 1000

/** `nextAttempt` rounds up to milliseconds, so a gap differs from the delay by up to 1 ms, and floating point adds to it. */
const roundingSeconds = 0.0015

function expectJitter(seconds: number, schedule: number): void {
  expect(seconds).toBeGreaterThanOrEqual(schedule * 0.8 - roundingSeconds)
  expect(seconds).toBeLessThanOrEqual(schedule * 1.2 + roundingSeconds)
}

/** Runs all scheduled attempts of a delivery. Returns their times. */
async function attemptAll(): Promise<string[]> {
  const times: string[] = []
  for (let due: string | null = noon; due; due = await scene.nextAttempt(endpoint)) {
    await scene.pass(due)
    times.push(due)
  }
  return times
}

describe('webhook delivery', () => {
  test('passes the reference verifier and contains the event', async () => {
    const data = {
      product_id: 'p1',
      title: 'Zelt für „zwei“ 🏕',
      availability: 'in_stock',
      price: { amount: 9.5, currency: 'EUR' },
    }
    await scene.emit(account.brandId, 'product.updated', data)
    expect(await scene.pass()).toEqual({ events_placed: 1, delivered: 1, failed: 0, secrets_unreadable: 0 })
    const [received] = scene.receiver.at(path) as [Received]
    expect(verify(received, endpoint.secret)).toEqual({
      id: received.headers['webhook-id'],
      type: 'product.updated',
      timestamp: '2026-11-20T12:00:00.000Z',
      brand_id: account.brandId,
      data,
    })
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    })
    expect(() => verify({ ...received, text: received.text.replace('p1', 'p2') }, endpoint.secret)).toThrow(
      'No matching',
    )
  })

  test('is at most 20 KB for the largest event', async () => {
    const data = { query: 'x'.repeat(20_000 - '{"query": ""}'.length) }
    await scene.emit(account.brandId, 'query.received', data)
    await scene.pass()
    const [received] = scene.receiver.at(path) as [Received]
    expect(Buffer.byteLength(received.text)).toBeLessThanOrEqual(20 * 1024)
    expect(received.body.data).toEqual(data)
  })

  test('is attempted ten times over 75 hours, with 20 % jitter', async () => {
    answerWith(500)
    await scene.emit(account.brandId)
    const times = await attemptAll()
    const gaps = times.slice(1).map((time, index) => secondsBetween(times[index] as string, time))
    const schedule = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    expect(gaps).toHaveLength(schedule.length)
    for (const [index, gap] of gaps.entries()) expectJitter(gap, schedule[index] as number)
    const received = scene.receiver.at(path)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    for (const each of received) expect(verify(each, endpoint.secret)).toEqual(each.body)
    const [delivery] = await scene.deliveries(account, endpoint)
    expect([delivery?.status, delivery?.next_attempt_at, delivery?.attempts.length]).toEqual(['failed', null, 10])
  })

  test('is not retried before its time or after a success', async () => {
    answerWith(503)
    await scene.emit(account.brandId)
    await scene.pass(noon)
    await scene.pass(later(noon, 3))
    expect(scene.receiver.at(path)).toHaveLength(1)
    answerWith(200)
    await scene.pass(later(noon, 7))
    await scene.pass(later(noon, 400_000))
    expect(scene.receiver.at(path)).toHaveLength(2)
    expect(await shown()).toMatchObject({ failing_since: null, last_success_at: later(noon, 7).replace('.000', '') })
  })

  test('uses jitter that depends only on the delivery id', async () => {
    const { sql } = scene.database
    const delays = async () => {
      const rows = await sql`
        select extract(epoch from webhooks.retry_delay(4, 'dlv_' || number))::float as seconds from generate_series(1, 200) as number`
      return rows.map((row) => row.seconds as number)
    }
    const [one, two] = [await delays(), await delays()]
    expect(one).toEqual(two)
    expect(new Set(one).size).toBeGreaterThan(150)
    expect([Math.min(...one) >= 5760, Math.max(...one) <= 8640]).toEqual([true, true])
  })
})

describe('Retry-After', () => {
  test.each([
    ['429 with seconds', 429, '900', 900],
    ['503 with seconds', 503, '120', 120],
    ['longer than a day', 429, '9999999', 86_400],
    ['shorter than the schedule', 503, '1', 5],
    ['nonsense', 503, 'soon', 5],
    ['negative', 503, '-5', 5],
  ])('sets the time of the retry: %s', async (_, status, header, seconds) => {
    answerWith(status, { 'Retry-After': header })
    await scene.emit(account.brandId)
    await scene.pass(noon)
    const waited = secondsBetween(noon, (await scene.nextAttempt(endpoint)) as string)
    expectJitter(waited, seconds)
  })

  test('accepts a date', async () => {
    answerWith(503, { 'Retry-After': new Date(Date.now() + 600_000).toUTCString() })
    await scene.emit(account.brandId)
    await scene.pass(noon)
    const waited = secondsBetween(noon, (await scene.nextAttempt(endpoint)) as string)
    expect(Math.abs(waited - 600)).toBeLessThan(10)
  })

  test('delays other events of the endpoint too', async () => {
    answerWith(429, { 'Retry-After': '60' })
    await scene.emit(account.brandId)
    await scene.pass(noon)
    await scene.emit(account.brandId)
    await scene.pass(later(noon, 59))
    expect(scene.receiver.at(path)).toHaveLength(1)
    answerWith(204)
    await scene.pass(later(noon, 73))
    expect(scene.receiver.at(path)).toHaveLength(3)
  })
})

describe('an endpoint', () => {
  test('that returns 410 is disabled immediately and triggers an alert', async () => {
    const watcher = await scene.endpoint(account, `${path}/watcher`, { types: ['alert.triggered'] })
    answerWith(410)
    await scene.emit(account.brandId)
    await scene.emit(account.brandId)
    await scene.pass(noon)
    expect(scene.receiver.at(path)).toHaveLength(1)
    expect(await shown()).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    const [alert] = scene.receiver.at(`${path}/watcher`) as [Received]
    expect(verify(alert, watcher.secret)).toMatchObject({
      type: 'alert.triggered',
      data: { detector: 'webhook_disabled', endpoint_id: endpoint.id, reason: 'gone' },
    })
  })

  test('that fails for five days without a success is disabled', async () => {
    answerWith(500)
    for (let day = 0; day < 5; day++) {
      await scene.emit(account.brandId)
      await scene.pass(later(noon, day * 86_400))
      expect((await shown()).status).toBe('active')
    }
    await scene.pass(later(noon, 5 * 86_400 - 60))
    expect((await shown()).status).toBe('active')
    await scene.emit(account.brandId)
    await scene.pass(later(noon, 5 * 86_400))
    expect(await shown()).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
  })

  test('that succeeds in between stays active', async () => {
    for (let day = 0; day < 8; day++) {
      answerWith(day === 3 ? 200 : 500)
      await scene.emit(account.brandId)
      await scene.pass(later(noon, day * 86_400))
    }
    expect(await shown()).toMatchObject({ status: 'active', failing_since: '2026-11-24T12:00:00Z' })
  })

  test('that fails again after a week without attempts restarts failing_since', async () => {
    answerWith(500)
    await scene.emit(account.brandId)
    await scene.pass(noon)
    await scene.pass(later(noon, 7 * 86_400))
    expect(await shown()).toMatchObject({ status: 'active', failing_since: '2026-11-27T12:00:00Z' })
  })
})
