import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '../../../shared/db/pool.ts'
import type { Database } from '../../../shared/db/pool.ts'
import type { Mail } from '../../../functions/worker/mail/mailer.ts'
import { sendMails } from '../../../functions/worker/mail/send_mails.ts'
import { startApi } from '../../support/api.ts'
import type { Api } from '../../support/api.ts'
import { Browser } from '../../support/browser.ts'
import { createDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { createPerson, signedIn } from '../../support/oauth.ts'

let database: TestDatabase
let api: Api
let worker: Database

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1, oauth: { signUp: 'open', mails: 'sent' } })
  worker = createPool({ url: database.workerUrl, connectionsMax: 1, now: '2026-11-20T12:00:00Z' })
})
afterAll(async () => {
  await worker.end({ timeout: 1 })
  await api.stop()
  await database.stop()
})

let counted = 0
const newAddress = () => `new-${counted++}@people.example`
const account = (name = 'Ada'): [string, string][] => [
  ['name', name],
  ['new_password', 'a long new password'],
]

async function request(email: string, browser = new Browser(api.url)) {
  const page = await browser.open('/oauth/sign-up')
  return await browser.submit(page, '/oauth/sign-up', [['email', email]])
}

/** Sends the due mails. */
async function sent(): Promise<Mail[]> {
  const mails: Mail[] = []
  const send = async (mail: Mail) => void mails.push(mail)
  await sendMails(worker, { baseUrl: api.url, send }, () => undefined)
  return mails
}

const linkOf = (mail: Mail | undefined) => /\/oauth\/sign-up\/link\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? 'none'

async function requestLink(email: string): Promise<string> {
  await request(email)
  return linkOf((await sent()).find(({ to }) => to === email.trim().toLowerCase()))
}

describe('POST /oauth/sign-up', () => {
  test('sends a link that creates the account once, and signs in', async () => {
    const email = newAddress()
    const link = await requestLink(` ${email.toUpperCase()} `)
    const browser = new Browser(api.url)
    const page = await browser.open(link)
    expect(page.html).toContain(email)
    // A program that scans the mail opens the link too.
    await new Browser(api.url).open(link)
    const after = await browser.submit(page, '/oauth/sign-up/link', account())
    expect([after.status, after.url.pathname]).toEqual([200, '/console/brands/new'])
    const [row] = await database.sql`
      select raw_user_meta_data ->> 'name' as name, array(select event from oauth.audit_events where person_id = users.id order by event_id) as events
      from auth.users where email = ${email}`
    expect(row).toEqual({ name: 'Ada', events: ['signed_up', 'signed_in'] })
    const again = await browser.submit(page, '/oauth/sign-up/link', account())
    expect([again.status, again.html]).toEqual([403, expect.stringContaining('This form has expired')])
    expect((await new Browser(api.url).open(link)).status).toBe(404)
    const person = { id: '', email, password: 'a long new password' }
    expect((await signedIn(new Browser(api.url), person, '/oauth/sign-in')).status).toBe(200)
  })

  test('returns the same page for an address that has an account, whose mail has no such link', async () => {
    const { email } = await createPerson(database.sql)
    const [known, unknown] = [await request(email), await request(newAddress())]
    expect([known.status, known.html]).toEqual([200, unknown.html])
    const mail = (await sent()).find(({ to }) => to === email)
    expect([mail?.subject, linkOf(mail)]).toEqual(['You already have a Vitrine account', 'none'])
    expect(mail?.text).toContain('/oauth/reset')
  })

  test('stores the same row for a known and an unknown address', async () => {
    const { email } = await createPerson(database.sql)
    await request(email)
    await request(newAddress())
    const rows = await database.sql`select kind, attempts, next_attempt_at, expires_at from oauth.address_mails`
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1)
    await sent()
  })

  test.each([
    'not an address',
    'a,b@c.example',
    'a@b.example <c@d.example>',
    'a@b@c',
    '',
    `${'a'.repeat(300)}@b.example`,
  ])('returns 400 for %j, and shows it again', async (email) => {
    const page = await request(email)
    expect([page.status, page.html]).toEqual([400, expect.stringContaining('Enter an e-mail address')])
    expect(await sent()).toEqual([])
  })

  test('sends three mails an hour to an address, together with resets, and five a minute for one requester', async () => {
    const email = newAddress()
    for (let count = 0; count < 4; count++) expect((await request(email)).status).toBe(200)
    expect(await sent()).toHaveLength(3)
    const browser = new Browser(api.url)
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) statuses.push((await request(newAddress(), browser)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await sent()
  })

  test('leaves the budget of password resets, when too many people sign up', async () => {
    await database.sql`insert into core.rate_limits values ('sign_up:all', '2026-11-20T12:00:00Z', 60) on conflict (bucket) do update set used = 60`
    expect((await request(newAddress())).status).toBe(429)
    const browser = new Browser(api.url)
    const page = await browser.open('/oauth/reset')
    expect((await browser.submit(page, '/oauth/reset', [['email', newAddress()]])).status).toBe(200)
    await database.sql`delete from core.rate_limits where bucket = 'sign_up:all'`
  })

  test('returns 403 for a form of another browser', async () => {
    const page = await new Browser(api.url).open('/oauth/sign-up')
    const other = await new Browser(api.url).submit(page, '/oauth/sign-up', [['email', newAddress()]])
    expect(other.status).toBe(403)
  })

  test.each([
    ['off', { signUp: 'off' as const }],
    ['a hosted platform with accounts of its own', { signUp: 'open' as const, hostedSignIn: async () => null }],
  ])('returns 404 with %s, and the sign-in has no link', async (_, oauth) => {
    const server = await startApi(database, { isReachable: true, oauth })
    const browser = new Browser(server.url)
    expect((await browser.open('/oauth/sign-in')).html).not.toContain('/oauth/sign-up')
    for (const path of ['/oauth/sign-up', '/oauth/sign-up/link?token=x']) {
      const page = await browser.open(path)
      expect([page.status, page.html]).toEqual([404, expect.stringContaining('Ask for one')])
    }
    await server.stop()
  })
})

