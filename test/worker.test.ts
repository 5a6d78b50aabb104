import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createWorker } from '../functions/worker/app.ts'
import { deadLetterQueue } from '../functions/worker/boss.ts'
import { queues } from '../functions/worker/queues.ts'
import { startProcess } from '../cli/installation/process.ts'
import type { RunningProcess } from '../cli/installation/process.ts'
import { createPool } from '../shared/db/pool.ts'
import { openKeyRing } from '../shared/key_ring.ts'
import { newSecret, secretContext } from '../shared/webhooks/secret.ts'
import { createDatabase } from './support/database.ts'
import type { TestDatabase } from './support/database.ts'
import { createTenant } from './support/factories.ts'
import { ingest } from './support/ingest.ts'
import { startReceiver } from './support/receiver.ts'
import { secretKey } from './support/webhooks.ts'

let database: TestDatabase
let worker: RunningProcess

beforeAll(async () => {
  database = await createDatabase()
  worker = startProcess('functions/worker/process.ts', { DATABASE_URL: database.workerUrl })
})

afterAll(async () => {
  await worker.stop()
  await database.stop()
})

const polling = { timeout: 25_000, interval: 100 }

/** Creates a brand with 40 days of ads, the last of which is an anomaly. */
async function brandWithAds(): Promise<string> {
  const { brandId } = await createTenant(database.sql)
  await ingest(
    database,
    brandId,
    Array.from({ length: 60 }, (_, daysAgo) => ({
      date: new Date(Date.parse('2026-11-19T00:00:00Z') - daysAgo * 86_400_000).toISOString().slice(0, 10),
      platform: 'google',
      account_id: 'a',
      campaign_id: 'c',
      campaign_name: 'C',
      spend: daysAgo === 0 ? 900 : 100 + (daysAgo % 5),
      revenue: 400,
      conversions: 20,
    })),
  )
  return brandId
}

async function enqueue(queue: string, data: object, key = ''): Promise<string> {
  const [row] = await database.sql`
    insert into pgboss.job (name, data, singleton_key, policy, retry_limit, expire_seconds, dead_letter)
    values (${queue}, ${database.sql.json(data as never)}, ${key}, 'exclusive', 3, 900, ${deadLetterQueue}) returning id`
  return row?.id as string
}

interface Upload {
  brandId: string
  uploadId: string
}

/** Stores an uploaded file of one day of ads. */
async function upload(brandId: string, state = 'confirmed'): Promise<Upload> {
  const bytes = Buffer.from('date,platform,campaign_name,spend,clicks\n2026-11-01,reddit,One,12.5,3\n')
  return await database.sql.begin(async (transaction) => {
    const [row] = await transaction`
      insert into analytics.uploads (brand_id, file_name, bytes, state, kind)
      values (${brandId}, 'ads.csv', ${bytes.length}, ${state}, 'ads') returning upload_id`
    const uploadId = row?.upload_id as string
    await transaction`
      insert into analytics.upload_chunks (brand_id, upload_id, position, bytes) values (${brandId}, ${uploadId}, 0, ${bytes})`
    return { brandId, uploadId }
  })
}

async function uploadOf({ brandId, uploadId }: Upload) {
  const [row] = await database.sql`
    select state, attempts from analytics.uploads where brand_id = ${brandId} and upload_id = ${uploadId}`
  return row
}

async function stateOf(id: string): Promise<string> {
  const [row] = await database.sql`select state from pgboss.job where id = ${id}`
  return row?.state as string
}

