import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDocumentAddress } from '../../functions/oauth/registration/client_document.ts'
import { fetchPublic } from '../../shared/http/outbound/fetch_public.ts'
import type { PublicAnswer } from '../../shared/http/outbound/fetch_public.ts'
import { isPublicAddress } from '../../shared/http/outbound/public_address.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { Browser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { Client, createPerson, signedIn } from '../support/oauth.ts'

const address = 'https://client.example/metadata.json'
const redirectUri = 'http://localhost/callback'
let database: TestDatabase
let api: Api
let fetched: string[] = []
let served: PublicAnswer

const document = (changes: Record<string, unknown> = {}, headers = {}): PublicAnswer => ({
  status: 200,
  headers,
  text: JSON.stringify({ client_id: address, client_name: 'Documented', redirect_uris: [redirectUri], ...changes }),
})

beforeAll(async () => {
  database = await createDatabase()
  const fetchDocument = async (asked: string) => {
    fetched.push(asked)
    return served
  }
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1, oauth: { fetchDocument } })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

function documented(clientId = address): Client {
  const client = new Client(api.url)
  client.clientId = clientId
  return client
}

/** Sends an authorization request of an unknown client with this document. */
async function ask(answer: PublicAnswer, clientId = address, redirect = redirectUri) {
  await database.sql`delete from oauth.clients where is_document and not exists (select from oauth.grants where grants.client_id = clients.client_id)`
  fetched = []
  served = answer
  return await new Browser(api.url).open(documented(clientId).authorizeUrl({ redirect_uri: redirect }))
}

describe('a server without client ID metadata documents', () => {
  test('does not advertise or fetch them and returns 400', async () => {
    const off = await startApi(database, {
      isReachable: true,
      trustedProxyHops: 1,
      oauth: { acceptsClientDocuments: false, fetchDocument: () => Promise.reject(new Error('fetched')) },
    })
    const discovery = await fetch(`${off.url}/.well-known/oauth-authorization-server`)
    expect(await discovery.json()).toMatchObject({ client_id_metadata_document_supported: false })
    const client = new Client(off.url)
    client.clientId = 'https://switched-off.example/metadata.json'
    const { status, location, html } = await new Browser(off.url).open(
      client.authorizeUrl({ redirect_uri: redirectUri }),
    )
    expect([status, location]).toEqual([400, null])
    expect(html).toContain('which this server does not accept')
    await off.stop()
  })
})