describe('a link that creates an account', () => {
  test('is valid after a refused name or password, and keeps the name', async () => {
    const browser = new Browser(api.url)
    const page = await browser.open(await requestLink(newAddress()))
    const short = await browser.submit(page, '/oauth/sign-up/link', [
      ['name', 'Ada <b>'],
      ['new_password', 'short'],
    ])
    expect([short.status, short.html]).toEqual([400, expect.stringContaining('12 characters')])
    expect(short.html).toContain('value="Ada &lt;b&gt;"')
    const unnamed = await browser.submit(page, '/oauth/sign-up/link', account('\u200b '))
    expect([unnamed.status, unnamed.html]).toEqual([400, expect.stringContaining('must have 1 to 100 characters')])
    expect((await browser.submit(page, '/oauth/sign-up/link', account())).url.pathname).toBe('/console/brands/new')
  })

  test('creates one account when two links of an address are used at the same time', async () => {
    const email = newAddress()
    await request(email)
    await request(email)
    const links = (await sent()).map(linkOf)
    const browsers = links.map(() => new Browser(api.url))
    const pages = await Promise.all(links.map(async (link, index) => await browsers[index]?.open(link)))
    const visits = await Promise.all(
      pages.map(async (page, index) => await browsers[index]?.submit(page!, '/oauth/sign-up/link', account())),
    )
    expect(visits.map((visit) => visit?.status).toSorted()).toEqual([200, 404])
    const [row] = await database.sql`select count(*)::integer as people from auth.users where email = ${email}`
    expect(row?.people).toBe(1)
  })

  test('is not valid after 30 minutes, when the address has got an account, or as a link of another kind', async () => {
    const [expired, taken, other] = [newAddress(), newAddress(), newAddress()]
    const links = [await requestLink(expired), await requestLink(taken), await requestLink(other)]
    await database.sql`update oauth.sign_up_links set expires_at = platform.clock() where email = ${expired}`
    await database.sql`select core.create_person(${taken}, 'a password of theirs', 'Their name')`
    for (const path of [links[0], links[1], links[2]?.replace('sign-up', 'reset')])
      expect((await new Browser(api.url).open(path as string)).status).toBe(404)
    const reset = await createPerson(database.sql)
    await database.sql`insert into oauth.mail_tokens values (sha256('theirs'), 'reset', ${reset.id}, '2026-11-21')`
    expect((await new Browser(api.url).open('/oauth/sign-up/link?token=theirs')).status).toBe(404)
  })

  test('leads on to a page of the console only', async () => {
    const browser = new Browser(api.url)
    const page = await browser.open(await requestLink(newAddress()))
    const after = await browser.submit(page, '/oauth/sign-up/link', [...account(), ['to', '//evil.example']])
    expect([after.url.origin, after.url.pathname]).toEqual([api.url, '/console/brands/new'])
  })

  test('is not sent by a worker of release 0.2.0, which cannot compose it', async () => {
    await request(newAddress())
    const [row] = await worker`select oauth.claim_mail(sha256('t')) as claimed`
    expect(row?.claimed).toBeNull()
    expect(await sent()).toHaveLength(1)
  })
})

describe('POST /oauth/security/name', () => {
  test('changes the name, and shows a refused one again', async () => {
    const person = await createPerson(database.sql)
    const browser = new Browser(api.url)
    const page = await signedIn(browser, person, '/oauth/sign-in?to=/oauth/security')
    expect(page.html).toContain('value="Person"')
    const wrong = await browser.submit(page, '/oauth/security/name', [['name', `${'x'.repeat(100)}<`]])
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('1 to 100 characters')])
    expect(wrong.html).toContain('x&lt;"')
    const changed = await browser.submit(page, '/oauth/security/name', [['name', ' Ada\u200b ']])
    expect(changed.html).toContain('Your name is changed')
    const [row] =
      await database.sql`select raw_user_meta_data ->> 'name' as name from auth.users where id = ${person.id}`
    expect(row?.name).toBe('Ada')
  })
})
