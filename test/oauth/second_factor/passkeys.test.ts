import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { relyingPartyOf } from '../../../functions/oauth/passkeys/relying_party.ts'
import { startApi } from '../../support/api.ts'
import type { Api } from '../../support/api.ts'
import { Authenticator, optionsOf } from '../../support/authenticator.ts'
import type { Deviation } from '../../support/authenticator.ts'
import { Browser } from '../../support/browser.ts'
import type { Visit } from '../../support/browser.ts'
import { createDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { createPerson, signedIn } from '../../support/oauth.ts'
import type { Person } from '../../support/oauth.ts'

const origin = 'https://vitrine.example'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  // Cookies of an https origin are Secure; the test client sends them over http too.
  api = await startApi(database, { publicBaseUrl: origin, trustedProxyHops: 1 })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function atSecurity(person: Person) {
  const browser = new Browser(api.url)
  await signedIn(browser, person, '/oauth/sign-in')
  return { browser, page: await browser.open('/oauth/security') }
}

/** Adds a passkey to the person of a browser. */
async function add(browser: Browser, authenticator: Authenticator, deviation: Deviation = {}) {
  const page = await browser.submit(await browser.open('/oauth/security'), '/oauth/security/passkeys')
  const made = await send(browser, page, '/oauth/security/passkeys/add', (options) =>
    authenticator.create(options, deviation),
  )
  return { page, made }
}

/** Fills the field `credential` of a passkey page and submits it. */
async function send(
  browser: Browser,
  page: Visit,
  action: string,
  respond: (options: ReturnType<typeof optionsOf>) => string,
): Promise<Visit> {
  const filled = page.html.replace(/<input type="hidden" name="credential" value="" \/>/, '')
  const name: [string, string][] = action.endsWith('/add') ? [['name', 'My key']] : []
  return await browser.submit({ ...page, html: filled }, action, [['credential', respond(optionsOf(page))], ...name])
}

async function withPasskey(algorithm: 'ES256' | 'RS256' = 'ES256', deviation: Deviation = {}) {
  const person = await createPerson(database.sql)
  const { browser } = await atSecurity(person)
  const authenticator = new Authenticator(origin, algorithm)
  const { made } = await add(browser, authenticator, deviation)
  const codes = [...made.html.matchAll(/<code>([^<]+)<\/code>/g)].map(([, code]) => code as string)
  return { person, browser, authenticator, made, codes }
}

/** Opens the page that asks for a passkey, in a new browser without a password. */
async function atPasskey(browser = new Browser(api.url)) {
  const page = await browser.submit(await browser.open('/oauth/sign-in'), '/oauth/passkey')
  return { browser, page }
}

async function use(authenticator: Authenticator, deviation: Deviation = {}, browser = new Browser(api.url)) {
  const { page } = await atPasskey(browser)
  const after = await send(browser, page, '/oauth/passkey/sign-in', (options) => authenticator.get(options, deviation))
  return { browser, page, after }
}

/** Sets the password 'a new long password' with the link of a mail. */
async function resetByMail(person: Person): Promise<void> {
  const token = `link of ${person.id}`
  await database.sql`
    insert into oauth.mail_tokens values (sha256(${token}::bytea), 'reset', ${person.id}, platform.clock() + interval '1 minute')`
  const browser = new Browser(api.url)
  const page = await browser.open(`/oauth/reset/link?token=${encodeURIComponent(token)}`)
  expect(page.html).toContain('Passkeys')
  const after = await browser.submit(page, '/oauth/reset/link', [['new_password', 'a new long password']])
  expect(after.url.pathname).toBe('/oauth/sign-in')
}

const isSignedIn = async (browser: Browser) =>
  (await browser.open('/oauth/security')).url.pathname === '/oauth/security'

describe('a passkey', () => {
  test.each(['ES256', 'RS256'] as const)('signs in without a password, with %s', async (algorithm) => {
    const { person, authenticator, codes } = await withPasskey(algorithm)
    expect(codes).toHaveLength(10)
    const { browser, page, after } = await use(authenticator)
    expect(optionsOf(page)).toMatchObject({
      rpId: 'vitrine.example',
      userVerification: 'required',
      allowCredentials: [],
    })
    expect([after.status, after.url.pathname]).toEqual([200, '/console'])
    const security = await browser.open('/oauth/security')
    expect(security.html).toContain(person.email)
    expect(security.html).toMatch(/My key[\s\S]*Last used[\s\S]*20 Nov 2026/)
  })

  test('is required after the password as second factor, and is one', async () => {
    const { person, authenticator } = await withPasskey()
    const browser = new Browser(api.url)
    const waiting = await signedIn(browser, person, '/oauth/sign-in')
    expect(waiting.url.pathname).toBe('/oauth/second-factor')
    expect(await isSignedIn(browser)).toBe(false)
    const page = await browser.submit(waiting, '/oauth/passkey')
    expect(optionsOf(page).allowCredentials).toHaveLength(1)
    await send(browser, page, '/oauth/passkey/sign-in', (options) => authenticator.get(options, { userHandle: null }))
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('is replaced by a recovery code after the password', async () => {
    const { person, codes } = await withPasskey()
    const browser = new Browser(api.url)
    const waiting = await signedIn(browser, person, '/oauth/sign-in')
    expect(waiting.html).toContain('Recovery code')
    const wrong = await browser.submit(waiting, '/oauth/second-factor', [['code', '000000']])
    expect([wrong.status, wrong.html]).toEqual([401, expect.not.stringContaining('code of the app')])
    await browser.submit(wrong, '/oauth/second-factor', [['code', codes[0] as string]])
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('ends all other sessions when it is added', async () => {
    const person = await createPerson(database.sql)
    const { browser: other } = await atSecurity(person)
    const { browser } = await atSecurity(person)
    await add(browser, new Authenticator(origin))
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false])
  })

  test('keeps the recovery codes when it is not the first factor', async () => {
    const { browser } = await withPasskey()
    const { page, made } = await add(browser, new Authenticator(origin))
    expect(optionsOf(page).excludeCredentials).toHaveLength(1)
    expect([made.html.includes('<code>'), made.html]).toEqual([false, expect.stringContaining('The passkey is added')])
  })

  test.each([
    ['the challenge of another request', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['another origin', { origin: 'https://vitrine.example.evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['no verified person', { isVerified: false }],
    ['no present person', { isPresent: false }],
    ['the type of a sign-in', { type: 'webauthn.get' }],
  ] as [string, Deviation][])('is not added with %s', async (_, deviation) => {
    const person = await createPerson(database.sql)
    const { browser } = await atSecurity(person)
    const { made } = await add(browser, new Authenticator(origin), deviation)
    expect([made.status, made.html]).toEqual([400, expect.stringContaining('could not be added')])
    const [row] = await database.sql`
      select (select count(*) from oauth.passkeys where person_id = ${person.id})::integer as passkeys,
        (select count(*) from oauth.passkey_challenges where person_id = ${person.id})::integer as challenges`
    expect(row).toEqual({ passkeys: 0, challenges: 0 })
  })

  test('is not added with a certificate of the authenticator, whose addresses are not fetched', async () => {
    const fetched: string[] = []
    const server = createServer((request, response) => response.end(fetched.push(request.url ?? '') && 'x'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { browser } = await atSecurity(await createPerson(database.sql))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/crl`
    const attStmt = { alg: -7, sig: Buffer.alloc(70), x5c: [Buffer.from(address), Buffer.from(address)] }
    for (const fmt of ['packed', 'fido-u2f', 'tpm', 'apple', 'android-key']) {
      const { made } = await add(browser, new Authenticator(origin), { attestation: { fmt, attStmt } })
      expect([fmt, made.status]).toEqual([fmt, 400])
    }
    expect(fetched).toEqual([])
    server.close()
  })

  test('is added once, by one person, and in a recent session only', async () => {
    const { authenticator, browser } = await withPasskey()
    const { browser: stranger } = await atSecurity(await createPerson(database.sql))
    expect((await add(stranger, authenticator)).made.status).toBe(409)
    const page = await browser.submit(await browser.open('/oauth/security'), '/oauth/security/passkeys')
    const respond = (options: ReturnType<typeof optionsOf>) => new Authenticator(origin).create(options)
    await database.sql`update oauth.sessions set created_at = created_at - interval '31 minutes'`
    expect((await send(browser, page, '/oauth/security/passkeys/add', respond)).status).toBe(403)
    await database.sql`update oauth.sessions set created_at = created_at + interval '31 minutes'`
    expect((await send(browser, page, '/oauth/security/passkeys/add', respond)).status).toBe(200)
    expect((await send(browser, page, '/oauth/security/passkeys/add', respond)).status).toBe(400)
  })
})

describe('a response of an authenticator', () => {
  test.each([
    ['the challenge of another request', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin without https', { origin: 'http://vitrine.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['no verified person', { isVerified: false }],
    ['no present person', { isPresent: false }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['the same counter again', { counter: 1 }],
    ['a counter that falls', { counter: 0 }],
    ['another flag of synchronization', { mayBeSynced: true }],
    ['the user handle of another person', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
    ['no user handle, without a password', { userHandle: null }],
  ] as [string, Deviation][])('is refused with %s', async (_, deviation) => {
    const { authenticator } = await withPasskey()
    const { browser, after } = await use(authenticator, deviation)
    expect([after.status, after.html]).toEqual([401, expect.stringContaining('was not accepted')])
    expect(await isSignedIn(browser)).toBe(false)
    authenticator.counter = 1
    expect((await use(authenticator)).after.status).toBe(200)
  })

  test('is accepted once, also by concurrent uses', async () => {
    const { authenticator } = await withPasskey()
    const { browser, page } = await atPasskey()
    const response = authenticator.get(optionsOf(page))
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await send(browser, page, '/oauth/passkey/sign-in', () => response)).status),
    )
    expect(statuses.toSorted()).toEqual([200, 401, 401])
    expect((await send(browser, page, '/oauth/passkey/sign-in', () => response)).status).toBe(403)
    const { browser: other, page: fresh } = await atPasskey()
    expect((await send(other, fresh, '/oauth/passkey/sign-in', () => response)).status).toBe(401)
  })

  test('is refused in another browser, and after five minutes', async () => {
    const { authenticator } = await withPasskey()
    const { page } = await atPasskey()
    const { browser: thief, page: theirs } = await atPasskey()
    const response = authenticator.get(optionsOf(page))
    expect((await send(thief, theirs, '/oauth/passkey/sign-in', () => response)).status).toBe(401)
    const late = await atPasskey()
    await database.sql`update oauth.passkey_challenges set expires_at = platform.clock()`
    const after = await send(late.browser, late.page, '/oauth/passkey/sign-in', (options) => authenticator.get(options))
    expect([after.status, after.html]).toEqual([401, expect.stringContaining('expired')])
  })

  test('of another person is refused after a password', async () => {
    const { person } = await withPasskey()
    const { authenticator } = await withPasskey()
    const browser = new Browser(api.url)
    const page = await browser.submit(await signedIn(browser, person, '/oauth/sign-in'), '/oauth/passkey')
    const after = await send(browser, page, '/oauth/passkey/sign-in', (options) => authenticator.get(options))
    expect([after.status, await isSignedIn(browser)]).toEqual([401, false])
  })

  test('of a removed passkey, or one that does not exist, is refused', async () => {
    const { person, browser, authenticator } = await withPasskey()
    const removed = await browser.submit(await browser.open('/oauth/security'), '/oauth/security/passkeys/remove')
    expect(removed.html).toContain('The passkey is removed')
    expect((await use(authenticator)).after.status).toBe(401)
    const unknown = new Authenticator(origin)
    unknown.userHandle = authenticator.userHandle
    expect((await use(unknown)).after.status).toBe(401)
    // The last second factor is gone, and its recovery codes with it.
    expect((await signedIn(new Browser(api.url), person, '/oauth/sign-in')).url.pathname).toBe('/console')
    const [row] =
      await database.sql`select count(*)::integer as n from oauth.recovery_codes where person_id = ${person.id}`
    expect(row?.n).toBe(0)
  })

  const bytes = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' }
  test.each([
    '',
    '{}',
    'null',
    '[]',
    '{"id":"a"}',
    '{"id":"é","rawId":"é"}',
    '\u0000',
    // One letter of base64url is no whole byte.
    JSON.stringify({ id: 'a', rawId: 'a', type: 'public-key', response: bytes }),
    JSON.stringify({ id: 'AA', rawId: 'AA', type: 'public-key', response: { ...bytes, userHandle: 'AAAAA' } }),
  ])('is refused with the form %j', async (text) => {
    const { browser, page } = await atPasskey()
    expect((await send(browser, page, '/oauth/passkey/sign-in', () => text)).status).toBe(401)
  })

  test('opens no session with the login of the functions alone: the database checks the signature', async () => {
    const { authenticator } = await withPasskey()
    const { page } = await atPasskey()
    const forger = new Authenticator(origin)
    const forged = JSON.parse(forger.get({ ...optionsOf(page) })) as { response: Record<string, string> }
    const bytes = (name: string) => Buffer.from(forged.response[name] as string, 'base64url')
    const client = JSON.parse(bytes('clientDataJSON').toString()) as { challenge: string }
    const [challenge] = await database.sql`
      select holder_hash from oauth.passkey_challenges where oauth.base64_url(challenge) = ${client.challenge}`
    const handle = Buffer.from(authenticator.userHandle as string, 'base64url')
    const [row] = await database.sql`
      select oauth.sign_in_with_passkey(${challenge?.holder_hash}, ${authenticator.id}, ${handle},
        ${bytes('authenticatorData')}, ${bytes('clientDataJSON')}, ${bytes('signature')}, 'none', 'a session', 'a device', null,
        '192.0.2.1') as is_signed_in`
    expect(row?.is_signed_in).toBe(false)
  })

  test.each([
    ['no JSON', Buffer.from('{')],
    ['no UTF-8', Buffer.from([0xff])],
    ['an escaped NUL', Buffer.from('"\\u0000"')],
    ['deep nesting', Buffer.from('['.repeat(50_000))],
  ])('uses the challenge in any case, also with %s as client data', async (_, clientData) => {
    const { authenticator } = await withPasskey()
    const { page } = await atPasskey()
    const { challenge } = optionsOf(page)
    const [holder] = await database.sql`
      select holder_hash from oauth.passkey_challenges where oauth.base64_url(challenge) = ${challenge}`
    const [row] = await database.sql`
      select oauth.sign_in_with_passkey(${holder?.holder_hash}, ${authenticator.id}, null, ${Buffer.alloc(37)}, ${clientData},
        'a signature', 'none', 'a session', 'a device', null, '192.0.2.1') as is_signed_in`
    expect(row?.is_signed_in).toBe(false)
    expect(
      await database.sql`select from oauth.passkey_challenges where holder_hash = ${holder?.holder_hash}`,
    ).toHaveLength(0)
  })

  test('is limited to 20 a minute for an address', async () => {
    const browser = new Browser(api.url)
    const page = await browser.open('/oauth/sign-in')
    const statuses: number[] = []
    for (let count = 0; count < 21; count++) statuses.push((await browser.submit(page, '/oauth/passkey')).status)
    expect([statuses[19], statuses[20]]).toEqual([200, 429])
  })
})

describe('passkeys', () => {
  test('are removed by their owner only, and in a recent session', async () => {
    const { browser } = await withPasskey()
    const { browser: stranger } = await withPasskey()
    const theirs = await stranger.open('/oauth/security')
    const page = await browser.open('/oauth/security')
    const id = /name="passkey_id" value="([^"]+)"/.exec(page.html)?.[1] as string
    const forged = { ...theirs, html: theirs.html.replace(/(name="passkey_id" value=")[^"]+/, `$1${id}`) }
    expect((await stranger.submit(forged, '/oauth/security/passkeys/remove')).status).toBe(404)
    for (const malformed of ['a', 'AAAAA', 'é', '+']) {
      const html = theirs.html.replace(/(name="passkey_id" value=")[^"]+/, `$1${malformed}`)
      const after = await stranger.submit({ ...theirs, html }, '/oauth/security/passkeys/remove')
      expect([malformed, after.status]).toEqual([malformed, 404])
    }
    await database.sql`update oauth.sessions set created_at = created_at - interval '31 minutes'`
    expect((await browser.submit(page, '/oauth/security/passkeys/remove')).status).toBe(403)
    await database.sql`update oauth.sessions set created_at = created_at + interval '31 minutes'`
    expect((await browser.submit(page, '/oauth/security/passkeys/remove')).status).toBe(200)
  })

  test('are removed by the operator for a person who lost them', async () => {
    const { person, authenticator } = await withPasskey()
    await database.sql`select oauth.remove_second_factors(${person.id})`
    expect((await use(authenticator)).after.status).toBe(401)
    expect((await signedIn(new Browser(api.url), person, '/oauth/sign-in')).url.pathname).toBe('/console')
  })

  test('of a person whom the hosting platform has banned or deleted sign in no more', async () => {
    await database.sql`
      alter table auth.users add column if not exists banned_until timestamptz, add column if not exists deleted_at timestamptz`
    const { person, authenticator } = await withPasskey()
    await database.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${person.id}`
    const { browser, after } = await use(authenticator)
    expect([after.status, await isSignedIn(browser)]).toEqual([401, false])
    await database.sql`update auth.users set banned_until = null, deleted_at = now() where id = ${person.id}`
    expect((await use(authenticator)).after.status).toBe(401)
    await database.sql`update auth.users set deleted_at = null where id = ${person.id}`
    expect((await use(authenticator)).after.status).toBe(200)
  })

  test('of an intruder do not sign in without the new password after a reset by mail', async () => {
    const { person, browser: intruder, authenticator } = await withPasskey()
    const owned = new Authenticator(origin)
    await add(intruder, owned)
    // A sign-in with the old password that waits for a passkey does not survive the reset.
    const early = new Browser(api.url)
    const waiting = await early.submit(await signedIn(early, person, '/oauth/sign-in'), '/oauth/passkey')
    await resetByMail(person)
    const outlived = await send(early, waiting, '/oauth/passkey/sign-in', (options) => authenticator.get(options))
    expect([outlived.status, await isSignedIn(early)]).toEqual([401, false])
    const { browser, after } = await use(authenticator)
    expect([after.status, after.html]).toEqual([401, expect.stringContaining('new password')])
    expect(await isSignedIn(browser)).toBe(false)

    // The mailbox alone does not remove the second factor.
    const owner = new Browser(api.url)
    const next = await signedIn(owner, { ...person, password: 'a new long password' }, '/oauth/sign-in')
    expect([next.url.pathname, await isSignedIn(owner)]).toEqual(['/oauth/second-factor', false])
    const page = await owner.submit(next, '/oauth/passkey')
    await send(owner, page, '/oauth/passkey/sign-in', (options) => owned.get(options))
    expect(await isSignedIn(owner)).toBe(true)
    expect((await owner.open('/oauth/security')).html.match(/only after the password/g)).toHaveLength(1)
    // The owner's passkey replaces the password again, the other one does not.
    expect((await use(owned)).after.status).toBe(200)
    expect((await use(authenticator)).after.status).toBe(401)
  })

  test('outlive a change of the password', async () => {
    const { person, authenticator } = await withPasskey()
    await database.sql`select core.set_password(${person.id}, 'a new long password')`
    expect((await use(authenticator)).after.status).toBe(200)
  })

  test('are not offered where browsers offer none', async () => {
    expect(relyingPartyOf('https://vitrine.example:8443')).toEqual({
      id: 'vitrine.example',
      origin: 'https://vitrine.example:8443',
    })
    expect(relyingPartyOf('http://localhost:8787')?.id).toBe('localhost')
    for (const url of ['http://vitrine.example', 'http://127.0.0.1:8787', 'https://192.0.2.1', 'https://[2001:db8::1]'])
      expect([url, relyingPartyOf(url)]).toEqual([url, null])
    const local = await startApi(database, { publicBaseUrl: 'http://127.0.0.1:8787' })
    const browser = new Browser(local.url)
    const page = await browser.open('/oauth/sign-in')
    expect(page.html).not.toContain('/oauth/passkey')
    await signedIn(browser, await createPerson(database.sql), '/oauth/sign-in')
    expect((await browser.open('/oauth/security')).html).toContain(
      'Passkeys cannot be used at this address of Vitrine.',
    )
    await local.stop()
  })
})
