import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startProcess } from '../../cli/installation/process.ts'
import { verify } from '../support/receiver.ts'
import { later, noon, secretKey, WebhookScene } from '../support/webhooks.ts'
import type { Account, Endpoint } from '../support/webhooks.ts'

let scene: WebhookScene
let account: Account

beforeAll(async () => {
  scene = await WebhookScene.start()
})
afterAll(() => scene.stop())

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const heard = (path: string) => scene.receiver.at(path).map(({ body }) => Number(body.data.product_id))
const sorted = (list: number[]) => list.toSorted((one, two) => one - two)

/** Writes events in concurrent transactions, some of which roll back. Returns the committed numbers. */
async function write(brandId: string, count: number): Promise<number[]> {
  const committed = await Promise.all(
    numbers(count).map(async (number) => {
      const isKept = number % 10 !== 7
      await scene.database.sql
        .begin(async (transaction) => {
          await transaction`
            insert into events.outbox (brand_id, type, data)
            values (${brandId}, 'product.deleted', ${transaction.json({ product_id: String(number) })})`
          if (!isKept) throw new Error('taken back')
        })
        .catch(() => undefined)
      return isKept ? [number] : []
    }),
  )
  return committed.flat()
}

describe('delivery to several endpoints', () => {
  test('delivers each event once to each endpoint with four concurrent workers', async () => {
    account = await scene.account()
    const paths = ['/1', '/2', '/3']
    const endpoints: Endpoint[] = []
    for (const path of paths) endpoints.push(await scene.endpoint(account, path))
    await scene.endpoint(account, '/deaf', { types: ['trust.updated'] })
    const other = await scene.account()
    await scene.endpoint(other, '/other')
    const [committed] = await Promise.all([
      write(account.brandId, 112),
      scene.pass(),
      scene.pass(),
      scene.pass(),
      scene.pass(),
    ])
    await scene.pass()
    expect(committed).toHaveLength(101)
    for (const [index, path] of paths.entries()) {
      expect(sorted(heard(path))).toEqual(committed)
      for (const received of scene.receiver.at(path)) verify(received, endpoints[index]?.secret as string)
      expect(scene.receiver.openMax[path]).toBe(1)
    }
    expect([heard('/deaf'), heard('/other')]).toEqual([[], []])
    const [rows] = await scene.database.sql`
      select count(*)::integer as deliveries, count(distinct (endpoint_id, event_id))::integer as pairs,
        count(*) filter (where deliveries.status = 'delivered' and attempts = 1)::integer as delivered
      from webhooks.deliveries join webhooks.endpoints using (endpoint_id) where account_id = ${account.accountId}`
    expect(rows).toEqual({ deliveries: 303, pairs: 303, delivered: 303 })
  })

  test('claims at most eight deliveries of an account, and those of other accounts too', async () => {
    const [many, one] = [await scene.account(), await scene.account()]
    for (const number of numbers(12)) await scene.endpoint(many, `/many/${number}`)
    await scene.endpoint(one, '/one')
    for (const { brandId } of [many, one]) {
      await scene.database.sql`
        insert into events.outbox (brand_id, type, data)
        select ${brandId}, 'product.deleted', jsonb_build_object('product_id', number::text) from generate_series(0, 4) as number`
    }
    await scene.database.sql`select events.sequence_events()`
    const claim = async () => {
      const [row] = await scene.database.sql`select webhooks.claim_deliveries(16) as claimed`
      return ((row as Record<string, unknown>).claimed as { brand_id: string }[]).map(({ brand_id }) => brand_id)
    }
    const first = await claim()
    expect(first.filter((brandId) => brandId === many.brandId)).toHaveLength(8)
    expect(first).toContain(one.brandId)
    expect(await claim()).toEqual([])
  })

  test('delivers events to an endpoint in order', async () => {
    account = await scene.account()
    await scene.endpoint(account, '/ordered')
    await scene.database.sql`
      insert into events.outbox (brand_id, type, data)
      select ${account.brandId}, 'product.deleted', jsonb_build_object('product_id', number::text) from generate_series(0, 29) as number`
    await scene.pass()
    expect(heard('/ordered')).toEqual(numbers(30))
  })

  test('delivers to other endpoints while one hangs', async () => {
    account = await scene.account()
    await scene.endpoint(account, '/hanging')
    await scene.endpoint(account, '/quick')
    const hanging: (() => void)[] = []
    scene.receiver.behaviors['/hanging'] = (response) => hanging.push(() => response.writeHead(204).end())
    for (const number of numbers(5))
      await scene.emit(account.brandId, 'product.deleted', { product_id: String(number) })
    const pass = scene.pass()
    await vi.waitFor(() => expect(heard('/quick')).toEqual(numbers(5)), { timeout: 10_000, interval: 20 })
    expect(scene.receiver.openMax['/hanging']).toBe(1)
    while (heard('/hanging').length < 5 || hanging.length > 0) {
      hanging.shift()?.()
      await new Promise((next) => setImmediate(next))
    }
    expect(await pass).toMatchObject({ delivered: 10, failed: 0 })
  })

  test('sends at most concurrencyMax requests at once and delivers all', async () => {
    account = await scene.account()
    const paths = numbers(9).map((number) => `/full/${number}`)
    for (const path of paths) await scene.endpoint(account, path)
    for (const number of numbers(3))
      await scene.emit(account.brandId, 'product.deleted', { product_id: String(number) })
    let open = 0
    let openMax = 0
    for (const path of paths) {
      scene.receiver.behaviors[path] = (response) => {
        openMax = Math.max(openMax, ++open)
        response.on('close', () => open--)
        setImmediate(() => response.writeHead(204).end())
      }
    }
    expect(await scene.pass(noon, { concurrencyMax: 3 })).toMatchObject({ delivered: 27, failed: 0 })
    expect(openMax).toBeLessThanOrEqual(3)
  })

  test('throws when an attempt cannot be recorded, and retries the delivery', async () => {
    account = await scene.account()
    const endpoint = await scene.endpoint(account, '/unnoted')
    await scene.emit(account.brandId)
    const { sql } = scene.database
    await sql`alter table webhooks.attempts add constraint attempts_none_check check (false) not valid`
    await expect(scene.pass()).rejects.toThrow('attempts_none_check')
    await sql`alter table webhooks.attempts drop constraint attempts_none_check`
    await scene.pass(later(noon, 30))
    const [first, again, ...rest] = scene.receiver.at('/unnoted')
    expect([again?.headers['webhook-id'], rest]).toEqual([first?.headers['webhook-id'], []])
    expect(await scene.deliveries(account, endpoint)).toMatchObject([
      { status: 'delivered', attempts: [{ error: 'abandoned' }, { attempt: 2, error: null }] },
    ])
  })

  test('sends an event only to endpoints of its brand and of the account', async () => {
    account = await scene.account()
    const { sql } = scene.database
    const [row] = await sql`select core.create_brand(${account.accountId}, 'second', 'Second', 'USD', 'UTC') as id`
    await scene.endpoint(account, '/first-only', { brand_id: account.brandId })
    await scene.endpoint(account, '/both')
    await scene.emit(account.brandId, 'product.deleted', { product_id: '1' })
    await scene.emit(row?.id as string, 'product.deleted', { product_id: '2' })
    await scene.pass()
    expect([heard('/first-only'), sorted(heard('/both'))]).toEqual([[1], [1, 2]])
  })
})

