import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { Browser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { callback, Client, codeOf, createPerson, signedIn } from '../support/oauth.ts'

let database: TestDatabase
let api: Api
let brandId: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1 })
  brandId = (await createTenant(database.sql, { name: 'Alpha' })).brandId
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function connected() {
  const person = await createPerson(database.sql, [brandId])
  const client = new Client(api.url)
  const { body } = await client.connect(person, { scopes: ['read:commerce'] })
  const browser = new Browser(api.url)
  const page = await signedIn(browser, person, '/oauth/connections')
  return { person, client, browser, page, tokens: body as { access_token: string; refresh_token: string } }
}

async function revoke(token: string | null, clientId?: string) {
  const fields = { ...(token === null ? {} : { token }), ...(clientId ? { client_id: clientId } : {}) }
  return await fetch(`${api.url}/api/oauth/revoke`, { method: 'POST', body: new URLSearchParams(fields) })
}

describe('revocation by the client (RFC 7009)', () => {
  test.each(['access_token', 'refresh_token'] as const)('of the %s revokes the whole grant', async (kind) => {
    const { client, tokens, browser } = await connected()
    const { status, headers } = await revoke(tokens[kind], client.clientId)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await client.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await browser.open('/oauth/connections')).html).toContain('No app is connected')
  })

  test.each(['junk', `mcp_at_${'x'.repeat(43)}`, `mcp_rt_${'x'.repeat(43)}`, 'a\0b'])(
    'of %j returns 200 and changes nothing',
    async (token) => {
      expect((await revoke(token)).status).toBe(200)
    },
  )

  test('without a token returns 400', async () => {
    expect((await revoke(null)).status).toBe(400)
  })

  test('of a token of another client changes nothing', async () => {
    const { client, tokens } = await connected()
    const thief = new Client(api.url)
    await thief.register()
    expect((await revoke(tokens.access_token, thief.clientId)).status).toBe(200)
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200)
  })
})

describe('pages without an onward path', () => {
  test('connected apps link to the console, to account security, and explain how to connect an app', async () => {
    const person = await createPerson(database.sql, [brandId])
    const { html } = await signedIn(new Browser(api.url), person, '/oauth/connections')
    for (const path of ['/console', '/oauth/security', '/docs/guides/connect_an_assistant']) {
      expect(html).toContain(`href="${path}"`)
    }
    expect(html).toContain('/mcp</code>')
  })

  test.each([
    ['GET', '/oauth/nowhere', '/console'],
    ['GET', '/oauth/authorize?client_id=unknown', '/console'],
    ['POST', '/oauth/connections/disconnect', '/oauth/connections'],
    ['POST', '/oauth/security/password', '/oauth/security'],
  ])('the error page of %s %s has a link', async (method, path, link) => {
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: { Accept: 'text/html' },
      ...(method === 'POST' ? { body: new URLSearchParams({ form_token: 'junk' }) } : {}),
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(await response.text()).toContain(`<a href="${link}">`)
  })
})

describe('connected apps', () => {
  test('are listed with the scopes and brands of each', async () => {
    const { browser, client, page } = await connected()
    const { html, status, headers } = await browser.open('/api/oauth/grants')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(JSON.parse(html)).toEqual({
      data: [
        {
          id: expect.stringMatching(/^gra_/),
          client_id: client.clientId,
          client_name: 'Test app',
          redirect_uri: callback,
          resource: client.resource,
          device: null,
          scopes: ['read:commerce'],
          permissions: ['Read public storefronts'],
          brands: [{ id: brandId, name: 'Alpha' }],
          created_at: '2026-11-20T12:00:00Z',
          expires_at: '2027-11-20T12:00:00Z',
          last_used_at: null,
        },
      ],
      meta: { request_id: headers.get('x-request-id') },
    })
    expect(page.html).toMatch(
      /Test app[\s\S]+app\.example[\s\S]+Read public storefronts[\s\S]+Alpha[\s\S]+20 Nov 2026, 12:00 UTC/,
    )
  })

  test('list two installations of one app by device and revoke one of them', async () => {
    const { browser, person, client, tokens } = await connected()
    const phone = new Browser(api.url)
    const headers = {
      'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
    }
    const page = await signedIn(phone, person, client.authorizeUrl())
    const form = [...page.html.matchAll(/type="hidden" name="(form_token|request)" value="([^"]*)"/g)].slice(0, 2)
    const decision = await phone.post(
      '/oauth/authorize/decision',
      [
        ...form.map(([, name, value]) => [name, value] as [string, string]),
        ['scope', 'read:commerce'],
        ['brand_id', brandId],
        ['decision', 'allow'],
      ],
      headers,
    )
    const second = await client.exchange(codeOf(decision))
    const { data } = JSON.parse((await browser.open('/api/oauth/grants')).html) as {
      data: { id: string; device: string | null }[]
    }
    expect(data.map(({ device }) => device).toSorted()).toEqual(['Safari on iPhone', null])
    const first = data.find(({ device }) => device === null)
    expect((await browser.open(`/api/oauth/grants/${first?.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400)
    expect((await client.refresh(second.body.refresh_token as string)).status).toBe(200)
    expect((await browser.open('/oauth/connections')).html).toContain('from Safari on iPhone')
  })

  test('are disconnected by a button', async () => {
    const { browser, page, client, tokens } = await connected()
    const after = await browser.submit(page, '/oauth/connections/disconnect')
    expect([after.status, after.html]).toEqual([200, expect.stringContaining('The app is disconnected.')])
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400)
  })

  test('are disconnected by DELETE once', async () => {
    const { browser, client, tokens } = await connected()
    const { data } = JSON.parse((await browser.open('/api/oauth/grants')).html)
    const remove = async (headers = {}) =>
      await browser.open(`/api/oauth/grants/${data[0].id}`, { method: 'DELETE', headers })
    expect((await remove({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400)
  })

  test('of another person are neither shown nor revoked', async () => {
    const { client, tokens } = await connected()
    const [grant] = await database.sql`select grant_id from oauth.grants where client_id = ${client.clientId}`
    const other = await connected()
    expect((await other.browser.open('/api/oauth/grants')).html).not.toContain(grant?.grant_id)
    const { status, html } = await other.browser.open(`/api/oauth/grants/${grant?.grant_id}`, { method: 'DELETE' })
    expect([status, JSON.parse(html).error.code]).toEqual([404, 'not_found'])
    const page = { ...other.page, html: other.page.html.replace(/gra_\w+/, grant?.grant_id as string) }
    expect((await other.browser.submit(page, '/oauth/connections/disconnect')).status).toBe(404)
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200)
  })

  test('return 401 without a session, and the page redirects to sign-in', async () => {
    for (const [method, path] of [
      ['GET', '/api/oauth/grants'],
      ['DELETE', '/api/oauth/grants/gra_x'],
    ]) {
      const { status, html } = await new Browser(api.url).open(path as string, { method: method as string })
      expect([status, JSON.parse(html).error.code]).toEqual([401, 'unauthorized'])
    }
    expect((await new Browser(api.url).open('/oauth/connections')).url.pathname).toBe('/oauth/sign-in')
  })

  test('send no CORS headers', async () => {
    const { browser } = await connected()
    const { headers } = await browser.open('/api/oauth/grants', { headers: { Origin: 'https://evil.example' } })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('omit a consent that was never redeemed', async () => {
    const { browser, client } = await connected()
    await database.sql`update oauth.grants set redeemed_at = null where client_id = ${client.clientId}`
    expect(JSON.parse((await browser.open('/api/oauth/grants')).html).data).toEqual([])
  })
})
