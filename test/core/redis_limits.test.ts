import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import { createKey, parseKey } from '../../shared/credentials/keys.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { hasRedis, startRedis } from '../support/redis.ts'
import type { Redis } from '../support/redis.ts'
import { send, startUpstash } from '../support/upstash.ts'
import type { Fault, Upstash } from '../support/upstash.ts'

const now = '2026-11-20T12:00:00Z'
const minute = 60_000
let database: TestDatabase
let redis: Redis
let upstash: Upstash
/** A long timeout, because these tests compare exact counts on a busy machine. */
let api: Api
/** The timeout of production, for tests of time. */
let hasty: Api

if (!hasRedis) console.warn('redis-server is not installed: the limits in Redis are not tried (Debian: redis-server).')

beforeAll(async () => {
  if (!hasRedis) return
  // Only the date of the counting process is fixed; timers run.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
  database = await createDatabase()
  redis = await startRedis()
  upstash = await startUpstash(redis)
  api = await startApi(database, { connectionsMax: 8, trustedProxyHops: 1, redis: withTimeouts(upstash) })
  hasty = await startApi(database, { redis: upstash })
})
afterAll(async () => {
  if (!hasRedis) return
  await api.stop()
  await hasty.stop()
  await upstash.stop()
  await redis.stop()
  await database.stop()
  vi.useRealTimers()
})

function withTimeouts({ url, token }: Upstash) {
  return { url, token, timeoutMilliseconds: 10_000 }
}

