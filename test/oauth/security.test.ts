import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { Browser } from '../support/browser.ts'
import type { Visit } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { Client, codeOf, createPerson, decide, signedIn } from '../support/oauth.ts'
import type { Person } from '../support/oauth.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

let database: TestDatabase
let api: Api
let brandId: string

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1 })
  brandId = (await createTenant(database.sql)).brandId
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

/** The code that an authenticator app shows, by the library otpauth, `steps` of 30 seconds from now. */
function codeFor(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 })
}

async function withApp() {
  const person = await createPerson(database.sql, [brandId])
  const browser = new Browser(api.url)
  await signedIn(browser, person, '/oauth/sign-in')
  const setUp = await browser.submit(await browser.open('/oauth/security'), '/oauth/security/app')
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(setUp.html)?.[1] ?? '').replaceAll(' ', '')
  const confirmed = await browser.submit(setUp, '/oauth/security/app/confirm', [['code', codeFor(secret, -1)]])
  const codes = [...confirmed.html.matchAll(/<code>([^<]+)<\/code>/g)].map(([, code]) => code as string)
  return { person, browser, secret, setUp, codes }
}

async function enter(browser: Browser, page: Visit, code: string): Promise<Visit> {
  return await browser.submit(page, '/oauth/second-factor', [['code', code]])
}

/** Signs in with the password in a new browser and returns the page that asks for the second factor. */
async function atSecondFactor(person: Person, address = '/oauth/sign-in') {
  const browser = new Browser(api.url)
  return { browser, page: await signedIn(browser, person, address) }
}

const isSignedIn = async (browser: Browser) =>
  (await browser.open('/oauth/security')).url.pathname === '/oauth/security'

