import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../shared/db/call.ts'
import { identify } from '../../shared/db/identify.ts'
import { createPool } from '../../shared/db/pool.ts'
import type { Database } from '../../shared/db/pool.ts'
import { createApp } from '../../shared/http/app.ts'
import type { App, AppOptions } from '../../shared/http/app.ts'
import { analyticsEnvelope, analyticsErrorBody } from '../../shared/http/analytics_envelope.ts'
import { routeOperations } from '../../shared/http/route.ts'
import { analyticsOperations } from '../../shared/operations/analytics.ts'
import { sha256 } from '../../shared/credentials/sha256.ts'
import { createToken } from '../../shared/credentials/tokens.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createBrand, createTenant, issueKey } from '../support/factories.ts'
import { Client, createPerson } from '../support/oauth.ts'
import type { Decision, Person } from '../support/oauth.ts'

let database: TestDatabase
let api: Api
let pool: Database
let connector: App
let elsewhere: App
let person: Person
let brandIds: string[]
let accountId: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1 })
  pool = createPool({
    url: database.functionsUrl,
    connectionsMax: 8,
    isPooled: database.isPooled,
    now: '2026-11-20T12:00:00Z',
  })
  connector = createResource(`${api.url}/mcp`)
  elsewhere = createResource('https://elsewhere.example/mcp')
  const tenant = await createTenant(database.sql, { name: 'Alpha' })
  accountId = tenant.accountId
  brandIds = [tenant.brandId, await createBrand(database.sql, accountId, { name: 'Beta' })]
  // The brands belong to two accounts, because a grant follows memberships and not accounts.
  brandIds.push((await createTenant(database.sql, { name: 'Gamma' })).brandId)
})
afterAll(async () => {
  await pool.end({ timeout: 1 })
  await api.stop()
  await database.stop()
})

/** An endpoint that accepts access tokens, as the connector does. */
function createResource(resource: string): App {
  const options: AppOptions = {
    services: { database: pool, publicBaseUrl: api.url, trustedProxyHops: 1, log: () => undefined },
    keyPrefixes: ['sk_live_'],
    resource,
    renderError: analyticsErrorBody,
    envelope: analyticsEnvelope,
  }
  const app = createApp(options)
  routeOperations(app, analyticsOperations, options)
  return app
}

async function connected(decision: Partial<Decision> = {}) {
  person = await createPerson(database.sql, brandIds)
  const client = new Client(api.url)
  const { body } = await client.connect(person, decision)
  const [grant] = await database.sql`select grant_id from oauth.grants where client_id = ${client.clientId}`
  return { client, token: body.access_token as string, grantId: grant?.grant_id as string }
}

