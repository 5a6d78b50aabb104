import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostedSignIn } from '../../functions/oauth/sign_in/hosted_sign_in.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { Browser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { Client, createPerson, signedIn } from '../support/oauth.ts'
import type { Person } from '../support/oauth.ts'

let database: TestDatabase
let api: Api
let brandId: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1 })
  brandId = (await createTenant(database.sql)).brandId
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function attempt(person: Pick<Person, 'email' | 'password'>, browser = new Browser(api.url)) {
  const page = await browser.open('/oauth/sign-in')
  const { email, password } = person
  return await browser.submit(page, '/oauth/sign-in', [
    ['email', email],
    ['password', password],
  ])
}

describe('POST /oauth/sign-in', () => {
  test('accepts the right password and an address in any case', async () => {
    const { email, password } = await createPerson(database.sql)
    const page = await attempt({ email: ` ${email.toUpperCase()} `, password })
    expect([page.status, page.url.pathname]).toEqual([200, '/console'])
    expect(page.html).toContain('Your brands')
  })

  test('returns the same page for a wrong password and an unknown account', async () => {
    const person = await createPerson(database.sql)
    const wrong = await attempt({ ...person, password: 'wrong' })
    const unknown = await attempt({ email: 'unknown@people.example', password: 'wrong' })
    const withoutNames = ({ html }: { html: string }) =>
      html.replace(/(email"\s+name="email"\s+value|form_token" value)="[^"]*"/g, '')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(withoutNames(wrong)).toBe(withoutNames(unknown))
    expect(wrong.html).not.toContain('wrong"/>')
  })

  test('takes the same time for an unknown account', async () => {
    const person = await createPerson(database.sql)
    const time = async (email: string) => {
      const startedAt = performance.now()
      await attempt({ email, password: 'wrong' })
      return performance.now() - startedAt
    }
    await time(person.email)
    const known = Math.min(await time(person.email), await time(person.email), await time(person.email))
    const unknown = Math.min(await time('a@x.example'), await time('b@x.example'), await time('c@x.example'))
    expect(unknown).toBeGreaterThan(known / 2)
  })

  test.each(['', '\0', "' or true --", 'x'.repeat(5000), '\u{1f98a}'])(
    'returns 401 for the password %j',
    async (password) => {
      const person = await createPerson(database.sql)
      expect((await attempt({ ...person, password })).status).toBe(401)
      expect((await attempt({ email: password, password })).status).toBe(401)
    },
  )

  test('returns 401 for an address of 8,000 characters', async () => {
    const long = randomBytes(4000).toString('hex')
    expect((await attempt({ email: long, password: long })).status).toBe(401)
  })

  test('creates a new session every time', async () => {
    const person = await createPerson(database.sql)
    const browser = new Browser(api.url)
    browser.cookies.set('vitrine_session', 'x'.repeat(43))
    await attempt(person, browser)
    const first = browser.cookies.get('vitrine_session')
    expect(first).not.toBe('x'.repeat(43))
    await signedIn(browser, person, '/oauth/sign-in')
    expect(browser.cookies.get('vitrine_session')).not.toBe(first)
    const [row] = await database.sql`select array(select s::text from oauth.sessions s)::text as text`
    expect(row?.text).not.toContain(first)
  })

  test('returns 403 for the form of another browser', async () => {
    const person = await createPerson(database.sql)
    const page = await new Browser(api.url).open('/oauth/sign-in')
    const fields = [
      ['email', person.email],
      ['password', person.password],
    ] as [string, string][]
    expect((await new Browser(api.url).submit(page, '/oauth/sign-in', fields)).status).toBe(403)
  })

  test('creates a session that ends with sign-out, after twelve hours, and with a password change', async () => {
    const person = await createPerson(database.sql)
    const browser = new Browser(api.url)
    const page = await attempt(person, browser)
    await browser.submit(page, '/oauth/sign-out')
    expect((await browser.open('/oauth/connections')).url.pathname).toBe('/oauth/sign-in')
    await attempt(person, browser)
    const [session] = await database.sql`select expires_at from oauth.sessions where person_id = ${person.id}`
    expect(session?.expires_at).toEqual(new Date('2026-11-21T00:00:00Z'))
    await database.sql`update auth.users set encrypted_password = 'changed' where id = ${person.id}`
    expect((await browser.open('/oauth/connections')).url.pathname).toBe('/oauth/sign-in')
  })

  test('does not redirect to another site', async () => {
    const person = await createPerson(database.sql)
    const browser = new Browser(api.url)
    const page = await browser.open('/oauth/sign-in')
    const { url, location } = await browser.submit(page, '/oauth/sign-in', [
      ['email', person.email],
      ['password', person.password],
      ['request', '//evil.example/'],
    ])
    expect([url.origin, location]).toEqual([api.url, null])
  })
})

