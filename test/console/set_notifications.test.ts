import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownForm } from '../support/console.ts'
import { NotificationScene } from '../support/notifications.ts'

let scene: NotificationScene
beforeAll(async () => {
  scene = await NotificationScene.start()
})
afterAll(() => scene.stop())

async function stored(personId: string) {
  const rows = await scene.console.database
    .sql`select kind, is_on from core.notification_choices where person_id = ${personId}`
  return Object.fromEntries(rows.map(({ kind, is_on }) => [kind, is_on]))
}

describe('POST /console/brands/{brand_id}/settings/notifications', () => {
  test('stores the choice of the person, and of no other', async () => {
    const { brandId, page } = await scene.brand()
    const [admin, other] = [await scene.console.member(brandId, 'admin'), await scene.console.member(brandId, 'owner')]
    const saved = await scene.choose(admin, page, { alerts: true, sources: false, proposals: true, imports: true })
    expect([saved.status, saved.url.search]).toEqual([200, '?done=saved'])
    expect(await stored(admin.person.id)).toEqual({ alerts: true, sources: false, proposals: true, imports: true })
    expect(await stored(other.person.id)).toEqual({})
  })

  test.each(['viewer', 'analyst'] as const)(
    'lets a %s choose alerts, and refuses what the role does not allow',
    async (role) => {
      const { brandId, page } = await scene.brand()
      const member = await scene.console.member(brandId, role)
      expect((await scene.choose(member, page, { alerts: true })).status).toBe(200)
      const refused = await scene.choose(member, page, { proposals: true })
      expect([refused.status, refused.html]).toEqual([
        400,
        expect.stringContaining('These mails require the role admin.'),
      ])
      expect(await stored(member.person.id)).toEqual({ alerts: true })
      expect((await scene.choose(member, page, { proposals: false })).status).toBe(200)
    },
  )

  test('returns 404 for a brand of others, and stores nothing', async () => {
    const [own, foreign] = [await scene.brand(), await scene.brand()]
    const member = await scene.console.member(own.brandId, 'owner')
    const form = ownForm(await member.browser.open(own.page))
    const sent = await member.browser.post(foreign.page, [...form, ['shown', 'alerts'], ['alerts', 'true']])
    expect([sent.status, await stored(member.person.id)]).toEqual([404, {}])
  })

  test('has an effect once for a form that is sent twice', async () => {
    const { brandId, page } = await scene.brand()
    const { browser } = await scene.console.member(brandId, 'viewer')
    const form: [string, string][] = [...ownForm(await browser.open(page)), ['shown', 'alerts'], ['alerts', 'true']]
    expect([(await browser.post(page, form)).status, (await browser.post(page, form)).status]).toEqual([200, 409])
  })

  test('forgets the choice with the membership', async () => {
    const { brandId, page } = await scene.brand()
    const member = await scene.console.member(brandId, 'admin')
    await scene.choose(member, page, { alerts: true })
    await scene.console.leave(member.person.id, brandId)
    await scene.console.join(member.person.id, brandId, 'viewer')
    expect(await stored(member.person.id)).toEqual({})
  })
})
