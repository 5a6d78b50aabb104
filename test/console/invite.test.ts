import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../support/console.ts'
import { PeopleScene } from '../support/people.ts'

let scene: PeopleScene

let owner: Member
let admin: Member

beforeAll(async () => {
  scene = await PeopleScene.start()
  owner = await scene.console.member(scene.brandId, 'owner')
  admin = await scene.console.member(scene.brandId, 'admin')
})
afterAll(() => scene.stop())

const mailTo = async (email: string) => (await scene.mails()).find(({ to }) => to === email)

describe('POST /console/brands/{brand_id}/people', () => {
  test('sends a mail whose link creates an account, for an address without one', async () => {
    const made = await scene.invite(admin, ' New@People.example ', 'analyst')
    expect([made.status, made.html]).toEqual([
      200,
      expect.stringContaining('The invitation is stored. It is valid for seven days.'),
    ])
    const mail = await mailTo('new@people.example')
    expect(mail?.subject).toBe('Invitation to Aurora & Co on Vitrine')
    expect(mail?.text).toContain(`${admin.person.email} invites you to the brand "Aurora & Co" on Vitrine, as analyst.`)
    expect(mail?.text).toMatch(/\/oauth\/sign-up\/link\?token=[\w-]+&to=%2Fconsole%2Finvitations%2Finv_\w+\n/)
  })

  test('states on the card whether the mail was sent, and tries it for a day', async () => {
    await scene.invite(admin, 'late@people.example', 'viewer')
    const cards = async () => (await admin.browser.open(`/console/brands/${scene.brandId}/people`)).html
    expect(await cards()).toContain('The mail is not sent yet.')
    const { sql } = scene.console.database
    const [waiting] = await sql`
      select extract(epoch from expires_at - platform.clock()) as seconds from oauth.address_mails where email = 'late@people.example'`
    expect(Number(waiting?.seconds)).toBeGreaterThan(80_000)
    await sql`update core.invitations set mail_requested_at = mail_requested_at - interval '2 days' where email = 'late@people.example'`
    expect(await cards()).toContain('The mail was not sent.')
    expect(await mailTo('late@people.example')).toBeDefined()
    expect(await cards()).toContain('Mail sent ')
  })

  test('sends a mail without such a link to an address that has an account, and returns the same page', async () => {
    const { email } = await scene.console.person()
    const [known, unknown] = [await scene.invite(owner, email), await scene.invite(owner, 'unknown@people.example')]
    expect([known.status, known.url.search]).toEqual([unknown.status, unknown.url.search])
    const mail = await mailTo(email)
    expect(mail?.text).toMatch(/http\S+\/console\/invitations\/inv_\w+\n/)
    expect(mail?.text).not.toContain('token')
  })

  test.each(['viewer', 'analyst'] as const)('returns 403 for a %s', async (role) => {
    const member = await scene.console.member(scene.brandId, role)
    expect((await scene.invite(member, 'friend@people.example')).status).toBe(403)
  })

  test('returns 403 for an admin who invites an owner', async () => {
    const page = await scene.invite(admin, 'mine@people.example', 'owner')
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('Only an owner can make a person an owner')])
  })

  test('returns 400 for an address of a member or of an open invitation, and keeps the address', async () => {
    await scene.invite(owner, 'twice@people.example')
    for (const [email, message] of [
      [admin.person.email, 'must not be that of a member'],
      ['Twice@people.example', 'must not be that of an open invitation'],
      ['no address', 'must be an e-mail address'],
    ] as const) {
      const page = await scene.invite(owner, email)
      expect([page.status, page.html]).toEqual([400, expect.stringContaining(`E-mail address ${message}`)])
      expect(page.html).toContain(`value="${email}"`)
    }
    expect(await scene.mails()).toHaveLength(1)
  })

  test('replaces an expired invitation', async () => {
    const { sql } = scene.console.database
    const first = await scene.invited(owner, 'late@people.example')
    await sql`update core.invitations set expires_at = platform.clock() where invitation_id = ${first}`
    expect(await scene.invited(owner, 'late@people.example')).not.toBe(first)
  })

  test('creates one invitation when two people invite an address at the same time', async () => {
    const made = await Promise.all([owner, admin].map((member) => scene.invite(member, 'both@people.example')))
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('returns 429 beyond three mails an hour to an address, from any brand', async () => {
    for (let count = 0; count < 3; count++) {
      const { brandId, people } = await scene.another()
      const other = await scene.console.member(brandId, 'owner')
      expect((await scene.send(other, people, { email: 'victim@people.example', role: 'viewer' })).status).toBe(200)
    }
    expect((await scene.invite(owner, 'victim@people.example')).status).toBe(429)
  })

  test('returns 429 beyond 30 mails an hour of a person', async () => {
    const sender = await scene.console.member(scene.brandId, 'admin')
    await scene.console.database
      .sql`insert into oauth.attempt_counts values (oauth.bucket('invitations', ${sender.person.id}), platform.clock(), 30)`
    expect((await scene.invite(sender, 'one-more@people.example')).status).toBe(429)
  })

  test('returns 400 beyond 50 open invitations of a brand', async () => {
    const { brandId, people } = await scene.another()
    const other = await scene.console.member(brandId, 'owner')
    await scene.console.database
      .sql`insert into core.invitations (brand_id, email, role) select ${brandId}, n || '@people.example', 'viewer' from generate_series(1, 50) as n`
    const page = await scene.send(other, people, { email: 'one-more@people.example', role: 'viewer' })
    expect([page.status, page.html]).toEqual([400, expect.stringContaining('the maximum of 50 open invitations')])
  })
})
