import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { Browser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { callback, challenge, Client, codeOf, createPerson, decide, signedIn, verifier } from '../support/oauth.ts'

let database: TestDatabase
let api: Api
let client: Client

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1 })
  client = new Client(api.url)
  await client.register()
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const open = async (address: string) => await new Browser(api.url).open(address)

describe('GET /oauth/authorize with an untrusted client or redirect URI', () => {
  test.each([
    ['an unknown client', { client_id: 'client_unknown' }],
    ['no client', { client_id: null }],
    ['a client with NUL in it', { client_id: 'client\0' }],
    ['no redirect URI', { redirect_uri: null }],
    ['another redirect URI', { redirect_uri: 'https://evil.example/callback' }],
    ['a longer one', { redirect_uri: `${callback}/more` }],
    ['a query added', { redirect_uri: `${callback}?more` }],
    ['a trailing slash', { redirect_uri: `${callback}/` }],
    ['another case of the host', { redirect_uri: 'https://APP.example/callback' }],
    ['another case of the path', { redirect_uri: 'https://app.example/Callback' }],
    ['a port, even the default one', { redirect_uri: 'https://app.example:443/callback' }],
    ['dots on the way', { redirect_uri: 'https://app.example/x/../callback' }],
    ['percent-encoding', { redirect_uri: 'https://app.example/%63allback' }],
    ['a fragment', { redirect_uri: `${callback}#x` }],
    ['user information', { redirect_uri: 'https://me@app.example/callback' }],
    ['http', { redirect_uri: 'http://app.example/callback' }],
  ])('returns 400 without a redirect for %s', async (_, parameters) => {
    const { status, location, html } = await open(client.authorizeUrl(parameters))
    expect([status, location]).toEqual([400, null])
    expect(html).not.toContain('evil.example')
  })

  test.each(['client_id', 'redirect_uri'])('returns 400 without a redirect for %s given twice', async (name) => {
    const { status, location } = await open(`${client.authorizeUrl()}&${name}=${encodeURIComponent(callback)}`)
    expect([status, location]).toEqual([400, null])
  })

  test('returns 400 for the redirect URI of another client', async () => {
    const other = new Client(api.url)
    await other.register({ redirect_uris: ['https://other.example/callback'] })
    const { status } = await open(client.authorizeUrl({ redirect_uri: 'https://other.example/callback' }))
    expect(status).toBe(400)
  })

  test('returns 400 for another port of a registered loopback URI', async () => {
    const other = new Client(api.url)
    await other.register({ redirect_uris: ['http://localhost:1234/callback'] })
    const { status } = await open(other.authorizeUrl({ redirect_uri: 'http://localhost:1235/callback' }))
    expect(status).toBe(400)
  })
})

describe('GET /oauth/authorize with an invalid parameter', () => {
  test.each([
    ['invalid_request', { code_challenge: null }],
    ['invalid_request', { code_challenge: null, code_challenge_method: null }],
    ['invalid_request', { code_challenge_method: null }],
    ['invalid_request', { code_challenge_method: 'plain', code_challenge: verifier }],
    ['invalid_request', { code_challenge_method: 's256' }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { code_challenge: `${challenge}=` }],
    ['invalid_request', { response_type: null }],
    ['invalid_request', { response_mode: 'fragment' }],
    ['invalid_request', { state: 'x'.repeat(4001) }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['unsupported_response_type', { response_type: 'code token' }],
    ['invalid_target', { resource: null }],
    ['invalid_target', { resource: 'https://evil.example/mcp' }],
    ['invalid_scope', { scope: 'openid profile' }],
  ])('redirects with %s, state and iss for %j', async (error, parameters: Record<string, string | null>) => {
    const { status, location } = await open(client.authorizeUrl(parameters))
    expect(status).toBe(303)
    expect(`${location?.origin}${location?.pathname}`).toBe(callback)
    const { state = 'some-state' } = parameters
    expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
      error,
      error_description: expect.any(String),
      state,
      iss: api.url,
    })
  })

  test.each(['', '/', '/sse', '?x'])('accepts the exact resource only: %j', async (suffix) => {
    const { location, status } = await open(client.authorizeUrl({ resource: `${client.resource}${suffix}` }))
    expect(location?.searchParams.get('error') ?? status).toBe(suffix === '' ? 200 : 'invalid_target')
  })

  test.each(['state=other', 'scope=a', 'resource=x', 'response_type=code'])(
    'redirects with invalid_request for a repeated %s',
    async (more) => {
      const { location } = await open(`${client.authorizeUrl({ scope: 'read:commerce' })}&${more}`)
      expect(location?.searchParams.get('error')).toBe('invalid_request')
    },
  )

  test('keeps the query of the redirect URI', async () => {
    const other = new Client(api.url)
    const redirectUri = 'https://app.example/callback?tenant=a%2Fb'
    await other.register({ redirect_uris: [redirectUri] })
    const { location } = await open(other.authorizeUrl({ redirect_uri: redirectUri, resource: null }))
    expect(location?.href).toMatch(/^https:\/\/app\.example\/callback\?tenant=a%2Fb&error=invalid_target&/)
  })
})

describe('the state parameter', () => {
  test.each([
    'a+b%20c',
    '%00',
    '%ff%fe',
    '%F0%9F%A6%8A',
    '%zz',
    "'%22<>",
    '=&'.replace('&', '%26'),
    'a%0d%0aLocation:x',
  ])('%s is returned byte for byte', async (state) => {
    const { headers } = await open(`${client.authorizeUrl({ state: null, resource: null })}&state=${state}`)
    const sent = new URL(`https://x.example/?state=${state}`).search.slice('?state='.length)
    expect(headers.get('location')?.split('&state=')[1]).toBe(sent)
  })

  test('is omitted when the request has none', async () => {
    const { location } = await open(client.authorizeUrl({ state: null, resource: null }))
    expect(location?.searchParams.has('state')).toBe(false)
  })

  test('is returned with a code and iss', async () => {
    const { brandId } = await createTenant(database.sql)
    const person = await createPerson(database.sql, [brandId])
    const browser = new Browser(api.url)
    const page = await signedIn(browser, person, client.authorizeUrl({ state: 'x y&z' }))
    const answered = await decide(browser, page)
    expect(answered.status).toBe(303)
    expect([...(answered.location?.searchParams.keys() ?? [])].toSorted()).toEqual(['code', 'iss', 'state'])
    expect(answered.location?.searchParams.get('state')).toBe('x y&z')
    expect(answered.location?.searchParams.get('iss')).toBe(api.url)
    expect(codeOf(answered)).toMatch(/^[\w-]{43}$/)
  })
})

describe('private-use URI schemes', () => {
  test('receive the redirect as registered', async () => {
    const cursor = new Client(api.url)
    const redirectUri = 'cursor://anysphere.cursor-mcp/oauth/callback'
    await cursor.register({ redirect_uris: [callback, 'http://localhost:8787/callback', redirectUri] })
    const { headers } = await open(cursor.authorizeUrl({ redirect_uri: redirectUri, resource: null }))
    expect(headers.get('location')).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?error=/)
  })
})

describe('more than 60 authorization requests a minute from one address', () => {
  test('return 429 as a page', async () => {
    const browser = new Browser(api.url)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 61; attempt++) statuses.push((await browser.open(client.authorizeUrl())).status)
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })
})