describe('an authenticator app', () => {
  test('is set up by its first code, with a picture, and with ten recovery codes that are shown once', async () => {
    const { browser, setUp, codes } = await withApp()
    expect(setUp.html).toContain('<svg')
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    const { html } = await browser.open('/oauth/security')
    expect(html).toMatch(/10 of\s+10/)
    const [row] = await database.sql`select array(select c::text from oauth.recovery_codes c)::text as text`
    expect(row?.text).not.toContain(codes[0]?.replaceAll('-', ''))
  })

  test('is no second factor before its first code, nor with a wrong one', async () => {
    const person = await createPerson(database.sql)
    const browser = new Browser(api.url)
    await signedIn(browser, person, '/oauth/sign-in')
    const setUp = await browser.submit(await browser.open('/oauth/security'), '/oauth/security/app')
    const wrong = await browser.submit(setUp, '/oauth/security/app/confirm', [['code', '000000']])
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('incorrect')])
    expect(await isSignedIn((await atSecondFactor(person)).browser)).toBe(true)
  })

  test('is not confirmed if its setup has not begun, which is no reason to remove one', async () => {
    const person = await createPerson(database.sql)
    await signedIn(new Browser(api.url), person, '/oauth/sign-in')
    const [session] = await database.sql`select session_hash from oauth.sessions where person_id = ${person.id}`
    await expect(
      database.sql`select oauth.confirm_totp(${session?.session_hash}, '000000', 'a secret', '{}', '192.0.2.1')`,
    ).rejects.toMatchObject({ constraint_name: 'no_setup_of_an_app_has_begun' })
  })

  test('is asked for after the password, which alone opens nothing', async () => {
    const { person, secret } = await withApp()
    const { browser, page } = await atSecondFactor(person)
    expect(page.url.pathname).toBe('/oauth/second-factor')
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.open('/api/oauth/grants')).status).toBe(401)
    expect((await browser.open('/console')).url.pathname).toBe('/oauth/sign-in')
    expect((await enter(browser, page, codeFor(secret))).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('accepts the codes of the last, this and the next 30 seconds, each once', async () => {
    const { person, secret } = await withApp()
    // The setup used the code of the last step.
    for (const [steps, status] of [
      [-1, 401],
      [2, 401],
      [0, 200],
      [0, 401],
      [1, 200],
      [1, 401],
      [0, 401],
    ] as const) {
      const { browser, page } = await atSecondFactor(person)
      expect([steps, (await enter(browser, page, codeFor(secret, steps))).status]).toEqual([steps, status])
    }
  })

  test('accepts one of two concurrent uses of a code', async () => {
    const { person, secret } = await withApp()
    const waiting = [await atSecondFactor(person), await atSecondFactor(person)]
    const visits = await Promise.all(waiting.map(({ browser, page }) => enter(browser, page, codeFor(secret))))
    expect(visits.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('requires the password again after five wrong codes, and an hour after ten', async () => {
    const { person, secret } = await withApp()
    for (let round = 0; round < 2; round++) {
      const { browser, page } = await atSecondFactor(person)
      for (let guess = 0; guess < 4; guess++) expect((await enter(browser, page, '000000')).status).toBe(401)
      await enter(browser, page, '000000')
      expect((await enter(browser, page, codeFor(secret))).url.pathname).toBe('/oauth/sign-in')
    }
    const { browser, page } = await atSecondFactor(person)
    expect((await enter(browser, page, codeFor(secret))).status).toBe(429)
  })

  test('admits the known device of the owner while others guess codes', async () => {
    const { person, secret, browser } = await withApp()
    await database.sql`
      insert into oauth.attempt_counts values (oauth.bucket('second_factor', ${person.id}::text, null), '2026-11-20T12:00:00Z', 10)`
    const page = await signedIn(browser, person, '/oauth/sign-in')
    expect((await enter(browser, page, codeFor(secret))).status).toBe(200)
  })

  test('is required for the consent to an app', async () => {
    const { person, secret } = await withApp()
    const client = new Client(api.url)
    await client.register()
    const { browser, page } = await atSecondFactor(person, client.authorizeUrl())
    expect(page.url.pathname).toBe('/oauth/second-factor')
    const handle = page.url.searchParams.get('request') as string
    expect((await browser.open(`/oauth/consent?request=${handle}`)).url.pathname).toBe('/oauth/sign-in')
    const consent = await enter(browser, page, codeFor(secret))
    expect(consent.url.pathname).toBe('/oauth/consent')
    expect((await client.exchange(codeOf(await decide(browser, consent)))).status).toBe(200)
  })

  test('can be removed by a recent session only', async () => {
    const { person, browser } = await withApp()
    const page = await browser.open('/oauth/security')
    await database.sql`update oauth.sessions set created_at = created_at - interval '31 minutes' where person_id = ${person.id}`
    const old = await browser.submit(page, '/oauth/security/app/remove')
    expect([old.status, old.html]).toEqual([403, expect.stringContaining('href="/oauth/sign-in?to=/oauth/security"')])
    await database.sql`update oauth.sessions set created_at = created_at + interval '31 minutes' where person_id = ${person.id}`
    expect((await browser.submit(page, '/oauth/security/app/remove')).html).toContain('is removed')
    expect(await isSignedIn((await atSecondFactor(person)).browser)).toBe(true)
  })

  test('is removed by the operator for a person who lost it', async () => {
    const { person, browser } = await withApp()
    await database.sql`select oauth.remove_second_factors(${person.id})`
    expect(await isSignedIn(browser)).toBe(false)
    expect(await isSignedIn((await atSecondFactor(person)).browser)).toBe(true)
  })

  test('follows the vectors of RFC 4226, appendix D', async () => {
    const [row] = await database.sql`
      select array(select oauth.hotp('12345678901234567890', counter) from generate_series(0, 9) as counter) as codes`
    expect(row?.codes.join()).toBe('755224,287082,359152,969429,338314,254676,287922,162583,399871,520489')
  })
})

describe('a recovery code', () => {
  test('replaces the app once, in any case and with any separator', async () => {
    const { person, codes } = await withApp()
    const code = (codes[3] as string).toUpperCase().replaceAll('-', ' ')
    const { browser, page } = await atSecondFactor(person)
    expect((await enter(browser, page, code)).status).toBe(200)
    const again = await atSecondFactor(person)
    expect((await enter(again.browser, again.page, code)).status).toBe(401)
  })

  test('is not valid after new codes were made, nor for another person', async () => {
    const { person, browser, codes } = await withApp()
    const { person: other } = await withApp()
    await browser.submit(await browser.open('/oauth/security'), '/oauth/security/recovery-codes')
    for (const each of [person, other]) {
      const { browser: fresh, page } = await atSecondFactor(each)
      expect((await enter(fresh, page, codes[0] as string)).status).toBe(401)
    }
  })
})

describe('sessions', () => {
  async function twoSessions() {
    const person = await createPerson(database.sql)
    const [here, there] = [new Browser(api.url), new Browser(api.url)]
    await signedIn(there, person, '/oauth/sign-in')
    await signedIn(here, person, '/oauth/sign-in')
    return { person, here, there, page: await here.open('/oauth/security') }
  }

  test('are listed with network and times, and ended singly', async () => {
    const { here, there, page } = await twoSessions()
    expect(page.html.match(/20 Nov 2026, 12:00 UTC/g)?.length).toBeGreaterThanOrEqual(4)
    expect(page.html).toContain(
      there.ip
        .replace('::1', '')
        .split(':')
        .slice(0, 3)
        .map((group) => group.replace(/^0+(?=.)/, ''))
        .join(':'),
    )
    expect((await here.submit(page, '/oauth/security/sessions/end')).html).toContain('The session has ended')
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
  })

  test('are all ended except this one', async () => {
    const { here, there, page } = await twoSessions()
    await here.submit(page, '/oauth/security/sessions/end-others')
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
  })

  test('of another person cannot be ended', async () => {
    const { there, page } = await twoSessions()
    const { here: stranger, page: theirs } = await twoSessions()
    const sessionId = /name="session_id"\s+value="(\w+)"/.exec(page.html)?.[1] as string
    const forged = { ...theirs, html: theirs.html.replace(/(name="session_id"\s+value=")\w+/, `$1${sessionId}`) }
    expect((await stranger.submit(forged, '/oauth/security/sessions/end')).status).toBe(404)
    expect(await isSignedIn(there)).toBe(true)
  })

  test('end with a password change, except this one', async () => {
    const { person, here, there, page } = await twoSessions()
    const change = (password: string) =>
      here.submit(page, '/oauth/security/password', [
        ['password', password],
        ['new_password', 'a new long password'],
      ])
    expect([(await change('wrong')).status, await isSignedIn(there)]).toEqual([400, true])
    expect((await change(person.password)).html).toContain('The password is changed')
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    const [kept] =
      await database.sql`select count(*)::integer as devices from oauth.devices where person_id = ${person.id}`
    expect(kept?.devices).toBe(1)
  })

  test('are required: without one every form and page redirects to the sign-in', async () => {
    const browser = new Browser(api.url)
    expect((await browser.open('/oauth/security')).url.pathname).toBe('/oauth/sign-in')
    const page = await browser.open('/oauth/sign-in')
    const token = /(?<=name="form_token" value=")[^"]+/.exec(page.html)?.[0] as string
    for (const path of [
      'app',
      'app/confirm',
      'app/remove',
      'recovery-codes',
      'password',
      'sessions/end',
      'sessions/end-others',
    ]) {
      const { url } = await browser.post(`/oauth/security/${path}`, [['form_token', token]])
      expect([path, url.pathname]).toEqual([path, '/oauth/sign-in'])
    }
  })
})
