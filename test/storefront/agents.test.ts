import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'
import { digestOf, directoryOf, now, signedForBots, signingKey, startDirectories } from '../support/signing_agents.ts'
import type { Signing } from '../support/signing_agents.ts'

const directories = await startDirectories()
const shops = useShops({ agents: directories.options })
const key = signingKey()
const stranger = signingKey()
const agent = directories.name('honest')
let brandId: string

beforeAll(async () => {
  directories.responses.set('honest.agents.example', directoryOf([key.jwk]))
  ;({ brandId } = await shops.open([{ id: 'tent', title: 'Red tent' }]))
})
afterAll(() => directories.stop())

const look = async (headers: Record<string, string>, path = '/search?q=tent') =>
  await shops.look(brandId, path, headers)
const verified = `verified;agent="${agent}"`
const authority: Signing['components'][number] = ['"@authority"', 'vitrine.test']
const signatureAgent: Signing['components'][number] = ['"signature-agent";key="sig1"', `"https://${agent}"`]

describe('a signed request', () => {
  test('names its agent in the response, the event and the log', async () => {
    const shop = await shops.open([{ id: 'tent', title: 'Red tent' }])
    const { status, headers } = await shops.look(shop.brandId, '/search?q=tent', signedForBots(agent, key))
    expect([status, headers['x-osp-agent'], headers['cache-control']]).toEqual([200, verified, 'private, no-store'])
    const events = await shops.sql()`
      select data ->> 'agent' as agent from events.outbox where brand_id = ${shop.brandId} and type = 'query.received'`
    expect(events.map((event) => event.agent)).toEqual([agent])
    const queries = await shops.sql()`select agent from storefront.agent_queries where brand_id = ${shop.brandId}`
    expect(queries.map((query) => query.agent)).toEqual([agent])
    const path = `/api/storefront/${shop.brandId}/search`
    expect(shops.api().log.find((line) => line.path === path)).toMatchObject({ agent, status: 200 })
  })

  test('is verified by a JWK Set at another address, which is its name', async () => {
    directories.responses.set('honest.agents.example/users/7.json', (response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys: [key.jwk] })),
    )
    const member = `"https://${agent}/users/7.json";type=jwks_uri`
    const components: Signing['components'] = [authority, ['"signature-agent";key="sig1"', member]]
    const { headers } = await look(signedForBots(agent, key, { components, field: `sig1=${member}` }))
    expect(headers['x-osp-agent']).toBe(`verified;agent="${agent}/users/7.json"`)
  })

  test('is verified by another signature if one of two is wrong', async () => {
    const wrong = signedForBots(agent, stranger, { label: 'sig0' })
    const right = signedForBots(agent, key)
    const both = Object.fromEntries(
      ['Signature-Input', 'Signature'].map((name) => [name, `${wrong[name]}, ${right[name]}`]),
    )
    expect((await look({ ...right, ...both })).headers['x-osp-agent']).toBe(verified)
  })

  test('covers method, path, query and body', async () => {
    const body = { agent: { platform: 'x' }, query: { text: 'red tent' } }
    const components: Signing['components'] = [
      ['"@method"', 'POST'],
      ['"@path"', `/api/storefront/${brandId}/query`],
      ['"@query"', '?'],
      ['"content-digest"', digestOf(JSON.stringify(body))],
      authority,
      signatureAgent,
    ]
    const headers = { ...signedForBots(agent, key, { components }), 'Content-Digest': digestOf(JSON.stringify(body)) }
    expect((await shops.ask(brandId, '/query', body, headers)).headers['x-osp-agent']).toBe(verified)
    const changed = await shops.ask(brandId, '/query', { ...body, query: { text: 'blue tent' } }, headers)
    expect([changed.status, changed.headers['x-osp-agent']]).toEqual([200, 'unverified;reason=digest_mismatch'])
    const moved = await shops.ask(brandId, '/catalog/search', body, headers)
    expect(moved.headers['x-osp-agent']).toBe('unverified;reason=signature_invalid')
  })

  test('is valid for 24 hours if it covers method, path and query, else for one hour', async () => {
    const parameters = { expires: now() + 86_000 }
    const components: Signing['components'] = [
      ['"@method"', 'GET'],
      ['"@path"', `/api/storefront/${brandId}/search`],
      ['"@query"', '?q=tent'],
      authority,
      signatureAgent,
    ]
    const results = []
    for (const covered of [components, components.slice(1), components.toSpliced(1, 1), components.toSpliced(2, 1)]) {
      const { headers } = await look(signedForBots(agent, key, { components: covered, parameters }))
      results.push(headers['x-osp-agent'])
    }
    expect(results).toEqual([verified, ...[1, 2, 3].map(() => 'unverified;reason=lifetime_too_long')])
    const hour = signedForBots(agent, key, { parameters: { expires: now() + 3500 } })
    expect((await look(hour)).headers['x-osp-agent']).toBe(verified)
  })

  test('is counted by its key, if it has one', async () => {
    const shop = await shops.open()
    const { key: secret } = await issueKey(shops.sql(), shop.accountId, { prefix: 'sk_live_' })
    const own = await shops.look(shop.brandId, '/products', {
      ...signedForBots(agent, key),
      Authorization: `Bearer ${secret}`,
    })
    expect([own.status, own.headers['x-osp-agent']]).toEqual([200, verified])
    expect(['10', '300']).not.toContain(own.headers['x-ratelimit-limit'])
  })
})

