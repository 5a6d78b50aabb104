import type { ISql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { Browser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createBrand, createTenant } from '../support/factories.ts'
import { callback, Client, codeOf, createPerson, decide, signedIn, values } from '../support/oauth.ts'
import type { Person } from '../support/oauth.ts'

let database: TestDatabase
let api: Api
let client: Client
let person: Person
let brandIds: string[]
let foreignBrandId: string

const allScopes = ['read:marketing', 'read:commerce', 'write:negotiation', 'write:proposals']

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1 })
  const { accountId, brandId } = await createTenant(database.sql, { name: 'Alpha' })
  brandIds = [brandId, await createBrand(database.sql, accountId, { name: 'Beta' })]
  foreignBrandId = (await createTenant(database.sql, { name: 'Foreign' })).brandId
  person = await createPerson(database.sql, brandIds)
  client = new Client(api.url)
  await client.register()
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const atConsent = async (who = person, browser = new Browser(api.url), parameters = {}) => ({
  browser,
  page: await signedIn(browser, who, client.authorizeUrl(parameters)),
})

async function grantOf(code: string) {
  await client.exchange(code)
  const [grant] = await database.sql`
    select scopes, brand_ids, person_id from oauth.grants join oauth.codes using (grant_id)
    where code_hash = sha256(${Buffer.from(code)}::bytea)`
  return grant
}

