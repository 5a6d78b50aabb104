import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import type { Member } from '../support/console.ts'
import { PeopleScene } from '../support/people.ts'

let scene: PeopleScene

let owner: Member

beforeAll(async () => {
  scene = await PeopleScene.start()
  owner = await scene.console.member(scene.brandId, 'owner')
})
afterAll(() => scene.stop())

const newcomer = async () => await scene.console.signedIn(await scene.console.person())
const answer = async (by: Member, id: string, given: string) =>
  await scene.send(by, `/console/invitations/${id}`, { answer: given })

describe('POST /console/invitations/{invitation_id}', () => {
  test('makes a person without an account a member: mail, account, acceptance', async () => {
    await scene.invited(owner, 'ada@people.example', 'analyst')
    const [mail] = await scene.mails()
    const link = /\/oauth\/sign-up\/link\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    const browser = new Browser(scene.console.api.url)
    const form = await browser.open(link)
    const shown = await browser.submit(form, '/oauth/sign-up/link', [
      ['name', 'Ada'],
      ['new_password', 'a long new password'],
    ])
    expect([shown.status, shown.url.pathname]).toEqual([200, expect.stringMatching(/^\/console\/invitations\//)])
    const brand = await browser.submit(shown, shown.url.pathname, [['answer', 'accept']])
    expect([brand.status, brand.url.pathname]).toEqual([200, scene.root])
    // The link of the mail now leads to the page of the invitation, which is over.
    expect((await browser.open(link)).html).toContain('This invitation was used')
  })

  test('accepts once, and returns 404 for the second of two concurrent answers', async () => {
    const guest = await newcomer()
    const id = await scene.invited(owner, guest.person.email, 'admin')
    const pages = await Promise.all([answer(guest, id, 'accept'), answer(guest, id, 'accept')])
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await scene.roleOf(guest)).toBe('admin')
    const late = pages.find(({ status }) => status === 404)
    expect(late?.html).toContain('<h1>This invitation is over</h1>')
    const used = await guest.browser.open(`/console/invitations/${id}`)
    expect([used.status, used.html]).toEqual([404, expect.stringContaining(`<a href="${scene.root}">`)])
  })

  test('declines', async () => {
    const guest = await newcomer()
    const id = await scene.invited(owner, guest.person.email)
    expect((await answer(guest, id, 'decline')).url.pathname).toBe('/console')
    expect([await scene.roleOf(guest), (await answer(guest, id, 'accept')).status]).toEqual([undefined, 404])
  })

  test('returns 403 for another person, 404 after expiry, and 400 for another answer', async () => {
    const guest = await newcomer()
    const id = await scene.invited(owner, guest.person.email)
    const thief = await newcomer()
    expect((await answer(thief, id, 'accept')).status).toBe(403)
    expect((await answer(guest, id, 'perhaps')).status).toBe(400)
    await scene.console.database
      .sql`update core.invitations set expires_at = platform.clock() where invitation_id = ${id}`
    expect((await answer(guest, id, 'accept')).status).toBe(404)
    expect([await scene.roleOf(guest), await scene.roleOf(thief)]).toEqual([undefined, undefined])
  })

  test('keeps the role of a person who became a member in the meantime', async () => {
    const guest = await newcomer()
    const id = await scene.invited(owner, guest.person.email, 'viewer')
    await scene.console.join(guest.person.id, scene.brandId, 'admin')
    await answer(guest, id, 'accept')
    expect(await scene.roleOf(guest)).toBe('admin')
  })
})

describe('a sign-up where only invited people may create an account', () => {
  const request = async (email: string) => {
    const browser = new Browser(scene.console.api.url)
    return await browser.submit(await browser.open('/oauth/sign-up'), '/oauth/sign-up', [['email', email]])
  }

  test('sends a link to an invited address only, with the same page and the same row', async () => {
    await scene.invited(owner, 'invited@people.example')
    await scene.mails()
    const [invited, stranger] = [await request('invited@people.example'), await request('stranger@people.example')]
    expect(invited.html).toBe(stranger.html)
    const rows = await scene.console.database.sql`select kind, attempts, expires_at from oauth.address_mails`
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1)
    expect((await scene.mails()).map(({ to }) => to)).toEqual(['invited@people.example'])
  })
})
