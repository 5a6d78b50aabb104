import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey, keyPrefixes, parseKey } from '../../shared/credentials/keys.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function withAuthorization(value: string) {
  return api.http.get('/v1/brands').set('Authorization', value)
}

describe('createKey and parseKey', () => {
  test.each(keyPrefixes)('create a %s key of 38 random characters and parse it to its hash', (prefix) => {
    const { key, hash, display } = createKey(prefix)
    expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`))
    expect(parseKey(key)).toEqual({ prefix, hash })
    expect(display).toBe(`${prefix}...${key.slice(-4)}`)
  })

  test('return null for a key with one wrong character', () => {
    const { key } = createKey('svc_sk_live_')
    for (const position of [12, 30, key.length - 1]) {
      const wrong = key[position] === 'a' ? 'b' : 'a'
      expect(parseKey(key.slice(0, position) + wrong + key.slice(position + 1))).toBeNull()
    }
  })
})

describe('401', () => {
  test('returns the same body for every invalid credential (401 unauthorized)', async () => {
    const { accountId, key } = await createTenant(database.sql)
    const expired = await issueKey(database.sql, accountId, { expiresAt: '2026-11-20T11:59:59Z' })
    const revoked = await issueKey(database.sql, accountId)
    await database.sql`select core.revoke_key(${revoked.keyId})`
    const unknown = createKey('svc_sk_live_')
    const storefront = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
    const stream = await issueKey(database.sql, accountId, { prefix: 'svc_ak_' })
    const values = [
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${key} ${key}`,
      `Basic ${key}`,
      key,
      'Bearer null',
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${'x'.repeat(5000)}`,
      `Bearer ${unknown.key}`,
      `Bearer ${expired.key}`,
      `Bearer ${revoked.key}`,
      `Bearer ${storefront.key}`,
      `Bearer ${stream.key}`,
    ]
    for (const value of values) {
      const response = await withAuthorization(value)
      expect([value.slice(0, 30), response.status]).toEqual([value.slice(0, 30), 401])
      expect(response.body.error).toEqual({
        code: 'unauthorized',
        message: expect.stringMatching(
          /complete, of a kind that this API takes, of this installation, and neither expired/,
        ),
      })
      expect(response.headers['www-authenticate']).toBe('Bearer')
      expect(response.headers['x-ratelimit-limit']).toBeUndefined()
    }
  })

  test('ignores a key in the query string', async () => {
    const { key } = await createTenant(database.sql)
    expect((await api.http.get('/v1/brands').query({ api_key: key })).status).toBe(401)
  })

  test('is returned before parameters are validated', async () => {
    const unknown = createKey('svc_sk_live_')
    const response = await api.http.get('/v1/metrics').set('Authorization', `Bearer ${unknown.key}`)
    expect(response.status).toBe(401)
  })

  test('counts invalid keys by address and not by key (429 rate_limited)', async () => {
    const own = await createDatabase()
    const server = await startApi(own)
    const { key } = await createTenant(own.sql)
    const unknown = createKey('svc_sk_live_')
    const statuses: number[] = []
    for (let request = 0; request < 101; request++) {
      statuses.push((await server.http.get('/v1/brands').set('Authorization', `Bearer ${unknown.key}`)).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(100)
    expect(statuses.at(-1)).toBe(429)
    const holder = await server.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)
    expect(holder.status).toBe(200)
    await server.stop()
    await own.stop()
  })

  test('is returned immediately for a revoked key and from the expiry time for an expiring one', async () => {
    const { accountId, key, keyId } = await createTenant(database.sql)
    expect((await withAuthorization(`Bearer ${key}`)).status).toBe(200)
    await database.sql`select core.revoke_key(${keyId})`
    expect((await withAuthorization(`Bearer ${key}`)).status).toBe(401)
    const atNow = await issueKey(database.sql, accountId, { expiresAt: '2026-11-20T12:00:00Z' })
    const later = await issueKey(database.sql, accountId, { expiresAt: '2026-11-20T12:00:01Z' })
    expect((await withAuthorization(`Bearer ${atNow.key}`)).status).toBe(401)
    expect((await withAuthorization(`Bearer ${later.key}`)).status).toBe(200)
  })
})

describe('request log', () => {
  test('contains the key id and never the key', async () => {
    const { key, keyId } = await createTenant(database.sql)
    await withAuthorization(`Bearer ${key}`)
    expect(api.log.at(-1)).toMatchObject({
      key_id: keyId,
      path: '/v1/brands',
      status: 200,
      operation: 'analytics.brands',
    })
    expect(JSON.stringify(api.log)).not.toContain(key)
  })
})
