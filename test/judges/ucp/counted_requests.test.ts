import { beforeAll, expect, test, vi } from 'vitest'
import { issueKey } from '../../support/factories.ts'
import { useShops } from '../../support/shops.ts'
import type { Answer } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { agent, fakePlatforms, platformProfile, profileOf } from './platforms.ts'

const at = (name: string) => `https://platform.example/${name}`
const slow = Promise.withResolvers<void>()
const others = fakePlatforms({
  [at('down')]: new Error('connect timeout'),
  [at('text')]: 'not JSON',
  [at('checkout-only')]: JSON.stringify(platformProfile('2026-04-08', ['dev.ucp.shopping.checkout'])),
})
const platforms = {
  ...others,
  fetchProfile: async (address: string) => {
    const answer = await others.fetchProfile(address)
    if (address.startsWith('https://slow.example/')) await slow.promise
    return answer
  },
}
// A fixed instant, because a minute that ends would restore the limits.
const shops = useShops({ ucp: platforms, now: '2026-11-20T12:00:00Z' })
let brandId = ''
let revoked: Record<string, string> = {}
beforeAll(async () => {
  const shop = await shops.open([{ id: 'tent', title: 'Tent' }])
  brandId = shop.brandId
  const { key, keyId } = await issueKey(shops.sql(), shop.accountId, { prefix: 'sk_live_' })
  await shops.sql()`update core.api_keys set revoked_at = now() where key_id = ${keyId}`
  revoked = { Authorization: `Bearer ${key}` }
})

type Headers = Record<string, string>
let addresses = 0
/** Returns the header of a client address of its own. */
const client = () => ({ 'X-Forwarded-For': `2001:db8:face:${(++addresses).toString(16)}::1` })
const rest = async (profile: string, headers: Headers): Promise<Answer> =>
  await shops.ask(brandId, '/catalog/search', { query: 'tent' }, { ...agent(profile), ...headers })
const send = async (message: object, headers: Headers): Promise<Answer> =>
  await shops.ask(brandId, '/ucp/mcp', { jsonrpc: '2.0', ...message }, { Accept: 'application/json', ...headers })
const mcp = async (profile: string, headers: Headers): Promise<Answer> => {
  const given = { meta: { 'ucp-agent': { profile } }, catalog: { query: 'tent' } }
  return await send({ id: 1, method: 'tools/call', params: { name: 'search_catalog', arguments: given } }, headers)
}
const left = ({ headers }: Answer) => Number(headers['x-ratelimit-remaining'])

const refused: [string, string, number][] = [
  ['a profile that cannot be fetched', at('down'), 424],
  ['a profile that is malformed', at('text'), 422],
  ['a profile of an unsupported version', profileOf('2024-01-01'), 422],
  ['a profile without https', 'http://platform.example/', 400],
  ['a platform without the capability', at('checkout-only'), 200],
]

judge(
  { judge: 'UCP, own reading of the text', version: 'both', checks: 'rate limits and credentials before negotiation' },
  () => {
    for (const [transport, ask] of [
      ['REST', rest],
      ['MCP', mcp],
    ] as const) {
      test.each(refused)(
        `counts each request over ${transport} with %s, and refuses the eleventh`,
        async (_, profile, status) => {
          // The profile is stored, whose fetch counts as a request of its own.
          await ask(profile, client())
          const from = client()
          const answers = []
          for (let sent = 0; sent < 11; sent += 1) answers.push(await ask(profile, from))
          expect(answers.map((each) => each.status)).toEqual([...Array.from({ length: 10 }, () => status), 429])
          expect(answers.slice(0, 10).map(left)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
          expect(answers[0]?.headers['x-ratelimit-limit']).toBe('10')
        },
      )

      test.each(refused)(`returns 401 over ${transport} for a revoked key with %s`, async (_, profile) => {
        await ask(profile, client())
        expect((await ask(profile, { ...client(), ...revoked })).status).toBe(401)
      })

      test(`fetches no profile over ${transport} for a revoked key`, async () => {
        const profile = `https://${transport.toLowerCase()}.example/2026-04-08.json`
        expect((await ask(profile, { ...client(), ...revoked })).status).toBe(401)
        expect(others.fetched).not.toContain(profile)
      })
    }

    test('counts a UCP-Agent header without a profile', async () => {
      const answer = await shops.ask(brandId, '/catalog/search', { query: 'tent' }, { 'UCP-Agent': 'agent/1.0' })
      expect([answer.status, left(answer)]).toEqual([400, 9])
    })

    test.each([
      ['with an id', { id: 1, method: 'notifications/x' }],
      ['without an id', { method: 'notifications/initialized' }],
    ])('counts a notification %s, and checks its credential', async (_, message) => {
      expect(left(await send(message, client()))).toBe(9)
      expect((await send(message, { ...client(), ...revoked })).status).toBe(401)
    })

    test('returns 503 with Retry-After while too many profiles are being fetched', async () => {
      const address = (number: number) => `https://slow.example/${number}/2026-04-08.json`
      const waiting = Array.from({ length: 8 }, (_, number) => rest(address(number), client()))
      try {
        await vi.waitFor(() => expect(others.fetched.filter((each) => each.includes('slow'))).toHaveLength(8))
        const [overRest, overMcp] = [await rest(address(8), client()), await mcp(address(9), client())]
        expect([overRest.status, overRest.body.code, overRest.headers['retry-after']]).toEqual([
          503,
          'service_unavailable',
          '5',
        ])
        expect([overMcp.status, overMcp.body.error.data.retry_after, overMcp.headers['retry-after']]).toEqual([
          503,
          5,
          '5',
        ])
      } finally {
        slow.resolve()
      }
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200))
    })
  },
)
