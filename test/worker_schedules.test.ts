import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorker } from '../functions/worker/app.ts'
import { queues } from '../functions/worker/queues.ts'
import { createPool } from '../shared/db/pool.ts'
import type { Database } from '../shared/db/pool.ts'
import { createDatabase } from './support/database.ts'
import type { TestDatabase } from './support/database.ts'
import { createTenant } from './support/factories.ts'
import { secretKey } from './support/webhooks.ts'

const secret = 'a-secret-of-sixteen'
const daily = ['attribution', 'anomalies', 'forecasts', 'trust']

let database: TestDatabase
let functions: Database
let log: Record<string, unknown>[]
let brandId: string
/** The hour of the daily jobs of the brand. Each test has its own year, so that no test sees jobs that another left due. */
let hour: string
let year = 2030

beforeAll(async () => {
  database = await createDatabase()
  functions = createPool({ url: database.functionsUrl, connectionsMax: 1 })
})
afterAll(async () => {
  await functions.end()
  await database.stop()
})
beforeEach(async () => {
  log = []
  year += 1
  const { sql } = database
  await sql`update core.brands set status = 'archived'`
  ;({ brandId } = await createTenant(sql))
  const [row] = await sql`select lpad(((hashtext(${brandId}) & 2147483647) % 24)::text, 2, '0') as hour`
  hour = row?.hour as string
  await sql`update core.schedules set made_at = ${`${year}-03-04T${hour}:00:00Z`}`
  // extend_simulation is never due, because it would create years of days.
  await sql`update core.schedules set made_at = 'infinity' where queue = 'extend_simulation'`
})

interface Done {
  queue?: string
  brand_id?: string
  type?: string
}

