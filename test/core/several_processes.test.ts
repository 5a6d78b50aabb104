import { EventSource } from 'eventsource'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deadLetterQueue } from '../../functions/worker/boss.ts'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { startReceiver } from '../support/receiver.ts'
import type { Receiver } from '../support/receiver.ts'
import { secretKey } from '../support/webhooks.ts'

const polling = { timeout: 60_000, interval: 50 }
const brands = 12

let database: TestDatabase
let receiver: Receiver
let gateways: string[]
const running: RunningProcess[] = []

/** Two gateways and two workers, as they are deployed, on one database. */
beforeAll(async () => {
  database = await createDatabase()
  receiver = await startReceiver()
  const variables = {
    VITRINE_NOW: '2026-11-20T12:00:00Z',
    WEBHOOK_SECRET_KEY: secretKey,
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  }
  const ports = [await freePort(), await freePort()]
  for (const port of ports) {
    const served = { ...variables, DATABASE_URL: database.functionsUrl, PORT: String(port) }
    running.push(startProcess('cli/gateway/gateway.ts', served))
  }
  gateways = ports.map((port) => `http://127.0.0.1:${port}`)
  for (const name of ['one', 'two']) {
    const url = `${database.workerUrl}?application_name=${name}`
    running.push(startProcess('functions/worker/process.ts', { ...variables, DATABASE_URL: url }))
  }
  await vi.waitUntil(async () => {
    const answers = await Promise.all(gateways.map((url) => fetch(`${url}/openapi.json`).catch(() => null)))
    const [queue] = await database.sql`select to_regclass('pgboss.schedule') is not null as is_made`
    return answers.every((answer) => answer?.ok) && queue?.is_made
  }, polling)
})
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()))
  await receiver.stop()
  await database.stop()
})

function ask(gateway: string, path: string, key: string, body?: object) {
  return fetch(gateway + path, {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
}

const tally = <Value>(values: Value[]) =>
  [...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length])

describe('two gateways and two workers on one database', () => {
  test('share one rate limit', async () => {
    const { key } = await createTenant(database.sql, { plan: 'TRIAL' })
    const asked = Array.from({ length: 90 }, (_, number) => ask(gateways[number % 2] as string, '/v1/brands', key))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(Object.fromEntries(tally(statuses))).toEqual({ 200: 60, 429: 30 })
  })

  test('run every job once, and each worker runs some', { timeout: 120_000 }, async () => {
    await database.sql.unsafe(`
      create table public.taken (job_id uuid, by_worker text);
      grant insert on public.taken to vitrine_worker;
      create function public.note_taken() returns trigger language plpgsql as
        $$ begin insert into public.taken values (new.id, current_setting('application_name')); return null; end $$;
      create trigger note_taken after update of state on pgboss.job for each row
        when (new.state = 'active' and old.state <> 'active') execute function public.note_taken();`)
    const jobs: string[] = []
    for (let brand = 0; brand < brands; brand++) {
      const { brandId } = await createTenant(database.sql)
      const row = {
        platform: 'google',
        account_id: 'a',
        campaign_id: 'c',
        campaign_name: 'C',
        revenue: 400,
        conversions: 20,
      }
      const days = Array.from({ length: 30 }, (_, day) =>
        new Date(Date.UTC(2026, 9, 20 + day)).toISOString().slice(0, 10),
      )
      await ingest(
        database,
        brandId,
        days.map((date, day) => ({ ...row, date, spend: day === 29 ? 900 : 100 + (day % 5) })),
      )
      for (const [queue, data] of [
        ['anomalies', { brand_id: brandId }],
        ['forecasts', { brand_id: brandId, type: 'revenue', metrics: 'revenue' }],
      ] as const) {
        const [job] = await database.sql`
          insert into pgboss.job (name, data, singleton_key, policy, retry_limit, expire_seconds, dead_letter)
          values (${queue}, ${database.sql.json(data)}, ${Object.values(data).join('/')}, 'exclusive', 3, 900, ${deadLetterQueue})
          returning id`
        jobs.push(job?.id as string)
      }
    }
    const states = () => database.sql`select state, retry_count from pgboss.job where id = any (${jobs})`
    await vi.waitUntil(async () => (await states()).every(({ state }) => state === 'completed'), {
      timeout: 110_000,
      interval: 200,
    })
    expect((await states()).filter(({ retry_count }) => retry_count > 0)).toEqual([])
    const taken = await database.sql`select job_id, by_worker from public.taken where job_id = any (${jobs})`
    expect(taken.map(({ job_id }) => job_id as string).toSorted()).toEqual(jobs.toSorted())
    expect(new Set(taken.map(({ by_worker }) => by_worker as string))).toEqual(new Set(['one', 'two']))
    const found = await database.sql`
      select brand_id from analytics.anomalies where brand_id <> 'brd_simulated' group by brand_id having count(*) = 1`
    expect(found).toHaveLength(brands)
  })

  test('send every event once and in order to streams and webhooks', { timeout: 90_000 }, async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    const { key: reader } = await issueKey(database.sql, accountId, { prefix: 'svc_ak_' })
    const { key } = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
    const hook = { url: `${receiver.url}/hook`, types: ['trust.updated'] }
    expect((await ask(gateways[0] as string, '/api/webhooks', key, hook)).status).toBe(200)
    const readers = gateways.map((gateway) => {
      const received: number[] = []
      const source = new EventSource(`${gateway}/api/storefront/${brandId}/events/stream`, {
        fetch: (address, init) =>
          fetch(address, { ...init, headers: { ...init.headers, Authorization: `Bearer ${reader}` } }),
      })
      source.addEventListener('trust.updated', ({ data }) =>
        received.push(JSON.parse(data as string).data.number as number),
      )
      return { source, received }
    })
    await vi.waitUntil(() => readers.every(({ source }) => source.readyState === EventSource.OPEN), polling)
    const writers = 4
    const each = 40
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let number = 0; number < each; number++) {
          await database.sql.begin(async (transaction) => {
            await transaction`select core.enter_brand(${brandId})`
            await transaction`select events.emit(${brandId}, 'trust.updated', ${transaction.json({ number: writer * each + number })})`
          })
        }
      }),
    )
    const heard = () => receiver.at('/hook').map(({ body }) => body.data.number as number)
    await vi.waitUntil(
      () => readers.every(({ received }) => received.length >= writers * each) && heard().length >= writers * each,
      polling,
    )
    for (const { source } of readers) source.close()
    const rows = await database.sql`
      select (data ->> 'number')::integer as number from events.outbox where brand_id = ${brandId} order by seq`
    const order = rows.map(({ number }) => number as number)
    expect(order).toHaveLength(writers * each)
    for (const { received } of readers) expect(received).toEqual(order)
    expect(heard()).toEqual(order)
  })
})
