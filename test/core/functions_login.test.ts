import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { harden } from '../../cli/database/harden.ts'
import { limitFunctionsLogin } from '../../functions/worker/queues/limit_functions_login.ts'
import { createTenant } from '../support/factories.ts'
import { startOwnCluster } from '../support/own_cluster.ts'
import type { OwnCluster } from '../support/own_cluster.ts'

/** What a login with the leaked password of vitrine_functions can do to others, without a key. */

let cluster: OwnCluster
let worker: Sql

beforeAll(async () => {
  cluster = await startOwnCluster()
  worker = postgres(cluster.database.workerUrl, { max: 1, onnotice: () => undefined })
})
afterAll(async () => {
  await worker.end({ timeout: 1 })
  await cluster.database.stop()
})

/** Opens a session of the leaked login, in the database of Vitrine or another one. */
function session(database?: string): Sql {
  const url = new URL(cluster.database.functionsUrl)
  if (database) url.pathname = `/${database}`
  const sql = postgres(url.href, { max: 1, onnotice: () => undefined })
  onTestFinished(async () => await sql.end({ timeout: 0 }).catch(() => undefined))
  return sql
}

/** Writes one event that has no sequence number. */
async function emit(brandId: string): Promise<void> {
  await worker`select events.sequence_events()`
  await cluster.database.sql`select core.enter_brand(${brandId}), events.emit(${brandId}, 'trust.updated', '{}')`
}

const isRefused = { code: '42501' }
/** Passes the age that a limit allows, which Postgres measures by its own clock. */
async function limited(kind: string): Promise<void> {
  await vi.waitFor(
    async () => expect(await limitFunctionsLogin.run(worker as never, {})).toMatchObject({ [`${kind}s_ended`]: 1 }),
    { timeout: 25_000, interval: 500 },
  )
}

