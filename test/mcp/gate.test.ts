import { describe, expect, test } from 'vitest'
import { createToken } from '../../shared/credentials/tokens.ts'
import { useConnector } from '../support/connector.ts'
import { createAccount, createBrand, issueKey } from '../support/factories.ts'
import { Client, createPerson } from '../support/oauth.ts'
import type { Decision } from '../support/oauth.ts'

const { api, sql, send, post, message, call, tenant } = useConnector()

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'script', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

async function connected(brandIds: string[], decision: Partial<Decision> = {}) {
  const client = new Client(api().url)
  const { body } = await client.connect(await createPerson(sql(), brandIds), decision)
  return { client, token: body.access_token as string, refreshToken: body.refresh_token as string }
}

function expectChallenge({ status, headers, body }: { status: number; headers: Headers; body: unknown }) {
  expect(status).toBe(401)
  expect(headers.get('www-authenticate')).toBe(
    'Bearer error="invalid_token", error_description="Connect through the authorization server, or send an API key of the ' +
      `connector.", scope="read:marketing read:commerce", resource_metadata="${api().url}/.well-known/oauth-protected-resource/mcp"`,
  )
  expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
  expect(body).toMatchObject({ error: { code: 'unauthorized' }, request_id: headers.get('x-request-id') })
}

