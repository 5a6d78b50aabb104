import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene } from '../support/console.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start({ oauth: { mails: 'sent' } })
})
afterAll(() => scene.stop())

/** The checked kinds of mails. The days of the quiet hours are no kinds. */
const checkedIn = (html: string) =>
  [...html.matchAll(/<input\s+type="checkbox"\s+name="(\w+)"[^>]*?>/g)].flatMap(([box, kind]) =>
    /\schecked/.test(box) && kind !== 'days' ? [kind] : [],
  )
const disabledIn = (html: string) =>
  [...html.matchAll(/<input\s+type="checkbox"\s+name="(\w+)"[^>]*?>/g)].flatMap(([box, kind]) =>
    /\sdisabled/.test(box) ? [kind] : [],
  )

describe('GET /console/brands/{brand_id}/settings/notifications', () => {
  test.each([
    ['owner', ['sources', 'proposals', 'shop', 'experiments'], []],
    ['admin', ['sources', 'proposals', 'shop', 'experiments'], []],
    ['analyst', ['experiments'], ['sources', 'proposals', 'shop', 'imports']],
    ['viewer', [], ['sources', 'proposals', 'shop', 'experiments', 'imports']],
  ] as const)('shows the defaults of the role %s, and what it does not allow', async (role, on, disabled) => {
    const { brandId, root } = await scene.brand()
    const { browser, person } = await scene.member(brandId, role)
    const page = await browser.open(`${root}/settings/notifications`)
    expect([page.status, checkedIn(page.html), disabledIn(page.html)]).toEqual([200, on, disabled])
    expect(page.html).toContain(person.email)
    expect(page.html).not.toContain('SMTP_URL')
  })

  test('returns 404 for a brand of others', async () => {
    const [own, foreign] = [await scene.brand(), await scene.brand()]
    const { browser } = await scene.member(own.brandId, 'owner')
    expect((await browser.open(`${foreign.root}/settings/notifications`)).status).toBe(404)
  })

  test.each([
    ['unknown', 'Mails may not be sent from here.'],
    ['printed', 'Mails are not sent from here.'],
  ] as const)('states that no mail is sent where the operator configured none: %s', async (mails, text) => {
    const other = await ConsoleScene.start({ oauth: { mails } })
    const { brandId, root } = await other.brand()
    const { browser } = await other.member(brandId, 'viewer')
    expect((await browser.open(`${root}/settings/notifications`)).html).toContain(text)
    await other.stop()
  })
})
