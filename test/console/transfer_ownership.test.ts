import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../support/console.ts'
import { PeopleScene } from '../support/people.ts'

let scene: PeopleScene

beforeAll(async () => {
  scene = await PeopleScene.start()
})
afterAll(() => scene.stop())

const transfer = async (by: Member, to: Member, people: string) =>
  await scene.send(by, `${people}/${to.person.id}/transfer`)

describe('POST /console/brands/{brand_id}/people/{person_id}/transfer', () => {
  test('makes a member the owner, and the owner an admin', async () => {
    const { brandId, people } = await scene.another()
    const [owner, viewer] = [
      await scene.console.member(brandId, 'owner'),
      await scene.console.member(brandId, 'viewer'),
    ]
    expect((await transfer(owner, viewer, people)).html).toContain('The ownership is transferred')
    const rows = await scene.console.database
      .sql`select person_id, role from core.memberships where brand_id = ${brandId} order by role`
    expect(rows.map(({ person_id, role }) => [person_id, role])).toEqual([
      [owner.person.id, 'admin'],
      [viewer.person.id, 'owner'],
    ])
  })

  test('returns 403 for an admin, 404 for a person who is no member, and 400 for oneself', async () => {
    const { brandId, people } = await scene.another()
    const [owner, admin] = [await scene.console.member(brandId, 'owner'), await scene.console.member(brandId, 'admin')]
    const stranger = await scene.console.signedIn(await scene.console.person())
    expect((await transfer(admin, admin, people)).status).toBe(403)
    expect((await transfer(owner, stranger, people)).status).toBe(404)
    expect((await transfer(owner, owner, people)).status).toBe(400)
  })
})
