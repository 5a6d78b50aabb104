import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deadLetterQueue } from '../../functions/worker/boss.ts'
import { deliverWebhooks } from '../../functions/worker/webhooks/deliver_webhooks.ts'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'
import { createPool } from '../../shared/db/pool.ts'
import { openKeyRing } from '../../shared/key_ring.ts'
import { newSecret, secretContext } from '../../shared/webhooks/secret.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { faults, putBehindWire } from '../support/faulty_database.ts'
import type { FaultyDatabase } from '../support/faulty_database.ts'
import { ingest } from '../support/ingest.ts'
import { startReceiver } from '../support/receiver.ts'
import type { Receiver } from '../support/receiver.ts'
import { secretKey } from '../support/webhooks.ts'

const polling = { timeout: 20_000, interval: 50 }
const webhooks = { secretKey, allowsLoopback: true }

let database: TestDatabase
let behind: FaultyDatabase
let receiver: Receiver
let brandId: string
let path: string
let endpoints = 0

beforeAll(async () => {
  database = await createDatabase()
  behind = await putBehindWire(database)
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.stop()
  await behind.wire.stop()
  await database.stop()
})
beforeEach(async () => {
  await behind.wire.set('none')
  const tenant = await createTenant(database.sql)
  brandId = tenant.brandId
  const endpointId = `whe_${++endpoints}`
  path = `/${endpointId}`
  const sealed = await (await openKeyRing(secretKey)).seal(newSecret(), secretContext(endpointId))
  await database.sql`
    insert into webhooks.endpoints (endpoint_id, account_id, url) values (${endpointId}, ${tenant.accountId}, ${receiver.url + path})`
  await database.sql`insert into webhooks.secrets (endpoint_id, sealed) values (${endpointId}, ${sealed})`
})

const emit = (number: number) => database.sql`
  insert into events.outbox (brand_id, type, data) values (${brandId}, 'trust.updated', ${database.sql.json({ number })})`
const delivered = () => receiver.at(path).map(({ body }) => body.data.number as number)

/** Expires leases. A delivery whose result was not recorded is otherwise retried after half a minute. */
async function endLeases(): Promise<void> {
  await database.sql`update webhooks.deliveries set locked_until = platform.clock() where locked_until is not null`
  await database.sql`update webhooks.endpoints set busy_until = platform.clock() where busy_until is not null`
}

describe('webhook deliveries over a connection that', () => {
  test.each(faults)('%s: fail in time with an error, and are all made after recovery', async (_, fault) => {
    const pool = createPool({
      url: behind.database.workerUrl,
      connectionsMax: 2,
      statementSecondsMax: 1,
      now: '2026-11-20T12:00:00Z',
    })
    const pass = () => deliverWebhooks(pool, webhooks)
    await emit(1)
    await pass()
    await behind.wire.set(fault)
    await emit(2)
    const startedAt = performance.now()
    await expect(pass()).rejects.toThrow()
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    await behind.wire.set('none')
    await vi.waitUntil(async () => {
      await endLeases()
      await pass().catch(() => null)
      return delivered().includes(2)
    }, polling)
    expect(new Set(delivered())).toEqual(new Set([1, 2]))
    await pool.end({ timeout: 1 })
  })
})

describe('a worker whose connection', () => {
  let worker: RunningProcess
  let hasCrashed = false
  beforeAll(() => {
    worker = startProcess('functions/worker/process.ts', {
      DATABASE_URL: behind.database.workerUrl,
      WEBHOOK_SECRET_KEY: secretKey,
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      VITRINE_NOW: '2026-11-20T12:00:00Z',
    })
    worker.onCrash(() => (hasCrashed = true))
  })
  afterAll(() => worker.stop())

  test.each([
    ...faults.filter(([, fault]) => fault === 'reset'),
    ['has its sessions ended by the server', 'none'] as const,
  ])(
    '%s during a job keeps running, and the job is done once',
    async (_, fault) => {
      await emit(1)
      await vi.waitUntil(() => delivered().length > 0, polling)
      await ingestDays()
      const id = await database.sql.begin(async (sql) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`analytics.import/${brandId}`}, 0))`
        const [row] = await database.sql`
          insert into pgboss.job (name, data, singleton_key, policy, retry_limit, retry_delay, expire_seconds, dead_letter)
          values ('anomalies', ${sql.json({ brand_id: brandId })}, ${brandId}, 'exclusive', 3, 15, 900, ${deadLetterQueue}) returning id`
        await vi.waitUntil(async () => (await stateOf(row?.id as string)) === 'active', polling)
        await vi.waitUntil(async () => (await waiting()).length > 0, polling)
        await behind.wire.set(fault)
        await database.sql`select pg_terminate_backend(pid) from unnest(${await waiting()}::integer[]) as pid`
        await vi.waitUntil(async () => (await waiting()).length === 0, polling)
        return row?.id as string
      })
      await emit(2)
      await behind.wire.set('none')
      await vi.waitUntil(async () => {
        await endLeases()
        return delivered().includes(2)
      }, polling)
      // Simulates that the job has had no heartbeat for an hour, which would otherwise take a quarter of an hour to detect.
      await database.sql`update pgboss.job set started_on = started_on - interval '1 hour', start_after = now() where id = ${id}`
      await vi.waitFor(
        async () => {
          // Lets the next supervision look at the queue, because it claims a queue only every 30 seconds.
          await database.sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`
          await database.sql`update pgboss.job set start_after = now() where id = ${id} and state = 'retry'`
          const [job] = await database.sql`select state, retry_count, output from pgboss.job where id = ${id}`
          expect(job, JSON.stringify(job)).toMatchObject({ state: 'completed' })
        },
        { timeout: 50_000, interval: 250 },
      )
      expect(await database.sql`select from analytics.anomalies where brand_id = ${brandId}`).toHaveLength(1)
      expect(hasCrashed).toBe(false)
    },
    90_000,
  )
})

async function stateOf(id: string): Promise<string> {
  const [row] = await database.sql`select state from pgboss.job where id = ${id}`
  return row?.state as string
}

/** Returns the sessions that wait for the lock of the test. */
async function waiting(): Promise<number[]> {
  const rows = await database.sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return rows.map(({ pid }) => pid as number)
}

/** Ingests 60 days of ads, the last of which is an anomaly. */
async function ingestDays(): Promise<void> {
  const day = (daysAgo: number) =>
    new Date(Date.parse('2026-11-19T00:00:00Z') - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const row = {
    platform: 'google',
    account_id: 'a',
    campaign_id: 'c',
    campaign_name: 'C',
    revenue: 400,
    conversions: 20,
  }
  await ingest(
    database,
    brandId,
    Array.from({ length: 60 }, (_, ago) => ({ ...row, date: day(ago), spend: ago === 0 ? 900 : 100 + (ago % 5) })),
  )
}
