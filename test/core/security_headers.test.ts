import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDocs } from '../../functions/docs/app.ts'
import { parseEnv } from '../../shared/env.ts'
import { createPool } from '../../shared/db/pool.ts'
import { analyticsErrorBody } from '../../shared/http/analytics_envelope.ts'
import { createApp } from '../../shared/http/app.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'

let database: TestDatabase
let api: Api
let brandId: string
let credentials: Record<string, string>

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const { accountId, brandId: id, key } = await createTenant(database.sql)
  brandId = id
  const secret = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
  credentials = { '/v1': key, '/api/webhooks': secret.key, '/mcp': secret.key, '/api/mcp': secret.key }
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const pages = [
  '/docs',
  '/docs/reference',
  '/docs/nothing',
  '/oauth/sign-in',
  '/oauth/authorize',
  '/oauth/consent',
  '/console',
  '/console/brands/none',
]
const answers = [
  '/v1/brands',
  '/v1/nothing',
  '/v1/metrics',
  '/api/webhooks',
  '/api/webhooks/none',
  '/mcp',
  '/api/mcp/brands',
  '/livez',
  '/',
  '/api/storefront/none/search?q=a',
  '/api/storefront/health',
  '/api/storefront/none/holds',
  '/api/storefront/none/events/stream',
  '/openapi.json',
  '/llms.txt',
  '/.well-known/oauth-authorization-server',
  '/api/oauth/grants',
  '/api/oauth/token',
  '/nothing',
  '/%00',
]

async function open(path: string, init: RequestInit = {}) {
  const [, key] = Object.entries(credentials).find(([start]) => path.startsWith(start)) ?? []
  return await fetch(api.url + path, {
    redirect: 'manual',
    ...init,
    headers: { ...(key ? { Authorization: `Bearer ${key}` } : {}), ...init.headers },
  })
}

function expectProtected(headers: Headers): void {
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('X-Frame-Options')).toBe('DENY')
  expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  const policy = headers.get('Content-Security-Policy') ?? ''
  for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", 'form-action ']) {
    expect(policy).toContain(rule)
  }
}

describe('headers of every response', () => {
  test.each(['/', '/docs/', '/docs/guides', '/console', '/oauth/connections'])('of the redirect %s', async (path) => {
    const { headers, status } = await open(path)
    expect([301, 302, 303, 404]).toContain(status)
    expectProtected(headers)
  })

  test('of the documentation of a storefront as a page allow its own style only', async () => {
    const response = await open(`/api/storefront/${brandId}/docs`, {
      headers: { Accept: 'text/html', Authorization: credentials['/mcp'] ? `Bearer ${credentials['/mcp']}` : '' },
    })
    const html = await response.text()
    const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expectProtected(response.headers)
    expect(response.headers.get('Content-Security-Policy')).toContain(`style-src 'sha256-${hash}';`)
  })

  test.each([...answers, ...pages])(
    '%s forbids frames, sniffing and the Referer header, and names no server software',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { headers, status } = await open(path, { method })
        expect([path, method, status < 500]).toEqual([path, method, true])
        expectProtected(headers)
        expect(headers.get('X-Request-Id')).toMatch(/^req_[0-9a-f]{32}$/)
        for (const name of ['Server', 'X-Powered-By', 'X-AspNet-Version']) expect(headers.get(name)).toBeNull()
        // The base URL is http.
        expect(headers.get('Strict-Transport-Security')).toBeNull()
      }
    },
  )

  test.each(pages)('%s as a page forbids foreign scripts, frames and the Referer header', async (path) => {
    const { headers } = await open(path, { headers: { Accept: 'text/html' } })
    const policy = headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).not.toMatch(/\*|unsafe-eval|script-src[^;]*unsafe-inline/)
  })

  test.each(answers)('%s allows no credentialed request from another origin', async (path) => {
    const { headers } = await open(path, { headers: { Origin: 'https://elsewhere.example' } })
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect([null, '*']).toContain(headers.get('Access-Control-Allow-Origin'))
  })

  test.each([
    '/v1/brands',
    '/mcp',
    '/api/webhooks',
    '/docs',
    '/openapi.json',
    '/oauth/sign-in',
    '/console',
    '/api/storefront/none/search',
  ])('%s does not echo the request of a TRACE', async (path) => {
    const { port } = new URL(api.url)
    const headers = { Cookie: 'vitrine_session=secret', Authorization: `Bearer ${credentials['/mcp']}` }
    const answer = await new Promise<{ status: number; text: string }>((done, fail) => {
      const sent = request({ port, path, method: 'TRACE', headers }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => done({ status: response.statusCode ?? 0, text }))
      })
      sent.on('error', fail).end()
    })
    expect([401, 404, 405]).toContain(answer.status)
    expect(answer.text).not.toContain('secret')
  })
})