describe('the worker on Deno with its own role', () => {
  test('creates every queue and the partitions of the next months', async () => {
    await vi.waitFor(async () => {
      const [made] = await database.sql`select state from pgboss.job where name = 'maintain_partitions'`
      expect(made?.state).toBe('completed')
    }, polling)
    const rows = await database.sql`select name from pgboss.queue where policy = 'exclusive' order by 1`
    expect(rows.map((row) => row.name as string)).toEqual(queues.map(({ name }) => name).toSorted())
  })

  test('runs a job that a SQL statement enqueued', async () => {
    await database.sql`drop table analytics.facts_daily_2027_01`
    const id = await enqueue('maintain_partitions', {}, 'by_hand')
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('completed'), polling)
    const [row] = await database.sql`select to_regclass('analytics.facts_daily_2027_01') is not null as made`
    expect(row?.made).toBe(true)
  })

  test('computes forecasts and anomalies of a brand', async () => {
    const brandId = await brandWithAds()
    const jobs = [
      await enqueue('forecasts', { brand_id: brandId, type: 'revenue', metrics: 'revenue' }, `${brandId}/revenue`),
      await enqueue('anomalies', { brand_id: brandId }, brandId),
    ]
    for (const id of jobs) await vi.waitFor(async () => expect(await stateOf(id)).toBe('completed'), polling)
    const [made] = await database.sql`
      select (select count(*)::integer from analytics.forecast_points where brand_id = ${brandId}) as points,
        (select count(*)::integer from analytics.anomalies where brand_id = ${brandId}) as anomalies`
    expect(made?.points).toBeGreaterThan(60)
    expect(made?.anomalies).toBe(1)
  })

  test('moves a job that always fails to the dead letters', async () => {
    const id = await enqueue('forecasts', { brand_id: 'brd_unknown', type: 'custom', metrics: 'nonsense' }, 'dead')
    await database.sql`update pgboss.job set retry_limit = 0 where id = ${id}`
    await vi.waitFor(async () => {
      const dead = await database.sql`select data from pgboss.job where name = ${deadLetterQueue}`
      expect(dead.map((row) => row.data.brand_id)).toContain('brd_unknown')
    }, polling)
  })

  test('imports the files of one brand in turn, and meanwhile that of another brand', { timeout: 90_000 }, async () => {
    const [slow, quick] = [await createTenant(database.sql), await createTenant(database.sql)]
    const first = await upload(slow.brandId)
    let second: Upload | undefined
    await database.sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(hashtextextended(${`analytics.import/${slow.brandId}`}, 0))`
      await vi.waitFor(async () => expect(await uploadOf(first)).toMatchObject({ state: 'importing' }), polling)
      second = await upload(slow.brandId)
      const other = await upload(quick.brandId)
      await vi.waitFor(async () => expect(await uploadOf(other)).toMatchObject({ state: 'imported' }), polling)
      expect(await uploadOf(first)).toMatchObject({ state: 'importing' })
      expect(await uploadOf(second)).toMatchObject({ state: 'confirmed', attempts: 0 })
    })
    for (const each of [first, second as Upload])
      await vi.waitFor(async () => expect(await uploadOf(each)).toMatchObject({ state: 'imported' }), {
        timeout: 60_000,
        interval: 250,
      })
  })

  test('claims one upload of a brand at a time', async () => {
    const { brandId } = await createTenant(database.sql)
    const other = await createTenant(database.sql)
    const uploads = [await upload(brandId, 'received'), await upload(brandId, 'received')]
    const elsewhere = await upload(other.brandId, 'received')
    const claims = await database.sql.begin(async (transaction) => {
      await transaction`set local role vitrine_worker`
      const claim = async (each: Upload, state: string) => {
        await transaction`reset role`
        await transaction`update analytics.uploads set state = ${state} where upload_id = ${each.uploadId}`
        await transaction`set local role vitrine_worker`
        const [row] = await transaction`
          select core.enter_brand(${each.brandId}),
            analytics.claim_upload(${each.brandId}, ${each.uploadId}, ${each.uploadId}, 20) is not null as is_claimed`
        return row?.is_claimed as boolean
      }
      return [
        await claim(uploads[0] as Upload, 'confirmed'),
        await claim(uploads[1] as Upload, 'confirmed'),
        await claim(elsewhere, 'confirmed'),
      ]
    })
    expect(claims).toEqual([true, false, true])
  })

  test('runs a job again after SIGKILL, with one result', { timeout: 90_000 }, async () => {
    const brandId = await brandWithAds()
    const lock = database.sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(hashtextextended(${`analytics.import/${brandId}`}, 0))`
      const id = await enqueue('anomalies', { brand_id: brandId }, brandId)
      await vi.waitFor(async () => expect(await stateOf(id)).toBe('active'), polling)
      process.kill(worker.pid, 'SIGKILL')
      return id
    })
    const id = await lock
    // Simulates that the job has had no heartbeat for an hour, which would otherwise take a quarter of an hour to detect.
    await database.sql`update pgboss.job set started_on = started_on - interval '1 hour' where id = ${id}`
    await database.sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`
    worker = startProcess('functions/worker/process.ts', { DATABASE_URL: database.workerUrl })
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('completed'), { timeout: 80_000, interval: 250 })
    const found = await database.sql`select anomaly_id from analytics.anomalies where brand_id = ${brandId}`
    expect(found).toHaveLength(1)
  })
})

describe('POST /worker/tick', () => {
  const secret = 'a-secret-of-sixteen'
  const app = (given: string | undefined) =>
    createWorker(
      {
        database: createPool({ url: database.workerUrl, connectionsMax: 1 }),
        publicBaseUrl: 'http://vitrine.test',
        trustedProxyHops: 0,
        log: () => undefined,
      },
      {
        databaseUrl: database.workerUrl,
        secret: given,
        secondsMax: 20,
        webhooks: { secretKey, allowsLoopback: true },
      },
    )
  const tick = (authorization: string, given: string | undefined = secret) =>
    app(given).request('/worker/tick', { method: 'POST', headers: { Authorization: authorization } })

  test('returns 401 without the secret and when no secret is set', async () => {
    expect((await tick('')).status).toBe(401)
    expect((await tick('Bearer wrong')).status).toBe(401)
    expect((await tick('Bearer ', undefined)).status).toBe(401)
    expect((await app(secret).request('/worker/tick')).status).toBe(404)
  })

  test('sequences events and delivers webhooks', { timeout: 60_000 }, async () => {
    await worker.stop()
    const { accountId, brandId } = await createTenant(database.sql)
    const receiver = await startReceiver()
    const ring = await openKeyRing(secretKey)
    const sealed = await ring.seal(newSecret(), secretContext('whe_tick'))
    await database.sql`
      insert into webhooks.endpoints (endpoint_id, account_id, url) values ('whe_tick', ${accountId}, ${`${receiver.url}/tick`})`
    await database.sql`insert into webhooks.secrets (endpoint_id, sealed) values ('whe_tick', ${sealed})`
    await database.sql`insert into events.outbox (brand_id, type, data) values (${brandId}, 'trust.updated', '{}')`
    const response = await tick(`Bearer ${secret}`)
    expect((await response.json()).data[0]).toMatchObject({ webhooks: { delivered: 1, failed: 0 } })
    expect(receiver.at('/tick')).toMatchObject([{ body: { type: 'trust.updated', brand_id: brandId } }])
    await receiver.stop()
    worker = startProcess('functions/worker/process.ts', { DATABASE_URL: database.workerUrl })
  })

  test('runs waiting jobs and restores the options of queues', { timeout: 60_000 }, async () => {
    await worker.stop()
    const id = await enqueue('prune_rate_limits', {}, 'tick')
    await database.sql`update pgboss.queue set retry_limit = 9 where name = 'prune_rate_limits'`
    const response = await tick(`Bearer ${secret}`)
    expect(response.status).toBe(200)
    expect(JSON.stringify(await response.json())).toContain('prune_rate_limits')
    expect(await stateOf(id)).toBe('completed')
    const [queue] = await database.sql`select retry_limit, policy from pgboss.queue where name = 'prune_rate_limits'`
    expect(queue).toEqual({ retry_limit: 3, policy: 'exclusive' })
    worker = startProcess('functions/worker/process.ts', { DATABASE_URL: database.workerUrl })
  })
})
