import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { keyPrefixes } from '../../shared/credentials/keys.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { Browser } from '../support/browser.ts'
import { stock } from '../support/catalog_rows.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { Client, codeOf, createPerson, decide, signedIn } from '../support/oauth.ts'
import { secretKey } from '../support/webhooks.ts'

let database: TestDatabase
let api: Api
/** Every secret that this file sends. */
const issued: string[] = []
const printed: string[] = []

beforeAll(async () => {
  for (const name of ['log', 'error', 'warn'] as const) {
    vi.spyOn(console, name).mockImplementation((...words: unknown[]) => void printed.push(words.join(' ')))
  }
  database = await createDatabase()
  api = await startApi(database, {
    isReachable: true,
    trustedProxyHops: 1,
    webhooks: { secretKey, allowsLoopback: true },
  })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
  vi.restoreAllMocks()
})

/** Sends a secret in every part of a request where a caller could put it by mistake. */
async function misplace(secret: string): Promise<void> {
  issued.push(secret)
  const paths = [
    `/v1/brands?api_key=${secret}`,
    `/v1/${secret}`,
    `/api/storefront/${secret}/products`,
    `/api/webhooks/${secret}`,
    `/mcp?token=${secret}`,
  ]
  for (const path of paths) {
    await api.http
      .get(path)
      .set({ Authorization: `Bearer ${secret}`, Cookie: `session=${secret}`, 'X-Request-Id': secret.slice(0, 64) })
  }
  await api.http.post('/v1/query').set('Authorization', `Bearer ${secret}`).send({ question: secret, brand_id: secret })
  await api.http.post('/api/oauth/token').send({ grant_type: 'refresh_token', refresh_token: secret })
}

function lines(): string {
  return [...api.log.map((line) => JSON.stringify(line)), ...printed].join('\n')
}

describe('the request log redacts secrets', () => {
  test('removes keys of every kind from paths, headers and bodies', async () => {
    const { accountId } = await createTenant(database.sql)
    for (const prefix of keyPrefixes) await misplace((await issueKey(database.sql, accountId, { prefix })).key)
    expect(api.log.length).toBeGreaterThan(40)
    for (const secret of issued) expect(lines()).not.toContain(secret)
  })

  test('removes authorization codes, tokens, cookies and passwords', async () => {
    const { brandId } = await createTenant(database.sql)
    const person = await createPerson(database.sql, [brandId])
    const client = new Client(api.url)
    await client.register()
    const browser = new Browser(api.url)
    const code = codeOf(await decide(browser, await signedIn(browser, person, client.authorizeUrl())))
    const first = await client.exchange(code)
    const second = await client.refresh(first.body.refresh_token as string)
    issued.push(person.password)
    const given = [code, ...[first, second].flatMap(({ body }) => [body.access_token, body.refresh_token])]
    expect(given.every((secret) => /^[\w-]{43,}$/.test(secret as string))).toBe(true)
    const cookies = [...browser.cookies.values()]
    expect(cookies.length).toBeGreaterThan(0)
    for (const secret of [...given, ...cookies]) await misplace(secret as string)
    for (const secret of issued) expect(lines()).not.toContain(secret)
  })

  test('removes webhook secrets and handoff tokens', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    const { key } = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
    await stock(database, brandId, [{ id: 'lamp', title: 'Lamp', price: 100, link: 'https://shop.example/lamp' }])
    const hook = await api.http
      .post('/api/webhooks')
      .set('Authorization', `Bearer ${key}`)
      .send({ url: `${api.url}/hook` })
    const order = await api.http
      .post(`/api/storefront/${brandId}/transactions`)
      .set({ Authorization: `Bearer ${key}`, 'Idempotency-Key': 'one' })
      .send({ items: [{ product_id: 'lamp', quantity: 1 }] })
    const { url, token } = order.body.handoff as { url: string; token: string }
    expect((await fetch(api.url + new URL(url).pathname, { redirect: 'manual' })).status).toBe(303)
    await misplace(hook.body.data.secret as string)
    await misplace(token)
    for (const secret of [...issued, token]) expect(lines()).not.toContain(secret)
    expect(lines()).toContain('/handoff/***')
  })

  test('removes the password and the parameters from a database error', async () => {
    const password = randomBytes(16).toString('hex')
    const gone = { ...database, functionsUrl: `postgres://vitrine_functions:${password}@127.0.0.1:1/nowhere` }
    const broken = await startApi(gone)
    const { key } = await createTenant(database.sql)
    expect((await broken.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)).status).toBe(503)
    const text = JSON.stringify(broken.log)
    expect(text).toContain('ECONNREFUSED')
    for (const secret of [password, key]) expect(text).not.toContain(secret)
    await broken.stop()
  })

  test('keeps every line parseable after redaction', async () => {
    // The path is redacted after decoding, because a cut inside an escape sequence would leave an unreadable line.
    const paths = [
      '/handoff/%7B%22a%22',
      `/v1/%00${'a'.repeat(38)}`,
      `/v1/%22${'b'.repeat(43)}`,
      '/v1/a:%5Cb@c',
      '/v1/%0A%0Aforged',
    ]
    for (const path of paths) {
      const given = await fetch(`${api.url}/api/storefront/brd_x${path}`, { headers: { 'X-Request-Id': 'readable-1' } })
      // The test logger parses each line as JSON, so an invalid line fails the request.
      expect([given.status < 500, await given.text()]).toEqual([true, expect.any(String)])
    }
    expect(api.log.filter((line) => line.request_id === 'readable-1')).toHaveLength(paths.length)
  })

  test('keeps request id, key id, method and path', () => {
    expect(api.log.find(({ operation }) => operation === 'commerce.create_transaction')).toMatchObject({
      request_id: expect.stringMatching(/^req_[0-9a-f]{32}$/) as string,
      key_id: expect.stringMatching(/^key_[0-9a-f]{32}$/) as string,
      method: 'POST',
      path: expect.stringMatching(/^\/api\/storefront\/brd_[0-9a-f]{32}\/transactions$/) as string,
    })
  })
})

