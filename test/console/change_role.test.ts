import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../support/console.ts'
import { PeopleScene } from '../support/people.ts'

let scene: PeopleScene

beforeAll(async () => {
  scene = await PeopleScene.start()
})
afterAll(() => scene.stop())

const join = async (role: 'owner' | 'admin' | 'analyst' | 'viewer', brandId = scene.brandId) =>
  await scene.console.member(brandId, role)
const change = async (by: Member, of: Member, role: string, people = `${scene.root}/people`) =>
  await scene.send(by, `${people}/${of.person.id}/role`, { role })

describe('POST /console/brands/{brand_id}/people/{person_id}/role', () => {
  test('changes the role from the next page on, and is recorded', async () => {
    const [owner, viewer] = [await join('owner'), await join('viewer')]
    expect((await change(owner, viewer, 'admin')).html).toContain('The role is changed')
    expect((await viewer.browser.open(`${scene.root}/people`)).html).toContain('Send the invitation')
    const [event] = await scene.console.database.sql`
      select detail from oauth.audit_events where person_id = ${owner.person.id} and event = 'changed' order by event_id desc limit 1`
    expect(event?.detail).toEqual({ operation: 'console.change_role', brand_id: scene.brandId })
  })

  test('returns 403 for an admin who makes himself an owner, or changes an owner', async () => {
    const [owner, admin] = [await join('owner'), await join('admin')]
    for (const [of, role] of [
      [admin, 'owner'],
      [owner, 'viewer'],
    ] as const) {
      const page = await change(admin, of, role)
      expect([page.status, page.html]).toEqual([403, expect.stringContaining('Only an owner can')])
    }
    expect([await scene.roleOf(admin), await scene.roleOf(owner)]).toEqual(['admin', 'owner'])
  })

  test('returns 403 for a viewer, 404 for a person of another brand, and 400 for an unknown role', async () => {
    const [owner, viewer] = [await join('owner'), await join('viewer')]
    const stranger = await scene.console.signedIn(await scene.console.person())
    expect((await change(viewer, viewer, 'owner')).status).toBe(403)
    expect((await change(owner, stranger, 'owner')).status).toBe(404)
    expect((await change(owner, viewer, 'emperor')).status).toBe(400)
    expect((await scene.send(owner, '/junk/role', { role: 'viewer' })).status).toBe(404)
  })

  test('returns 409 for the last owner', async () => {
    const { brandId, people } = await scene.another()
    const owner = await join('owner', brandId)
    const page = await change(owner, owner, 'admin', people)
    expect([page.status, page.html]).toEqual([409, expect.stringContaining('is the only owner of this brand')])
  })

  test('keeps an owner when two owners demote each other at the same time', async () => {
    for (let round = 0; round < 2; round++) {
      const { brandId, people } = await scene.another()
      const [one, other] = [await join('owner', brandId), await join('owner', brandId)]
      const pages = await scene.together(brandId, [
        () => change(one, other, 'viewer', people),
        () => change(other, one, 'viewer', people),
      ])
      expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const [row] = await scene.console.database
        .sql`select count(*)::integer as owners from core.memberships where brand_id = ${brandId} and role = 'owner'`
      expect(row?.owners).toBe(1)
    }
  })

  test('withdraws the invitations that the new role does not permit', async () => {
    const [owner, second, admin] = [await join('owner'), await join('owner'), await join('admin')]
    await scene.invite(admin, 'by-admin@people.example')
    await scene.invite(second, 'owner-by-second@people.example', 'owner')
    await scene.invite(second, 'viewer-by-second@people.example')
    await change(owner, admin, 'analyst')
    await change(owner, second, 'admin')
    const rows = await scene.console.database
      .sql`select email from core.invitations where email like '%by-%' and brand_id = ${scene.brandId}`
    expect(rows.map(({ email }) => email as string)).toEqual(['viewer-by-second@people.example'])
  })
})
