import postgres from 'postgres'
import type { Sql } from 'postgres'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from './support/database.ts'
import type { TestDatabase } from './support/database.ts'
import { createBrand, createTenant } from './support/factories.ts'
import { ingest } from './support/ingest.ts'
import { commandLine } from './support/vitrine.ts'

const suffix = randomUUID().slice(0, 8)
const [ada, bob] = [`ada_${suffix}`, `bob_${suffix}`]
let database: TestDatabase
let brands: { own: string; sibling: string; foreign: string; accountId: string }
const logins: Record<string, Sql> = {}
const { vitrine, json } = commandLine(() => database)

interface Created {
  name: string
  brand_ids: string[]
  password: string
}

function login(name: string, password: string): Sql {
  const url = new URL(database.adminUrl)
  ;[url.username, url.password] = [name, password]
  return postgres(url.href, { max: 1, onnotice: () => undefined, connection: { application_name: 'analyst' } })
}

const asAda = () => logins.ada as Sql
const asBob = () => logins.bob as Sql

beforeAll(async () => {
  database = await createDatabase()
  const own = await createTenant(database.sql)
  const foreign = await createTenant(database.sql)
  brands = {
    own: own.brandId,
    sibling: await createBrand(database.sql, own.accountId),
    foreign: foreign.brandId,
    accountId: own.accountId,
  }
  for (const brandId of [brands.own, brands.sibling, brands.foreign])
    await ingest(database, brandId, [
      { date: '2026-11-01', platform: 'meta', campaign_name: `of ${brandId}`, spend: 5 },
    ])
  const first = await json<Created>('analysts', 'create', ada, '--brand', brands.own, '--statement-timeout', '1s')
  const second = await json<Created>('analysts', 'create', bob, '--account', brands.accountId)
  logins.ada = login(ada, first.password)
  logins.bob = login(bob, second.password)
})
afterAll(async () => {
  for (const sql of Object.values(logins)) await sql.end()
  for (const name of [ada, bob]) await vitrine(['analysts', 'remove', name])
  await database.stop()
})

