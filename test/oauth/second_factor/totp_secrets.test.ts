import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openKeyRing } from '../../../shared/key_ring.ts'
import { startApi, totpKey } from '../../support/api.ts'
import type { Api } from '../../support/api.ts'
import { Browser } from '../../support/browser.ts'
import { createDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { createPerson, signedIn } from '../../support/oauth.ts'
import type { Person } from '../../support/oauth.ts'
import { commandLine } from '../../support/vitrine.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const otherKey = randomBytes(32).toString('base64url')

let database: TestDatabase
let api: Api
const { vitrine } = commandLine(() => database)

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1 })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const codeFor = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 })

async function withApp() {
  const person = await createPerson(database.sql)
  const browser = new Browser(api.url)
  await signedIn(browser, person, '/oauth/sign-in')
  const setUp = await browser.submit(await browser.open('/oauth/security'), '/oauth/security/app')
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(setUp.html)?.[1] ?? '').replaceAll(' ', '')
  const wrong = await browser.submit(setUp, '/oauth/security/app/confirm', [['code', '000000']])
  expect([wrong.status, wrong.html.replaceAll(' ', '')]).toEqual([400, expect.stringContaining(secret)])
  const confirmed = await browser.submit(wrong, '/oauth/security/app/confirm', [['code', codeFor(secret, -1)]])
  return { person, secret, recoveryCode: /<code>([^<]+)<\/code>/.exec(confirmed.html)?.[1] as string }
}

/** Signs in with the password and this code, at a server with this key ring. */
async function enter(person: Person, code: string, ring: string | undefined) {
  const server = await startApi(database, { isReachable: true, trustedProxyHops: 1, oauth: { totpKey: ring } })
  const browser = new Browser(server.url)
  const page = await signedIn(browser, person, '/oauth/sign-in')
  const after = await browser.submit(page, '/oauth/second-factor', [['code', code]])
  await server.stop()
  return { ...after, log: JSON.stringify(server.log) }
}

describe('the secret of an authenticator app', () => {
  test('is not in the database', async () => {
    const { secret } = await withApp()
    const bytes = Buffer.from(Secret.fromBase32(secret).buffer)
    const rows = await database.sql`select t::text as row, secret_hash from oauth.totp_secrets t`
    const text = rows.map(({ row }) => row as string).join()
    for (const form of [secret, bytes.toString('hex'), bytes.toString('base64url')]) expect(text).not.toContain(form)
    expect(text).toContain((await openKeyRing(totpKey)).ids[0])
  })

  test('is opened for its person only', async () => {
    const [owner, thief] = [await withApp(), await withApp()]
    await database.sql`
      update oauth.totp_secrets set sealed = theirs.sealed, secret_hash = theirs.secret_hash, last_step = null
      from oauth.totp_secrets theirs where theirs.person_id = ${thief.person.id} and totp_secrets.person_id = ${owner.person.id}`
    expect((await enter(owner.person, codeFor(thief.secret), totpKey)).status).toBe(503)
  })

  test('must be the one of the person, also for the login of the functions', async () => {
    const { person } = await withApp()
    const own = randomBytes(20)
    const code = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(own).buffer }) }).generate({ timestamp: now })
    const [row] = await database.sql`select oauth.spend_totp(${person.id}, ${own}, ${code}) as is_accepted`
    expect(row?.is_accepted).toBe(false)
  })

  test('is readable with any key of the ring', async () => {
    const { person, secret } = await withApp()
    expect((await enter(person, codeFor(secret), `${otherKey},${totpKey}`)).status).toBe(200)
  })

  test.each([
    ['another key', otherKey],
    ['no key', undefined],
  ])('gets 503 with %s, which is logged and no wrong code, and recovery codes are accepted', async (_, ring) => {
    const { person, secret, recoveryCode } = await withApp()
    const refused = await enter(person, codeFor(secret), ring)
    expect([refused.status, refused.html]).toEqual([503, expect.stringContaining('report this to the operator')])
    const [id] = (await openKeyRing(totpKey)).ids
    expect(refused.log).toContain(ring ? `The key ${id} is missing` : 'TOTP_SECRET_KEY is not set')
    expect(refused.html).not.toContain(id)
    const [row] = await database.sql`
      select count(*)::integer as counted from oauth.attempt_counts where bucket like ${`["second_factor","${person.id}"%`}`
    expect(row?.counted).toBe(0)
    expect((await enter(person, recoveryCode, ring)).status).toBe(200)
  })

  test('cannot be created without a key, and the page says so instead of offering it', async () => {
    const server = await startApi(database, { isReachable: true, trustedProxyHops: 1, oauth: { totpKey: undefined } })
    const browser = new Browser(server.url)
    await signedIn(browser, await createPerson(database.sql), '/oauth/sign-in')
    const security = await browser.open('/oauth/security')
    expect(security.html).toContain('Authenticator apps cannot be used here yet.')
    expect(security.html).not.toContain('Set up an authenticator app')
    const token = /name="form_token" value="([^"]+)"/.exec(security.html)?.[1] ?? ''
    const page = await browser.post('/oauth/security/app', [['form_token', token]])
    expect([page.status, page.html]).toEqual([
      503,
      expect.stringContaining('Authenticator apps cannot be used here yet.'),
    ])
    await server.stop()
  })
})

describe('vitrine secrets rotate TOTP_SECRET_KEY', () => {
  test('encrypts all secrets with a new key in two runs, and the doctor names a missing key', async () => {
    const { person, secret } = await withApp()
    // Rows of other tests that no key opens would keep the rotation from its end.
    await database.sql`delete from oauth.totp_secrets where person_id <> ${person.id}`
    const [oldId] = (await openKeyRing(totpKey)).ids
    const missing = await vitrine(['doctor'], { TOTP_SECRET_KEY: otherKey })
    expect(missing.stdout).toContain(
      `TOTP_SECRET_KEY lacks the key ${oldId}, which encrypts the secrets of 1 authenticator app.`,
    )
    const refused = await vitrine(['secrets', 'rotate', 'TOTP_SECRET_KEY'], { TOTP_SECRET_KEY: otherKey })
    expect([refused.code, refused.stdout]).toEqual([1, ''])

    const started = await vitrine(['secrets', 'rotate', 'TOTP_SECRET_KEY'], { TOTP_SECRET_KEY: totpKey })
    const [value = ''] = started.stdout.split('\n')
    expect(value.endsWith(`,${totpKey}`)).toBe(true)
    const finished = await vitrine(['secrets', 'rotate', 'TOTP_SECRET_KEY'], { TOTP_SECRET_KEY: value })
    expect([finished.code, finished.stdout]).toEqual([
      0,
      expect.stringContaining('Encrypted 1 authenticator secret with'),
    ])
    const [newKey] = value.split(',')
    expect((await enter(person, codeFor(secret), newKey)).status).toBe(200)
    const listed = await vitrine(['secrets', '--json'], { TOTP_SECRET_KEY: value })
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { variable: 'TOTP_SECRET_KEY', place: 'first', secrets: 1 },
      { variable: 'TOTP_SECRET_KEY', place: 'later', secrets: 0 },
    ])
  })
})