describe('a request without a valid signature is served as that of an unknown agent:', () => {
  test('without a signature, as before', async () => {
    const { status, headers } = await look({ 'Signature-Agent': `sig1="https://${agent}"` })
    expect([status, headers['x-osp-agent'], headers['cache-control']]).toEqual([200, undefined, 'public, max-age=60'])
  })

  const day = 86_400
  const both = [authority, signatureAgent]
  const signing = (changes: Parameters<typeof signedForBots>[2], by = key) => signedForBots(agent, by, changes)
  const times = (created: number, expires: number) => () =>
    signing({ parameters: { created: now() + created, expires: now() + expires } })
  const field = (text: string) => () => signing({ field: text, components: [authority, ['"signature-agent"', text]] })
  const change = (name: string, to: (value: string) => string) => () => {
    const headers = signing({})
    return { ...headers, [name]: to(headers[name] as string) }
  }
  const cases: [title: string, reason: string, headers: () => Record<string, string>][] = [
    ['an old one that is sent again', 'expired', times(-3600, -60)],
    ['one of the future', 'not_yet_valid', times(120, 300)],
    ['one that is valid for 25 hours', 'lifetime_too_long', times(0, day + 3600)],
    ['one that is valid for 2 hours and for every path', 'lifetime_too_long', times(0, 7200)],
    ['a key id that is no thumbprint', 'key_not_found', () => signing({ parameters: { keyid: 'xxxx' } })],
    ['one that expires before it was created', 'malformed', times(0, -10)],
    ['instants that are no integers', 'malformed', () => signing({ parameters: { created: now() - 0.5 } })],
    ['no instants', 'parameter_missing', () => signing({ parameters: { created: undefined, expires: undefined } })],
    ['no key id', 'parameter_missing', () => signing({ parameters: { keyid: undefined } })],
    [
      'another tag',
      'not_for_web_bot_auth',
      () => signing({ parameters: { tag: 'http-message-signatures-directory' } }),
    ],
    ['no target', 'component_missing', () => signing({ components: [signatureAgent] })],
    ['no Signature-Agent', 'component_missing', () => signing({ components: [authority] })],
    [
      'the target of another site',
      'signature_invalid',
      () => signing({ components: [['"@authority"', 'evil.example'], signatureAgent] }),
    ],
    ['a component twice', 'malformed', () => signing({ components: [...both, authority] })],
    ['a component of a response', 'malformed', () => signing({ components: [...both, ['"@method";req', 'GET']] })],
    ['a field that the request lacks', 'signature_invalid', () => signing({ components: [...both, ['"x-none"', '']] })],
    ['a key that the directory lacks', 'key_not_found', () => signing({}, stranger)],
    ['a key id that is not the thumbprint', 'key_not_found', () => signing({ parameters: { keyid: 'a'.repeat(43) } })],
    ['a signature of another key', 'signature_invalid', () => signing({ parameters: { keyid: key.keyId } }, stranger)],
    ['another algorithm', 'algorithm_unsupported', () => signing({ parameters: { alg: 'hmac-sha256' } })],
    ['an agent over http', 'signature_agent_invalid', field(`sig1="http://${agent}"`)],
    ['an agent with its keys in the request', 'signature_agent_invalid', field('sig1="data:application/json,{}"')],
    ['an agent with a password', 'signature_agent_invalid', field(`sig1="https://a:b@${agent}"`)],
    ['an agent that is a token', 'signature_agent_invalid', field('sig1=agents')],
    ['an agent that is no origin', 'signature_agent_invalid', field(`sig1="https://${agent}/keys"`)],
    ['an unknown kind of discovery', 'signature_agent_invalid', field(`sig1="https://${agent}";type=cimd`)],
    ['a very long agent', 'signature_agent_invalid', field(`sig1="https://${'a'.repeat(600)}.example"`)],
    ['a label twice, the last one wrong', 'malformed', change('Signature', (value) => `${value}, sig1=1`)],
    ['labels that differ', 'malformed', change('Signature', (value) => value.replace('sig1', 'sig2'))],
    ['no bytes', 'malformed', change('Signature', () => 'sig1="text"')],
    ['no Signature', 'signature_missing', change('Signature', () => '')],
    ['no Signature-Input', 'signature_missing', change('Signature-Input', () => '')],
    ['junk', 'malformed', change('Signature-Input', () => '))((;;==,,"')],
    ['a number instead of components', 'malformed', change('Signature-Input', () => 'sig1=1')],
    [
      'twenty signatures',
      'malformed',
      change('Signature-Input', (value) =>
        Array.from({ length: 20 }, (_, index) => value.replace('sig1', `s${index}`)).join(),
      ),
    ],
    ['9 kB of components', 'malformed', change('Signature-Input', (value) => `${value};x="${'a'.repeat(9000)}"`)],
  ]
  test.each(cases)('%s (%s)', async (_, reason, headers) => {
    const answer = await look(headers())
    expect([answer.status, answer.headers['x-osp-agent']]).toEqual([200, `unverified;reason=${reason}`])
    expect(answer.headers['x-ratelimit-limit']).toBe('10')
    const [last] = await shops.sql()`
      select data ? 'agent' as is_named from events.outbox where brand_id = ${brandId} and type = 'query.received' order by written desc limit 1`
    expect(last?.is_named).toBe(false)
  })

  test('one for another site that is sent with the Host of that site', async () => {
    const components: Signing['components'] = [['"@authority"', 'evil.example'], signatureAgent]
    const answer = await look({ ...signing({ components }), Host: 'evil.example' })
    expect([answer.status, answer.headers['x-osp-agent']]).toEqual([200, 'unverified;reason=signature_invalid'])
  })
})
