import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../support/console.ts'
import { PeopleScene } from '../support/people.ts'

let scene: PeopleScene

beforeAll(async () => {
  scene = await PeopleScene.start()
})
afterAll(() => scene.stop())

const member = async (role: 'owner' | 'admin' | 'analyst' | 'viewer'): Promise<Member> =>
  await scene.console.member(scene.brandId, role)

describe('GET /console/brands/{brand_id}/people', () => {
  test('lists the members, and for admins the invitations with their forms', async () => {
    const [owner, viewer] = [await member('owner'), await member('viewer')]
    await scene.invite(owner, 'guest@people.example')
    const page = await owner.browser.open(`${scene.root}/people`)
    for (const text of [owner.person.email, viewer.person.email, 'guest@people.example', 'Send the invitation'])
      expect(page.html).toContain(text)
    const seen = await viewer.browser.open(`${scene.root}/people`)
    expect(seen.html).toContain(owner.person.email)
    expect(seen.html).not.toContain('guest@people.example')
    expect(seen.html).not.toContain('Send the invitation')
    const forms = [...seen.html.matchAll(/action="([^"]*people[^"]*)"/g)].map(([, action]) => action)
    expect(forms).toEqual([`${scene.root}/people/${viewer.person.id}/remove`])
  })

  test('offers an admin no change of an owner', async () => {
    const [owner, admin] = [await member('owner'), await member('admin')]
    const page = await admin.browser.open(`${scene.root}/people`)
    expect(page.html).not.toContain(`/people/${owner.person.id}/`)
    expect(page.html).not.toContain('<option value="owner"')
  })

  test('returns 404 for a brand of others', async () => {
    const { people } = await scene.another()
    const owner = await member('owner')
    expect((await owner.browser.open(people)).status).toBe(404)
  })
})
