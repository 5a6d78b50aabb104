import { expect, test } from 'vitest'
import { issueKey } from '../../support/factories.ts'
import { useShops } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { agent, fakePlatforms, platformProfile, profileOf } from './platforms.ts'

const odd = (name: string) => `https://platform.example/${name}`
const platforms = fakePlatforms({
  [odd('down')]: new Error('connect timeout'),
  [odd('moved')]: 302,
  [odd('text')]: 'not JSON',
  [odd('empty')]: '{}',
  [odd('undated')]: JSON.stringify(platformProfile('draft')),
  [odd('search-only')]: JSON.stringify(platformProfile('2026-04-08', ['dev.ucp.shopping.catalog.search'])),
  [odd('orders')]: JSON.stringify(platformProfile('2026-04-08', ['dev.ucp.shopping.order'])),
  [odd('checkout-only')]: JSON.stringify(platformProfile('2026-04-08', ['dev.ucp.shopping.checkout'])),
})
const shops = useShops({ ucp: platforms })
const query = { query: 'lamp' }
const open = async () => (await shops.open([{ id: 'lamp', title: 'Lamp' }])).brandId
const search = async (headers: Record<string, string>) =>
  await shops.ask(await open(), '/catalog/search', query, headers)
const rule = (checks: string, tests: () => void) =>
  judge({ judge: 'UCP, own reading of the text', version: 'both', checks }, tests)

rule('Negotiation', () => {
  test.each(['2026-04-08', '2026-08-22'])('answers a platform of version %s in its version', async (version) => {
    const { status, body } = await search(agent(profileOf(version)))
    expect([status, body.ucp]).toEqual([
      200,
      { version, capabilities: { 'dev.ucp.shopping.catalog.search': [{ version }] } },
    ])
  })

  test('labels responses of the draft, and no others', async () => {
    expect((await search(agent(profileOf('2026-08-22')))).headers['ucp-version-status']).toBe('draft')
    expect((await search(agent(profileOf('2026-04-08')))).headers['ucp-version-status']).toBeUndefined()
  })

  test('answers a request without UCP-Agent in the version of the profile', async () => {
    const { status, body } = await search({})
    expect([status, body.ucp.version]).toEqual([200, '2026-04-08'])
  })

  test('reads the profile among other members of the dictionary', async () => {
    const { status, body } = await search({ 'UCP-Agent': `name="a, b", profile="${profileOf('2026-08-22')}";x=1` })
    expect([status, body.ucp?.version]).toEqual([200, '2026-08-22'])
  })

  test.each([
    ['a text that looks like it', `note="a, profile=", profile="${profileOf('2026-08-22')}"`],
    ['an earlier one', `profile="${profileOf('2026-04-08')}", profile="${profileOf('2026-08-22')}"`],
  ])('takes the last profile of the dictionary after %s', async (_, header) => {
    const { status, body } = await search({ 'UCP-Agent': header })
    expect([status, body.ucp?.version]).toEqual([200, '2026-08-22'])
  })

  test.each([
    ['another version', agent(profileOf('2024-01-01')), 422, 'version_unsupported'],
    ['no dictionary', { 'UCP-Agent': 'agent/1.0' }, 400, 'invalid_profile_url'],
    ['spaces around =', { 'UCP-Agent': `profile = "${profileOf('2026-04-08')}"` }, 400, 'invalid_profile_url'],
    ['a text after it', { 'UCP-Agent': `profile="${profileOf('2026-04-08')}" x` }, 400, 'invalid_profile_url'],
    ['a profile that is a token', { 'UCP-Agent': 'profile=platform' }, 400, 'invalid_profile_url'],
    ['a profile without https', agent('http://platform.example/p.json'), 400, 'invalid_profile_url'],
    ['a profile that cannot be reached', agent(odd('down')), 424, 'profile_unreachable'],
    ['a profile that redirects', agent(odd('moved')), 424, 'profile_unreachable'],
    ['a profile that is not JSON', agent(odd('text')), 422, 'profile_malformed'],
    ['a profile without version', agent(odd('empty')), 422, 'profile_malformed'],
    ['a version that is no date', agent(odd('undated')), 422, 'profile_malformed'],
  ])('refuses %s', async (_, headers, status, code) => {
    const answer = await search(headers)
    expect([answer.status, answer.body.code, typeof answer.body.content]).toEqual([status, code, 'string'])
    expect(answer.headers['content-type']).toContain('application/json')
  })

  test('returns capabilities_incompatible with 200 for a platform without the capability', async () => {
    const { status, body } = await search(agent(odd('checkout-only')))
    expect([status, body]).toEqual([
      200,
      {
        ucp: { version: '2026-04-08', status: 'error', capabilities: {} },
        messages: [
          expect.objectContaining({ type: 'error', code: 'capabilities_incompatible', severity: 'unrecoverable' }),
        ],
      },
    ])
  })

  test('negotiates each capability by itself', async () => {
    const brandId = await open()
    const headers = agent(odd('search-only'))
    expect((await shops.ask(brandId, '/catalog/search', query, headers)).body.products).toHaveLength(1)
    expect((await shops.ask(brandId, '/catalog/lookup', { ids: ['lamp'] }, headers)).body.ucp.status).toBe('error')
  })

  test('fetches the profile of a platform once', async () => {
    const address = 'https://once.example/2026-04-08.json'
    await search(agent(address))
    await search(agent(address))
    expect(platforms.fetched.filter((fetched) => fetched === address)).toHaveLength(1)
  })

  test('counts a profile that must be fetched as a request', async () => {
    const remaining = async () =>
      Number(
        (await search(agent(`https://many.example/${Math.random()}/2026-04-08.json`))).headers['x-ratelimit-remaining'],
      )
    // Each request has its own address, so that both have the same limit.
    expect([await remaining(), Number((await search({})).headers['x-ratelimit-remaining'])]).toEqual([8, 9])
  })
})

