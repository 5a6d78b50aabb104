import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'

let database: TestDatabase
let api: Api
let credentials: Record<string, string>

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const { accountId, key } = await createTenant(database.sql)
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

describe('headers of every response', () => {
  test.each([...answers, ...pages])(
    '%s sends nosniff and X-Request-Id, and no server software or HSTS header',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { headers, status } = await open(path, { method })
        expect([path, method, status < 500]).toEqual([path, method, true])
        expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
        expect(headers.get('X-Request-Id')).toMatch(/^req_[0-9a-f]{32}$/)
        for (const name of ['Server', 'X-Powered-By', 'X-AspNet-Version']) expect(headers.get(name)).toBeNull()
        // HSTS is the decision of the operator, who holds the certificate of the host.
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
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
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
