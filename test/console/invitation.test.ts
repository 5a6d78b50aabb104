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

const newcomer = async () => await scene.console.signedIn(await scene.console.person())

describe('GET /console/invitations/{invitation_id}', () => {
  test('shows the brand and the role to the invited person, also after a sign-in', async () => {
    const guest = await scene.console.person()
    const id = await scene.invited(owner, guest.email, 'analyst')
    const { browser } = await newcomer()
    browser.cookies.clear()
    const page = await scene.console.signIn(browser, guest, `/console/invitations/${id}`)
    expect([page.url.pathname, page.html]).toEqual([
      `/console/invitations/${id}`,
      expect.stringContaining('as analyst'),
    ])
    expect(page.html).toContain('Aurora')
  })

  test('returns 403 without the brand to a person with another address', async () => {
    const id = await scene.invited(owner, 'other@people.example')
    const page = await (await newcomer()).browser.open(`/console/invitations/${id}`)
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('sent to another e-mail address')])
    expect(page.html).not.toContain('Aurora')
  })

  test('returns 404 for an expired, withdrawn or unknown invitation, and for one of an archived brand', async () => {
    const guest = await newcomer()
    const { sql } = scene.console.database
    const opened = async (id: string) => (await guest.browser.open(`/console/invitations/${id}`)).status
    const id = await scene.invited(owner, guest.person.email)
    expect(await opened(id)).toBe(200)
    await sql`update core.brands set status = 'archived' where brand_id = ${scene.brandId}`
    expect(await opened(id)).toBe(404)
    await sql`update core.brands set status = 'active' where brand_id = ${scene.brandId}`
    await sql`update core.invitations set expires_at = platform.clock() where invitation_id = ${id}`
    expect(await opened(id)).toBe(404)
    await scene.send(owner, `/invitations/${id}`, { action: 'withdraw' })
    const over = await guest.browser.open(`/console/invitations/${id}`)
    expect(over.html).toContain('<h1>This invitation is over</h1>')
    expect(over.html).toContain('This invitation was used or withdrawn, or has expired.')
    expect([await opened(id), await opened('inv_unknown')]).toEqual([404, 404])
  })
})
