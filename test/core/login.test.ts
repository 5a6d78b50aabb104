import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { asRole } from '../../cli/database/connect.ts'
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

describe('the database login of a function', () => {
  test.each([
    ['a superuser', 'postgres', 'is a superuser'],
    ['one that bypasses row-level security', 'exempt', 'bypasses row-level security'],
    ['the owner of the tables', 'owning', 'owns the tables'],
  ])('returns 503 for every request when it is %s', async (_, role, words) => {
    const url = role === 'postgres' ? cluster.database.adminUrl : asRole(cluster.database.adminUrl, role, 'word')
    const paths = ['/v1/brands', '/v1/brands', '/api/storefront/brd_simulated/products', '/mcp', '/oauth/connections']
    const { statuses, log, api } = await ask(url, paths)
    expect(statuses).toEqual(paths.map(() => 503))
    expect(log).toContain(`The login ${role} ${words}. Set DATABASE_URL to the role vitrine_functions.`)
    // The liveness check still returns 200.
    expect((await api.http.get('/livez')).status).toBe(200)
  })

  test('returns 200 when it has another name and no further rights', async () => {
    const { statuses } = await ask(asRole(cluster.database.adminUrl, 'plain', 'word'))
    expect(statuses).toEqual([200])
  })

  test('is checked once, not with every request', async () => {
    const { api } = await ask(cluster.database.functionsUrl)
    await cluster.database.sql`alter role vitrine_functions bypassrls`
    onTestFinished(async () => void (await cluster.database.sql`alter role vitrine_functions nobypassrls`))
    expect((await api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)).status).toBe(200)
  })
})