describe('the database login of an analyst', () => {
  test('reads its brands and no other', async () => {
    const read = async (sql: Sql) =>
      (await sql`select distinct campaign_name from analytics.daily_performance order by 1`).map(
        (row) => row.campaign_name as string,
      )
    expect(await read(asAda())).toEqual([`of ${brands.own}`])
    expect(await read(asBob())).toEqual([`of ${brands.own}`, `of ${brands.sibling}`].toSorted())
    expect(await asAda()`select from analytics.daily_performance where brand_id = ${brands.foreign}`).toHaveLength(0)
    await expect(asAda()`select analytics.metrics(${brands.foreign}, '2026-11-01', '2026-11-02')`).rejects.toThrow()
  })

  test('does not read a brand that an owner deleted, from the deletion on', async () => {
    const read = async () =>
      (await asBob()`select distinct brand_id from analytics.daily_performance`).map(({ brand_id }) => brand_id)
    expect(await read()).toContain(brands.sibling)
    await database.sql`
      update core.brands set status = 'archived', deletion_due_at = platform.clock() + interval '7 days'
      where brand_id = ${brands.sibling}`
    expect(await read()).toEqual([brands.own])
    await expect(
      asBob()`select analytics.metrics(${brands.sibling}, '2026-11-01', '2026-11-02')`,
    ).rejects.toMatchObject({
      code: 'NTFND',
    })
    await database.sql`select core.restore_brand(${brands.sibling})`
    expect(await read()).toContain(brands.sibling)
  })

  test('cannot write any table of the service', async () => {
    const [may] = await asAda()`
      select count(*)::integer as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v') and n.nspname not in (${ada}, 'information_schema') and n.nspname not like 'pg\\_%'
        and (has_any_column_privilege(c.oid, 'insert, update') or has_table_privilege(c.oid, 'delete, truncate, trigger'))`
    expect(may).toEqual({ tables: 0 })
    await expect(asAda()`delete from analytics.orders`).rejects.toMatchObject({ code: '42501' })
    await expect(asAda()`insert into core.analyst_grants values (${ada}, ${brands.foreign})`).rejects.toMatchObject({
      code: '42501',
    })
    await expect(asAda()`select core.add_analyst(${ada}, ${[brands.foreign]})`).rejects.toMatchObject({ code: '42501' })
    await expect(asAda().unsafe('set role vitrine_worker')).rejects.toMatchObject({ code: '42501' })
  })

  test('has a default statement timeout that a session may change', async () => {
    await expect(asAda()`select pg_sleep(20)`).rejects.toMatchObject({ code: '57014' })
    const [row] = await asBob()`show statement_timeout`
    expect(row).toEqual({ statement_timeout: '1min' })
    await asAda().begin(async (sql) => {
      await sql`set local statement_timeout = '30s'`
      await sql`select pg_sleep(1.2)`
    })
    await expect(asAda()`select pg_sleep(20)`).rejects.toMatchObject({ code: '57014' })
  })

  test('creates tables in its own schema and in no other', async () => {
    await asAda()`create table kept as select * from analytics.daily_performance`
    const [kept] = await asAda()`select count(*)::integer as rows, 'kept'::regclass::text as name from kept`
    expect(kept).toEqual({ rows: 1, name: 'kept' })
    const [where] =
      await database.sql`select schemaname from pg_tables where tablename = 'kept' and tableowner = ${ada}`
    expect(where).toEqual({ schemaname: ada })
    for (const schema of ['public', 'analytics', 'core', bob])
      await expect(asAda().unsafe(`create table ${schema}.mine (x integer)`)).rejects.toMatchObject({ code: '42501' })
    await expect(asAda().unsafe('create schema more')).rejects.toMatchObject({ code: '42501' })
    await asAda().unsafe('create function spent() returns bigint language sql return (select count(*) from kept)')
    expect(await asAda()`select spent()::integer as rows`).toEqual([{ rows: 1 }])
  })

  test('cannot read the schema of another analyst or grant access to its own', async () => {
    await asAda()`create table if not exists kept_secret as select 1 as x`
    await expect(asBob().unsafe(`select * from ${ada}.kept_secret`)).rejects.toMatchObject({ code: '42501' })
    // Postgres only warns when a role grants access to a schema that it does not own.
    await asAda().unsafe(`grant usage on schema ${ada} to ${bob}`)
    await asAda().unsafe(`grant select on kept_secret to ${bob}`)
    await expect(asBob().unsafe(`select * from ${ada}.kept_secret`)).rejects.toMatchObject({ code: '42501' })
  })

  const days = `'2026-11-01', '2026-11-02'`
  test.each([
    ["analytics.forecast_total(OWN, 'revenu', DAYS)", 'BADRQ', 'metric'],
    ['analytics.forecast_total(OWN, null, DAYS)', 'BADRQ', 'metric'],
    ["analytics.forecast_total(OWN, 'revenue', '2026-11-02', '2026-11-01')", 'BADRQ', 'date_to'],
    ["analytics.forecast_total(OWN, 'revenue', null, '2026-11-01')", 'BADRQ', 'date_from'],
    ["analytics.forecast_total(OWN, 'revenue', '2026-11-01', 'infinity')", 'BADRQ', 'date_to'],
    ["analytics.forecast_total(FOREIGN, 'revenue', DAYS)", 'NTFND', 'brand_id'],
    ["analytics.facts_as_of(FOREIGN, DAYS, '2026-11-20')", 'NTFND', 'brand_id'],
    ["analytics.facts_as_of(null, DAYS, '2026-11-20')", 'NTFND', 'brand_id'],
    ["analytics.facts_as_of(OWN, '2026-11-02', '2026-11-01', '2026-11-20')", 'BADRQ', 'last_on'],
    ["analytics.facts_as_of(OWN, null, '2026-11-01', '2026-11-20')", 'BADRQ', 'first_on'],
    ["analytics.facts_as_of(OWN, '2026-11-01', null, '2026-11-20')", 'BADRQ', 'last_on'],
    ['analytics.facts_as_of(OWN, DAYS, null)', 'BADRQ', 'stored_before'],
    ['analytics.expected_restatement(FOREIGN)', 'NTFND', 'brand_id'],
    ["analytics.expected_restatement('brd_nope')", 'NTFND', 'brand_id'],
  ])('%s raises %s for %s', async (call, code, field) => {
    const named = call.replace('OWN', `'${brands.own}'`).replace('FOREIGN', `'${brands.foreign}'`).replace('DAYS', days)
    await expect(asAda().unsafe(`select * from ${named}`)).rejects.toMatchObject({ code, column_name: field })
  })

  test('reads facts as of a time, also of days without any', async () => {
    const count = async (...range: string[]) =>
      (
        await asAda()`select from analytics.facts_as_of(${brands.own}, ${range[0]!}, ${range[1]!}, now() + interval '1 year')`
      ).length
    expect(await count('2026-11-01', '2026-11-02')).toBe(1)
    expect(await count('1990-01-01', '1990-01-02')).toBe(0)
  })

  test('reads the target of a pricing policy, but not its floor', async () => {
    await database.sql.begin(async (transaction) => {
      await transaction`select core.enter_brand(${brands.own})`
      await transaction`select commerce.set_pricing_policy(${brands.own}, '{"percent": 70}', 85)`
    })
    expect(await asAda()`select target_percent::float from commerce.pricing_policies`).toEqual([{ target_percent: 85 }])
    for (const column of ['floor_percent', 'floor_micros', 'list_price_min_micros', '*'])
      await expect(asAda().unsafe(`select ${column} from commerce.pricing_policies`)).rejects.toMatchObject({
        code: '42501',
      })
  })
})