async function get(path: string, token: string, app = connector) {
  const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': new Client('').ip }
  const response = await app.request(path, { headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const brandsOf = async (token: string) =>
  (await get('/v1/brands', token)).body.data?.map(({ id }: { id: string }) => id).toSorted()

describe('an access token', () => {
  test('reaches the brands of its grant and no other', async () => {
    const { token } = await connected({ brandIds: [brandIds[0] as string, brandIds[2] as string] })
    expect(await brandsOf(token)).toEqual([brandIds[0], brandIds[2]].toSorted())
    const range = 'date_from=2026-11-01&date_to=2026-11-02'
    expect((await get(`/v1/creatives?${range}&brand_id=${brandIds[0]}`, token)).status).toBe(409)
    expect((await get(`/v1/creatives?${range}&brand_id=${brandIds[1]}`, token)).status).toBe(403)
    expect((await get(`/v1/creatives?${range}`, token)).status).toBe(400)
  })

  test('loses a brand permanently when the membership ends', async () => {
    const { token, grantId } = await connected()
    await database.sql`delete from core.memberships where person_id = ${person.id} and brand_id = ${brandIds[0] as string}`
    expect(await brandsOf(token)).toEqual(brandIds.slice(1).toSorted())
    await database.sql`select core.add_member(${person.id}, ${brandIds[0] as string}, 'viewer')`
    expect(await brandsOf(token)).toEqual(brandIds.slice(1).toSorted())
    await database.sql`delete from core.memberships where person_id = ${person.id}`
    expect((await get('/v1/brands', token)).status).toBe(401)
    const [grant] = await database.sql`select revoked_for from oauth.grants where grant_id = ${grantId}`
    expect(grant?.revoked_for).toBe('no_brand_left')
  })

  test('reaches only brands of current memberships', async () => {
    const { token, grantId } = await connected({ brandIds: [brandIds[0] as string] })
    const { brandId } = await createTenant(database.sql)
    await database.sql`update oauth.grants set brand_ids = array_append(brand_ids, ${brandId}) where grant_id = ${grantId}`
    expect(await brandsOf(token)).toEqual([brandIds[0]])
  })

  test('does not reach a brand that the person joins later', async () => {
    const { token } = await connected()
    const { brandId } = await createTenant(database.sql)
    await database.sql`select core.add_member(${person.id}, ${brandId}, 'owner')`
    expect(await brandsOf(token)).toEqual(brandIds.toSorted())
  })

  test('returns the missing scope when it lacks one', async () => {
    const { token } = await connected({ scopes: ['read:commerce'] })
    expect((await get('/v1/brands', token)).status).toBe(403)
    const asked = { operation: 'analytics.brands', input: {}, clientIp: 'x', resource: `${api.url}/mcp` }
    const outcome = await call(pool, { ...asked, credentialHash: sha256(token) })
    expect(outcome).toMatchObject({
      missingScope: 'read:marketing',
      scopes: ['read:commerce'],
      error: { code: 'forbidden' },
    })
  })

  test('reads every storefront', async () => {
    const { token } = await connected()
    const { brandId } = await createTenant(database.sql)
    const look = async (brand: string) => {
      const asked = {
        operation: 'storefront.search',
        input: { brand_id: brand, q: 'x', sort: 'relevance', variants: 'grouped', page: 1, limit: 5 },
        clientIp: 'x',
      }
      return await call(pool, { ...asked, resource: `${api.url}/mcp`, credentialHash: sha256(token) })
    }
    expect((await look(brandId)).error).toBeNull()
    expect((await look('brd_unknown')).error?.code).toBe('not_found')
  })

  test('is valid for one resource only', async () => {
    const { token } = await connected()
    expect((await get('/v1/brands', token, elsewhere)).status).toBe(401)
    const plain = await api.http.get('/v1/brands').set('Authorization', `Bearer ${token}`)
    expect(plain.status).toBe(401)
    const [row] = await pool`select status from core.call('analytics.brands', ${sha256(token)}, 'x', '{}')`
    expect(row?.status).toBe('NAUTH')
  })

  test('ends after an hour, with its grant, and with a password change', async () => {
    const { token } = await connected()
    const hash = sha256(token)
    const [row] = await database.sql`select expires_at from oauth.access_tokens where token_hash = ${hash}`
    expect(row?.expires_at).toEqual(new Date('2026-11-20T13:00:00Z'))
    await database.sql`update oauth.access_tokens set expires_at = '2026-11-20T12:00:00Z' where token_hash = ${hash}`
    expect((await get('/v1/brands', token)).status).toBe(401)
    const { token: second } = await connected()
    expect((await get('/v1/brands', second)).status).toBe(200)
    await database.sql`update auth.users set encrypted_password = 'changed' where id = ${person.id}`
    expect((await get('/v1/brands', second)).status).toBe(401)
  })

  test.each(['mcp_at_', `mcp_at_${'x'.repeat(42)}`, `mcp_at_${'x'.repeat(44)}`, `mcp_at_${'!'.repeat(43)}`])(
    'is rejected without a database query when it is malformed: %s',
    async (token) => {
      expect((await get('/v1/brands', token)).status).toBe(401)
    },
  )

  test('is not a refresh token, and is not accepted in the URL', async () => {
    const { client, token } = await connected()
    const [row] =
      await database.sql`select count(*)::integer as count from oauth.refresh_tokens join oauth.grants using (grant_id) where client_id = ${client.clientId}`
    expect(row?.count).toBe(1)
    expect((await get('/v1/brands', createToken('refresh'))).status).toBe(401)
    expect((await connector.request(`/v1/brands?access_token=${token}`)).status).toBe(401)
  })

  test('an API key is still accepted at the same endpoint', async () => {
    const { key, keyId } = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
    const { status, headers } = await get('/v1/brands', key)
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([200, '600'])
    expect(
      await identify(pool, { credentialHash: sha256(key), clientIp: 'x', resource: `${api.url}/mcp` }),
    ).toMatchObject({
      keyId,
      isToken: false,
      personId: null,
    })
  })
})

describe('the rate limit of a grant', () => {
  test('is 600 a minute for all of its tokens together', async () => {
    const { token, grantId, client } = await connected()
    await database.sql`insert into core.rate_limits values (${`grant:${grantId}`}, '2026-11-20T12:00:00Z', 598)`
    const { headers } = await get('/v1/brands', token)
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['600', '1'])
    expect((await get('/v1/brands', token)).status).toBe(200)
    expect((await get('/v1/brands', token)).status).toBe(429)
    const other = await connected()
    expect((await get('/v1/brands', other.token)).status).toBe(200)
    expect(client.clientId).not.toBe(other.client.clientId)
  })

  test('updates last_used_at once a minute', async () => {
    const { token, grantId } = await connected()
    await get('/v1/brands', token)
    const used = async () =>
      (await database.sql`select last_used_at, xmin from oauth.grants where grant_id = ${grantId}`)[0]
    const first = await used()
    expect(first?.last_used_at).toEqual(new Date('2026-11-20T12:00:00Z'))
    await get('/v1/brands', token)
    expect(await used()).toEqual(first)
  })
})

describe('core.identify with a token', () => {
  test('returns the grant, person and brands and counts no request', async () => {
    const { token, grantId, client } = await connected({ scopes: ['read:commerce'], brandIds: [brandIds[1] as string] })
    const asked = { credentialHash: sha256(token), clientIp: 'x', resource: client.resource }
    expect(await identify(pool, asked)).toEqual({
      keyId: grantId,
      isToken: true,
      isSimulated: false,
      scopes: ['read:commerce'],
      brandIds: [brandIds[1]],
      expiresAt: new Date('2026-11-20T13:00:00Z'),
      clientId: client.clientId,
      personId: person.id,
    })
    const taken = await database.sql`select from core.rate_limits where bucket = ${`grant:${grantId}`}`
    expect(taken).toHaveLength(0)
    await expect(identify(pool, { ...asked, resource: 'https://elsewhere.example/mcp' })).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })

  test('limits invalid tokens to 100 a minute', async () => {
    const asked = { clientIp: 'guesser', resource: 'r' }
    const guess = async () =>
      await identify(pool, { ...asked, credentialHash: sha256(createToken('access')) }).catch(({ code }) => code)
    const answers = await Promise.all(Array.from({ length: 101 }, guess))
    expect(answers.filter((code) => code === 'unauthorized')).toHaveLength(100)
    expect(answers.filter((code) => code === 'rate_limited')).toHaveLength(1)
  })
})
