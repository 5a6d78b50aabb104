import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '../../../shared/db/pool.ts'
import type { Database } from '../../../shared/db/pool.ts'
import { parseEnv } from '../../../shared/env.ts'
import { openMailer } from '../../../functions/worker/mail/mailer.ts'
import type { Mailer } from '../../../functions/worker/mail/mailer.ts'
import { sendMails } from '../../../functions/worker/mail/send_mails.ts'
import { startApi } from '../../support/api.ts'
import type { Api } from '../../support/api.ts'
import { Browser } from '../../support/browser.ts'
import { createDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { createPerson, signedIn } from '../../support/oauth.ts'
import { startSmtpSink } from '../../support/smtp_sink.ts'
import type { SmtpSink } from '../../support/smtp_sink.ts'

let database: TestDatabase
let api: Api
let sink: SmtpSink
let worker: Database
let mailer: Mailer

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1 })
  sink = await startSmtpSink()
  worker = createPool({ url: database.workerUrl, connectionsMax: 1, now: '2026-11-20T12:00:00Z' })
  const env = parseEnv({ SMTP_URL: sink.url, MAIL_FROM: 'Vitrine <mail@vitrine.example>', PUBLIC_BASE_URL: api.url })
  mailer = openMailer(env) as Mailer
})
afterAll(async () => {
  sink.stop()
  await worker.end({ timeout: 1 })
  await api.stop()
  await database.stop()
})

const log: Record<string, unknown>[] = []

async function request(kind: 'reset' | 'unlock', email: string, browser = new Browser(api.url)) {
  const page = await browser.open(`/oauth/${kind}`)
  return await browser.submit(page, `/oauth/${kind}`, [['email', email]])
}

/** Sends the due mails and returns the path of the link in the last one. */
async function sentLink(): Promise<string> {
  sink.messages.length = 0
  await sendMails(worker, mailer, (line) => log.push(line))
  const url = /http\S+\/oauth\/\w+\/link\?token=\S+/.exec(sink.messages.at(-1) ?? '')?.[0] ?? ''
  return url.slice(api.url.length)
}

const newPassword: [string, string] = ['new_password', 'a new long password']

