import { EventSource } from 'eventsource'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { startOwnCluster } from '../support/own_cluster.ts'
import type { OwnCluster } from '../support/own_cluster.ts'
import { startReceiver } from '../support/receiver.ts'
import type { Receiver } from '../support/receiver.ts'
import { secretKey } from '../support/webhooks.ts'

const writers = 3
const polling = { timeout: 90_000, interval: 50 }
const alertEvery = 20

let cluster: OwnCluster
let api: Api
let worker: Supervised
let receiver: Receiver
let admin: Sql

beforeAll(async () => {
  cluster = await startOwnCluster()
  const { database } = cluster
  // Without fetch_types, because a connection that is lost while the driver fetches the types rejects a promise that nothing handles.
  admin = postgres(database.adminUrl, { max: writers + 1, fetch_types: false, onnotice: () => undefined })
  receiver = await startReceiver()
  api = await startApi(database, { events: { heartbeatSeconds: 1 }, webhooks: { secretKey, allowsLoopback: true } })
  worker = supervise('functions/worker/process.ts', {
    DATABASE_URL: database.workerUrl,
    WEBHOOK_SECRET_KEY: secretKey,
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  })
})
afterAll(async () => {
  await worker.stop()
  await api.stop()
  await receiver.stop()
  await admin.end({ timeout: 1 })
  await cluster.database.stop()
})

interface Supervised {
  stop: () => Promise<void>
}

/** Starts a worker and restarts it when it ends, as every platform does. */
function supervise(script: string, variables: Record<string, string>): Supervised {
  let running: RunningProcess
  const start = () => {
    running = startProcess(script, variables)
    running.onCrash(start)
  }
  start()
  return { stop: () => running.stop() }
}

/** Commits one event after another until stopped. A failed write is not repeated. */
function write(brandId: string, writer: number) {
  const acknowledged: number[] = []
  const state = { isOver: false }
  const done = (async () => {
    for (let number = writer; !state.isOver; number += writers) {
      const type = Math.floor(number / writers) % alertEvery === 0 ? 'alert.triggered' : 'trust.updated'
      // In one message: postgres 3.4.9 throws an uncatchable error when a transaction continues after its server has stopped.
      await admin
        .unsafe(
          `begin; select core.enter_brand('${brandId}'); select events.emit('${brandId}', '${type}', '{"number": ${number}}'); commit`,
        )
        .then(
          () => acknowledged.push(number),
          () => undefined,
        )
    }
  })()
  return {
    acknowledged,
    stop: async () => {
      state.isOver = true
      await done
    },
  }
}

/** The EventSource of npm, which resumes after its last id when a stream ends. */
function listen(url: string, key: string) {
  const received: { id: string; number: number }[] = []
  const source = new EventSource(url, {
    fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, Authorization: `Bearer ${key}` } }),
  })
  for (const type of ['trust.updated', 'alert.triggered']) {
    source.addEventListener(type, ({ data, lastEventId }) => {
      received.push({ id: lastEventId, number: JSON.parse(data as string).data.number as number })
    })
  }
  return { source, received }
}

describe('a database restart and crash while events are written and read', () => {
  test('streams deliver every committed event once and in order, and webhooks receive all of them', async () => {
    const { accountId, brandId } = await createTenant(cluster.database.sql)
    const { key: readerKey } = await issueKey(cluster.database.sql, accountId, { prefix: 'svc_ak_' })
    const { key } = await issueKey(cluster.database.sql, accountId, { prefix: 'sk_live_' })
    const made = await api.http
      .post('/api/webhooks')
      .set('Authorization', `Bearer ${key}`)
      .send({ url: `${receiver.url}/hook`, types: ['alert.triggered'] })
    expect(made.status).toBe(200)
    const delivered = () => new Set(receiver.at('/hook').map(({ body }) => body.data.number as number))

    const { source, received } = listen(`${api.url}/api/storefront/${brandId}/events/stream`, readerKey)
    await vi.waitUntil(() => source.readyState === EventSource.OPEN, polling)
    const writing = Array.from({ length: writers }, (_, writer) => write(brandId, writer))
    const acknowledged = () => writing.flatMap((each) => each.acknowledged)
    await vi.waitUntil(() => received.length > 50 && delivered().size > 0, polling)
    for (const how of ['stop', 'crash'] as const) {
      await cluster.restart(how)
      const before = new Set(acknowledged())
      await vi.waitUntil(() => received.filter(({ number }) => !before.has(number)).length > 50, polling)
    }
    await Promise.all(writing.map((each) => each.stop()))

    // If the response of a commit is lost, only the database has its outcome.
    const rows = () => cluster.database.sql`
      select event_id, seq::integer, type, (data ->> 'number')::integer as number
      from events.outbox where brand_id = ${brandId} order by seq nulls last`
    await vi.waitUntil(async () => (await rows()).every(({ seq }) => seq !== null), polling)
    const committed = await rows()
    await vi.waitUntil(() => received.length >= committed.length, polling)
    source.close()
    expect(received).toEqual(committed.map(({ event_id: id, number }) => ({ id, number })))
    expect(committed.map(({ seq }) => seq)).toEqual(committed.map((_, index) => index + 1))
    const numbers = new Set(received.map(({ number }) => number))
    expect(acknowledged().filter((number) => !numbers.has(number))).toEqual([])

    // A delivery whose result was not recorded is retried when its lease expires after half a minute.
    await cluster.database.sql`update webhooks.deliveries set locked_until = now() where locked_until is not null`
    await cluster.database.sql`update webhooks.endpoints set busy_until = now() where busy_until is not null`
    const alerts = committed.filter(({ type }) => type === 'alert.triggered').map(({ number }) => number as number)
    await vi.waitUntil(() => alerts.every((number) => delivered().has(number)), polling)
    expect([...delivered()].filter((number) => !alerts.includes(number))).toEqual([])
  }, 240_000)
})