describe('a client ID metadata document', () => {
  test('creates a client that is identified by its site', async () => {
    const { brandId } = await createTenant(database.sql)
    const person = await createPerson(database.sql, [brandId])
    served = document()
    const page = await signedIn(new Browser(api.url), person, documented().authorizeUrl({ redirect_uri: redirectUri }))
    expect(page.html).toMatch(/Documented[\s\S]+Verified by its website, <strong>client\.example<\/strong>/)
    expect(page.html).not.toContain('Unverified')
  })

  test.each([
    ['http://localhost:52871/callback', 200],
    ['http://localhost/callback', 200],
    ['http://localhost:52871/other', 400],
    ['http://localhost.evil.example:1/callback', 400],
    ['http://127.0.0.1:52871/callback', 400],
    ['https://localhost:52871/callback', 400],
  ])('allows any port of a loopback redirect URI and nothing else: %s', async (uri, status) => {
    expect((await ask(document(), address, uri)).status).toBe(status)
  })

  test.each([
    ['names another client_id', document({ client_id: 'https://client.example/other.json' })],
    ['names none', document({ client_id: undefined })],
    ['has a bad redirect URI', document({ redirect_uris: [redirectUri, 'javascript:alert(1)'] })],
    ['has no redirect URI', document({ redirect_uris: [] })],
    ['is no JSON', { ...document(), text: '<html>' }],
    ['is JSON null', { ...document(), text: 'null' }],
    ['redirects', { ...document(), status: 302, headers: { location: 'http://169.254.169.254/' } }],
    ['is missing', { ...document(), status: 404 }],
  ])('that %s returns 400 without a redirect', async (_, answer) => {
    const { status, location, html } = await ask(answer)
    expect([status, location]).toEqual([400, null])
    expect(html).toContain('could not be identified')
  })

  test.each([
    ['max-age=7200', 7200],
    ['max-age=0', 60],
    ['no-store', 60],
    ['public, max-age=99999999', 604_800],
    [undefined, 3600],
  ])('is cached as Cache-Control says, from one minute to one week: %s', async (cacheControl, seconds) => {
    await ask(document({}, { 'cache-control': cacheControl }), 'https://kept.example/c.json')
    const client = { client_id: 'https://kept.example/c.json' }
    expect((await ask(document(client, { 'cache-control': cacheControl }), client.client_id)).status).toBe(200)
    const [kept] = await database.sql`
      select extract(epoch from fresh_until - platform.clock())::integer as seconds from oauth.clients where client_id = ${client.client_id}`
    expect(kept?.seconds).toBe(seconds)
    fetched = []
    await new Browser(api.url).open(documented(client.client_id).authorizeUrl({ redirect_uri: redirectUri }))
    expect(fetched).toEqual([])
  })

  test('is fetched at most ten times a minute for one address', async () => {
    const browser = new Browser(api.url)
    const statuses: number[] = []
    served = { ...document(), status: 404 }
    fetched = []
    for (let attempt = 0; attempt < 12; attempt++) {
      const client = documented(`https://client.example/${attempt}.json`)
      statuses.push((await browser.open(client.authorizeUrl())).status)
    }
    expect(fetched).toHaveLength(10)
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  test('does not replace a registered client', async () => {
    await database.sql`insert into oauth.clients (client_id, redirect_uris, grant_types) values ('https://taken.example/c', '{https://a.example/}', '{authorization_code}')`
    await ask(document({ client_id: 'https://taken.example/c' }), 'https://taken.example/c')
    const [row] =
      await database.sql`select redirect_uris from oauth.clients where client_id = 'https://taken.example/c'`
    expect(row?.redirect_uris).toEqual(['https://a.example/'])
  })

  test.each([
    'data:application/json,{}',
    'DATA:application/json;base64,e30=',
    'http://client.example/metadata.json',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://client.example',
    'https://client.example/a#b',
  ])('at %s is refused with what a client_id must be, and is not fetched', async (clientId) => {
    const { status, location, html } = await ask(document({ client_id: clientId }), clientId)
    expect([status, location, fetched]).toEqual([400, null, []])
    expect(html).toContain('It must be an https URL with a path')
    expect(html).not.toContain(clientId)
  })

  test.each([
    ['https://client.example/metadata.json', true],
    ['https://client.example/a?b=c', true],
    ['https://client.example:8443/a', true],
    ['http://client.example/a', false],
    ['https://client.example', false],
    ['https://client.example/', false],
    ['https://client.example/a/../b', false],
    ['https://CLIENT.example/a', false],
    ['https://client.example:443/a', false],
    ['https://client.example:22/a', false],
    ['https://me@client.example/a', false],
    ['https://client.example/a#b', false],
    ['client_123', false],
  ])('is accepted at %s: %s', (text, expected) => {
    expect(isDocumentAddress(text)).toBe(expected)
  })
})

const privateAddresses = `
  127.0.0.1 127.9.9.9 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 0.0.0.0 100.64.0.1 224.0.0.1
  255.255.255.255 192.0.2.1 198.18.0.1 ::1 :: fe80::1 fc00::1 fd12::1 ff02::1 ::ffff:127.0.0.1
  ::ffff:a9fe:a9fe 64:ff9b::a9fe:a9fe 64:ff9b:1::1 2002:7f00:1:: 2001::1 junk
`.split(/\s+/)

const privateUrls = `
  https://127.0.0.1/ https://[::1]/ https://localhost/ https://0x7f.1/ https://2130706433/
  https://[::ffff:a9fe:a9fe]/ https://169.254.169.254/latest https://①②⑦.⓪.⓪.①/
`
  .trim()
  .split(/\s+/)

describe('fetchPublic', () => {
  // The list starts and ends with an empty text, which is no address either.
  test.each(privateAddresses)('rejects the private address %j', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })

  test.each(['93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8'])('accepts the public address %s', (text) => {
    expect(isPublicAddress(text)).toBe(true)
  })

  test.each(privateUrls)('rejects %s before it sends a request', async (url) => {
    await expect(fetchPublic(url, { bytesMax: 100, secondsMax: 1 })).rejects.toThrow('not on the public internet')
  })

  test('rejects a host with one private address, a host without addresses, and http', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    const limits = { bytesMax: 100, secondsMax: 1 }
    await expect(fetchPublic('https://a.example/', { ...limits, resolve })).rejects.toThrow(
      'not on the public internet',
    )
    const nowhere = async () => []
    await expect(fetchPublic('https://a.example/', { ...limits, resolve: nowhere })).rejects.toThrow('public internet')
    await expect(fetchPublic('http://a.example/', { ...limits, resolve })).rejects.toThrow('Only https')
  })
})

describe('fetchPublic over a TLS connection', () => {
  let port: number
  let ca: string
  let stop: () => void
  let looked = 0
  const behaviors: Record<string, (response: ServerResponse) => void> = {
    '/good': (response) => response.end('{"ok":true}'),
    '/long': (response) => response.end('x'.repeat(5000)),
    '/endless': (response) => {
      const timer = setInterval(() => response.write('x'.repeat(500)), 5)
      response.on('close', () => clearInterval(timer))
    },
    '/silent': () => undefined,
    '/drip': (response) => {
      const timer = setInterval(() => response.write('x'), 100)
      response.on('close', () => clearInterval(timer))
    },
    '/redirect': (response) => response.writeHead(302, { Location: 'https://127.0.0.1/' }).end(),
  }

  beforeAll(async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'client.example' }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'client.example' }] }],
    })
    ca = cert
    const server = createServer({ key, cert }, (request, response) => behaviors[request.url ?? '']?.(response))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
    stop = () => server.close()
  })
  afterAll(() => stop())

  const fetchFrom = async (path: string, host = 'client.example') =>
    await fetchPublic(`https://${host}:${port}${path}`, {
      bytesMax: 1000,
      secondsMax: 1,
      certificateAuthority: ca,
      isAllowed: () => true,
      // A second lookup would return another address, and must not happen.
      resolve: async () => [{ address: looked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }],
    }).finally(() => (looked = 0))

  test('connects to the address that it checked', async () => {
    expect(await fetchFrom('/good')).toMatchObject({ status: 200, text: '{"ok":true}' })
  })

  test('returns a redirect without following it', async () => {
    expect((await fetchFrom('/redirect')).status).toBe(302)
  })

  test('rejects a response above the size limit', async () => {
    await expect(fetchFrom('/long')).rejects.toThrow('longer than 1000 bytes')
    await expect(fetchFrom('/endless')).rejects.toThrow('longer than 1000 bytes')
  })

  test.each(['/silent', '/drip'])('rejects a response after the timeout: %s', async (path) => {
    const startedAt = performance.now()
    await expect(fetchFrom(path)).rejects.toThrow()
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  test('rejects a certificate of another host', async () => {
    await expect(fetchFrom('/good', 'other.example')).rejects.toThrow(/altnames|certificate/i)
  })
})
