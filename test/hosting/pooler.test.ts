import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'
import { createPool } from '../../shared/db/pool.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { hasPgbouncer, startPgbouncer } from '../support/pgbouncer.ts'
import type { Pgbouncer } from '../support/pgbouncer.ts'
import { readEvents } from '../support/read_events.ts'

let database: TestDatabase
let pgbouncer: Pgbouncer
let pooledUrl: string
const processes: RunningProcess[] = []

beforeAll(async () => {
  if (!hasPgbouncer) return
  database = await createDatabase()
  const { url: serverUrl, rolePassword } = inject('postgres')
  pgbouncer = await startPgbouncer({ serverUrl, logins: { vitrine_functions: rolePassword }, poolSize: 1 })
  const url = new URL(database.functionsUrl)
  url.host = pgbouncer.host
  pooledUrl = url.href
})
afterAll(async () => {
  await Promise.all(processes.map((running) => running.stop()))
  await pgbouncer?.stop()
  await database?.stop()
})

/** Starts one function on Deno as deployed, with the pooler set in its environment. */
async function start(name: string, variables: Record<string, string> = {}): Promise<string> {
  const port = await freePort()
  const environment = { DATABASE_URL: pooledUrl, DATABASE_TRANSACTION_POOLER: 'true', PORT: String(port), ...variables }
  processes.push(startProcess(`functions/${name}/index.ts`, environment))
  const url = `http://127.0.0.1:${port}`
  await expect.poll(() => fetch(url).then(Boolean, () => false), { timeout: 20_000, interval: 50 }).toBe(true)
  return url
}

/** Counts the connections to this database that listen. */
async function listeners(): Promise<number> {
  const rows = await database.sql`
    select from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
  return rows.length
}

describe.skipIf(!hasPgbouncer)('behind PgBouncer in transaction mode', () => {
  test('callers who share one connection see only their own brands and leave no state', async () => {
    const url = await start('analytics')
    const tenants = await Promise.all(Array.from({ length: 3 }, () => createTenant(database.sql)))
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, turn) => {
        const { key, brandId } = tenants[turn % 3] as (typeof tenants)[number]
        const response = await fetch(`${url}/v1/brands`, { headers: { Authorization: `Bearer ${key}` } })
        const { data } = (await response.json()) as { data: { id: string }[] }
        return [response.status, data.map(({ id }) => id), brandId] as const
      }),
    )
    expect(answers.filter(([status, ids, own]) => status !== 200 || ids.length !== 1 || ids[0] !== own)).toEqual([])
    const state = postgres(pooledUrl, { max: 1, prepare: false })
    try {
      const [row] = await state`
        select current_user::text as who, current_setting('vitrine.brand_ids', true) as brands,
          current_setting('statement_timeout') as request, current_setting('lock_timeout') as lock`
      expect(row).toEqual({ who: 'vitrine_functions', brands: '', request: '8s', lock: '2s' })
    } finally {
      await state.end()
    }
  })

  test('a connection without DATABASE_TRANSACTION_POOLER is rejected by PgBouncer', async () => {
    const sql = createPool({ url: pooledUrl, connectionsMax: 1 })
    await expect(sql`select 1`).rejects.toThrow('unsupported startup parameter')
    await sql.end({ timeout: 1 })
  })

  test('streams use LISTEN with DATABASE_SESSION_URL, and poll without it', async () => {
    const { brandId, accountId } = await createTenant(database.sql)
    const { key } = await issueKey(database.sql, accountId, { prefix: 'svc_ak_' })
    const bring = async (url: string, number: number, listening: number) => {
      const address = `${url}/api/storefront/${brandId}/events/stream`
      const reading = await readEvents(address, { Authorization: `Bearer ${key}` })
      await database.sql.begin(async (sql) => {
        await sql`select core.enter_brand(${brandId})`
        await sql`select events.emit(${brandId}, 'trust.updated', ${sql.json({ number })})`
      })
      await reading.until(({ events }) => events.some(({ data }) => data.number === number))
      // The stream can deliver the event by its first read, before it listens.
      await expect.poll(listeners).toBe(listening)
      reading.close()
    }
    await bring(await start('events'), 1, 0)
    await bring(await start('events', { DATABASE_SESSION_URL: database.functionsUrl }), 2, 1)
  })
})
