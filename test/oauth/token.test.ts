import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { Browser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { callback, challenge, Client, codeOf, createPerson, decide, signedIn, verifier } from '../support/oauth.ts'
import type { Answer, Person } from '../support/oauth.ts'

let database: TestDatabase
let api: Api
let person: Person
let accountId: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1, connectionsMax: 16 })
  const tenant = await createTenant(database.sql)
  accountId = tenant.accountId
  person = await createPerson(database.sql, [tenant.brandId])
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

/** Creates a client and an authorization code. */
async function withCode(metadata: Record<string, unknown> = {}) {
  const client = new Client(api.url)
  await client.register(metadata)
  const browser = new Browser(api.url)
  const code = codeOf(await decide(browser, await signedIn(browser, person, client.authorizeUrl())))
  return { client, code }
}

const refusal = ({ status, body }: Answer) => [status, body.error]

async function whyRevoked(client: Client): Promise<string | null> {
  const [grant] = await database.sql`select revoked_for from oauth.grants where client_id = ${client.clientId}`
  return grant?.revoked_for as string | null
}

async function at<Result>(now: string, ask: (client: Client) => Promise<Result>, like: Client): Promise<Result> {
  const later = await startApi(database, { isReachable: true, trustedProxyHops: 1, now, publicBaseUrl: api.url })
  const client = new Client(later.url)
  client.clientId = like.clientId
  try {
    return await ask(client)
  } finally {
    await later.stop()
  }
}

describe('an authorization code', () => {
  test('is exchanged once for tokens that are stored as hashes only', async () => {
    const { client, code } = await withCode()
    const { status, body, headers } = await client.exchange(code)
    expect([status, body.token_type, body.expires_in]).toEqual([200, 'Bearer', 3600])
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache'])
    const [dump] = await database.sql`
      select concat(array(select t::text from oauth.access_tokens t), array(select t::text from oauth.refresh_tokens t),
        array(select t::text from oauth.codes t), array(select t::text from oauth.audit_events t)) as text`
    for (const secret of [code, body.access_token, body.refresh_token]) expect(dump?.text).not.toContain(secret)
    expect(JSON.stringify(api.log)).not.toContain(code)
  })

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['a short verifier', { code_verifier: 'short' }],
    ['the challenge itself', { code_verifier: challenge }],
    ['another redirect URI', { redirect_uri: 'https://app.example/other' }],
  ])('with %s returns invalid_grant and stays valid', async (_, parameters) => {
    const { client, code } = await withCode()
    expect(refusal(await client.exchange(code, parameters))).toEqual([400, 'invalid_grant'])
    expect((await client.exchange(code)).status).toBe(200)
  })

  test.each(['code_verifier', 'code', 'redirect_uri', 'client_id', 'grant_type'])(
    'without %s returns invalid_request',
    async (name) => {
      const { client, code } = await withCode()
      expect(refusal(await client.exchange(code, { [name]: null }))).toEqual([400, 'invalid_request'])
      expect((await client.exchange(code)).status).toBe(200)
    },
  )

  test('for another resource returns invalid_target and stays valid', async () => {
    const { client, code } = await withCode()
    expect(refusal(await client.exchange(code, { resource: 'https://evil.example/mcp' }))).toEqual([
      400,
      'invalid_target',
    ])
    expect((await client.exchange(code, { resource: null })).status).toBe(200)
  })

  test('of another client returns invalid_grant', async () => {
    const { code } = await withCode()
    const { client: thief } = await withCode()
    expect(refusal(await thief.exchange(code))).toEqual([400, 'invalid_grant'])
  })

  test('revokes the grant and its tokens when it is used twice', async () => {
    const { client, code } = await withCode()
    const { body } = await client.exchange(code)
    expect(refusal(await client.exchange(code))).toEqual([400, 'invalid_grant'])
    expect(refusal(await client.refresh(body.refresh_token as string))).toEqual([400, 'invalid_grant'])
    expect(await whyRevoked(client)).toBe('code_replay')
  })

  test('is accepted once for 20 concurrent exchanges, and the grant is revoked', async () => {
    const { client, code } = await withCode()
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.exchange(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(19)
    expect(await whyRevoked(client)).toBe('code_replay')
  })

  test('expires after 60 seconds', async () => {
    const { client, code } = await withCode()
    const late = await at('2026-11-20T12:01:00Z', (same) => same.exchange(code, { resource: client.resource }), client)
    expect(refusal(late)).toEqual([400, 'invalid_grant'])
    const withTimeout = await at(
      '2026-11-20T12:00:59Z',
      (same) => same.exchange(code, { resource: client.resource }),
      client,
    )
    expect(withTimeout.status).toBe(200)
  })

  test.each(['', 'x', 'a\0b', 'x'.repeat(43), '%', '\u{1f98a}'.repeat(20)])(
    'that is malformed (%j) returns 400',
    async (code) => {
      const client = new Client(api.url)
      await client.register()
      expect((await client.exchange(code)).status).toBe(400)
    },
  )

  test('of a client without the refresh_token grant returns no refresh token', async () => {
    const { client, code } = await withCode({ grant_types: ['authorization_code'] })
    const { status, body } = await client.exchange(code)
    expect([status, 'refresh_token' in body]).toEqual([200, false])
  })
})

