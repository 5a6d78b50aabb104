import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../support/api.ts'
import type { Api } from '../../support/api.ts'
import { Browser } from '../../support/browser.ts'
import { createDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { createTenant } from '../../support/factories.ts'
import { Client, createPerson, decide, signedIn } from '../../support/oauth.ts'
import type { Person } from '../../support/oauth.ts'

let database: TestDatabase
let api: Api
let brandId: string

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  // As on Supabase, which adds these columns to the table of people.
  await database.sql`alter table auth.users add column banned_until timestamptz, add column deleted_at timestamptz`
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1 })
  brandId = (await createTenant(database.sql)).brandId
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const maySignIn = async (person: Person) => {
  const [row] = await database.sql`select platform.may_sign_in(${person.id}) as answer`
  return row?.answer as boolean
}
const ban = (person: Person) =>
  database.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${person.id}`
/** Blocks a person without the trigger that ends sessions. */
const banSilently = (person: Person) =>
  database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${person.id}`
  })

const isSignedIn = async (browser: Browser) =>
  (await browser.open('/oauth/security')).url.pathname === '/oauth/security'

describe('platform.may_sign_in', () => {
  test.each([
    ['a ban that lasts', { banned_until: '9999-01-01' }, false],
    ['a ban without end', { banned_until: 'infinity' }, false],
    ['a ban that is over', { banned_until: '2020-01-01' }, true],
    ['a deletion', { deleted_at: '2020-01-01' }, false],
    ['neither', {}, true],
  ] as const)('reads %s', async (_, columns: { banned_until?: string; deleted_at?: string }, expected) => {
    const person = await createPerson(database.sql)
    const { banned_until = null, deleted_at = null } = columns
    await database.sql`
      update auth.users set banned_until = ${banned_until}::text::timestamptz, deleted_at = ${deleted_at}::text::timestamptz where id = ${person.id}`
    expect(await maySignIn(person)).toBe(expected)
  })

  test('is true for known people where the table has no such columns, and false for unknown people', async () => {
    const own = await createDatabase({ isSimulated: false })
    const person = await createPerson(own.sql)
    const [row] = await own.sql`
      select platform.may_sign_in(${person.id}) as known, platform.may_sign_in(${randomUUID()}) as unknown`
    expect(row).toEqual({ known: true, unknown: false })
    await own.stop()
  })
})

describe('a person whom the hosting platform has banned', () => {
  test('cannot sign in with the password, until the ban is lifted', async () => {
    const person = await createPerson(database.sql)
    await ban(person)
    expect((await signedIn(new Browser(api.url), person, '/oauth/sign-in')).status).toBe(401)
    await database.sql`update auth.users set banned_until = null where id = ${person.id}`
    expect((await signedIn(new Browser(api.url), person, '/oauth/sign-in')).status).toBe(200)
  })

  test('cannot enter with a session of the platform', async () => {
    const [person, session] = [await createPerson(database.sql), randomUUID()]
    await database.sql`insert into auth.sessions (id, user_id) values (${session}, ${person.id})`
    const enter = async () => {
      const [row] = await database.sql`
        select oauth.enter_hosted_session(${session}, ${randomBytes(32)}, ${randomBytes(32)}, null, '127.0.0.1') as outcome`
      return row?.outcome as string
    }
    expect(await enter()).toBe('signed_in')
    await ban(person)
    expect(await enter()).toBe('wrong')
  })

  test('gets no session from any function that opens one', async () => {
    const person = await createPerson(database.sql)
    await ban(person)
    await expect(
      database.sql`select oauth.open_session(${person.id}, 'a session', 'a device', null, '127.0.0.1')`,
    ).rejects.toThrow('may not sign in')
  })

  test('loses the sessions and grants at once', async () => {
    const person = await createPerson(database.sql, [brandId])
    const [browser, client] = [new Browser(api.url), new Client(api.url)]
    await client.register()
    await decide(browser, await signedIn(browser, person, client.authorizeUrl()))
    await ban(person)
    expect(await isSignedIn(browser)).toBe(false)
    const [grant] = await database.sql`select revoked_for from oauth.grants where person_id = ${person.id}`
    expect(grant?.revoked_for).toBe('may_not_sign_in')
  })

  test('has no session even if one was left', async () => {
    const person = await createPerson(database.sql)
    const browser = new Browser(api.url)
    await signedIn(browser, person, '/oauth/sign-in')
    expect(await isSignedIn(browser)).toBe(true)
    await banSilently(person)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.open('/console')).url.pathname).toBe('/oauth/sign-in')
  })

  test('gets no mail, and a link of an earlier mail is not valid', async () => {
    const person = await createPerson(database.sql)
    await database.sql`
      insert into oauth.mail_tokens values ('an early link', 'unlock', ${person.id}, platform.clock() + interval '1 hour')`
    await banSilently(person)
    await database.sql`select oauth.request_mail(${person.email}, 'unlock', '192.0.2.7')`
    const [row] = await database.sql`select count(person_id)::integer as mails from oauth.mails`
    expect(row?.mails).toBe(0)
    await expect(database.sql`select oauth.show_link('an early link', 'unlock')`).rejects.toThrow('link is not valid')
  })
})