describe('the login of the functions, on any Postgres', () => {
  test('cannot open more than three quarters of the connections', async () => {
    const [role] = await cluster.database.sql`
      select rolconnlimit, current_setting('max_connections')::integer as all from pg_roles where rolname = 'vitrine_functions'`
    expect(role?.rolconnlimit).toBe((role?.all * 3) / 4)
    await cluster.database.sql`alter role vitrine_functions connection limit 1`
    onTestFinished(
      async () =>
        void (await cluster.database.sql.unsafe(`alter role vitrine_functions connection limit ${role?.rolconnlimit}`)),
    )
    await session()`select 1`
    await expect(session()`select 1`).rejects.toMatchObject({ code: '53300' })
  })

  test('has a statement timeout, a lock timeout and an idle timeout by default', async () => {
    const sql = session()
    const [row] = await sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`
    expect(row).toEqual({ statement: '8s', lock: '2s', idle: '10s' })
  })

  test('cannot create a temporary table in the database of Vitrine', async () => {
    await expect(session()`create temporary table filled (id integer)`).rejects.toMatchObject(isRefused)
  })

  test('cannot stop the sequencer with an advisory lock or with its row', async () => {
    const { brandId } = await createTenant(cluster.database.sql)
    const sql = session()
    await sql`select pg_advisory_lock(hashtextextended('events.sequence', 0))`
    await expect(sql`select from events.sequencer for update`).rejects.toMatchObject(isRefused)
    await emit(brandId)
    const [row] = await worker`select events.sequence_events() as count`
    expect(row?.count).toBe(1)
  })

  test('loses a statement that runs for longer than 15 s without its timeout', { timeout: 40_000 }, async () => {
    const sql = session()
    await sql`set statement_timeout = 0`
    const running = sql`select pg_sleep(60)`.then(
      () => null,
      (error: { code: string }) => error.code,
    )
    await limited('statement')
    expect(await running).toBe('57014')
  })

  test('loses a session that stays in a transaction, and its row locks with it', { timeout: 40_000 }, async () => {
    const { brandId } = await createTenant(cluster.database.sql)
    await emit(brandId)
    const sql = session()
    await sql`set idle_in_transaction_session_timeout = 0`
    await sql.unsafe('begin; select events.sequence_events()').simple()
    expect(await worker`select events.sequence_events() as count`).toEqual([{ count: 0 }])
    await limited('session')
    await vi.waitFor(async () => expect(await worker`select events.sequence_events() as count`).toEqual([{ count: 1 }]))
  })

  test('loses a session that holds an advisory lock outside a transaction', async () => {
    await session()`select pg_advisory_lock(1)`
    await limited('session')
  })

  test('loses its large objects', async () => {
    await session()`select lo_from_bytea(0, '\\x00')`
    await limited('large_object')
    expect(await cluster.database.sql`select from pg_largeobject_metadata`).toHaveLength(0)
  })

  test('keeps its sessions that exceed no limit, and the worker has no job then', async () => {
    const sql = session()
    await sql`listen vitrine_events`
    expect(await limitFunctionsLogin.split?.(worker, [])).toEqual([])
    expect(await limitFunctionsLogin.run(worker as never, {})).toEqual({})
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  })

  test('cannot change where the codes of a client with a metadata document are sent', async () => {
    const sql = session()
    const id = 'https://assistant.example/client.json'
    const keep = async (uri: string, name = 'Assistant') =>
      await sql`select oauth.keep_client_document(${id}, ${name}, ${[uri]}, '{authorization_code}', '{}', 3600)`
    for (const uri of [
      'https://evil.example/callback',
      'https://assistant.example@evil.example/callback',
      'https://assistant.example.evil.example/callback',
      'https://evil.example/https://assistant.example/',
      'http://assistant.example/callback',
      'HTTPS://evil.example/',
      'javascript:alert(1)',
    ]) {
      await expect(keep(uri), uri).rejects.toMatchObject({ code: 'BADRQ' })
    }
    await keep('https://assistant.example/callback')
    await keep('https://assistant.example/open-redirect', 'Changed while it is fresh')
    const [row] = await cluster.database
      .sql`select client_name, redirect_uris from oauth.clients where client_id = ${id}`
    expect(row).toEqual({ client_name: 'Assistant', redirect_uris: ['https://assistant.example/callback'] })
  })
})

describe('the login of the functions', () => {
  test.each([
    ['a', ['javascript:alert(1)'], 'must_be_https_loopback_or_private_use'],
    ['a', ['http://app.example/callback'], 'must_be_https_loopback_or_private_use'],
    ['a', ['https://evil@app.example/'], 'must_be_https_loopback_or_private_use'],
    ['a', [`https://app.example/${'a'.repeat(2048)}`], 'must_be_https_loopback_or_private_use'],
    ['a', [], 'must_contain_1_to_10_addresses'],
    ['a', Array.from({ length: 11 }, () => 'https://app.example/'), 'must_contain_1_to_10_addresses'],
    ['a'.repeat(201), ['https://app.example/'], 'is_too_long'],
  ])('cannot register a client that the API would refuse: %.10s %.40j', async (name, uris, reason) => {
    await expect(
      session()`select oauth.register_client(${name}, ${uris}, '{authorization_code}', '{}', '192.0.2.1')`,
    ).rejects.toMatchObject({ code: 'BADRQ', constraint_name: reason })
  })

  test('cannot make writers notify for longer than 120 seconds', async () => {
    for (const seconds of [2147483647, 121, 0, null])
      await expect(session()`select events.request_wake(${seconds}::integer)`).rejects.toMatchObject({ code: 'BADRQ' })
    await session()`select events.request_wake(120)`
    await session()`select events.cancel_wake()`
  })

  test('gets 503 with a reason for an operation that does not exist', async () => {
    await expect(session()`select core.call('nope', null, '192.0.2.1', '{}')`).rejects.toMatchObject({
      code: 'UNAVL',
      constraint_name: 'names_no_operation',
    })
  })
})

describe('the login of the functions, on an own server', () => {
  beforeAll(async () => {
    await harden(cluster.database.adminUrl)
    await harden(cluster.database.adminUrl)
  })

  test.each([
    ['an advisory lock', 'select pg_advisory_lock(1)'],
    ['an advisory lock of a transaction', 'select pg_try_advisory_xact_lock(1, 2)'],
    ['a large object', "select lo_from_bytea(0, '\\x00')"],
    ['an empty large object', 'select lo_create(0)'],
    ['the end of a session of the same role', 'select pg_terminate_backend(pg_backend_pid())'],
    ['the end of a statement of the same role', 'select pg_cancel_backend(pg_backend_pid())'],
    ['a higher limit of temporary files', "set temp_file_limit = '10GB'"],
    ['a temporary table in the database postgres', 'create temporary table filled (id integer)', 'postgres'],
    ['a temporary table in the database template1', 'create temporary table filled (id integer)', 'template1'],
  ])('is refused %s', async (_, statement, database?: string) => {
    await expect(session(database).unsafe(statement)).rejects.toMatchObject(isRefused)
  })

  test('leaves the locks, sessions and large objects that operations and the worker need', async () => {
    const { accountId, brandId } = await createTenant(cluster.database.sql)
    await cluster.database.sql`select core.create_brand(${accountId}, 'second', 'Second', 'USD', 'UTC')`
    await worker`select core.enter_brand(${brandId}), storefront.announce_prices(${brandId})`
    await worker`select pg_advisory_xact_lock(1)`
    expect(await limitFunctionsLogin.run(worker as never, {})).toEqual({})
  })
})
