import { beforeAll, expect, test } from 'vitest'
import { useShops } from '../../support/shops.ts'
import { digestOf, now, platformKey, signed, signingKey } from '../../support/signing_agents.ts'
import type { Signing, SigningKey } from '../../support/signing_agents.ts'
import { judge } from '../judge.ts'
import { agent, fakePlatforms, platformProfile } from './platforms.ts'

const key = platformKey()
const ed25519 = signingKey()
const at = (name: string) => `https://platform.example/${name}`
const profile = (version: string, keys: object) => JSON.stringify({ ...platformProfile(version), ...keys })
const own = { ...key.jwk, kid: 'platform-1' }
const platforms = fakePlatforms({
  [at('released')]: profile('2026-04-08', { signing_keys: [{ kty: 'RSA', kid: 'rsa-1', n: 'x', e: 'AQAB' }, own] }),
  [at('.well-known/ucp')]: profile('2026-08-22', {
    keys: [own, { ...ed25519.jwk, kid: ed25519.keyId }, { ...key.jwk, kid: 'encryption', use: 'enc' }],
  }),
  [at('keyless')]: profile('2026-04-08', {}),
  [at('odd')]: profile('2026-04-08', { signing_keys: 'none' }),
})
// A fixed instant, because a minute that ends would restore the limits.
const shops = useShops({ ucp: platforms, now: '2026-11-20T12:00:00Z' })
let brandId = ''
beforeAll(async () => {
  ;({ brandId } = await shops.open([{ id: 'tent', title: 'Tent' }]))
})

const query = { query: 'tent' }
const accept = { Accept: 'application/json, text/event-stream' }

interface Changes {
  profile?: string
  path?: string
  body?: object
  by?: SigningKey
  kid?: string
  without?: string
  parameters?: Signing['parameters']
  extra?: Signing['components']
}

/** Returns the headers of a signed request as REST Request Signing describes them. */
function headersOf(changes: Changes = {}): Record<string, string> {
  const { path = '/catalog/search', body = query, by = key, kid = 'platform-1', without, parameters } = changes
  const digest = digestOf(JSON.stringify(body))
  const platform = agent(at(changes.profile ?? 'released'))
  const components: Signing['components'] = [
    ['"@method"', 'POST'],
    ['"@authority"', 'vitrine.test'],
    ['"@path"', `/api/storefront/${brandId}${path}`],
    ['"ucp-agent"', platform['UCP-Agent']],
    ['"content-digest"', digest],
    ['"content-type"', 'application/json'],
    ...(changes.extra ?? []),
  ]
  const covered = components.filter(([identifier]) => identifier !== without)
  const fields = signed({ key: by, components: covered, parameters: { keyid: kid, ...parameters } })
  return { ...platform, 'Content-Digest': digest, ...fields }
}
const search = async (changes: Changes = {}, headers: Record<string, string> = {}, body: object = query) =>
  await shops.ask(brandId, '/catalog/search', body, { ...headersOf(changes), ...headers })

