import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../support/console.ts'
import { PeopleScene } from '../support/people.ts'

let scene: PeopleScene

let owner: Member

beforeAll(async () => {
  scene = await PeopleScene.start()
  owner = await scene.console.member(scene.brandId, 'owner')
})
afterAll(() => scene.stop())

const move = async (id: string, action: string, member = owner) =>
  await scene.send(member, `/invitations/${id}`, { action })

describe('POST /console/brands/{brand_id}/people/invitations/{invitation_id}', () => {
  test('resends a mail with a new link, and extends an expired invitation', async () => {
    const id = await scene.invited(owner, 'again@people.example')
    const [first] = await scene.mails()
    await scene.console.database
      .sql`update core.invitations set expires_at = platform.clock() where invitation_id = ${id}`
    expect((await move(id, 'resend')).html).toContain('is sent again')
    const [second] = await scene.mails()
    expect(second?.to).toBe('again@people.example')
    expect(second?.text).not.toBe(first?.text)
    await move(id, 'resend')
    expect((await move(id, 'resend')).status).toBe(429)
    await scene.mails()
  })

  test('withdraws an invitation, and with it the mail that waits and the link that was sent', async () => {
    const id = await scene.invited(owner, 'gone@people.example')
    const mail = (await scene.mails()).find(({ to }) => to === 'gone@people.example')
    const link = /\/oauth\/sign-up\/link\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    const visitor = await scene.console.signedIn(await scene.console.person())
    expect((await visitor.browser.open(link)).status).toBe(200)
    await move(id, 'resend')
    expect((await move(id, 'withdraw')).html).toContain('The invitation is withdrawn')
    expect(await scene.mails()).toEqual([])
    expect((await visitor.browser.open(link)).status).toBe(404)
    expect((await move(id, 'resend')).status).toBe(404)
  })

  test('returns 404 for an invitation of another brand, and 403 for a viewer', async () => {
    const { brandId, people } = await scene.another()
    const other = await scene.console.member(brandId, 'owner')
    const id = await scene.invited(owner, 'foreign@people.example')
    expect((await scene.send(other, `${people}/invitations/${id}`, { action: 'withdraw' })).status).toBe(404)
    const viewer = await scene.console.member(scene.brandId, 'viewer')
    expect((await move(id, 'withdraw', viewer)).status).toBe(403)
    expect((await move(id, 'erase')).status).toBe(400)
  })
})