describe('a log line', () => {
  const linesOf = async (options: Parameters<typeof startApi>[1], act: (own: Api) => Promise<unknown>) => {
    const own = await startApi(database, options)
    await act(own)
    await own.stop()
    return own.log
  }
  const checks = async (own: Api) => {
    for (const path of ['/livez', '/readyz', '/api/storefront/health', '/openapi.json']) await own.http.get(path)
  }

  test('of a successful health check is written at the level debug only', async () => {
    const paths = async (logLevel: 'debug' | 'info' | 'warn') =>
      (await linesOf({ logLevel }, checks)).map(({ path }) => path)
    expect(await paths('info')).toEqual(['/openapi.json'])
    expect(await paths('debug')).toEqual(['/livez', '/readyz', '/api/storefront/health', '/openapi.json'])
    expect(await paths('warn')).toEqual([])
  })

  test('of a failed health check is an error', async () => {
    const gone = await startApi(
      { ...database, functionsUrl: `postgres://vitrine_functions:${randomBytes(8).toString('hex')}@127.0.0.1:1/none` },
      { logLevel: 'error' },
    )
    expect((await gone.http.get('/readyz')).status).toBe(503)
    expect(gone.log).toMatchObject([{ level: 'error', path: '/readyz', status: 503 }])
    await gone.stop()
  })

  test('contains the address that the rate limits count, unless LOG_CLIENT_ADDRESS is false', async () => {
    const act = async (own: Api) => {
      for (const address of ['192.0.2.7', '2001:db8:1:2:3::4', 'forged'])
        await own.http.get('/v1/brands').set('X-Forwarded-For', `203.0.113.1, ${address}`)
    }
    const addresses = (await linesOf({ trustedProxyHops: 1 }, act)).map(({ client }) => client)
    expect(addresses).toEqual(['192.0.2.7', '2001:db8:1:2::/64', 'unknown'])
    const without = await linesOf({ trustedProxyHops: 1, logsClientAddress: false }, act)
    expect(without).toHaveLength(3)
    expect(JSON.stringify(without)).not.toMatch(/client|192\.0\.2|2001|203\.0/)
  })

  test('contains the trace id of a valid traceparent header', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c'
    const headers = [
      `00-${trace}-b7ad6b7169203331-01`,
      `cc-${trace}-b7ad6b7169203331-01-later`,
      `00-${trace}-b7ad6b7169203331-01-later`,
      `ff-${trace}-b7ad6b7169203331-01`,
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${trace.toUpperCase()}-b7ad6b7169203331-01`,
      'forged',
    ]
    const traces = (
      await linesOf({}, async (own) => {
        for (const traceparent of headers) await own.http.get('/openapi.json').set({ traceparent })
      })
    ).map(({ trace_id }) => trace_id)
    expect(traces).toEqual([trace, trace, ...Array.from({ length: 6 }, () => undefined)])
  })
})
