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
const remove = async (by: Member, of: Member, people = `${scene.root}/people`) =>
  await scene.send(by, `${people}/${of.person.id}/remove`, by === of ? { leaves: 'true' } : {})

describe('POST /console/brands/{brand_id}/people/{person_id}/remove', () => {
  test('ends the access at once', async () => {
    const [owner, analyst] = [await join('owner'), await join('analyst')]
    expect((await remove(owner, analyst)).html).toContain('The person is removed')
    expect((await analyst.browser.open(scene.root)).status).toBe(404)
    expect((await remove(owner, analyst)).status).toBe(404)
  })

  test('lets a viewer leave, but remove no other person', async () => {
    const [admin, viewer] = [await join('admin'), await join('viewer')]
    const page = await remove(viewer, admin)
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('Only admins and owners')])
    const left = await remove(viewer, viewer)
    expect([left.url.pathname, left.html]).toEqual([
      '/console',
      expect.stringContaining('You left the brand. Your access to it has ended.'),
    ])
    expect(await scene.roleOf(viewer)).toBeUndefined()
  })

  test('returns 403 for an admin who removes an owner', async () => {
    const [owner, admin] = [await join('owner'), await join('admin')]
    expect((await remove(admin, owner)).status).toBe(403)
    expect(await scene.roleOf(owner)).toBe('owner')
  })

  test('returns 409 when the last owner leaves', async () => {
    const { brandId, people } = await scene.another()
    const owner = await join('owner', brandId)
    await join('admin', brandId)
    const page = await remove(owner, owner, people)
    expect([page.status, page.html]).toEqual([
      409,
      expect.stringContaining('is the only owner of this brand. Make another member an owner first.'),
    ])
  })

  test('keeps an owner when both owners leave at the same time', async () => {
    for (let round = 0; round < 2; round++) {
      const { brandId, people } = await scene.another()
      const owners = [await join('owner', brandId), await join('owner', brandId)]
      const pages = await scene.together(
        brandId,
        owners.map((owner) => () => remove(owner, owner, people)),
      )
      expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })

  test('withdraws the invitations of the person', async () => {
    const [owner, admin] = [await join('owner'), await join('admin')]
    await scene.invite(admin, 'second-address@people.example', 'admin')
    await remove(owner, admin)
    expect(
      await scene.console.database.sql`select from core.invitations where email = 'second-address@people.example'`,
    ).toEqual([])
  })
})
