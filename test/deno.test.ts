import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { functionNames } from '../cli/gateway/paths.ts'
import { freePort } from '../cli/installation/postgres.ts'
import { startProcess } from '../cli/installation/process.ts'
import type { RunningProcess } from '../cli/installation/process.ts'
import { Browser } from './support/browser.ts'
import { createDatabase } from './support/database.ts'
import type { TestDatabase } from './support/database.ts'
import { createTenant, issueKey } from './support/factories.ts'
import { ingest } from './support/ingest.ts'
import { createPerson, signedIn } from './support/oauth.ts'
import { signedForBots, signingKey } from './support/signing_agents.ts'

let database: TestDatabase
let tenant: Awaited<ReturnType<typeof createTenant>>
const urls: Record<string, string> = {}
const processes: RunningProcess[] = []

/** Each function in its own Deno process, with access to network and environment only. */
beforeAll(async () => {
  database = await createDatabase()
  tenant = await createTenant(database.sql)
  await ingest(database, tenant.brandId, [
    { date: '2026-11-02', platform: 'x', campaign_name: 'c', spend: 3, clicks: 2 },
  ])
  for (const name of functionNames) {
    const port = await freePort()
    processes.push(
      startProcess(`functions/${name}/index.ts`, {
        DATABASE_URL: database.functionsUrl,
        PORT: String(port),
        WEBHOOK_SECRET_KEY: randomBytes(32).toString('base64'),
        QUOTE_SIGNING_KEY: randomBytes(32).toString('base64url'),
      }),
    )
    urls[name] = `http://127.0.0.1:${port}`
  }
  await Promise.all(Object.values(urls).map(untilAnswering))
})
afterAll(async () => {
  await Promise.all(processes.map((running) => running.stop()))
  await database.stop()
})

async function untilAnswering(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => null))) await new Promise((next) => setTimeout(next, 25))
}