/** Waits until a session of the functions waits for a lock. */
async function waitsForLock(sql: ISql) {
  for (;;) {
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and usename = 'vitrine_functions' and wait_event_type = 'Lock'`
    if (waiting.length > 0) return
  }
}

describe('the consent page', () => {
  test('shows every scope, with reads ticked and writes unticked', async () => {
    for (const scope of [null, 'read:commerce', 'write:proposals write:negotiation', 'unknown read:marketing']) {
      const { page } = await atConsent(person, new Browser(api.url), { scope })
      expect(values(page, 'scope')).toEqual(allScopes)
      expect(values(page, 'scope', true)).toEqual(['read:marketing', 'read:commerce'])
    }
  })

  test('highlights a requested write scope and leaves it unticked', async () => {
    const { page } = await atConsent(person, new Browser(api.url), { scope: 'write:proposals' })
    expect(page.html.match(/requested<\/span>/g)).toHaveLength(1)
    expect(page.html).toMatch(
      /class="choice requested">\s*<input type="checkbox" name="scope" value="write:proposals"\s+\/>/,
    )
  })

  test('ticks a brand only when it is the only one', async () => {
    const { page } = await atConsent()
    expect([values(page, 'brand_id'), values(page, 'brand_id', true)]).toEqual([brandIds, []])
    const single = await createPerson(database.sql, [brandIds[0] as string])
    const { page: of } = await atConsent(single)
    expect(values(of, 'brand_id', true)).toEqual([brandIds[0]])
  })

  test('ticks all brands with a button and keeps the ticked scopes', async () => {
    const { page, browser } = await atConsent()
    const ticked = await browser.submit(page, '/oauth/authorize/decision', [
      ['scope', 'write:proposals'],
      ['decision', 'tick_all_brands'],
    ])
    expect([values(ticked, 'brand_id', true), values(ticked, 'scope', true)]).toEqual([brandIds, ['write:proposals']])
    expect(codeOf(await decide(browser, ticked))).not.toBe('')
  })

  test('does not show brands of which the person is not a member', async () => {
    const { page } = await atConsent()
    expect(page.html).toContain('Alpha')
    expect(page.html).not.toContain('Foreign')
  })

  test('shows the redirect host and marks the client name as unverified', async () => {
    const { page } = await atConsent()
    expect(page.html).toContain('app.example')
    expect(page.html).toContain('Unverified')
    expect(page.html).not.toContain('on this device')
  })

  test.each(['http://localhost:5000/cb', 'http://127.0.0.1/cb', 'cursor://x/cb'])(
    'warns about a redirect to %s',
    async (uri) => {
      const local = new Client(api.url)
      await local.register({ redirect_uris: [uri] })
      const page = await signedIn(new Browser(api.url), person, local.authorizeUrl({ redirect_uri: uri }))
      expect(page.html).toContain('on this device')
    },
  )

  test('is shown for every authorization request', async () => {
    const { page, browser } = await atConsent()
    await decide(browser, page)
    const again = await browser.open(client.authorizeUrl())
    expect([again.status, again.location]).toEqual([200, null])
    expect(again.html).toContain('Redirects to')
    const other = new Client(api.url)
    await other.register()
    expect((await browser.open(other.authorizeUrl({ prompt: 'none' }))).html).toContain('Redirects to')
  })

  test.each([
    ['<script>alert(1)</script>', '&lt;script&gt;'],
    ['"><img src=x onerror=alert(1)>', '&quot;&gt;&lt;img'],
    ['\u202egnihsihp\u202c', '>gnihsihp<'],
    ['a\u200b\u2066b\ufeff', '>ab<'],
    ['x'.repeat(200), `>${'x'.repeat(60)}…<`],
    [`Z${'\u0300'.repeat(150)}`, '>Z\u0300\u0300<'],
    ['   ', '>An app at app.example<'],
    ['Anthropic', 'Unverified'],
  ])('escapes and shortens the client name %j', async (name, expected) => {
    const hostile = new Client(api.url)
    expect((await hostile.register({ client_name: name })).status).toBe(201)
    const page = await signedIn(new Browser(api.url), person, hostile.authorizeUrl())
    expect(page.html.replace(/\s+</g, '<').replace(/>\s+/g, '>')).toContain(expected)
    expect(page.html).not.toMatch(/<script|<img|\u202e|\u200b/)
  })

  test('forbids scripts, frames, third parties and the Referer header', async () => {
    const { page } = await atConsent()
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self' https:; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.html).not.toMatch(/<script|\sstyle=|\son\w+=|https?:\/\//)
  })
})

describe('POST /oauth/authorize/decision', () => {
  test('grants the ticked scopes and brands, not the requested ones', async () => {
    const { page, browser } = await atConsent(person, new Browser(api.url), { scope: allScopes.join(' ') })
    const code = codeOf(await decide(browser, page, { scopes: ['read:commerce'], brandIds: [brandIds[1] as string] }))
    expect(await grantOf(code)).toEqual({ scopes: ['read:commerce'], brand_ids: [brandIds[1]], person_id: person.id })
  })

  test('grants more than was requested when more is ticked', async () => {
    const { page, browser } = await atConsent(person, new Browser(api.url), { scope: 'read:commerce' })
    expect((await grantOf(codeOf(await decide(browser, page))))?.scopes).toEqual(allScopes)
  })

  test('ignores brands of others and unknown scopes', async () => {
    const { page, browser } = await atConsent()
    const scopes = ['read:commerce', 'admin', 'analytics:read']
    const code = codeOf(await decide(browser, page, { scopes, brandIds: [brandIds[0] as string, foreignBrandId] }))
    expect(await grantOf(code)).toMatchObject({ scopes: ['read:commerce'], brand_ids: [brandIds[0]] })
  })

  test('redirects with access_denied, state and iss for Deny', async () => {
    const { page, browser } = await atConsent()
    const { status, location } = await decide(browser, page, { answer: 'deny' })
    expect([status, location?.searchParams.get('error')]).toEqual([303, 'access_denied'])
    expect([location?.searchParams.get('state'), location?.searchParams.get('iss')]).toEqual(['some-state', api.url])
    expect(location?.searchParams.has('code')).toBe(false)
  })

  test.each([
    ['no scope', { scopes: [] }, 'at least one permission,'],
    ['no brand', { brandIds: [] }, 'at least one brand,'],
    ['neither', { scopes: [], brandIds: [] }, 'at least one permission and at least one brand,'],
    ['only unknown scopes', { scopes: ['admin'] }, 'at least one permission,'],
    ['only a brand of others', () => ({ brandIds: [foreignBrandId] }), 'at least one brand,'],
  ])('returns 400 for Allow with %s, and keeps the request open', async (_, decision, message) => {
    const { page, browser } = await atConsent(person, new Browser(api.url), { scope: 'write:proposals' })
    const given = typeof decision === 'function' ? decision() : decision
    const again = await decide(browser, page, { scopes: ['read:commerce'], ...given })
    expect([again.status, again.location]).toEqual([400, null])
    expect(again.html).toMatch(/role="alert">\s*Access is not granted yet\./)
    expect(again.html).toContain(message)
    expect(again.html).not.toContain('Foreign')
    const code = codeOf(await decide(browser, again, { scopes: ['read:commerce'], brandIds: [brandIds[0] as string] }))
    expect((await grantOf(code))?.scopes).toEqual(['read:commerce'])
  })

  test('keeps the ticked scopes when no brand is ticked', async () => {
    const { page, browser } = await atConsent()
    const again = await decide(browser, page, { scopes: ['read:commerce', 'write:proposals'], brandIds: [] })
    expect([values(again, 'scope', true), values(again, 'brand_id', true)]).toEqual([
      ['read:commerce', 'write:proposals'],
      [],
    ])
  })

  test('accepts one of three concurrent decisions', async () => {
    const { page, browser } = await atConsent()
    const responses = await Promise.all([decide(browser, page), decide(browser, page), decide(browser, page)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([303, 404, 404])
    expect((await browser.open(page.url.href)).status).toBe(404)
  })

  test('returns 404 when a concurrent decision came first', async () => {
    const { page, browser } = await atConsent()
    const late = await database.sql.begin(async (transaction) => {
      await transaction`update oauth.authorization_requests set decided_at = platform.clock() where decided_at is null`
      const answer = decide(browser, page)
      await waitsForLock(transaction)
      return { answer }
    })
    expect((await late.answer).status).toBe(404)
  })

  test('returns 404 after ten minutes', async () => {
    const { page, browser } = await atConsent()
    await database.sql`update oauth.authorization_requests set expires_at = '2026-11-20T12:00:00Z' where decided_at is null`
    expect((await decide(browser, page)).status).toBe(404)
  })

  test('keeps other installations of the app connected', async () => {
    const tokens = [await client.connect(person), await client.connect(person), await client.connect(person)]
    for (const { body } of tokens) expect((await client.refresh(body.refresh_token as string)).status).toBe(200)
  })

  test('changes no connection when it is abandoned, denied or never redeemed', async () => {
    const first = await client.connect(person)
    await atConsent()
    const denied = await atConsent()
    await decide(denied.browser, denied.page, { answer: 'deny' })
    const unredeemed = await atConsent()
    expect(codeOf(await decide(unredeemed.browser, unredeemed.page))).not.toBe('')
    expect((await client.refresh(first.body.refresh_token as string)).status).toBe(200)
  })
})

describe('a person with 20 connections of one app', () => {
  test('keeps the 20 used last after concurrent connections, and those of other apps and people', async () => {
    const app = new Client(api.url)
    const oldest = await app.connect(person)
    const other = await new Client(api.url).connect(person)
    const theirs = await app.connect(await createPerson(database.sql, brandIds))
    await database.sql`
      update oauth.grants set created_at = created_at - interval '1 hour', redeemed_at = redeemed_at - interval '1 hour'
      where client_id = ${app.clientId} and person_id = ${person.id}`
    const browser = new Browser(api.url)
    await signedIn(browser, person, '/oauth/sign-in')
    const pages = await Promise.all(Array.from({ length: 22 }, () => browser.open(app.authorizeUrl())))
    const connections = await Promise.all(
      pages.map(async (page) => await app.exchange(codeOf(await decide(browser, page)))),
    )
    const live = await database.sql`
      select from oauth.grants where client_id = ${app.clientId} and person_id = ${person.id} and revoked_at is null`
    expect([connections.length, live.length]).toEqual([22, 20])
    expect((await app.refresh(oldest.body.refresh_token as string)).body.error).toBe('invalid_grant')
    const ended = await database.sql`
      select distinct revoked_for from oauth.grants where client_id = ${app.clientId} and revoked_at is not null`
    expect(ended.map(({ revoked_for }) => revoked_for)).toEqual(['grant_limit'])
    expect((await app.refresh(theirs.body.refresh_token as string)).status).toBe(200)
    expect(other.status).toBe(200)
  })
})

describe('an unauthorized decision', () => {
  test('returns 404 to another person, who cannot see the request either', async () => {
    const { page } = await atConsent()
    const stranger = new Browser(api.url)
    const theirs = await createPerson(database.sql, [foreignBrandId])
    const own = await signedIn(stranger, theirs, client.authorizeUrl())
    expect((await stranger.open(page.url.href)).status).toBe(404)
    expect((await new Browser(api.url).open(page.url.href)).status).toBe(404)
    const handle = page.url.searchParams.get('request') as string
    const html = own.html.replace(/name="request" value="[^"]*"/g, `name="request" value="${handle}"`)
    expect((await decide(stranger, { ...own, html })).status).toBe(404)
  })

  test('returns 403 when another site posts the form', async () => {
    const { page, browser } = await atConsent()
    const handle = page.url.searchParams.get('request') as string
    const token = /name="form_token" value="([^"]*)"/.exec(page.html)?.[1] as string
    const fields = (formToken: string): [string, string][] => [
      ['request', handle],
      ['form_token', formToken],
      ['scope', 'read:commerce'],
      ['brand_id', brandIds[0] as string],
      ['decision', 'allow'],
    ]
    const post = async (formToken: string, headers = {}) =>
      (await browser.post('/oauth/authorize/decision', fields(formToken), headers)).status
    expect(await post('')).toBe(403)
    expect(await post(token.slice(0, -1))).toBe(403)
    expect(await post(token, { 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
    expect(await post(token, { 'Sec-Fetch-Site': 'same-site' })).toBe(403)
    expect(await post(token, { 'Sec-Fetch-Site': 'same-origin' })).toBe(303)
  })

  test('returns 403 when another person signed in after the page was shown', async () => {
    const { page, browser } = await atConsent()
    const theirs = await createPerson(database.sql, [foreignBrandId])
    browser.cookies.delete('vitrine_session')
    await signedIn(browser, theirs, '/oauth/sign-in')
    expect((await decide(browser, page)).status).toBe(403)
  })

  test('returns 401 without a session', async () => {
    const { page, browser } = await atConsent()
    await database.sql`delete from oauth.sessions where person_id = ${person.id}`
    expect((await decide(browser, page)).status).toBe(401)
    expect((await browser.open(page.url.href)).html).toContain('<h1>Sign in</h1>')
  })
})

describe('cookies', () => {
  test('have the __Host- prefix, Secure and HttpOnly over https', async () => {
    const secure = await startApi(database, { publicBaseUrl: 'https://vitrine.example', trustedProxyHops: 1 })
    const { headers } = await new Browser(secure.url).open('/oauth/sign-in')
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-vitrine_browser=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    const browser = new Browser(secure.url)
    await signedIn(browser, person, '/oauth/sign-in')
    expect([...browser.cookies.keys()]).toEqual([
      '__Host-vitrine_browser',
      '__Host-vitrine_session',
      '__Host-vitrine_device',
    ])
    await secure.stop()
  })

  test('have plain names on loopback over http', async () => {
    const { browser } = await atConsent()
    expect([...browser.cookies.keys()]).toEqual(['vitrine_browser', 'vitrine_session', 'vitrine_device'])
    expect(browser.cookies.get('vitrine_session')).toMatch(/^[\w-]{43}$/)
    expect(callback).toMatch(/^https:/)
  })
})