describe('Strict-Transport-Security', () => {
  async function sent(publicBaseUrl: string, hstsSeconds?: number): Promise<(string | null)[]> {
    const app = createApp({
      services: { publicBaseUrl, hstsSeconds, trustedProxyHops: 0, database: database.sql, log: () => undefined },
      renderError: analyticsErrorBody,
    })
    const answers = await Promise.all(['/livez', '/nothing'].map((path) => app.request(path)))
    return answers.map(({ headers }) => headers.get('Strict-Transport-Security'))
  }

  test('is sent with an https base URL for the configured time, also with errors', async () => {
    expect(await sent('https://vitrine.example', 31_536_000)).toEqual(['max-age=31536000', 'max-age=31536000'])
    expect(await sent('https://vitrine.example', 0)).toEqual([null, null])
    expect(await sent('http://localhost:8787', 31_536_000)).toEqual([null, null])
    expect(parseEnv({}).HSTS_SECONDS).toBe(31_536_000)
  })
})

describe('/.well-known/security.txt', () => {
  test('has the contact and an expiry within a year (RFC 9116), and is 404 without a contact', async () => {
    const publicBaseUrl = 'https://vitrine.example'
    const pool = createPool({ url: database.functionsUrl, connectionsMax: 1, isPooled: database.isPooled })
    const services = { publicBaseUrl, trustedProxyHops: 0, database: pool, log: () => undefined }
    const app = createDocs({ ...services, securityContact: 'mailto:security@vitrine.example' })
    const response = await app.request('/.well-known/security.txt')
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    const fields = new Map(
      (await response.text())
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    )
    expect(fields.get('Contact')).toBe('mailto:security@vitrine.example')
    expect(fields.get('Canonical')).toBe(`${publicBaseUrl}/.well-known/security.txt`)
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
    expect((await app.request('/.well-known/security.txt', { method: 'POST' })).status).toBe(405)
    expect((await createDocs(services).request('/.well-known/security.txt')).status).toBe(404)
    await pool.end()
    expect(() => parseEnv({ SECURITY_CONTACT: 'security@vitrine.example' })).toThrow(/SECURITY_CONTACT/)
  })
})

// Last, because it uses up the rate limit of the address.
describe('security headers', () => {
  test('of every path and method of the OpenAPI document, with and without a credential', async () => {
    const { paths } = (await (await fetch(`${api.url}/openapi.json`)).json()) as { paths: Record<string, object> }
    const addresses = Object.keys(paths).map((path) => path.replaceAll(/\{[^}]+\}/g, 'none'))
    expect(addresses.length).toBeGreaterThan(60)
    const seen = new Set<number>()
    for (const path of addresses) {
      const answers = await Promise.all(
        ['GET', 'POST', 'PUT', 'OPTIONS'].flatMap((method) => [
          open(path, { method, headers: { Origin: 'https://elsewhere.example' } }),
          fetch(api.url + path, { method, redirect: 'manual', headers: { Accept: 'text/html' } }),
        ]),
      )
      for (const { headers, status, body } of answers) {
        seen.add(status)
        expectProtected(headers)
        await body?.cancel()
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining([200, 204, 400, 401, 404, 405, 429]))
  })
})
