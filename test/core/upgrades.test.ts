import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../../cli/database/schema.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { describeDatabase } from '../../cli/migrations/describe_database.ts'
import { stock } from '../support/catalog_rows.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { nextMigrations } from '../support/next_migrations.ts'

const runner = join(import.meta.dirname, '..', 'support', 'migrate_next.ts')
const names = ['saves', 'spend_of_notes']
const migrations = nextMigrations()
const releasedNames = migrations.slice(0, -names.length).map(({ name }) => name)
const polling = { timeout: 25_000, interval: 10 }

let database: TestDatabase
let api: Api

beforeEach(async () => {
  database = await createDatabase()
  await database.sql`update core.plans set requests_per_minute = 1000000`
  await database.sql`update core.key_kinds set requests_per_minute = 1000000 where requests_per_minute is not null`
  api = await startApi(database, { connectionsMax: 6 })
})
afterEach(async () => {
  await api.stop()
  await database.stop()
})

/** Creates a tenant of the previous release with reports, products and a key of each kind. */
async function openShop() {
  const { accountId, brandId, key } = await createTenant(database.sql)
  const { key: secretKey } = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
  await ingest(database, brandId, [row('2026-11-01', 100)])
  await stock(database, brandId, [{ id: 'lamp', title: 'Lamp' }])
  return { brandId, key, secretKey }
}

function row(date: string, spend: number) {
  return { date, platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'Brand', spend }
}

interface Load {
  statuses: number[]
  proposals: string[]
  days: number
  stop: () => Promise<void>
}

/** Runs readers, proposals and imports over HTTP and SQL until stopped. */
function load(brandId: string, key: string, secretKey: string): Load {
  const state = { isOver: false }
  const held: Load = { statuses: [], proposals: [], days: 1, stop: async () => undefined }
  const again = async (work: (number: number) => Promise<unknown>) => {
    for (let number = 1; !state.isOver; number++) await work(number)
  }
  const read = (path: string, credential: string) =>
    again(async () => {
      const response = await fetch(api.url + path, { headers: { Authorization: `Bearer ${credential}` } })
      await response.arrayBuffer()
      held.statuses.push(response.status)
    })
  const propose = again(async (number) => {
    const idempotency_key = `proposal-${number}`
    const response = await fetch(`${api.url}/api/mcp/propose_change`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        target: { level: 'campaign', id: '1', platform: 'google' },
        change: { kind: 'other', to: `Change ${number}` },
        rationale: 'It costs more than it earns.',
        evidence: ['roas 0.4 in the last 30 days (get_campaign)'],
        idempotency_key,
      }),
    })
    await response.arrayBuffer()
    held.statuses.push(response.status)
    if (response.ok) held.proposals.push(idempotency_key)
  })
  const importing = again(async (number) => {
    if (number > 17) return await new Promise((next) => setTimeout(next, 10))
    await ingest(database, brandId, [row(`2026-11-${String(number + 1).padStart(2, '0')}`, number)])
    held.days += 1
  })
  const metrics = '/v1/metrics?date_from=2026-11-01&date_to=2026-11-18&metrics=spend&level=campaign'
  const all = [read('/v1/brands', key), read(metrics, key), read(`/api/storefront/${brandId}/products`, secretKey)]
  held.stop = async () => {
    state.isOver = true
    await Promise.all([...all, propose, importing])
  }
  onTestFinished(held.stop)
  return held
}

async function recorded(): Promise<string[]> {
  const rows = await database.sql`select name from supabase_migrations.schema_migrations order by version`
  return rows.map(({ name }) => name as string)
}

function another(): Sql {
  return postgres(database.adminUrl, { max: 2, onnotice: () => undefined })
}