rule('Orders without a key that signs their events', () => {
  test.each([
    ['without a profile', {}],
    ['with a profile that declares them', agent(odd('orders'))],
  ])('are no common capability of a request %s', async (_, headers) => {
    const { accountId, brandId } = await shops.open()
    const { key } = await issueKey(shops.sql(), accountId, { prefix: 'sk_live_' })
    const profile = (await shops.look(brandId, '/.well-known/ucp')).body.ucp.capabilities
    expect(Object.keys(profile)).not.toContain('dev.ucp.shopping.order')
    const { status, body } = await shops.look(brandId, '/orders/txn_1', { ...headers, Authorization: `Bearer ${key}` })
    expect([status, body.ucp.status, body.messages[0].code]).toEqual([200, 'error', 'capabilities_incompatible'])
  })
})

rule('Profile', () => {
  const look = async (path: string, headers?: Record<string, string>) => await shops.look(await open(), path, headers)

  test('shows the released version, REST and MCP, and no payment handler', async () => {
    const { body } = await look('/.well-known/ucp')
    expect([body.ucp.version, body.ucp.payment_handlers, body.version_status]).toEqual(['2026-04-08', {}, undefined])
    const bindings = body.ucp.services['dev.ucp.shopping'] as { transport: string; endpoint: string }[]
    expect(
      bindings.map(({ transport, endpoint }) => [transport, new URL(endpoint).pathname.replace(/brd_\w+/, 'id')]),
    ).toEqual([
      ['rest', '/api/storefront/id'],
      ['mcp', '/api/storefront/id/ucp/mcp'],
    ])
  })

  test('does not show a draft in discovery', async () => {
    const { text } = await look('/.well-known/ucp')
    expect(text).not.toMatch(/2026-08-22|supported_versions/)
  })

  test('has the addresses of the draft when a platform asks for it, labeled as a draft', async () => {
    const { body, headers } = await look('/.well-known/ucp?version=2026-08-22')
    expect([body.ucp.version, body.version_status, headers['ucp-version-status']]).toEqual([
      '2026-08-22',
      'draft',
      'draft',
    ])
    expect(body.ucp.capabilities['dev.ucp.shopping.catalog.search'][0].spec).toBe(
      'https://ucp.dev/2026-08-22/specification/shopping/catalog/search',
    )
  })

  test('may be stored by shared caches for at least a minute, also with a credential', async () => {
    const { accountId, brandId } = await shops.open()
    for (const headers of [{}, await shops.testKey(accountId)]) {
      const answer = await shops.look(brandId, '/.well-known/ucp', headers)
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'public, max-age=300'])
    }
  })

  test('names specifications and schemas of the authority of its namespace', async () => {
    const { body } = await look('/.well-known/ucp')
    const named = Object.values(body.ucp.capabilities as Record<string, { spec: string; schema: string }[]>).flat()
    for (const { spec, schema } of named)
      expect([new URL(spec).host, new URL(schema).host]).toEqual(['ucp.dev', 'ucp.dev'])
  })

  test('is a file to publish at the domain of the merchant, with endpoints of this service', async () => {
    const { headers, body } = await look('/.well-known/ucp?download=true')
    expect(headers['content-disposition']).toBe('attachment; filename="ucp"')
    expect(body.ucp.services['dev.ucp.shopping'][0].endpoint).toMatch(/^http:\/\/vitrine\.test\/api\/storefront\//)
  })
})