describe('POST /api/oauth/token', () => {
  test('returns 401 for an unknown client (401 invalid_client)', async () => {
    const client = new Client(api.url)
    client.clientId = 'client_gone'
    expect(refusal(await client.exchange('x'.repeat(43)))).toEqual([401, 'invalid_client'])
    expect(refusal(await client.refresh(`mcp_rt_${'x'.repeat(43)}`))).toEqual([401, 'invalid_client'])
  })

  test.each(['password', 'client_credentials', 'implicit', 'constructor', '__proto__', 'toString'])(
    'rejects the grant type %s (400 unsupported_grant_type)',
    async (grantType) => {
      const client = new Client(api.url)
      expect(refusal(await client.token({ grant_type: grantType }))).toEqual([400, 'unsupported_grant_type'])
    },
  )

  test.each([
    ['application/json', JSON.stringify({ grant_type: 'authorization_code' })],
    ['text/plain', 'grant_type=authorization_code'],
    ['application/x-www-form-urlencoded', 'grant_type=authorization_code&grant_type=refresh_token'],
    ['application/x-www-form-urlencoded', ''],
    ['application/x-www-form-urlencoded', '%%%=%%%'],
  ])('rejects %s %j (400 invalid_request)', async (type, body) => {
    const response = await fetch(`${api.url}/api/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    })
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_request'])
  })

  test('ignores parameters in the URL', async () => {
    const { client, code } = await withCode()
    const query = new URLSearchParams({
      code,
      client_id: client.clientId,
      code_verifier: verifier,
      redirect_uri: callback,
    })
    const response = await fetch(`${api.url}/api/oauth/token?grant_type=authorization_code&${query}`, {
      method: 'POST',
    })
    expect(response.status).toBe(400)
  })

  test('returns 429 after 100 invalid refresh tokens', async () => {
    const { client } = await withCode()
    const guess = () => client.refresh(`mcp_rt_${'x'.repeat(43)}`)
    const answers = await Promise.all(Array.from({ length: 101 }, guess))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(100)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('a refresh token', () => {
  async function connected() {
    const { client, code } = await withCode()
    return { client, tokens: (await client.exchange(code)).body as { refresh_token: string; access_token: string } }
  }

  test('is exchanged once for a new pair', async () => {
    const { client, tokens } = await connected()
    const { status, body, headers } = await client.refresh(tokens.refresh_token)
    expect([status, body.expires_in, headers.get('cache-control')]).toEqual([200, 3600, 'no-store'])
    expect(body.refresh_token).not.toBe(tokens.refresh_token)
    expect((await client.refresh(body.refresh_token as string)).status).toBe(200)
  })

  test('revokes the grant when it is used twice', async () => {
    const { client, tokens } = await connected()
    const { body } = await client.refresh(tokens.refresh_token)
    expect(refusal(await client.refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(refusal(await client.refresh(body.refresh_token as string))).toEqual([400, 'invalid_grant'])
    expect(await whyRevoked(client)).toBe('refresh_replay')
    const events = await database.sql`
      select event from oauth.audit_events where client_id = ${client.clientId} order by event_id`
    expect(events.map(({ event }) => event)).toEqual([
      'client_registered',
      'consent_given',
      'code_exchanged',
      'refreshed',
      'grant_revoked',
    ])
  })

  test('revokes the grant when another client uses it after its use', async () => {
    const { client, tokens } = await connected()
    const { client: thief } = await withCode()
    await client.refresh(tokens.refresh_token)
    expect(refusal(await thief.refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await whyRevoked(client)).toBe('refresh_replay')
  })

  test('revokes the grant on a second use, also from an address above its limit', async () => {
    const { client, tokens } = await connected()
    await client.refresh(tokens.refresh_token)
    await Promise.all(Array.from({ length: 101 }, () => client.refresh(`mcp_rt_${'x'.repeat(43)}`)))
    await client.refresh(tokens.refresh_token)
    expect(await whyRevoked(client)).toBe('refresh_replay')
  })

  test('of another client is rejected and stays valid', async () => {
    const { client, tokens } = await connected()
    const { client: thief } = await withCode()
    expect(refusal(await thief.refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant'])
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200)
  })

  test('is accepted once for 50 concurrent requests, and the grant is revoked', async () => {
    const { client, tokens } = await connected()
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.refresh(tokens.refresh_token)))
    const [winner, ...others] = answers.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(49)
    expect(await whyRevoked(client)).toBe('refresh_replay')
    expect(refusal(await client.refresh(winner?.body.refresh_token as string))).toEqual([400, 'invalid_grant'])
  })

  test('narrows the scope of an access token and never widens it', async () => {
    const { client, code } = await withCode()
    await database.sql`update oauth.grants set scopes = '{read:marketing,read:commerce}' where client_id = ${client.clientId}`
    const { body } = await client.exchange(code)
    for (const scope of ['write:proposals', 'read:marketing write:proposals', 'unknown']) {
      const refused = await client.refresh(body.refresh_token as string, { scope })
      expect(refusal(refused)).toEqual([400, 'invalid_scope'])
    }
    const narrowed = await client.refresh(body.refresh_token as string, { scope: 'read:commerce' })
    expect(narrowed.body.scope).toBe('read:commerce')
    const whole = await client.refresh(narrowed.body.refresh_token as string)
    expect(whole.body.scope).toBe('read:marketing read:commerce')
  })

  test('for another resource returns invalid_target and stays valid', async () => {
    const { client, tokens } = await connected()
    const refused = await client.refresh(tokens.refresh_token, { resource: 'https://evil.example/mcp' })
    expect(refusal(refused)).toEqual([400, 'invalid_target'])
    expect((await client.refresh(tokens.refresh_token, { resource: client.resource })).status).toBe(200)
  })

  test('of a grant for another resource is rejected, and so is its code', async () => {
    const { client, tokens } = await connected()
    const { client: other, code } = await withCode()
    await database.sql`
      update oauth.grants set resource = 'https://elsewhere.example/mcp' where client_id in (${client.clientId}, ${other.clientId})`
    expect(refusal(await client.refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(refusal(await other.exchange(code))).toEqual([400, 'invalid_grant'])
  })

  test('is not interchangeable with an access token, a key or a changed token', async () => {
    const { client, tokens } = await connected()
    const { key } = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
    for (const text of [
      tokens.access_token,
      tokens.access_token.replace('_at_', '_rt_'),
      key,
      `${tokens.refresh_token} `,
    ]) {
      expect(refusal(await client.refresh(text))).toEqual([400, 'invalid_grant'])
    }
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200)
  })

  test('expires after 30 days without use, and its grant after 365', async () => {
    const { client, tokens } = await connected()
    const late = await at('2026-12-20T12:00:00Z', (same) => same.refresh(tokens.refresh_token), client)
    expect(refusal(late)).toEqual([400, 'invalid_grant'])
    const renewed = await at('2026-12-20T11:59:59Z', (same) => same.refresh(tokens.refresh_token), client)
    expect(renewed.status).toBe(200)
    await database.sql`
      update oauth.refresh_tokens set expires_at = 'infinity'
      from oauth.grants where grants.grant_id = refresh_tokens.grant_id and client_id = ${client.clientId}`
    const token = renewed.body.refresh_token as string
    const last = await at('2027-11-20T11:30:00Z', (same) => same.refresh(token), client)
    expect([last.status, last.body.expires_in]).toEqual([200, 1800])
    const over = await at('2027-11-20T12:00:00Z', (same) => same.refresh(last.body.refresh_token as string), client)
    expect(refusal(over)).toEqual([400, 'invalid_grant'])
  })
})
