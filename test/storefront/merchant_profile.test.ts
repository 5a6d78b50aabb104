import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkMerchantProfile, merchantProfileAddress } from '../../shared/storefront/merchant_profile.ts'

type Row = Record<string, unknown>
type Respond = (response: ServerResponse, request: IncomingMessage) => unknown

const json = { 'Content-Type': 'application/json; charset=utf-8' }
const endpoint = 'https://api.example/api/storefront/brd_1'
const key = { kty: 'EC', kid: 'one' }

function profile({ version = '2026-04-08', rest = endpoint, capabilities = ['search'], keys = [key] as Row[] } = {}) {
  const bindings = [
    { version, transport: 'rest', endpoint: rest },
    { version, transport: 'mcp', endpoint: `${endpoint}/ucp/mcp` },
  ]
  return JSON.stringify({
    ucp: {
      version,
      services: { 'dev.ucp.shopping': bindings },
      capabilities: Object.fromEntries(capabilities.map((name) => [name, [{ version }]])),
      payment_handlers: {},
    },
    signing_keys: keys,
    keys,
  })
}

let respond: Respond
let website: string
let served: string
let certificateAuthority: string
const stops: (() => void)[] = []

beforeAll(async () => {
  const { private: privateKey, cert } = await generate([{ name: 'commonName', value: 'shop.example' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'shop.example' }] }],
  })
  certificateAuthority = cert
  const merchant = createServer({ key: privateKey, cert }, (request, response) => respond(response, request))
  const here = createPlainServer((_, response) => response.writeHead(200, json).end(profile()))
  for (const server of [merchant, here]) {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    stops.push(() => {
      server.closeAllConnections()
      server.close()
    })
  }
  website = `https://shop.example:${(merchant.address() as AddressInfo).port}/start?from=ads`
  served = `http://127.0.0.1:${(here.address() as AddressInfo).port}/served`
})
afterAll(() => stops.forEach((stop) => stop()))
beforeEach(() => {
  respond = (response) => response.writeHead(200, json).end(profile())
})

const answer = (text: string, headers: Record<string, string> = json, status = 200) => {
  respond = (response) => response.writeHead(status, headers).end(text)
}
const check = async (changes: { website?: string; served?: string; document?: unknown } = {}) =>
  await checkMerchantProfile(
    { website, served, ...changes },
    {
      secondsMax: 1,
      certificateAuthority,
      isAllowed: () => true,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    },
  )

describe('a hostile domain', () => {
  test.each(['https://127.0.0.1', 'https://[::1]', 'https://169.254.169.254', 'http://localhost:8787'])(
    'with the private address %s is refused before a request is sent',
    async (address) => {
      const { state, sentence } = await checkMerchantProfile({ website: address, served })
      expect([state, sentence]).toEqual(['differs', expect.stringContaining('has no public address')])
    },
  )

  test('that never answers is not waited for longer than the limit', async () => {
    respond = () => undefined
    expect(await check()).toEqual({
      state: 'unchecked',
      sentence: expect.stringContaining('returned no complete response'),
    })
  })

  test('that sends a profile byte by byte is not waited for longer than the limit', async () => {
    respond = (response) => {
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    }
    expect((await check()).sentence).toContain('returned no complete response')
  })

  test('that sends an endless response is refused after 64 kB', async () => {
    respond = (response) => {
      const timer = setInterval(() => response.write('x'.repeat(16_384)), 1)
      response.on('close', () => clearInterval(timer))
    }
    expect(await check()).toEqual({
      state: 'differs',
      sentence: expect.stringContaining('returns more than 65536 bytes'),
    })
  })

  test.each(['null', '[]', '7', '{"ucp":null}', '{"ucp":{"version":1,"services":{"dev.ucp.shopping":{}}}}'])(
    'that sends %s has no profile',
    async (text) => {
      answer(text)
      expect((await check()).sentence).toContain('is not a UCP profile with the service dev.ucp.shopping')
    },
  )

  test('that redirects to a private address is not followed', async () => {
    answer('', { Location: 'http://169.254.169.254/' }, 302)
    expect(await check()).toEqual({
      state: 'differs',
      sentence: expect.stringMatching(/redirects to http:\/\/169\.254\.169\.254\/\. Platforms do not follow redirects/),
    })
  })

  test('with a certificate of another host is not compared', async () => {
    const other = website.replace('shop.example', 'other.example')
    expect(await check({ website: other })).toEqual({
      state: 'unchecked',
      sentence: expect.stringContaining('cannot be fetched. Check the domain, its certificate'),
    })
  })
})