judge({ judge: 'UCP, own reading of the text', version: 'both', checks: 'Message signatures' }, () => {
  test.each([
    ['ES256 and signing_keys of 2026-04-08', {}, 'platform.example/released'],
    ['ES256 and keys of 2026-08-22', { profile: '.well-known/ucp' }, 'platform.example'],
    ['Ed25519', { profile: '.well-known/ucp', by: ed25519, kid: ed25519.keyId }, 'platform.example'],
    ['created', { parameters: { created: now() } }, 'platform.example/released'],
  ] satisfies [string, Changes, string][])('verifies a request with %s', async (_, changes, name) => {
    const { status, headers } = await search(changes)
    expect([status, headers['x-osp-agent']]).toEqual([200, `verified;agent="${name}"`])
  })

  test('verifies a signature for two audiences by the profile', async () => {
    const signatureAgent = `sig1="${at('.well-known/ucp')}";type=jwks_uri`
    const { status, headers } = await search(
      {
        profile: '.well-known/ucp',
        by: ed25519,
        kid: ed25519.keyId,
        parameters: { created: now(), expires: now() + 60, tag: 'web-bot-auth' },
        extra: [['"signature-agent";key="sig1"', `"${at('.well-known/ucp')}";type=jwks_uri`]],
      },
      { 'Signature-Agent': signatureAgent },
    )
    expect([status, headers['x-osp-agent']]).toEqual([200, 'verified;agent="platform.example"'])
  })

  test('counts a verified platform by its name, and names it in the event', async () => {
    const { headers } = await search()
    expect(headers['x-ratelimit-limit']).toBe('300')
    const [event] = await shops.sql()`
      select data ->> 'agent' as agent from events.outbox where brand_id = ${brandId} and type = 'query.received' order by written desc limit 1`
    expect(event?.agent).toBe('platform.example/released')
  })

  test('serves an unsigned request as before', async () => {
    const { status, headers } = await shops.ask(brandId, '/catalog/search', query, agent(at('released')))
    expect([status, headers['x-osp-agent'], headers['x-ratelimit-limit']]).toEqual([200, undefined, '10'])
  })

  test.each<[string, Changes, number, string]>([
    ['of another key', { by: platformKey() }, 401, 'signature_invalid'],
    ['of an unknown key', { kid: 'platform-2' }, 401, 'key_not_found'],
    ['of a key for encryption', { profile: '.well-known/ucp', kid: 'encryption' }, 401, 'key_not_found'],
    ['of a profile without keys', { profile: 'keyless' }, 401, 'key_not_found'],
    ['of a profile with odd keys', { profile: 'odd' }, 401, 'key_not_found'],
    ['of a key that is not supported', { kid: 'rsa-1' }, 400, 'algorithm_unsupported'],
    ['of another path', { path: '/catalog/lookup' }, 401, 'signature_invalid'],
    ['that has expired', { parameters: { created: now() - 900, expires: now() - 600 } }, 401, 'signature_invalid'],
    ...['@method', '@authority', '@path', 'ucp-agent', 'content-digest', 'content-type'].map(
      (name): [string, Changes, number, string] => [
        `without ${name}`,
        { without: `"${name}"` },
        401,
        'signature_invalid',
      ],
    ),
  ])('refuses a signature %s', async (_, changes, status, code) => {
    const answer = await search(changes)
    expect([answer.status, answer.body.code, typeof answer.body.content]).toEqual([status, code, 'string'])
    expect(answer.headers['x-osp-agent']).toMatch(/^unverified;reason=/)
  })

  test('refuses a changed body with 400 digest_mismatch', async () => {
    const { status, body } = await search({}, {}, { query: 'tents' })
    expect([status, body.code]).toEqual([400, 'digest_mismatch'])
  })

  test.each([{ 'Idempotency-Key': 'a'.repeat(36) }, { 'Signature-Agent': 'sig1="https://platform.example"' }])(
    'refuses a signature that does not cover %j',
    async (header) => {
      const { status, body } = await search({}, header as Record<string, string>)
      expect([status, body.code]).toEqual([401, 'signature_invalid'])
    },
  )

  test('refuses fields that cannot be parsed', async () => {
    const { status, body } = await search({}, { Signature: 'junk' })
    expect([status, body.code]).toEqual([401, 'signature_invalid'])
  })

  test.each(['Signature', 'Signature-Input'])(
    'refuses a request that has only %s with 401 signature_missing',
    async (name) => {
      const { Signature, 'Signature-Input': input, ...headers } = headersOf()
      const only = { [name]: name === 'Signature' ? Signature : input } as Record<string, string>
      const answer = await shops.ask(brandId, '/catalog/search', query, { ...headers, ...only })
      expect([answer.status, answer.body.code]).toEqual([401, 'signature_missing'])
      expect(answer.headers['x-osp-agent']).toBe('unverified;reason=signature_missing')
    },
  )

  test('counts refused requests', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.77' }
    const left = []
    for (const _ of [1, 2]) {
      left.push(Number((await search({ kid: 'platform-2' }, from)).headers['x-ratelimit-remaining']))
    }
    expect(left).toEqual([9, 8])
  })

  test('serves a wrong signature for Web Bot Auth, which may be of a network in front of the platform', async () => {
    const { status, headers } = await search({ parameters: { tag: 'web-bot-auth' } })
    expect([status, headers['x-osp-agent']]).toEqual([200, 'unverified;reason=component_missing'])
  })

  test('serves a signed request without UCP-Agent, whose keys are unknown', async () => {
    const { 'UCP-Agent': _, ...headers } = headersOf({ without: '"ucp-agent"' })
    const { status, headers: answered } = await shops.ask(brandId, '/catalog/search', query, headers)
    expect([status, answered['x-osp-agent']]).toEqual([200, 'unverified;reason=not_for_web_bot_auth'])
  })

  test('verifies calls of MCP, and refuses them with the codes of the text', async () => {
    const meta = { 'ucp-agent': { profile: at('released') } }
    const params = { name: 'search_catalog', arguments: { meta, catalog: query } }
    const body = { jsonrpc: '2.0', id: 7, method: 'tools/call', params }
    const call = async (changes: Changes, sent = body) =>
      await shops.ask(brandId, '/ucp/mcp', sent, { ...headersOf({ path: '/ucp/mcp', body, ...changes }), ...accept })
    const right = await call({})
    expect([right.status, right.text]).toEqual([200, expect.stringContaining('"structuredContent"')])
    expect(right.headers['x-osp-agent']).toBe('verified;agent="platform.example/released"')
    const unknown = await call({ kid: 'platform-2' })
    expect([unknown.status, unknown.body.error.code, unknown.body.error.data.code]).toEqual([
      401,
      -32000,
      'key_not_found',
    ])
    const changed = await call({}, { ...body, id: 8 })
    expect([changed.status, changed.body.error.code, changed.body.error.data.code]).toEqual([
      400,
      -32600,
      'digest_mismatch',
    ])
  })
})