async function ask(key: string, path = '/v1/brands', url = api.url) {
  const response = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Reads a storefront without a key. */
async function look(brandId: string, forwardedFor: string, url = api.url) {
  const response = await fetch(`${url}/api/storefront/${brandId}/products`, {
    headers: { 'X-Forwarded-For': forwardedFor },
  })
  await response.arrayBuffer()
  return response.status
}

function bucketOf(key: string) {
  const { hash } = parseKey(key) as { hash: Uint8Array }
  return redisName(`key:${Buffer.from(hash).toString('hex')}`)
}

function redisName(bucket: string) {
  return `vitrine:${bucket}:${Math.floor(Date.now() / minute)}`
}

/** Starts a gateway process as deployed, with a running clock. */
function startGateway(port: number) {
  const running = startProcess('cli/gateway/gateway.ts', {
    DATABASE_URL: database.functionsUrl,
    PORT: String(port),
    UPSTASH_REDIS_REST_URL: upstash.url,
    UPSTASH_REDIS_REST_TOKEN: upstash.token,
  })
  onTestFinished(running.stop)
  return `http://127.0.0.1:${port}`
}

async function untilAnswering(url: string) {
  while (!(await fetch(url).catch(() => null))) await new Promise((next) => setTimeout(next, 25))
}

function tally(statuses: number[]) {
  return Object.fromEntries([...new Set(statuses)].map((one) => [one, statuses.filter((s) => s === one).length]))
}

async function lastUsedAt(keyId: string) {
  const [row] = await database.sql`select last_used_at from core.api_keys where key_id = ${keyId}`
  return row?.last_used_at
}

describe.skipIf(!hasRedis)('a rate limit counted in Redis', () => {
  test('accepts exactly 60 of 100 concurrent requests, each with its own remainder', async () => {
    const { key } = await createTenant(database.sql, { plan: 'TRIAL' })
    await redis.command('SCRIPT', 'FLUSH')
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(key)))
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 60, 429: 40 })
    const remainders = answers.filter(({ status }) => status === 200).map((a) => a.headers.get('x-ratelimit-remaining'))
    expect(remainders.map(Number).toSorted((one, two) => one - two)).toEqual(Array.from({ length: 60 }, (_, n) => n))
    expect(await database.sql`select from core.rate_limits`).toHaveLength(0)
  })

  test('expires in Redis after its minute', async () => {
    const { key } = await createTenant(database.sql)
    await ask(key)
    await ask(key)
    expect(await redis.command('GET', bucketOf(key))).toBe('2')
    const milliseconds = await redis.command('PTTL', bucketOf(key))
    expect(milliseconds).toBeGreaterThan(minute - 10_000)
    expect(milliseconds).toBeLessThanOrEqual(minute)
  })

  test('is full again at the time that X-RateLimit-Reset names', async () => {
    const { key, keyId } = await createTenant(database.sql, { plan: 'TRIAL' })
    await redis.command('SET', bucketOf(key), '60')
    const refused = await ask(key)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('x-ratelimit-reset')).toBe(String(Date.parse('2026-11-20T12:01:00Z') / 1000))
    expect(await lastUsedAt(keyId)).toBeNull()
    vi.setSystemTime('2026-11-20T12:00:59.999Z')
    const late = await ask(key)
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1'])
    vi.setSystemTime('2026-11-20T12:01:00Z')
    const { status, headers } = await ask(key)
    expect([status, headers.get('x-ratelimit-remaining'), headers.get('ratelimit')]).toEqual([
      200,
      '59',
      '"minute";r=59;t=60',
    ])
    vi.setSystemTime(now)
  })

  test('sends no command to Redis or the database once it is exhausted', async () => {
    const { key } = await createTenant(database.sql, { plan: 'TRIAL' })
    await redis.command('SET', bucketOf(key), '59')
    expect((await ask(key)).status).toBe(200)
    const { requests } = upstash
    const signature = 'core.call(text, bytea, text, jsonb, text, integer, jsonb, text, text)'
    await database.sql.unsafe(`revoke execute on function ${signature} from vitrine_functions`)
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(key)))
    await database.sql.unsafe(`grant execute on function ${signature} to vitrine_functions`)
    expect(tally(answers.map(({ status }) => status))).toEqual({ 429: 50 })
    expect(upstash.requests).toBe(requests)
    expect(await redis.command('GET', bucketOf(key))).toBe('60')
  })

  test('is shared by all processes', async () => {
    const { key } = await createTenant(database.sql, { plan: 'TRIAL' })
    const urls = [startGateway(await freePort()), startGateway(await freePort())]
    await Promise.all(urls.map(untilAnswering))
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    const lane = async (_: unknown, index: number) => {
      while (answers.length < 70) answers.push(await ask(key, '/v1/brands', urls[index % urls.length]))
    }
    await Promise.all(Array.from({ length: 6 }, lane))
    // The clocks of the gateways run. If the minute changes during the test, each minute has its own quota.
    for (const reset of new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset')))) {
      const ofMinute = answers.filter(({ headers }) => headers.get('x-ratelimit-reset') === reset)
      expect(ofMinute.filter(({ status }) => status === 200)).toHaveLength(Math.min(60, ofMinute.length))
      expect(ofMinute.filter(({ status }) => status === 429)).toHaveLength(Math.max(0, ofMinute.length - 60))
    }
  })

  test('is not shared with another account or another key of the account', async () => {
    const one = await createTenant(database.sql, { plan: 'TRIAL' })
    const stranger = await createTenant(database.sql, { plan: 'TRIAL' })
    const sibling = await issueKey(database.sql, one.accountId)
    await redis.command('SET', bucketOf(one.key), '60')
    expect((await ask(one.key)).status).toBe(429)
    for (const { key } of [stranger, sibling]) {
      const { status, headers } = await ask(key)
      expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, '59'])
    }
  })

  test('counts failed requests, and a request of two queries once', async () => {
    const { key, brandId } = await createTenant(database.sql, { plan: 'TRIAL' })
    const question = JSON.stringify({ brand_id: brandId, question: 'spend last week' })
    const post = (body: string) =>
      fetch(`${api.url}/v1/query`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body,
      })
    const seen = [
      await ask(key, '/v1/metrics?date_from=x'),
      await ask(key, '/v1/metrics?date_from=2026-11-01&date_to=2026-11-02&brand_id=brd_x'),
      await post(question),
      await post(question.replace(brandId, 'brd_x')),
    ].map(({ status, headers }) => [status, headers.get('x-ratelimit-remaining')])
    expect(seen).toEqual([
      [400, '59'],
      [403, '58'],
      [409, '57'],
      [403, '56'],
    ])
  })
})