async function get(path: string, key = tenant.key) {
  const response = await fetch(`${urls.analytics}${path}`, { headers: { Authorization: `Bearer ${key}` } })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('functions on Deno', () => {
  test('storefront recognizes signed requests, and requests no directory at a private address', async () => {
    const headers = signedForBots('127.0.0.1', signingKey(), {
      components: [
        ['"@authority"', new URL(urls.storefront as string).host],
        ['"signature-agent";key="sig1"', '"https://127.0.0.1"'],
      ],
    })
    const response = await fetch(`${urls.storefront}/api/storefront/${tenant.brandId}/products`, { headers })
    expect([response.status, response.headers.get('x-osp-agent')]).toEqual([
      200,
      'unverified;reason=directory_unavailable',
    ])
  })

  test.each(['', '/api', '/analytics', '/analytics/api'])('analytics serves %s/v1', async (prefix) => {
    const { status, body, headers } = await get(`${prefix}/v1/brands`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject([{ id: tenant.brandId, platforms: ['x'] }])
    expect(headers.get('x-request-id')).toBe(body.meta.request_id)
    expect(headers.get('x-ratelimit-limit')).toBe('1200')
  })

  test('analytics returns metrics', async () => {
    const { status, body } = await get('/v1/metrics?date_from=2026-11-01&date_to=2026-11-10&metrics=spend,cpc')
    expect(status).toBe(200)
    expect(body.data).toEqual([{ date: '2026-11-02', spend: 3, cpc: 1.5 }])
  })

  test.each([
    [400, '/v1/metrics?date_from=x', undefined],
    [401, '/v1/brands', 'junk'],
    [403, '/v1/metrics?date_from=2026-11-01&date_to=2026-11-02&brand_id=brd_x', undefined],
    [404, '/v1/nothing', undefined],
  ])('analytics returns %i in the envelope for %s', async (status, path, key) => {
    const answer = await get(path, key)
    expect(answer.status).toBe(status)
    expect(answer.body.error.code).toEqual(expect.any(String))
  })

  test('storefront returns products without a key', async () => {
    const response = await fetch(`${urls.storefront}/api/storefront/${tenant.brandId}/products`)
    expect([response.status, response.headers.get('x-osp-version')]).toEqual([200, '2026-08-01'])
    expect(await response.json()).toMatchObject({ products: [], meta: { total: 0 } })
  })

  test.each(['', '/oauth'])('oauth serves below %s, also below its own name', async (prefix) => {
    const document = await fetch(`${urls.oauth}${prefix}/.well-known/oauth-authorization-server`)
    expect([document.status, (await document.json()).issuer]).toEqual([200, urls.oauth])
    const page = await fetch(`${urls.oauth}${prefix}/oauth/sign-in`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Sign in</h1>')])
    const registration = await fetch(`${urls.oauth}${prefix}/api/oauth/register`, {
      method: 'POST',
      body: JSON.stringify({ redirect_uris: ['http://127.0.0.1/callback'] }),
    })
    expect(registration.status).toBe(201)
  })

  test('oauth fetches no client document from an address of its own network', async () => {
    const authorize = `${urls.oauth}/oauth/authorize?client_id=${encodeURIComponent('https://localhost/client.json')}`
    const response = await fetch(authorize, { redirect: 'manual' })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('could not be identified')])
  })

  test.each(['', '/mcp'])('mcp serves below %s, also below its own name', async (prefix) => {
    const { key } = await issueKey(database.sql, tenant.accountId, { prefix: 'sk_live_' })
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const listed = await fetch(`${urls.mcp}${prefix}/api/mcp/brands`, { method: 'POST', headers, body: '{}' })
    expect(await listed.json()).toMatchObject({ data: [{ id: tenant.brandId }], meta: { simulated: false } })
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_brands', arguments: {} } }
    const called = await fetch(`${urls.mcp}${prefix}/mcp`, { method: 'POST', headers, body: JSON.stringify(call) })
    expect((await called.json()).result.structuredContent.data).toMatchObject([{ id: tenant.brandId }])
    const refused = await fetch(`${urls.mcp}${prefix}/mcp`)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining(urls.mcp as string),
    ])
  })

  test('webhooks accepts an endpoint on the public internet and rejects private addresses', async () => {
    const { key } = await issueKey(database.sql, tenant.accountId, { prefix: 'sk_live_' })
    const add = async (url: string, prefix = '') => {
      const response = await fetch(`${urls.webhooks}${prefix}/api/webhooks`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}` },
        body: JSON.stringify({ url }),
      })
      return { status: response.status, body: await response.json() }
    }
    for (const url of [
      'https://localhost/',
      'https://127.0.0.1/',
      'https://[::ffff:a9fe:a9fe]/',
      'https://host.invalid/',
    ]) {
      expect(await add(url)).toMatchObject({
        status: 400,
        body: {
          error: {
            message: expect.stringContaining(
              '`url` must have a host name that exists in public DNS and resolves to public addresses only.',
            ),
          },
        },
      })
    }
    const { status, body } = await add('https://93.184.216.34/hooks', '/webhooks')
    expect([status, body.data.secret]).toEqual([200, expect.stringMatching(/^whsec_/)])
  })

  test.each(['', '/console'])('console serves below %s, also below its own name', async (prefix) => {
    const browser = new Browser(urls.oauth as string)
    const person = await createPerson(database.sql, [tenant.brandId])
    await signedIn(browser, person, '/oauth/sign-in?to=/console')
    const headers = { Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const page = await fetch(`${urls.console}${prefix}/console/brands/${tenant.brandId}`, { headers })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<table data-metric="revenue">')])
    const chosen = await fetch(`${urls.console}${prefix}/console`, { headers, redirect: 'manual' })
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, `/console/brands/${tenant.brandId}`])
    const style = await fetch(`${urls.console}${prefix}/console/style.css`)
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('docs serves /openapi.json without a database call', async () => {
    const response = await fetch(`${urls.docs}/openapi.json`)
    expect(response.status).toBe(200)
    expect((await response.json()).openapi).toBe('3.1.0')
  })

  test.each(['', '/docs'])(
    'docs serves pages and the script of the reference below %s without reading the disk',
    async (prefix) => {
      const page = await fetch(`${urls.docs}${prefix}/docs/guides/first_request`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1')])
      const front = await fetch(`${urls.docs}${prefix}/docs`)
      expect([front.status, await front.text()]).toEqual([200, expect.stringContaining('Interactive reference')])
      const script = await fetch(`${urls.docs}${prefix}/docs/explorer.js`)
      expect([script.status, await script.text()]).toEqual([200, expect.stringContaining('openapi-explorer')])
    },
  )
})