describe('worker process', () => {
  const polling = { timeout: 20_000, interval: 50 }
  const start = () =>
    startProcess('functions/worker/process.ts', {
      DATABASE_URL: scene.database.workerUrl,
      WEBHOOK_SECRET_KEY: secretKey,
      WEBHOOK_ALLOW_LOOPBACK: 'true',
    })

  test(
    'killed with SIGKILL: the delivery is retried with the same webhook-id after its lease',
    { timeout: 60_000 },
    async () => {
      account = await scene.account()
      const endpoint = await scene.endpoint(account, '/killed')
      // The receiver never responds to the first request; the worker is killed while it waits.
      scene.receiver.behaviors['/killed'] = () => undefined
      for (const number of numbers(3))
        await scene.emit(account.brandId, 'product.deleted', { product_id: String(number) })
      const worker = start()
      await vi.waitFor(() => expect(heard('/killed')).toEqual([0]), polling)
      process.kill(worker.pid, 'SIGKILL')
      await worker.stop()
      delete scene.receiver.behaviors['/killed']
      expect(await scene.pass('2026-11-20T12:00:29Z')).toMatchObject({ delivered: 0 })
      expect(await scene.pass('2026-11-20T12:00:30Z')).toMatchObject({ delivered: 3 })
      expect(heard('/killed')).toEqual([0, 0, 1, 2])
      const [first, again] = scene.receiver.at('/killed')
      expect([again?.headers['webhook-id'], again?.text]).toEqual([first?.headers['webhook-id'], first?.text])
      const deliveries = await scene.deliveries(account, endpoint)
      expect(deliveries.map(({ status, attempts }) => [status, attempts.map(({ error }) => error)])).toEqual([
        ['delivered', [null]],
        ['delivered', [null]],
        ['delivered', ['abandoned', null]],
      ])
    },
  )

  test('changes only the log with a result that arrives after the lease ended', async () => {
    account = await scene.account()
    const endpoint = await scene.endpoint(account, '/late')
    await scene.emit(account.brandId)
    const answers: (() => void)[] = []
    scene.receiver.behaviors['/late'] = (response) =>
      scene.receiver.at('/late').length === 1
        ? answers.push(() => response.writeHead(500).end())
        : response.writeHead(204).end()
    const late = scene.pass()
    await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: 10_000, interval: 20 })
    expect(await scene.pass(later(noon, 31))).toMatchObject({ delivered: 1 })
    answers[0]?.()
    await late
    const [delivery] = await scene.deliveries(account, endpoint)
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: [{ status: 500, error: 'status' }, { status: 204 }],
    })
    expect((await scene.ask(account.key, 'get', `/${endpoint.id}`)).body.data.failing_since).toBe(null)
  })

  test('delivers all events without a pass and stops on request', { timeout: 60_000 }, async () => {
    account = await scene.account()
    const endpoint = await scene.endpoint(account, '/deno')
    const worker = start()
    for (const number of numbers(20))
      await scene.emit(account.brandId, 'product.deleted', { product_id: String(number) })
    await vi.waitFor(() => expect(sorted(heard('/deno'))).toEqual(numbers(20)), polling)
    for (const received of scene.receiver.at('/deno')) verify(received, endpoint.secret)
    await worker.stop()
  })
})