describe.skipIf(!hasRedis)('headers and bodies with Redis', () => {
  const quotaHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit-policy']
  const compared = [...quotaHeaders, 'ratelimit', 'retry-after', 'cache-control', 'www-authenticate']

  test('are the same as with the limiter in Postgres', async () => {
    const plain = await startApi(database)
    const seen: unknown[] = []
    for (const server of [api, plain]) {
      const { key, keyId } = await createTenant(database.sql, { plan: 'TRIAL' })
      const unknown = createKey('svc_sk_live_')
      const answers = [await ask(key, '/v1/metrics/definitions', server.url)]
      answers.push(await ask(key, '/v1/metrics?date_from=x', server.url))
      answers.push(await ask(key, '/v1/metrics?date_from=2026-11-01&date_to=2026-11-02', server.url))
      answers.push(await ask(unknown.key, '/v1/brands', server.url))
      await redis.command('SET', bucketOf(key), '60')
      await database.sql`update core.rate_limits set used = 60 where bucket = ${`key:${keyId}`}`
      answers.push(await ask(key, '/v1/brands', server.url))
      answers.push(await ask(key, '/v1/brands', server.url))
      seen.push(
        answers.map(({ status, headers, body }) => ({
          status,
          headers: compared.map((name) => headers.get(name)),
          body: JSON.stringify(body).replaceAll(/"req_[^"]+"/g, '"req"'),
        })),
      )
    }
    await plain.stop()
    await database.sql`delete from core.rate_limits`
    expect((seen[0] as { status: number }[]).map(({ status }) => status)).toEqual([200, 400, 409, 401, 429, 429])
    expect(seen[0]).toEqual(seen[1])
  })
})

describe.skipIf(!hasRedis)('limits by address', () => {
  test('allow ten anonymous storefront requests a minute', async () => {
    const { brandId } = await createTenant(database.sql)
    const other = await createTenant(database.sql)
    const statuses = await Promise.all(Array.from({ length: 30 }, () => look(brandId, '203.0.113.7')))
    expect(tally(statuses)).toEqual({ 200: 10, 429: 20 })
    expect(await look(other.brandId, '203.0.113.7')).toBe(429)
    expect(await look(brandId, '203.0.113.8')).toBe(200)
  })

  test('count a /64 IPv6 network as one address', async () => {
    const { brandId } = await createTenant(database.sql)
    const hosts = Array.from({ length: 20 }, (_, host) => `2001:db8:9:1:${host.toString(16)}::${host + 1}`)
    expect(tally(await Promise.all(hosts.map((host) => look(brandId, host))))).toEqual({ 200: 10, 429: 10 })
    expect(await look(brandId, '2001:db8:9:2::1')).toBe(200)
  })

  test('ignore forwarded addresses that the caller sets', async () => {
    const { brandId } = await createTenant(database.sql)
    const direct = await startApi(database, { redis: withTimeouts(upstash) })
    const spoofed = (index: number) => `198.51.100.${index}`
    const alone = await Promise.all(Array.from({ length: 20 }, (_, index) => look(brandId, spoofed(index), direct.url)))
    await direct.stop()
    expect(tally(alone)).toEqual({ 200: 10, 429: 10 })
    const behindProxy = Array.from({ length: 20 }, (_, index) => look(brandId, `${spoofed(index)}, 203.0.113.99`))
    expect(tally(await Promise.all(behindProxy))).toEqual({ 200: 10, 429: 10 })
  })

  test('allow a hundred invalid keys, and still accept a valid key after that', async () => {
    const { key } = await createTenant(database.sql)
    const send = async () => {
      const unknown = createKey('svc_sk_live_')
      const headers = { Authorization: `Bearer ${unknown.key}`, 'X-Forwarded-For': '203.0.113.50' }
      return (await fetch(`${api.url}/v1/brands`, { headers })).status
    }
    expect(tally(await Promise.all(Array.from({ length: 120 }, send)))).toEqual({ 401: 100, 429: 20 })
    const headers = { Authorization: `Bearer ${key}`, 'X-Forwarded-For': '203.0.113.50' }
    expect((await fetch(`${api.url}/v1/brands`, { headers })).status).toBe(200)
    expect(await redis.command('GET', redisName('unauthorized:203.0.113.50'))).toBe('120')
  })
})

