import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { useShops } from '../support/shops.ts'
import { directoryOf, now, signedForBots, signingKey, startDirectories } from '../support/signing_agents.ts'
import type { Respond } from '../support/signing_agents.ts'

const directories = await startDirectories()
// A fixed instant, because a minute that ends would restore the limits.
const shops = useShops({ agents: directories.options, now: '2026-11-20T12:00:00Z' })
const key = signingKey()
let brandId: string
let count = 0

beforeAll(async () => {
  ;({ brandId } = await shops.open([{ id: 'tent', title: 'Red tent' }]))
})
beforeEach(() => void directories.fetched.splice(0))
afterAll(() => directories.stop())

/** Publishes the directory of a new agent and returns its host. */
function publish(respond: Respond = directoryOf([key.jwk])): string {
  const host = `agent${++count}`
  directories.responses.set(`${host}.agents.example`, respond)
  return host
}

async function look(host: string, headers: Record<string, string> = {}, by = key) {
  const signed = signedForBots(directories.name(host), by)
  const answer = await shops.look(brandId, '/products', { ...signed, ...headers })
  return { ...answer, agent: answer.headers['x-osp-agent'] }
}
const verified = (host: string) => `verified;agent="${directories.name(host)}"`
const unavailable = 'unverified;reason=directory_unavailable'