/** Runs one tick at a time in the hour of the brand or in another hour. */
async function tick(time: string, day = '03-04'): Promise<Done[]> {
  const now = `${year}-${day}T${time.length === 5 ? `${hour}:${time}` : time}Z`
  const worker = createWorker(
    {
      database: functions,
      publicBaseUrl: 'http://vitrine.test',
      trustedProxyHops: 0,
      log: (line) => void log.push(JSON.parse(line)),
    },
    { databaseUrl: database.workerUrl, secret, now, webhooks: { secretKey, allowsLoopback: true } },
  )
  const response = await worker.request('/worker/tick', {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}` },
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: Done[] }).data
}

const of = (done: Done[], queue: string) => done.filter((each) => each.queue === queue)

describe('a scheduled job', { timeout: 60_000 }, () => {
  test('exists for every queue', async () => {
    const rows = await database.sql`select queue from core.schedules order by 1`
    expect(rows.map((row) => row.queue as string)).toEqual(queues.map(({ name }) => name).toSorted())
  })

  test('is created by the next tick when a tick was missed', async () => {
    expect(of(await tick('34:30'), 'forecasts')).toEqual([])
    const made = of(await tick('36:20'), 'forecasts')
    expect(made.map(({ type }) => type).toSorted()).toEqual(['cac', 'conversions', 'custom', 'revenue', 'roas'])
    expect(new Set(made.map((each) => each.brand_id))).toEqual(new Set([brandId]))
    expect(of(await tick('37:20'), 'forecasts')).toEqual([])
  })

  test('is created by a tick that follows another immediately', async () => {
    expect(of(await tick('39:40'), 'trust')).toEqual([])
    expect(of(await tick('40:01'), 'trust')).toEqual([{ queue: 'trust', brand_id: brandId }])
    expect(of(await tick('41:02'), 'trust')).toEqual([])
  })

  test('is created once after days without a tick, with the daily jobs of every brand', async () => {
    const done = await tick('12:50:00', '03-09')
    for (const queue of daily.filter((name) => name !== 'forecasts')) {
      expect(of(done, queue)).toMatchObject([{ brand_id: brandId }])
    }
    for (const { name } of queues.filter((queue) => !queue.split && queue.name !== 'extend_simulation')) {
      expect([name, of(done, name).length]).toEqual([name, 1])
    }
    const again = await tick('12:50:30', '03-09')
    expect(again.filter((each) => each.queue)).toEqual([])
  })

  test('is created once by two concurrent ticks', async () => {
    const done = (await Promise.all([tick('45:00'), tick('45:00')])).flat()
    expect(of(done, 'trust')).toEqual([{ queue: 'trust', brand_id: brandId }])
    expect(of(done, 'prune_rate_limits')).toHaveLength(1)
  })

  test('of a brand is due once a day in the same hour, or in a later hour when that was missed', async () => {
    const worker = createPool({ url: database.workerUrl, connectionsMax: 1 })
    const taken = async (now: string) =>
      await worker.begin(async (transaction) => {
        await transaction`select set_config('vitrine.now', ${now}, true)`
        return await transaction`select * from core.take_due(${daily}) where ${brandId} = any (brand_ids)`
      })
    const at = (hours: number) => new Date(Date.UTC(year, 5, 1, hours, 50)).toISOString()
    await taken(at(-1))
    const hours = []
    for (let each = 0; each < 48; each++) if ((await taken(at(each))).length > 0) hours.push(each)
    expect(hours).toEqual([Number(hour), Number(hour) + 24])
    expect((await taken(at(48 + Number(hour) + 3))).map((row) => row.queue).toSorted()).toEqual(daily.toSorted())
    await worker.end()
  })

  test('stays due when its jobs could not be created', async () => {
    const worker = createPool({ url: database.workerUrl, connectionsMax: 1, now: `${year}-03-04T${hour}:41:00Z` })
    const failing = worker.begin(async (transaction) => {
      expect(await transaction`select * from core.take_due(${daily})`).toHaveLength(4)
      throw new Error('No jobs.')
    })
    await expect(failing).rejects.toThrow('No jobs.')
    await worker.end()
    expect(of(await tick('41:30'), 'trust')).toHaveLength(1)
  })

  test('of a new brand waits for its time', async () => {
    await database.sql`update core.brands set created_at = ${`${year}-03-04T${hour}:30:00Z`} where brand_id = ${brandId}`
    expect(of(await tick('41:00'), 'trust')).toEqual([])
    expect(of(await tick('41:00', '03-05'), 'trust')).toHaveLength(1)
  })
})

describe('POST /worker/tick', { timeout: 60_000 }, () => {
  test('creates the partitions of the next months in a new installation', async () => {
    const fresh = await createDatabase()
    const worker = createWorker(
      { database: functions, publicBaseUrl: 'http://vitrine.test', trustedProxyHops: 0, log: () => undefined },
      { databaseUrl: fresh.workerUrl, secret, webhooks: { secretKey, allowsLoopback: true } },
    )
    const response = await worker.request('/worker/tick', {
      method: 'POST',
      headers: { Authorization: `bearer ${secret}` },
    })
    expect((await response.json()).data).toContainEqual(expect.objectContaining({ queue: 'maintain_partitions' }))
    const [row] = await fresh.sql`select to_regclass('analytics.facts_daily_2027_01') is not null as is_made`
    expect(row?.is_made).toBe(true)
    await fresh.stop()
  })

  test('logs every job, and the cause of a failed one', async () => {
    await tick('05:30')
    expect(log).toContainEqual(expect.objectContaining({ queue: 'prune_rate_limits', job_id: expect.any(String) }))
    await database.sql`
      insert into pgboss.job (name, data, singleton_key, policy, retry_limit)
      values ('forecasts', '{"brand_id": "brd_unknown", "type": "custom", "metrics": "nonsense"}', 'unknown', 'exclusive', 0)`
    await tick('05:40')
    const failed = log.filter((line) => line.failed)
    expect(failed).toEqual([
      expect.objectContaining({
        queue: 'forecasts',
        brand_id: 'brd_unknown',
        cause: expect.stringMatching(/\w+.*\n\s+at /s),
      }),
    ])
  })
})
