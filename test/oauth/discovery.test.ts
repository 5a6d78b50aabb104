import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearerChallenge } from '../../shared/http/auth/challenge.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

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

const base = 'http://vitrine.test'

describe('protected resource metadata (RFC 9728)', () => {
  test.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    '%s has the fields of the specification',
    async (path) => {
      const { status, body, headers } = await api.http.get(path)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        resource: `${base}/mcp`,
        authorization_servers: [base],
        scopes_supported: ['read:marketing', 'read:commerce', 'write:negotiation'],
        bearer_methods_supported: ['header'],
      })
      expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=3600' })
    },
  )
})

describe('authorization server metadata (RFC 8414)', () => {
  test('has the exact issuer and every endpoint below it', async () => {
    const { body } = await api.http.get('/.well-known/oauth-authorization-server')
    expect(body).toEqual({
      issuer: base,
      authorization_endpoint: `${base}/oauth/authorize`,
      token_endpoint: `${base}/api/oauth/token`,
      registration_endpoint: `${base}/api/oauth/register`,
      revocation_endpoint: `${base}/api/oauth/revoke`,
      scopes_supported: ['read:marketing', 'read:commerce', 'write:negotiation', 'write:proposals'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      protected_resources: [`${base}/mcp`],
      service_documentation: `${base}/docs`,
    })
  })

  test('ignores the Host header of a request', async () => {
    const text = await new Promise<string>((done) => {
      const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
      request(`${api.url}/.well-known/oauth-authorization-server`, { headers }, (response) => {
        let body = ''
        response.on('data', (chunk: Buffer) => (body += chunk.toString())).on('end', () => done(body))
      }).end()
    })
    expect(text).toContain(base)
    expect(text).not.toContain('evil')
  })

  test('has no OpenID configuration document (404)', async () => {
    expect((await api.http.get('/.well-known/openid-configuration')).status).toBe(404)
  })
})

describe('unknown paths below /oauth', () => {
  const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

  test.each(['/oauth/zz', '/oauth/', '/oauth/consent/zz'])('%s returns a 404 page to a browser', async (path) => {
    const { status, headers, text } = await api.http.get(path).set('Accept', browserAccept)
    expect([status, headers['content-type']]).toEqual([404, expect.stringContaining('text/html')])
    expect(text).toContain('<h1>Request failed</h1>')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('return JSON to an app', async () => {
    const { status, body } = await api.http.get('/oauth/token').set('Accept', 'application/json')
    expect([status, body.error]).toEqual([404, 'invalid_request'])
  })
})

describe('methods of the OAuth endpoints', () => {
  test.each([
    ['get', '/api/oauth/token', 'POST'],
    ['get', '/api/oauth/register', 'POST'],
    ['put', '/api/oauth/revoke', 'POST'],
    ['post', '/oauth/authorize', 'GET'],
    ['get', '/oauth/authorize/decision', 'POST'],
    ['post', '/.well-known/oauth-authorization-server', 'GET'],
    ['post', '/api/oauth/grants', 'GET'],
  ] as const)('%s %s returns 405 with the Allow header', async (method, path, allowed) => {
    const { status, headers } = await api.http[method](path)
    expect([status, headers.allow]).toEqual([405, expect.stringContaining(allowed)])
  })

  test.each(['token', 'register', 'revoke'])('%s accepts a preflight from any origin', async (name) => {
    const { status, headers } = await api.http
      .options(`/api/oauth/${name}`)
      .set('Origin', 'https://app.example')
      .set('Access-Control-Request-Method', 'POST')
      .set('Access-Control-Request-Headers', 'content-type')
    expect([status, headers['access-control-allow-origin']]).toEqual([204, '*'])
    expect(headers['access-control-allow-headers']).toContain('content-type')
  })
})

describe('bearerChallenge', () => {
  test('names the metadata document, the error and the scopes (RFC 6750)', () => {
    const challenge = bearerChallenge(base, {
      error: 'invalid_token',
      description: 'Sign in.',
      scopes: ['read:marketing', 'read:commerce'],
    })
    expect(challenge).toBe(
      'Bearer error="invalid_token", error_description="Sign in.", scope="read:marketing read:commerce", ' +
        `resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`,
    )
  })
})