describe('a key directory', () => {
  test('is fetched once for concurrent requests and while it is fresh', async () => {
    const host = publish()
    const agents = (await Promise.all(Array.from({ length: 20 }, () => look(host)))).map(({ agent }) => agent)
    expect(new Set([...agents, (await look(host)).agent])).toEqual(new Set([verified(host)]))
    expect(directories.fetched).toHaveLength(1)
  })

  test('is stored for its max-age, at least a minute and at most a day', async () => {
    const [short, long, ages] = ['max-age=1', 'max-age=600', 'max-age=999999999'].map((value) =>
      publish(directoryOf([key.jwk], { 'Cache-Control': value })),
    ) as [string, string, string]
    const fetchedBy = async (host: string) => {
      const before = directories.fetched.length
      await look(host)
      return directories.fetched.length - before
    }
    const start = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => start)
    for (const host of [short, long, ages]) expect(await fetchedBy(host)).toBe(1)
    for (const [seconds, fetches] of [
      [59, [0, 0, 0]],
      [61, [1, 0, 0]],
      [601, [1, 1, 0]],
      [86_500, [1, 1, 1]],
    ] as const) {
      clock.mockImplementation(() => start + seconds * 1000)
      expect([await fetchedBy(short), await fetchedBy(long), await fetchedBy(ages)]).toEqual(fetches)
    }
    clock.mockRestore()
  })

  test('is fetched again for an unknown key, at most once a minute', async () => {
    const rotated = signingKey()
    const keys = [key.jwk]
    const host = publish((response, request) =>
      directoryOf(keys, { 'Cache-Control': 'max-age=3600' })(response, request),
    )
    expect((await look(host)).agent).toBe(verified(host))
    keys.push(rotated.jwk)
    expect((await look(host, {}, rotated)).agent).toBe('unverified;reason=key_not_found')
    const start = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + 61_000)
    expect((await look(host, {}, rotated)).agent).toBe(verified(host))
    clock.mockRestore()
    expect(directories.fetched).toHaveLength(2)
  })

  test.each([
    ['a key of the future', { nbf: now() + 3600 }],
    ['an expired key', { exp: now() - 3600 }],
    ['a key for encryption', { use: 'enc' }],
    ['a key that must not verify', { key_ops: ['sign'] }],
  ])('with %s does not verify its signatures', async (_, members) => {
    expect((await look(publish(directoryOf([{ ...key.jwk, ...members }])))).agent).toBe(
      'unverified;reason=key_not_found',
    )
  })

  test('is read in spite of keys that are not supported or no objects', async () => {
    const others = [null, 1, {}, { kty: 'RSA', n: 'x', e: 'AQAB' }, { kty: 'OKP', crv: 'Ed25519', x: 7 }]
    const host = publish(directoryOf([...others, key.jwk] as object[]))
    expect((await look(host)).agent).toBe(verified(host))
  })

  const type = { 'Content-Type': 'application/http-message-signatures-directory+json' }
  const privately: Respond = (response) => response.writeHead(302, { Location: 'https://10.0.0.1/' }).end()
  test.each<[string, Respond, RegExp]>([
    ['redirects to a private address', privately, /status is 302/],
    [
      'redirects to another directory',
      (response) => response.writeHead(301, { Location: '/other' }).end(),
      /status is 301/,
    ],
    ['is no directory by its type', directoryOf([key.jwk], { 'Content-Type': 'application/json' }), /Content-Type/],
    ['is not JSON', (response) => response.writeHead(200, type).end('<html>'), /not a JWK Set/],
    ['is null', (response) => response.writeHead(200, type).end('null'), /not a JWK Set/],
    ['has no list of keys', (response) => response.writeHead(200, type).end('{"keys": {}}'), /not a JWK Set/],
    ['fails', (response) => response.writeHead(500, type).end(JSON.stringify({ keys: [key.jwk] })), /status is 500/],
    ['closes the connection', (response) => response.destroy(), /socket hang up|ECONNRESET/],
  ])(
    'that %s leaves the agent unverified, is not asked again for a minute, and has its cause in the log once',
    async (_, respond, cause) => {
      const host = publish(respond)
      for (const { status, agent, text, headers } of [await look(host), await look(host)]) {
        expect([status, agent]).toEqual([200, unavailable])
        expect(text + JSON.stringify(headers)).not.toMatch(cause)
      }
      expect(directories.fetched).toHaveLength(1)
      const logged = shops.api().log.filter(({ fetched }) => String(fetched).includes(`//${host}.agents.example`))
      expect(logged).toEqual([expect.objectContaining({ level: 'warn', cause: expect.stringMatching(cause) })])
    },
  )

  test('of 100 MB is not read beyond the limit', async () => {
    let sent = 0
    const block = Buffer.alloc(65_536, 32)
    const host = publish((response) => {
      response.writeHead(200, type)
      const write = () => {
        while (sent < 100_000_000 && !response.destroyed && response.write(block)) sent += block.length
      }
      response.on('drain', write)
      write()
    })
    const { status, agent } = await look(host)
    expect([status, agent]).toEqual([200, unavailable])
    expect(sent).toBeLessThan(20_000_000)
  })

  test.each<[string, Respond]>([
    ['never responds', () => undefined],
    [
      'sends byte by byte',
      (response) => {
        const timer = setInterval(() => response.write(' '), 50)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('that %s delays one request by about a second', async (_, respond) => {
    const host = publish(respond)
    const timeOf = async () => {
      const startedAt = performance.now()
      const { status, agent } = await look(host)
      expect([status, agent]).toEqual([200, unavailable])
      return performance.now() - startedAt
    }
    const first = await timeOf()
    expect(first).toBeGreaterThan(900)
    expect(first).toBeLessThan(5000)
    expect(await timeOf()).toBeLessThan(900)
    expect(directories.fetched).toHaveLength(1)
  })

  test.each(['10.0.0.1', '169.254.169.254', '127.0.0.2', '::1', '168.63.129.16'])(
    'at the address %s is not requested',
    async (address) => {
      const host = publish()
      directories.resolved.set(`${host}.agents.example`, address)
      const { status, agent } = await look(host)
      expect([status, agent]).toEqual([200, unavailable])
      expect(directories.fetched).toEqual([])
    },
  )
})

describe('the rate limit', () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address })

  test('of a verified agent is 300 a minute, by its name instead of its address', async () => {
    const host = publish()
    const remaining = []
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) {
      const { headers } = await look(host, from(address))
      expect(headers['x-ratelimit-limit']).toBe('300')
      remaining.push(Number(headers['x-ratelimit-remaining']))
    }
    expect(remaining).toEqual([299, 298, 297])
    const unsigned = await shops.look(brandId, '/products', from('192.0.2.1'))
    expect([unsigned.headers['x-ratelimit-limit'], unsigned.headers['x-ratelimit-remaining']]).toEqual(['10', '9'])
  })

  test('of a verified agent is refused with 429 when it is used up, while its address can still ask', async () => {
    const host = publish()
    await look(host, from('192.0.2.3'))
    await shops.sql()`update core.rate_limits set used = 300 where bucket = ${`agent:${directories.name(host)}`}`
    expect((await look(host, from('192.0.2.3'))).status).toBe(429)
    expect((await shops.look(brandId, '/products', from('192.0.2.3'))).status).toBe(200)
  })

  test('of an address bounds the agents that it shows in a minute, and the directories that it has fetched', async () => {
    const hosts = Array.from({ length: 12 }, () => publish())
    const agents = []
    for (const host of hosts) agents.push((await look(host, from('192.0.2.4'))).agent)
    expect(agents).toEqual([...hosts.slice(0, 10).map(verified), unavailable, unavailable])
    expect(directories.fetched).toHaveLength(10)
    for (const host of hosts.slice(10)) expect((await look(host)).agent).toBe(verified(host))
    const known = await look(hosts[10] as string, from('192.0.2.4'))
    expect([known.status, known.agent, known.headers['x-ratelimit-limit']]).toEqual([
      200,
      'unverified;reason=too_many_agents',
      '10',
    ])
  })
})