describe('vitrine analysts', () => {
  test('list shows the brands and the statement timeout of each analyst', async () => {
    const rows = await json<{ name: string }[]>('analysts', 'list')
    expect(rows.filter(({ name }) => name === ada)).toEqual([
      { name: ada, brand_ids: [brands.own], statement_timeout: '1s' },
    ])
  })

  test('add grants more brands, and remove --brand revokes them', async () => {
    const seen = async () => (await asAda()`select distinct brand_id from analytics.daily_performance`).length
    await json('analysts', 'add', ada, '--brand', brands.sibling)
    expect(await seen()).toBe(2)
    await json('analysts', 'remove', ada, '--brand', brands.sibling)
    expect(await seen()).toBe(1)
  })

  test('remove ends the session, the login and the schema', async () => {
    const name = `cy_${suffix}`
    const { password } = await json<Created>('analysts', 'create', name, '--brand', brands.own)
    const sql = login(name, password)
    const [session] = await sql`select pg_backend_pid() as pid`
    await sql`create table work as select 1 as x`
    await json('analysts', 'remove', name)
    const isThere = () => database.sql`select from pg_stat_activity where pid = ${session?.pid as number}`
    await expect.poll(isThere, { timeout: 10_000 }).toHaveLength(0)
    const again = login(name, password)
    await expect(again`select 1`).rejects.toThrow()
    await Promise.all([sql.end({ timeout: 1 }), again.end({ timeout: 1 })])
    expect(await database.sql`select from pg_roles where rolname = ${name}`).toHaveLength(0)
    expect(await database.sql`select from pg_namespace where nspname = ${name}`).toHaveLength(0)
    expect(await database.sql`select from core.analyst_grants where role_name = ${name}`).toHaveLength(0)
    const { code, stderr } = await vitrine(['analysts', 'remove', name])
    expect([code, stderr]).toEqual([1, expect.stringContaining(`There is no analyst ${name}`)])
  })

  test.each([
    [['create', 'Ada Byron', '--brand', 'x'], 'There is no brand'],
    [['create', 'core', '--brand', 'own'], 'must not be the name of a schema'],
    [['create', 'vitrine_me', '--brand', 'own'], 'must be up to 63 lower-case letters'],
    [['create', 'x"; drop table y', '--brand', 'own'], 'must be up to 63 lower-case letters'],
    [['create', 'no_brands'], 'Choose brands with --brand'],
    [['create', 'slow', '--brand', 'own', '--statement-timeout', '0'], 'Expected a time such as 30s'],
    [['remove', 'vitrine_worker'], 'There is no analyst vitrine_worker'],
    [['remove', 'postgres'], 'There is no analyst postgres'],
  ])('%j fails with a message', async (args, message) => {
    const { code, stderr } = await vitrine(['analysts', ...args.map((arg) => (arg === 'own' ? brands.own : arg))])
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
  })

  test('create creates nothing when a brand is unknown', async () => {
    const name = `dee_${suffix}`
    const { code } = await vitrine(['analysts', 'create', name, '--brand', brands.own, 'nowhere'])
    expect(code).toBe(1)
    expect(await database.sql`select from pg_roles where rolname = ${name}`).toHaveLength(0)
  })
})
