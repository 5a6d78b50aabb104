import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { asRole } from '../../cli/database/connect.ts'
import { schemaVersion } from '../../shared/db/readiness.ts'
import { startApi } from '../support/api.ts'
import { createTenant } from '../support/factories.ts'
import { startOwnCluster } from '../support/own_cluster.ts'
import type { OwnCluster } from '../support/own_cluster.ts'

let cluster: OwnCluster
let key: string

beforeAll(async () => {
  cluster = await startOwnCluster()
  await cluster.database.sql.unsafe(`
    create role exempt login password 'word' bypassrls; grant vitrine_functions to exempt;
    create role owning login password 'word'; grant vitrine_functions, vitrine_owner to owning;
    create role plain login password 'word'; grant vitrine_functions to plain;`)
  key = (await createTenant(cluster.database.sql)).key
})
afterAll(async () => await cluster.database.stop())

async function ask(functionsUrl: string, paths = ['/v1/brands']) {
  const api = await startApi({ ...cluster.database, functionsUrl })
  onTestFinished(async () => await api.stop())
  const answers = []
  for (const path of paths) answers.push(await api.http.get(path).set('Authorization', `Bearer ${key}`))
  return { api, statuses: answers.map(({ status }) => status), log: JSON.stringify(api.log) }
}

/** Sets the version that the schema reports, and returns a function that resets it. */
async function setSchemaVersion(version: string, compatibleSince: string): Promise<() => Promise<void>> {
  const set = async (values: string[]) => {
    const [one, other] = values
    await cluster.database.sql.unsafe(`
      create or replace function core.schema_version() returns table (version text, compatible_since text)
      language sql immutable set search_path = pg_catalog, pg_temp as $$ select '${one}', '${other}' $$`)
  }
  await set([version, compatibleSince])
  return async () => await set([schemaVersion, schemaVersion])
}

describe('the database login of a function', () => {
  test.each([
    ['a superuser', 'postgres', 'is a superuser'],
    ['one that bypasses row-level security', 'exempt', 'bypasses row-level security'],
    ['the owner of the tables', 'owning', 'may act as the owner or reads all brands'],
  ])('returns 503 for every request when it is %s', async (_, role, words) => {
    const url = role === 'postgres' ? cluster.database.adminUrl : asRole(cluster.database.adminUrl, role, 'word')
    const paths = ['/v1/brands', '/v1/brands', '/api/storefront/brd_simulated/products', '/mcp', '/oauth/connections']
    const { statuses, log, api } = await ask(url, paths)
    expect(statuses).toEqual(paths.map(() => 503))
    expect(log).toContain(`The login ${role} ${words}. Set DATABASE_URL to the role vitrine_functions.`)
    // The liveness check still returns 200.
    expect((await api.http.get('/livez')).status).toBe(200)
    const ready = await api.http.get('/readyz')
    expect([ready.status, ready.body]).toEqual([503, { status: 'not_ready', reason: 'login_has_excess_rights' }])
  })

  test('is not ready with a wrong password, and becomes ready when the database accepts it', async () => {
    const { api } = await ask(asRole(cluster.database.adminUrl, 'plain', 'wrong'))
    const refused = await api.http.get('/readyz')
    expect([refused.status, refused.body]).toEqual([503, { status: 'not_ready', reason: 'login_is_refused' }])
    await cluster.database.sql`alter role plain password 'wrong'`
    onTestFinished(async () => void (await cluster.database.sql`alter role plain password 'word'`))
    await vi.waitFor(async () => expect((await api.http.get('/readyz')).status).toBe(200), { timeout: 5000 })
  })

  test('returns 200 when it has another name and no further rights', async () => {
    const { statuses } = await ask(asRole(cluster.database.adminUrl, 'plain', 'word'))
    expect(statuses).toEqual([200])
  })

  test.each([
    ['older', '20200101000000', '20200101000000', 'schema_is_older', 'Run npm run vitrine -- migrate.'],
    [
      'newer and incompatible',
      '29990101000000',
      '29990101000000',
      'schema_is_newer',
      'Deploy the release that migrated it.',
    ],
  ])('serves nothing on a schema that is %s', async (_, version, since, reason, fix) => {
    const restore = await setSchemaVersion(version, since)
    onTestFinished(restore)
    const { api, statuses, log } = await ask(cluster.database.functionsUrl)
    const ready = await api.http.get('/readyz')
    expect([statuses, ready.status, ready.body]).toEqual([[503], 503, { status: 'not_ready', reason }])
    expect(log).toContain(fix)
  })

  test('serves on a newer schema that is compatible', async () => {
    const restore = await setSchemaVersion('29990101000000', schemaVersion)
    onTestFinished(restore)
    expect((await ask(cluster.database.functionsUrl)).statuses).toEqual([200])
  })

  test('serves nothing on a schema without a version', async () => {
    await cluster.database.sql`alter function core.schema_version() rename to renamed`
    onTestFinished(
      async () => void (await cluster.database.sql`alter function core.renamed() rename to schema_version`),
    )
    const { api } = await ask(cluster.database.functionsUrl)
    expect((await api.http.get('/readyz')).body).toEqual({ status: 'not_ready', reason: 'schema_is_older' })
  })

  test('serves nothing while the check takes longer than three seconds', { timeout: 40_000 }, async () => {
    onTestFinished(await setSchemaVersion(schemaVersion, schemaVersion))
    await cluster.database.sql.unsafe(`
      create or replace function core.schema_version() returns table (version text, compatible_since text)
      language plpgsql immutable set search_path = pg_catalog, pg_temp
      as $$ begin perform pg_sleep(4); return query select '${schemaVersion}', '${schemaVersion}'; end $$`)
    const { api, statuses } = await ask(cluster.database.functionsUrl, ['/v1/brands', '/v1/brands'])
    expect(statuses).toEqual([503, 503])
    expect((await api.http.get('/readyz')).body).toEqual({ status: 'not_ready', reason: 'database_does_not_respond' })
    await (
      await setSchemaVersion(schemaVersion, schemaVersion)
    )()
    await vi.waitFor(async () => expect((await api.http.get('/readyz')).status).toBe(200), { timeout: 10_000 })
    expect((await api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)).status).toBe(200)
  })

  test('is checked once, not with every request', async () => {
    const { api } = await ask(cluster.database.functionsUrl)
    await cluster.database.sql`alter role vitrine_functions bypassrls`
    onTestFinished(async () => void (await cluster.database.sql`alter role vitrine_functions nobypassrls`))
    expect((await api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)).status).toBe(200)
  })
})