describe('limits of POST /oauth/sign-in', () => {
  test('return 429 for an hour after ten wrong passwords of an account from one network', async () => {
    const person = await createPerson(database.sql)
    const network = `2001:db8:${randomBytes(2).toString('hex')}`
    const statuses: number[] = []
    for (let guess = 0; guess < 10; guess++)
      statuses.push((await attempt({ ...person, password: 'no' }, browserAt(`${network}:${guess}::1`))).status)
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 401))
    const stopped = await attempt(person, browserAt(`${network}:ffff::1`))
    expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([429, '3600'])
    // From another network, the owner can sign in.
    expect((await attempt(person)).status).toBe(200)
    await database.sql`update oauth.attempt_counts set window_start = window_start - interval '1 hour'`
    expect((await attempt(person, browserAt(`${network}:ffff::1`))).status).toBe(200)
  })

  test('admit a known device of the owner after 100 wrong passwords from any address', async () => {
    const person = await createPerson(database.sql)
    const known = new Browser(api.url)
    await attempt(person, known)
    await database.sql`insert into oauth.attempt_counts values (oauth.bucket('account', ${person.email}), '2026-11-20T12:00:00Z', 99)`
    expect((await attempt({ ...person, password: 'no' })).status).toBe(401)
    expect((await attempt(person)).status).toBe(429)
    expect((await attempt(person, known)).status).toBe(200)
  })

  test('admit a known device from the network of an attacker', async () => {
    const person = await createPerson(database.sql)
    const known = new Browser(api.url)
    await attempt(person, known)
    for (let guess = 0; guess < 10; guess++) await attempt({ ...person, password: 'no' }, browserAt(known.ip))
    expect((await attempt(person, browserAt(known.ip))).status).toBe(429)
    expect((await attempt(person, known)).status).toBe(200)
  })

  test('return 429 for a known device after ten wrong passwords of its own', async () => {
    const person = await createPerson(database.sql)
    const known = new Browser(api.url)
    await attempt(person, known)
    for (let guess = 0; guess < 10; guess++) await attempt({ ...person, password: 'no' }, known)
    expect((await attempt(person, known)).status).toBe(429)
    expect((await attempt(person)).status).toBe(200)
  })

  test('do not count an entered address that names another bucket', async () => {
    const person = await createPerson(database.sql)
    const victim = new Browser(api.url)
    for (const prefix of ['mail ', 'totp ', 'account ']) {
      for (let guess = 0; guess < 10; guess++)
        await attempt({ ...person, email: prefix + person.email, password: 'no' })
    }
    await attempt({ ...person, email: `${person.email} ${victim.ip}`, password: 'no' })
    const rows = await database.sql`
      select bucket from oauth.attempt_counts where bucket in (
        ${person.email}, ${`mail ${person.email}`}, oauth.bucket('account', ${person.email}), oauth.bucket('mail', ${person.email}))`
    expect(rows).toEqual([])
  })

  test('count an attempt without a known address', async () => {
    const [row] =
      await database.sql`select oauth.network_of('unknown') as unknown, oauth.network_of('192.0.2.77') as known`
    expect(row).toEqual({ unknown: 'unknown', known: '192.0.2.0/24' })
  })

  test('do not count a device of another person as known', async () => {
    const [person, other] = [await createPerson(database.sql), await createPerson(database.sql)]
    const theirs = new Browser(api.url)
    await attempt(other, theirs)
    await database.sql`insert into oauth.attempt_counts values (oauth.bucket('account', ${person.email}), '2026-11-20T12:00:00Z', 100)`
    expect((await attempt(person, theirs)).status).toBe(429)
  })

  test('return 429 after 20 attempts a minute from one address and 60 from one network', async () => {
    const network = `2001:db8:${randomBytes(2).toString('hex')}`
    const from = async (subnet: number) => {
      const browser = browserAt(`${network}:${subnet}::1`)
      const statuses: number[] = []
      for (let guess = 0; guess < 21; guess++) {
        statuses.push((await attempt({ email: `${guess}-${subnet}@x.example`, password: 'no' }, browser)).status)
      }
      return [statuses.filter((status) => status === 401).length, statuses.at(-1)]
    }
    expect(await from(1)).toEqual([20, 429])
    await database.sql`
      update core.rate_limits set used = 59 where bucket = ${`sign_in:${network.replaceAll(/:0+/g, ':')}::/48`}`
    expect(await from(2)).toEqual([1, 429])
  })

  test('return 429 to strangers after 240 attempts a minute in total, and admit known devices', async () => {
    const person = await createPerson(database.sql)
    const known = new Browser(api.url)
    await attempt(person, known)
    await database.sql`update core.rate_limits set used = 240 where bucket = 'sign_in:all'`
    expect((await attempt(person)).status).toBe(429)
    expect((await attempt(person, known)).status).toBe(200)
    await database.sql`update core.rate_limits set used = 0 where bucket = 'sign_in:all'`
  })
})