describe.skipIf(!hasRedis)('503', () => {
  const result = (value: unknown): Fault => {
    return (response) => send(response, 200, { result: value })
  }
  const slow = (milliseconds: number): Fault => {
    return (_, answer) => setTimeout(() => void answer(), milliseconds)
  }
  const reset: Fault = (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '30' })
    response.write('{"result":[1,')
    setImmediate(() => response.destroy())
  }
  const faults: [string, Fault][] = [
    ['hangs', () => undefined],
    ['hangs in the middle', (response) => response.writeHead(200).write('{"result":[1,')],
    ['is slow', slow(400)],
    ['is slow each of two times', slow(250)],
    ['resets before it answers', (response) => response.destroy()],
    ['resets in the middle', reset],
    ['answers junk', (response) => response.end('<html>It works!</html>')],
    ['answers nothing', (response) => response.end()],
    ['answers null', (response) => response.end('null')],
    ['refuses the token', (response) => send(response, 401, { error: 'WRONGPASS' })],
    ['fails', (response) => send(response, 500, { error: 'ERR' })],
    ['says that it has no scripts', (response) => send(response, 400, { error: 'NOSCRIPT' })],
    ['has no result', (response) => send(response, 200, {})],
    ['has half a result', result([1])],
    ['has an empty result', result([])],
    ['counts null', result([null, 1e9])],
    ['counts zero', result([0, 1e9])],
    ['counts backwards', result([-5, 1e9])],
    ['counts halves', result([1.5, 1e9])],
    ['counts words', result([Buffer.from('many').toString('base64'), 1e9])],
    ['counts to another limit', result([1, 60])],
    ['counts beyond everything', result([2e9, 1e9])],
    ['is out of memory', (response) => send(response, 400, { error: 'OOM command not allowed' })],
  ]

  test.each(faults)('is returned within two seconds when Redis %s (503 service_unavailable)', async (_, fault) => {
    const { key, keyId, brandId } = await createTenant(database.sql)
    await redis.command('SCRIPT', 'FLUSH')
    upstash.fault = fault
    const startedAt = performance.now()
    const { status, headers, body } = await ask(key, '/v1/brands', hasty.url)
    const milliseconds = performance.now() - startedAt
    upstash.fault = null
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(body.error).toMatchObject({ code: 'service_unavailable', retry_after: 5 })
    expect(JSON.stringify(body)).not.toContain(brandId)
    expect(milliseconds).toBeLessThan(2000)
    expect(await lastUsedAt(keyId)).toBeNull()
    expect(JSON.stringify(hasty.log.at(-1))).not.toContain(upstash.token)
    expect((await ask(key, '/v1/brands', hasty.url)).status).toBe(200)
  })

  test('is returned when Redis is down, for storefronts and unknown keys too', async () => {
    const { key, brandId } = await createTenant(database.sql)
    const unknown = createKey('svc_sk_live_')
    const nowhere = { url: `http://127.0.0.1:${await freePort()}`, token: 'rest-token' }
    const deaf = await startApi(database, { redis: nowhere })
    const startedAt = performance.now()
    const statuses = [
      (await ask(key, '/v1/brands', deaf.url)).status,
      (await ask(unknown.key, '/v1/brands', deaf.url)).status,
      await look(brandId, '203.0.113.60', deaf.url),
    ]
    expect(statuses).toEqual([503, 503, 503])
    expect(performance.now() - startedAt).toBeLessThan(2000)
    expect(deaf.log.at(0)?.cause).toContain('fetch failed')
    await deaf.stop()
  })

  test('is returned by a function on Deno, which does not crash', async () => {
    const { key } = await createTenant(database.sql)
    const url = startGateway(await freePort())
    await untilAnswering(url)
    for (const [, fault] of faults) {
      await redis.command('SCRIPT', 'FLUSH')
      upstash.fault = fault
      const startedAt = performance.now()
      expect((await ask(key, '/v1/brands', url)).status).toBe(503)
      expect(performance.now() - startedAt).toBeLessThan(2000)
    }
    upstash.fault = null
    expect((await ask(key, '/v1/brands', url)).status).toBe(200)
  })

  test('is returned without a retry, so that no request is counted twice', async () => {
    const { key } = await createTenant(database.sql)
    const { requests } = upstash
    upstash.fault = (response) => response.destroy()
    expect((await ask(key)).status).toBe(503)
    upstash.fault = null
    expect(upstash.requests).toBe(requests + 1)
  })

  test('is returned when the Redis token is wrong', async () => {
    const { key } = await createTenant(database.sql)
    const stranger = await startApi(database, { redis: { url: upstash.url, token: 'wrong' } })
    expect((await ask(key, '/v1/brands', stranger.url)).status).toBe(503)
    await stranger.stop()
  })

  test('is returned for an invalid key when its address cannot be counted', async () => {
    const unknown = createKey('svc_sk_live_')
    let requests = 0
    upstash.fault = (response, answer) => (++requests === 1 ? answer() : response.destroy())
    expect((await ask(unknown.key)).status).toBe(503)
    upstash.fault = null
  })

  test('core.call rejects a count of zero', async () => {
    await expect(database.sql`select core.call(null, null, '192.0.2.1', '{}', counted => 0)`).rejects.toThrow(
      'must be positive',
    )
  })
})