describe('401 of the connector', () => {
  test.each(['GET', 'POST', 'DELETE', 'PUT'])('challenges %s without a credential', async (method) => {
    expectChallenge(await send('/mcp', { method }))
  })

  test.each([
    ['junk', 'junk'],
    ['an unknown access token', createToken('access')],
    ['a refresh token', createToken('refresh')],
    ['a key with a wrong checksum', `sk_live_${'a'.repeat(38)}`],
  ])('challenges %s for every message', async (_name, credential) => {
    expectChallenge(await call(credential, 'list_brands'))
    expectChallenge(await call(credential, 'no_such_tool'))
    expectChallenge(await message(credential, 'initialize'))
    expectChallenge(await post('/mcp', credential, '{"jsonrpc"'))
    expectChallenge(await post('/mcp', credential, [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]))
    expectChallenge(await post('/api/mcp/brands', credential, {}))
    expectChallenge(await post('/api/mcp/brands', credential, 'no json'))
    // The header is wrong, so the tool never runs. The credential is checked first.
    const mismatched = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list', 'Mcp-Name': 'list_brands' }
    const params = { name: 'list_brands', arguments: {}, _meta: modernMeta }
    expectChallenge(await message(credential, 'tools/call', params, mismatched))
  })

  test('challenges keys of other APIs', async () => {
    const { accountId } = await tenant()
    for (const prefix of ['svc_sk_live_', 'svc_sk_test_', 'pk_live_', 'svc_ak_'] as const) {
      expectChallenge(await call((await issueKey(sql(), accountId, { prefix })).key, 'list_brands'))
    }
  })

  test('challenges an expired key, a revoked key and a credential in the URL', async () => {
    const { accountId, live } = await tenant()
    const { key: expired } = await issueKey(sql(), accountId, { prefix: 'sk_live_', expiresAt: '2026-11-20T11:59:00Z' })
    expectChallenge(await call(expired, 'list_brands'))
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expectChallenge(await post(`/mcp?access_token=${live}&api_key=${live}`, null, body))
    await sql()`update core.api_keys set revoked_at = platform.clock() where account_id = ${accountId}`
    expectChallenge(await call(live, 'list_brands'))
    expectChallenge(await message(live, 'tools/list'))
  })

  test('challenges an expired token and a token of a revoked grant', async () => {
    const { brandId } = await tenant()
    const { token, client, refreshToken } = await connected([brandId])
    expect((await call(token, 'list_brands')).status).toBe(200)
    await client.refresh(refreshToken)
    await client.refresh(refreshToken)
    expectChallenge(await call(token, 'list_brands'))
    const { token: other } = await connected([brandId])
    await sql()`update oauth.access_tokens set expires_at = platform.clock() where true`
    expectChallenge(await call(other, 'list_brands'))
  })

  test('challenges a token for another resource (RFC 8707)', async () => {
    const { brandId } = await tenant()
    const { token } = await connected([brandId])
    await sql()`update oauth.grants set resource = 'https://elsewhere.example/mcp' where true`
    expectChallenge(await call(token, 'list_brands'))
    expectChallenge(await message(token, 'tools/list'))
  })

  test('becomes 429 after 100 invalid tokens', async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.77' }
    const guess = async () => (await message(createToken('access'), 'tools/list', {}, headers)).status
    const statuses = await Promise.all(Array.from({ length: 101 }, guess))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})

describe('a missing scope', () => {
  test('returns 403 insufficient_scope with a challenge to an app, for calls and resources', async () => {
    const { brandId } = await tenant()
    const { token } = await connected([brandId], { scopes: ['read:commerce'] })
    const { body } = await message(token, 'tools/list')
    expect(body.result.tools.map(({ name }: { name: string }) => name)).toContain('list_brands')
    const challenge =
      'Bearer error="insufficient_scope", error_description="This needs the scope read:marketing, which the person has not granted. Ask the person to connect this app again and to tick that permission on the consent page.", ' +
      `scope="read:marketing", resource_metadata="${api().url}/.well-known/oauth-protected-resource/mcp"`
    for (const answer of [
      await call(token, 'list_brands'),
      await message(token, 'resources/read', { uri: 'ads://metrics' }, { Accept: 'text/event-stream' }),
      await post('/api/mcp/brands', token, {}),
    ]) {
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([403, challenge])
      expect(answer.body.error.code).toBe('forbidden')
    }
    expect((await call(token, 'search_catalog', { brand_id: brandId, query: 'x' })).status).toBe(200)
  })

  test('is checked before the arguments: 403 for an app, insufficient_scope for a key', async () => {
    const { brandId, live, accountId } = await tenant()
    const { token } = await connected([brandId], { scopes: ['read:commerce'] })
    const invalid = { target: 5, nonsense: true }
    for (const answer of [
      await call(token, 'propose_change', invalid),
      await post('/api/mcp/propose_change', token, invalid),
      await call(token, 'get_ad_performance', { date_from: 'never' }),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
      expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
      expect(answer.body.error.message).toContain('connect this app again')
    }
    await sql()`update core.api_keys set scopes = '{read:commerce}' where account_id = ${accountId}`
    expect((await call(live, 'propose_change', invalid)).result.error.code).toBe('insufficient_scope')
    expect((await post('/api/mcp/propose_change', live, invalid)).status).toBe(403)
  })

  test('returns a tool error to a key, whose tool list omits the tool', async () => {
    const { live, accountId } = await tenant()
    await sql()`update core.api_keys set scopes = '{read:commerce}' where account_id = ${accountId}`
    const { body } = await message(live, 'tools/list')
    const names = body.result.tools.map(({ name }: { name: string }) => name)
    expect(names).toContain('search_catalog')
    expect(names).not.toContain('list_brands')
    const { status, result } = await call(live, 'list_brands')
    expect([status, result.error.code]).toEqual([200, 'insufficient_scope'])
    expect((await post('/api/mcp/brands', live, {})).status).toBe(403)
  })
})

describe('a brand out of reach', () => {
  test('returns brand_not_granted, whether it exists or not', async () => {
    const { live } = await tenant()
    const { brandId: foreign } = await tenant()
    const range = { date_from: '2026-11-01', date_to: '2026-11-02' }
    for (const brandId of [foreign, 'brd_unknown']) {
      const { result } = await call(live, 'get_ad_performance', { ...range, brand_id: brandId })
      expect(result.error.code).toBe('brand_not_granted')
    }
    const mirrored = await post('/api/mcp/get_ad_performance', live, { ...range, brand_id: foreign })
    expect([mirrored.status, mirrored.body.error.code]).toEqual([403, 'forbidden'])
    const gone = await message(live, 'resources/read', { uri: `ads://brands/${foreign}` })
    expect(gone.body.error).toMatchObject({ code: -32602, data: { uri: `ads://brands/${foreign}` } })
  })

  test('is not listed in the fix of brand_required, which lists the brands in reach', async () => {
    const accountId = await createAccount(sql())
    const brandIds = [await createBrand(sql(), accountId), await createBrand(sql(), accountId)].toSorted()
    const { key } = await issueKey(sql(), accountId, { prefix: 'sk_live_' })
    const { result } = await call(key, 'list_anomalies')
    expect(result.error).toMatchObject({ code: 'brand_required', fix: expect.stringContaining(brandIds.join(', ')) })
  })
})

describe('the Origin header', () => {
  test.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['file://', 403],
    ['http://localhost.evil.example', 403],
    ['http://localhost:6274', 200],
    ['https://[::1]', 200],
  ])('%s returns %i', async (origin, status) => {
    const { live } = await tenant()
    const answer = await message(live, 'tools/list', {}, { Origin: origin })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe(status === 200 ? origin : null)
  })

  test('receives the requested headers in a preflight response', async () => {
    const headers = { Origin: 'http://localhost:6274', 'Access-Control-Request-Headers': 'authorization,mcp-method' }
    const answer = await send('/mcp', { method: 'OPTIONS', headers })
    expect([answer.status, answer.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'authorization,mcp-method',
    ])
  })
})