/** Returns a browser with this client address. */
function browserAt(ip: string): Browser {
  return Object.assign(new Browser(api.url), { ip })
}

/** A local fake of the HTTP API of Supabase Auth, which stores sessions in the same table. */
async function startSupabase() {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => void answer(request.url ?? '', request.headers.apikey, text).then((sent) => reply(sent)))
    const reply = ({ status, body }: { status: number; body: unknown }) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  const answer = async (url: string, apikey: unknown, text: string) => {
    if (url !== '/auth/v1/token?grant_type=password' || apikey !== 'publishable') return { status: 404, body: {} }
    const { email, password } = JSON.parse(text) as Person
    if (email.startsWith('broken')) return { status: 500, body: { code: 500, msg: 'database is down' } }
    const [person] = await database.sql`
      select id from auth.users where email = ${email} and encrypted_password = extensions.crypt(${password}, encrypted_password)`
    const refused = { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }
    if (!person) return { status: 400, body: refused }
    const [session] = await database.sql`
      insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${person.id}) returning id`
    const claims = btoa(JSON.stringify({ sub: person.id, session_id: session?.id, exp: 9999999999 }))
    const tokens = { access_token: `e30.${claims}.x`, refresh_token: 'r', token_type: 'bearer', expires_in: 3600 }
    return { status: 200, body: { ...tokens, user: { id: person.id, email } } }
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

describe('POST /oauth/sign-in through Supabase Auth (supabase-js against a local fake of its HTTP API)', () => {
  test('accepts and rejects the passwords that Supabase Auth does, and connects an app', async () => {
    const supabase = await startSupabase()
    const hosted = await startApi(database, {
      isReachable: true,
      trustedProxyHops: 1,
      oauth: { hostedSignIn: hostedSignIn(supabase.url, 'publishable') },
    })
    const person = await createPerson(database.sql, [brandId])
    const { status } = await new Client(hosted.url).connect(person)
    expect(status).toBe(200)
    const refused = await attempt({ ...person, password: 'wrong' }, new Browser(hosted.url))
    expect(refused.status).toBe(401)
    const broken = await attempt({ ...person, email: 'broken@x.example' }, new Browser(hosted.url))
    expect([broken.status, broken.html]).toEqual([503, expect.not.stringContaining('database is down')])
    await hosted.stop()
    supabase.stop()
  })

  test('returns 401 for a session that the platform does not have', async () => {
    const hosted = await startApi(database, {
      isReachable: true,
      trustedProxyHops: 1,
      oauth: { hostedSignIn: async () => crypto.randomUUID() },
    })
    const person = await createPerson(database.sql, [brandId])
    expect((await attempt(person, new Browser(hosted.url))).status).toBe(401)
    await hosted.stop()
  })
})