describe('migrate on a database that is read and written', () => {
  test('fails no request and loses no row', async () => {
    const { brandId, key, secretKey } = await openShop()
    const loaded = load(brandId, key, secretKey)
    await vi.waitUntil(() => loaded.statuses.length > 100 && loaded.proposals.length > 5 && loaded.days > 3, polling)
    const before = loaded.statuses.length
    expect(await migrate(database.sql, { migrations })).toEqual(names)
    const during = loaded.statuses.length
    await vi.waitUntil(() => loaded.statuses.length > during + 100, polling)
    await loaded.stop()

    expect(api.log.filter(({ status }) => status !== 200)).toEqual([])
    expect(loaded.statuses.filter((status) => status !== 200)).toEqual([])
    expect(during).toBeGreaterThan(before)
    const rows =
      await database.sql`select idempotency_key, priority from connector.proposals where brand_id = ${brandId}`
    expect(rows.map((each) => each.idempotency_key).toSorted()).toEqual(loaded.proposals.toSorted())
    expect(new Set(rows.map((each) => each.priority))).toEqual(new Set(['normal']))
    const [facts] = await database.sql`
      select count(distinct day)::integer as days, count(saves)::integer as saves from analytics.facts_daily where brand_id = ${brandId}`
    expect(facts).toEqual({ days: loaded.days, saves: 0 })
    const { body } = await api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)
    expect(body.data).toMatchObject([{ id: brandId, platforms: ['next'] }])
  })

  test('waits for a lock in short attempts that delay no other request', async () => {
    const { brandId, key, secretKey } = await openShop()
    const analyst = another()
    let release: () => void = () => undefined
    const reading = analyst.begin(async (transaction) => {
      await transaction`select count(*) from connector.proposals`
      await new Promise<void>((done) => (release = done))
    })
    const loaded = load(brandId, key, secretKey)
    await vi.waitUntil(() => loaded.proposals.length > 0, polling)
    const migrating = migrate(database.sql, { migrations, lockMilliseconds: 200 })
    const misses = () => database.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%saves%'`
    await vi.waitUntil(async () => (await misses()).length > 0, polling)
    const before = loaded.proposals.length
    await vi.waitUntil(() => loaded.proposals.length > before + 20, polling)
    release()
    await reading
    expect(await migrating).toEqual(names)
    await loaded.stop()
    await analyst.end()
    expect(loaded.statuses.filter((status) => status !== 200)).toEqual([])
  })

  test('changes nothing when it cannot acquire its locks, and reports it in a sentence', async () => {
    const before = await describeDatabase(database.sql)
    const analyst = another()
    await analyst.begin(async (transaction) => {
      await transaction`select count(*) from connector.proposals`
      const migrating = migrate(database.sql, { migrations, lockMilliseconds: 20, attemptsMax: 3 })
      await expect(migrating).rejects.toThrow(
        /could not acquire its locks in 3 attempts.+Nothing was changed.+run the migration again/,
      )
    })
    await analyst.end()
    expect(await describeDatabase(database.sql)).toEqual(before)
  })

  test('changes nothing in a second run', async () => {
    expect(await migrate(database.sql, { migrations })).toEqual(names)
    const after = await describeDatabase(database.sql)
    expect(await migrate(database.sql, { migrations })).toEqual([])
    expect(await describeDatabase(database.sql)).toEqual(after)
  })

  test('applies each file once with three concurrent runs', async () => {
    const others = [another(), another(), another()]
    const applied = await Promise.all(others.map((sql) => migrate(sql, { migrations })))
    expect(applied.flat().toSorted()).toEqual(names.toSorted())
    expect((await recorded()).slice(-2)).toEqual(names)
    await Promise.all(others.map((sql) => sql.end()))
  })

  test('rolls back a failing file and keeps the file before it', async () => {
    const broken = { version: '20991231235902', name: 'broken', text: 'create table core.half (id text); select 1/0;' }
    const [first, second] = migrations.slice(-2)
    const failing = migrate(database.sql, { migrations: [...migrations.slice(0, -1), broken, second as typeof broken] })
    await expect(failing).rejects.toThrow('division by zero')
    expect(await recorded()).toEqual([...releasedNames, first?.name])
    expect((await database.sql`select to_regclass('core.half') as half`)[0]?.half).toBeNull()
    expect(await migrate(database.sql, { migrations })).toEqual([second?.name])
  })

  test('leaves the database unchanged when it is killed with SIGKILL', async () => {
    const before = await describeDatabase(database.sql)
    const analyst = another()
    let child: ReturnType<typeof spawn> | undefined
    const waiting = () => database.sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%saves%'`
    await analyst.begin(async (transaction) => {
      await transaction`select count(*) from connector.proposals`
      child = spawn(process.execPath, [runner], { env: { ...process.env, DATABASE_URL: database.adminUrl } })
      // At this point the columns of facts are added and the column of proposals is not.
      await vi.waitUntil(async () => (await waiting()).length > 0, polling)
      child.kill('SIGKILL')
      await once(child, 'exit')
    })
    await vi.waitUntil(async () => {
      const [row] = await database.sql`
        select count(*)::integer as runners from pg_stat_activity where datname = current_database() and query like '%saves%' and pid <> pg_backend_pid()`
      return row?.runners === 0
    }, polling)
    await analyst.end()
    expect(await describeDatabase(database.sql)).toEqual(before)
    expect(await recorded()).toEqual(releasedNames)
    expect(await migrate(database.sql, { migrations })).toEqual(names)
  })
})