describe('a sentence', () => {
  test('has no control character that the domain chose', async () => {
    answer(profile({ version: '\u001B[2J\u202E2026' }))
    const { sentence } = await check()
    expect(sentence).toContain('has version  [2J 2026 instead of 2026-04-08')
    expect(sentence).not.toMatch(/\p{C}/u)
  })
})

describe('a profile', () => {
  test('that is the served one is published, whatever the order of its members', async () => {
    answer(profile({ keys: [{ kid: 'one', kty: 'EC' }] }))
    expect(await check()).toEqual({ state: 'published', sentence: expect.stringContaining('served here') })
  })

  test('is requested at /.well-known/ucp of the host, without the path of the website', async () => {
    let path: string | undefined
    respond = (response, { url }) => {
      path = url
      response.writeHead(404).end()
    }
    expect(await check()).toEqual({
      state: 'absent',
      sentence: expect.stringContaining(`Publish the file ${served}?download=true there.`),
    })
    expect(path).toBe('/.well-known/ucp')
    expect(merchantProfileAddress('http://shop.example/de/')).toBe('https://shop.example/.well-known/ucp')
  })

  test.each([
    [{ version: '2026-08-22' }, 'has version 2026-08-22 instead of 2026-04-08'],
    [{ rest: 'https://old.example/ucp' }, `lacks the endpoint rest ${endpoint}`],
    [{ rest: 'https://old.example/ucp' }, 'has an endpoint that is not served here: rest https://old.example/ucp'],
    [{ capabilities: [] }, 'lacks the capability search'],
    [{ capabilities: ['search', 'pay'] }, 'has a capability that is not served here: pay'],
    [{ keys: [{ ...key, kid: 'older' }] }, 'has other signing keys'],
    [{ keys: [] }, 'has other signing keys'],
  ])('with %j is named: it %s', async (changes, sentence) => {
    answer(profile(changes))
    expect(await check()).toEqual({ state: 'differs', sentence: expect.stringContaining(sentence) })
  })

  test.each([
    ['text/html', 'has the content type text/html. Let the web server send this file with'],
    ['application/jsonp', 'has the content type application/jsonp'],
  ])('with the content type %s is named', async (type, sentence) => {
    answer(profile(), { 'Content-Type': type })
    expect(await check()).toEqual({ state: 'differs', sentence: expect.stringContaining(sentence) })
  })

  test('without a content type is named', async () => {
    answer(profile(), {})
    expect((await check()).sentence).toContain('has the content type none')
  })

  test('that is no JSON is named', async () => {
    answer('<html>', { 'Content-Type': 'text/html' })
    expect((await check()).sentence).toContain('/.well-known/ucp is not JSON')
  })

  test('with the status 503 is named', async () => {
    answer('', {}, 503)
    expect((await check()).sentence).toContain('returns status 503 instead of 200')
  })
})

describe('a shop', () => {
  test.each(['shop.example', 'javascript:alert(1)', 'ftp://shop.example/'])(
    'with the website %s is not checked, and nothing is requested',
    async (text) => {
      expect(await check({ website: text })).toEqual({
        state: 'unchecked',
        sentence: expect.stringContaining('has no website'),
      })
    },
  )
})

describe('a served profile that is given', () => {
  test('is not fetched, and its endpoints are compared', async () => {
    const document: unknown = JSON.parse(profile({ rest: 'https://new.example/ucp' }))
    expect(await check({ served: 'http://127.0.0.1:9/', document })).toEqual({
      state: 'differs',
      sentence: expect.stringContaining('lacks the endpoint rest https://new.example/ucp'),
    })
  })

  test('without keys is compared without them', async () => {
    const { ucp } = JSON.parse(profile()) as Row
    expect((await check({ document: { ucp } })).state).toBe('published')
    expect((await check({ document: { ucp, keys: [] } })).sentence).toContain('has other signing keys')
  })
})

describe('an installation that does not serve the profile', () => {
  test('is named, and nothing is compared', async () => {
    expect(await check({ served: 'http://127.0.0.1:9/' })).toEqual({
      state: 'unchecked',
      sentence: expect.stringContaining('Start the functions, and set PUBLIC_BASE_URL'),
    })
  })
})
