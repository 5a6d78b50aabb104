import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { Client } from '../support/oauth.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1 })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const register = async (metadata: Record<string, unknown>) => await new Client(api.url).register(metadata)

describe('POST /api/oauth/register (RFC 7591)', () => {
  test('returns 201 with the accepted metadata and no secret', async () => {
    const { status, body, headers } = await register({
      client_name: 'App',
      redirect_uris: ['https://app.example/callback'],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'openid read:marketing mcp:tools',
      client_uri: 'https://app.example',
      jwks: { keys: [] },
      is_admin: true,
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      client_id: expect.stringMatching(/^client_[0-9a-f]{32}$/),
      client_id_issued_at: Date.parse('2026-11-20T12:00:00Z') / 1000,
      client_name: 'App',
      redirect_uris: ['https://app.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'read:marketing',
      client_uri: 'https://app.example',
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test('omits client pages that are not https', async () => {
    const { status, body } = await register({
      redirect_uris: ['https://app.example/callback'],
      client_uri: 'javascript:alert(1)',
      logo_uri: 'data:image/svg+xml,<svg onload=alert(1)>',
      tos_uri: 'http://169.254.169.254/',
      policy_uri: 'https://app.example/privacy',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ policy_uri: 'https://app.example/privacy' })
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(client|logo|tos)_uri$/)]))
  })

  test('accepts the redirect URIs of known clients', async () => {
    const uris = [
      'https://claude.ai/api/mcp/auth_callback',
      'http://localhost:6274/oauth/callback',
      'http://127.0.0.1:33418',
      'http://127.0.0.1:33418/',
      'http://[::1]:9000/cb',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'vscode://publisher.extension/callback',
      'com.example.app:/oauth2redirect',
      'https://HOST.example/Path?keep=THIS%2f&x=',
    ]
    const { status, body } = await register({ redirect_uris: uris, application_type: 'web', client_name: null })
    expect([status, body.redirect_uris]).toEqual([201, uris])
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'javascript\u0000:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'vbscript:x',
    'about:blank',
    'ws://a.example/',
    'ftp://a.example/',
    'http://app.example/callback',
    'http://localhost.evil.example/',
    'http://localhost@evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://127.1/',
    'http://0x7f.0.0.1/',
    'http://localhost./',
    'https://user:secret@app.example/',
    'https://@app.example/',
    'https://app.example/#fragment',
    'https://app.example/#',
    'https://*.example/callback',
    'https://app.example/*',
    'https://app.example\\@evil.example/',
    'https://app.example/callback?code=x',
    'https://app.example/callback?keep=1&stat%65=x',
    'https://app.example/callback?error',
    'com.example.app:/callback?iss=x',
    'https://app.example/a b',
    'https://app.example/\r\nSet-Cookie: a=b',
    'https://äpp.example/',
    'https://',
    'https:///callback',
    '//app.example/callback',
    '/callback',
    '',
    'unknown://callback',
    'https:',
    `https://app.example/${'x'.repeat(2048)}`,
  ])('rejects the whole registration for one bad redirect URI: %j (400 invalid_redirect_uri)', async (uri) => {
    const [before] = await database.sql`select count(*) from oauth.clients`
    const { status, body } = await register({ redirect_uris: ['https://app.example/callback', uri] })
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
    const [after] = await database.sql`select count(*) from oauth.clients`
    expect(after?.count).toBe(before?.count)
  })

  test.each([
    ['invalid_redirect_uri', { redirect_uris: undefined }],
    ['invalid_redirect_uri', { redirect_uris: [] }],
    ['invalid_redirect_uri', { redirect_uris: 'https://app.example/' }],
    ['invalid_redirect_uri', { redirect_uris: [5] }],
    ['invalid_redirect_uri', { redirect_uris: Array.from({ length: 11 }, (_, i) => `https://app.example/${i}`) }],
    ['invalid_client_metadata', { client_name: 5 }],
    ['invalid_client_metadata', { client_name: 'x'.repeat(201) }],
    ['invalid_client_metadata', { client_name: 'a\u0000b' }],
    ['invalid_client_metadata', { client_name: 'line\nbreak' }],
    ['invalid_client_metadata', { client_name: '\ud800' }],
    ['invalid_client_metadata', { response_types: ['token'] }],
    ['invalid_client_metadata', { grant_types: ['client_credentials'] }],
  ])('returns %s for %j', async (error, metadata) => {
    const { status, body } = await register(metadata)
    expect([status, body.error, typeof body.error_description]).toEqual([400, error, 'string'])
  })

  test.each([
    [{ redirect_uris: undefined }, '`redirect_uris` is required.'],
    [{ redirect_uris: 'https://app.example/' }, '`redirect_uris` must be a list.'],
    [{ redirect_uris: [] }, '`redirect_uris` must have at least 1 entry.'],
    [{ redirect_uris: [5] }, '`redirect_uris[0]` must be text.'],
    [{ client_name: 5, redirect_uris: ['https://app.example/'] }, '`client_name` must be text.'],
    [{ client_name: 'a\nb', redirect_uris: ['https://app.example/'] }, '`client_name` has control characters.'],
    [{ grant_types: ['x'.repeat(101)] }, '`grant_types[0]` must have at most 100 characters.'],
  ])('rejects %j with %s', async (metadata, description) => {
    expect((await register(metadata)).body.error_description).toBe(description)
  })

  test.each(['', 'nonsense', '[]', 'null', '5'])('returns 400 for a body of %j', async (body) => {
    const response = await fetch(`${api.url}/api/oauth/register`, {
      method: 'POST',
      body,
      headers: { 'X-Forwarded-For': new Client(api.url).ip },
    })
    expect([response.status, (await response.json()).error]).toEqual([
      400,
      expect.stringMatching(/^invalid_(client_metadata|redirect_uri)$/),
    ])
  })

  test('returns 429 after 30 registrations from one address, and 201 to others', async () => {
    const flooding = new Client(api.url)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 31; attempt++) statuses.push((await flooding.register()).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(30)
    const last = await flooding.register()
    expect([last.status, last.body.error, last.headers.get('retry-after')]).toEqual([
      429,
      'temporarily_unavailable',
      '60',
    ])
    expect((await register({})).status).toBe(201)
  })

  test('clients without a grant are deleted after 30 days, and others kept', async () => {
    const [old, used] = [new Client(api.url), new Client(api.url)]
    await old.register()
    await used.register()
    const [person] = await database.sql`select core.create_person('prune@people.example', 'a long secret', 'P') as id`
    await database.sql`
      insert into oauth.grants (person_id, client_id, resource, redirect_uri, scopes, brand_ids, created_at, expires_at)
      values (${person?.id as string}, ${used.clientId}, 'r', 'u', '{read:commerce}', '{b}', platform.clock(), platform.clock() + interval '1 year')`
    await database.sql`update oauth.clients set created_at = platform.clock() - interval '31 days'`
    await database.sql`select oauth.prune()`
    const left = await database.sql`select client_id from oauth.clients`
    expect(left).toEqual([{ client_id: used.clientId }])
  })
})