describe('a mail that resets the password', () => {
  test('has a link that changes the password once, ends all sessions, and does not sign in', async () => {
    const person = await createPerson(database.sql)
    const before = new Browser(api.url)
    await signedIn(before, person, '/oauth/sign-in')
    expect((await request('reset', ` ${person.email.toUpperCase()} `)).status).toBe(200)
    const link = await sentLink()
    expect(sink.messages[0]).toContain(`To: ${person.email}`)
    const browser = new Browser(api.url)
    const page = await browser.open(link)
    // A program that scans the mail opens the link too.
    await new Browser(api.url).open(link)
    const after = await browser.submit(page, '/oauth/reset/link', [newPassword])
    expect([after.url.pathname, after.html]).toEqual(['/oauth/sign-in', expect.stringContaining('is changed')])
    expect((await browser.open('/oauth/security')).url.pathname).toBe('/oauth/sign-in')
    expect((await before.open('/oauth/security')).url.pathname).toBe('/oauth/sign-in')
    const again = await browser.submit(page, '/oauth/reset/link', [newPassword])
    expect([again.status, again.html]).toEqual([404, expect.stringContaining('href="/oauth/reset"')])
    expect((await new Browser(api.url).open(link)).status).toBe(404)
    const changed = { ...person, password: newPassword[1] }
    expect((await signedIn(browser, changed, '/oauth/sign-in')).status).toBe(200)
    expect((await signedIn(browser, person, '/oauth/sign-in')).status).toBe(401)
  })

  test('is stored without its token, and deleted after sending', async () => {
    const person = await createPerson(database.sql)
    await request('reset', person.email)
    const token = (await sentLink()).split('token=')[1] as string
    const [row] = await database.sql`
      select (select count(*) from oauth.mails)::integer as mails, array(select t::text from oauth.mail_tokens t)::text as tokens`
    expect([row?.mails, row?.tokens.includes(token)]).toEqual([0, false])
  })

  test('gets the same response for an unknown address, to which nothing is sent', async () => {
    const person = await createPerson(database.sql)
    const known = await request('reset', person.email)
    await sentLink()
    const unknown = await request('reset', 'unknown@people.example')
    expect([unknown.status, unknown.html]).toEqual([known.status, known.html])
    expect([await sentLink(), sink.messages]).toEqual(['', []])
  })

  test('is refused with a short password, after which the link is still valid', async () => {
    const person = await createPerson(database.sql)
    await request('reset', person.email)
    const browser = new Browser(api.url)
    const page = await browser.open(await sentLink())
    const short = await browser.submit(page, '/oauth/reset/link', [['new_password', 'short']])
    expect([short.status, short.html]).toEqual([400, expect.stringContaining('12 characters')])
    expect((await browser.submit(short, '/oauth/reset/link', [newPassword])).url.pathname).toBe('/oauth/sign-in')
  })

  test('expires after 30 minutes', async () => {
    const person = await createPerson(database.sql)
    await request('reset', person.email)
    const link = await sentLink()
    const [token] = await database.sql`select expires_at from oauth.mail_tokens where person_id = ${person.id}`
    expect(token?.expires_at).toEqual(new Date('2026-11-20T12:30:00Z'))
    await database.sql`update oauth.mail_tokens set expires_at = platform.clock() where person_id = ${person.id}`
    expect((await new Browser(api.url).open(link)).status).toBe(404)
  })

  test('is retried after a refusal of the mail server, with a new token', async () => {
    const person = await createPerson(database.sql)
    await request('reset', person.email)
    sink.refusals = 1
    expect(await sentLink()).toBe('')
    expect(JSON.stringify(log)).not.toMatch(/token=/)
    await database.sql`update oauth.mails set next_attempt_at = platform.clock()`
    expect(await sentLink()).toMatch(/^\/oauth\/reset\/link/)
  })

  test('is sent three times an hour at most, and five times a minute to one requester', async () => {
    const person = await createPerson(database.sql)
    for (let count = 0; count < 4; count++) await request('reset', person.email)
    await sentLink()
    expect(sink.messages).toHaveLength(3)
    const browser = new Browser(api.url)
    const statuses: number[] = []
    for (let count = 0; count < 6; count++)
      statuses.push((await request('reset', `${count}@x.example`, browser)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test.each([
    ['sent', 'spam folder'],
    ['printed', 'appears only where Vitrine was started'],
    ['unknown', 'ask the people who run Vitrine for you whether mails are set up'],
  ] as const)('is announced with what to do if it does not arrive, where mails are %s', async (mails, text) => {
    const server = await startApi(database, { isReachable: true, oauth: { mails } })
    const browser = new Browser(server.url)
    const page = await browser.open('/oauth/reset')
    expect((await browser.submit(page, '/oauth/reset', [['email', 'a@x.example']])).html).toContain(text)
    await server.stop()
  })

  test('cannot be requested or used by the form of another browser', async () => {
    const page = await new Browser(api.url).open('/oauth/reset')
    expect((await new Browser(api.url).submit(page, '/oauth/reset', [['email', 'a@x.example']])).status).toBe(403)
  })

  test('does not exist where a hosted platform has the passwords', async () => {
    const hosted = await startApi(database, { isReachable: true, oauth: { hostedSignIn: async () => null } })
    expect((await new Browser(hosted.url).open('/oauth/reset')).status).toBe(404)
    expect((await new Browser(hosted.url).open('/oauth/unlock')).status).toBe(200)
    await hosted.stop()
  })
})

describe('a mail that unlocks the sign-in', () => {
  test('has a link that makes the browser a known device, which strangers cannot lock out', async () => {
    const person = await createPerson(database.sql)
    await database.sql`insert into oauth.attempt_counts values (oauth.bucket('account', ${person.email}), '2026-11-20T12:00:00Z', 100)`
    const browser = new Browser(api.url)
    const refused = await signedIn(browser, person, '/oauth/sign-in')
    expect([refused.status, refused.html]).toEqual([429, expect.stringContaining('href="/oauth/unlock"')])
    await request('unlock', person.email)
    const link = await sentLink()
    const page = await browser.open(link)
    expect((await browser.submit(page, '/oauth/unlock/link')).html).toContain('is unlocked')
    expect((await browser.submit(page, '/oauth/unlock/link')).status).toBe(404)
    await database.sql`insert into oauth.attempt_counts values (oauth.bucket('account', ${person.email}), '2026-11-20T12:00:00Z', 100)`
    expect((await signedIn(browser, person, '/oauth/sign-in')).status).toBe(200)
    expect((await browser.open(link)).status).toBe(404)
  })

  test('cannot reset the password', async () => {
    const person = await createPerson(database.sql)
    await request('unlock', person.email)
    const link = await sentLink()
    expect((await new Browser(api.url).open(link.replace('unlock', 'reset'))).status).toBe(404)
  })
})

describe('a mail about a second factor', () => {
  const subjects = () => sink.messages.map((text) => /^Subject: (.*?)\r?$/m.exec(text)?.[1])
  const secretHash = Buffer.alloc(32)
  const sealed = `${'a'.repeat(16)}.${'a'.repeat(64)}`

  /** A person with a passkey and an app, which the session of this hash may remove. */
  async function withFactors() {
    const person = await createPerson(database.sql)
    await signedIn(new Browser(api.url), person, '/oauth/sign-in')
    const [session] = await database.sql`select session_hash from oauth.sessions where person_id = ${person.id}`
    const hash = session?.session_hash as Buffer
    const id = Buffer.from(person.id)
    const key = Buffer.from(`a5010203262001215820${'00'.repeat(32)}225820${'00'.repeat(32)}`, 'hex')
    const addPasskey = async () => {
      const [row] = await database.sql`select oauth.start_passkey(${hash}) ->> 'challenge' as challenge`
      await database.sql`
        select oauth.add_passkey(${hash}, ${row?.challenge as string}, 'a key', ${id}, ${key}, 'host', 0, false, false, '{}', '192.0.2.1')`
    }
    const removePasskey = () => database.sql`select oauth.remove_passkey(${hash}, ${id}, '192.0.2.1')`
    return { person, hash, addPasskey, removePasskey }
  }

  test('is sent to the owner when a passkey or an app is added or removed, without a link that signs in', async () => {
    const { person, hash, addPasskey, removePasskey } = await withFactors()
    await addPasskey()
    expect(await sentLink()).toBe('')
    expect(subjects()).toEqual(['A passkey was added to your Vitrine account'])
    expect(sink.messages[0]).toContain(`To: ${person.email}`)
    expect(sink.messages[0]).toContain('/oauth/security')
    expect(sink.messages[0]).not.toContain('token')
    expect(await database.sql`select from oauth.mail_tokens where person_id = ${person.id}`).toHaveLength(0)
    await removePasskey()
    await database.sql`
      insert into oauth.totp_secrets (person_id, sealed, secret_hash, confirmed_at) values (${person.id}, ${sealed}, ${secretHash}, now())`
    await database.sql`select oauth.remove_totp(${hash}, '192.0.2.1')`
    // Without an app, nothing is removed.
    await database.sql`select oauth.remove_totp(${hash}, '192.0.2.1')`
    await database.sql`select oauth.remove_second_factors(${person.id})`
    await sentLink()
    expect(subjects().toSorted()).toEqual([
      'A passkey was removed from your Vitrine account',
      'The authenticator app was removed from your Vitrine account',
      'The second factors were removed from your Vitrine account',
    ])
  })

  test('is sent 20 times an hour at most', async () => {
    const { person, addPasskey, removePasskey } = await withFactors()
    for (let count = 0; count < 11; count++) {
      await addPasskey()
      await removePasskey()
    }
    expect(await database.sql`select from oauth.mails where person_id = ${person.id}`).toHaveLength(20)
    await database.sql`delete from oauth.mails`
  })
})

describe('a mailer', () => {
  test('gives up a mail whose server does not end its greeting', async () => {
    const server = createServer((socket) => {
      const drip = setInterval(() => socket.write('220-wait\r\n'), 20)
      socket.on('close', () => clearInterval(drip)).on('error', () => socket.destroy())
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const env = parseEnv({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Vitrine <mail@vitrine.example>' })
    const slow = openMailer(env, { secondsMax: 0.2 }) as Mailer
    await request('reset', (await createPerson(database.sql)).email)
    await request('reset', (await createPerson(database.sql)).email)
    // The pass ends after the first mail, because its time is over.
    expect(await sendMails(worker, slow, (line) => log.push(line), { secondsMax: 0.1 })).toEqual({ sent: 0, failed: 1 })
    expect(JSON.stringify(log.at(-1))).toContain('did not accept the mail within 0.2 s')
    await database.sql`delete from oauth.mails`
    server.close()
  })

  test('is null without a mail server, and prints mails on request only', () => {
    expect(openMailer(parseEnv({}))).toBeNull()
    expect(openMailer(parseEnv({ MAIL_TO_CONSOLE: 'true' }))).not.toBeNull()
    expect(() => parseEnv({ SMTP_URL: 'smtp://127.0.0.1' })).toThrow('MAIL_FROM')
  })
})
