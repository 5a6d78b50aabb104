import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../../support/browser.ts'
import { ownForm } from '../../support/console.ts'
import { NotificationScene, tokenOf } from '../../support/notifications.ts'

let scene: NotificationScene
beforeAll(async () => {
  scene = await NotificationScene.start()
})
afterAll(() => scene.stop())

/** A brand with an admin who got a mail about a proposal. */
async function informed() {
  const { sql } = scene.console.database
  await sql`delete from oauth.notifications`
  const { brandId, root, page } = await scene.brand()
  const admin = await scene.console.member(brandId, 'admin')
  await scene.propose(brandId)
  const [mail] = await scene.mails()
  const choices = async () => {
    const rows =
      await sql`select brand_id, kind, is_on from core.notification_choices where person_id = ${admin.person.id}`
    return rows.map((row) => ({ ...row }))
  }
  const nextMails = async () => {
    await scene.propose(brandId)
    await scene.wait('1 hour')
    return await scene.mails()
  }
  return { brandId, root, page, admin, token: tokenOf(mail), choices, nextMails }
}

/** The request of a mail program: without cookies (RFC 8058). */
async function oneClick(token: string, body: BodyInit = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })) {
  return await fetch(`${scene.console.api.url}/oauth/unsubscribe?token=${token}`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
}

describe('a request of a mail program', () => {
  test('turns off this kind of this brand without a session, cookie or redirect', async () => {
    const { token, choices, brandId, nextMails } = await informed()
    const response = await oneClick(token)
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
    expect(await choices()).toEqual([{ brand_id: brandId, kind: 'proposals', is_on: false }])
    expect(await nextMails()).toEqual([])
  })

  test('counts also for a person whose role gets no such mails at present, and who becomes an admin again', async () => {
    const { token, choices, brandId, admin, nextMails } = await informed()
    const { sql } = scene.console.database
    const become = async (role: string) =>
      await sql`update core.memberships set role = ${role} where brand_id = ${brandId} and person_id = ${admin.person.id}`
    await become('analyst')
    expect((await oneClick(token)).status).toBe(200)
    expect(await choices()).toEqual([{ brand_id: brandId, kind: 'proposals', is_on: false }])
    await become('admin')
    expect(await nextMails()).toEqual([])
  })

  test('may be multipart', async () => {
    const { token, choices } = await informed()
    const form = new FormData()
    form.append('List-Unsubscribe', 'One-Click')
    expect((await oneClick(token, form)).status).toBe(200)
    expect(await choices()).toHaveLength(1)
  })

  test.each([
    ['another body', new URLSearchParams({ 'List-Unsubscribe': 'yes' })],
    ['no body', new URLSearchParams()],
    ['JSON', JSON.stringify({ 'List-Unsubscribe': 'One-Click' })],
  ])('is refused with %s', async (_, body) => {
    const { token, choices } = await informed()
    expect([(await oneClick(token, body)).status, await choices()]).toEqual([400, []])
  })

  test.each([
    ['forged', () => randomBytes(32).toString('base64url')],
    ['empty', () => ''],
    ['a long text', () => 'x'.repeat(5000)],
    ['a NUL', () => '%00'],
  ])('gets 404 for a token that is %s', async (_, token) => {
    const { choices } = await informed()
    expect([(await oneClick(token())).status, await choices()]).toEqual([404, []])
  })

  test('gets 404 for a changed token, and for one older than 60 days', async () => {
    const { token, choices } = await informed()
    expect((await oneClick(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404)
    await scene.wait('60 days')
    expect([(await oneClick(token)).status, await choices()]).toEqual([404, []])
  })

  test('has no further effect when it is repeated, also at the same time', async () => {
    const { token, choices } = await informed()
    const sent = await Promise.all(Array.from({ length: 6 }, () => oneClick(token)))
    expect(sent.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await choices()).toHaveLength(1)
    const audit = await scene.console.database
      .sql`select detail ->> 'kind' as kind from oauth.audit_events where event = 'unsubscribed' and detail ->> 'brand_id' = ${(await choices())[0]?.brand_id}`
    expect(audit.length).toBeGreaterThan(0)
  })

  test('cannot be replayed after the person turned the mails on again', async () => {
    const { token, admin, page, choices, nextMails } = await informed()
    await oneClick(token)
    await scene.choose(admin, page, { proposals: true })
    expect((await oneClick(token)).status).toBe(404)
    expect(await choices()).toMatchObject([{ kind: 'proposals', is_on: true }])
    const [mail] = await nextMails()
    expect((await oneClick(tokenOf(mail))).status).toBe(200)
  })

  test('gets 404 for a person who is no longer a member, also after a return', async () => {
    const { token, admin, brandId, choices } = await informed()
    await scene.console.leave(admin.person.id, brandId)
    expect((await oneClick(token)).status).toBe(404)
    await scene.console.join(admin.person.id, brandId, 'admin')
    expect([(await oneClick(token)).status, await choices()]).toEqual([404, []])
  })
})

describe('a token', () => {
  test('does nothing else: it is no session, no reset, no invitation and no key', async () => {
    const { token, root } = await informed()
    const browser = new Browser(scene.console.api.url)
    for (const name of ['vitrine_session', '__Host-vitrine_session', '__Host-session', 'session'])
      browser.cookies.set(name, token)
    expect((await browser.open(root)).url.pathname).toBe('/oauth/sign-in')
    const { status } = await browser.open(`/oauth/reset/link?token=${token}`)
    const unlock = await browser.open(`/oauth/unlock/link?token=${token}`)
    const signUp = await browser.open(`/oauth/sign-up/link?token=${token}`)
    const api = await browser.open('/v1/brands', { headers: { Authorization: `Bearer ${token}` } })
    expect([status, unlock.status, signUp.status, api.status]).toEqual([404, 404, 404, 401])
  })

  test('is stored by its hash only', async () => {
    const { token } = await informed()
    const rows = await scene.console.database.sql`select t::text as row from oauth.unsubscribe_tokens t`
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'))
  })
})

describe('the page of the link', () => {
  test('changes nothing when it is opened, and turns the mails off by its button', async () => {
    const { token, choices, admin } = await informed()
    const browser = new Browser(scene.console.api.url)
    const path = `/oauth/unsubscribe?token=${token}`
    const page = await browser.open(path)
    expect([page.status, await choices()]).toEqual([200, []])
    expect(page.html).toContain('<bdi>Aurora</bdi>: Proposals')
    // A forwarded mail does not reveal more than it contains.
    expect(page.html).not.toContain(admin.person.email)
    expect(page.html).toContain(`action="${path}"`)
    const done = await browser.post(path, [['List-Unsubscribe', 'One-Click']])
    expect([done.status, done.html]).toEqual([200, expect.stringContaining('These mails are off')])
    expect((await browser.open(path)).html).toContain('These mails are off')
    expect(await choices()).toHaveLength(1)
  })

  test('escapes the name of the brand', async () => {
    await scene.console.database.sql`delete from oauth.notifications`
    const { brandId } = await scene.brand('<img src=x>')
    await scene.console.member(brandId, 'admin')
    await scene.propose(brandId)
    const [mail] = await scene.mails()
    const { html } = await new Browser(scene.console.api.url).open(`/oauth/unsubscribe?token=${tokenOf(mail)}`)
    expect([html.includes('<img src=x>'), html.includes('&lt;img src=x&gt;')]).toEqual([false, true])
  })

  test('leaves the other mails on', async () => {
    const { token, admin, page } = await informed()
    await oneClick(token)
    const { html } = await admin.browser.open(page)
    expect(html).toMatch(/name="sources"[^>]*checked/)
    expect(html).not.toMatch(/name="proposals"[^>]*checked/)
    expect(ownForm(await admin.browser.open(page))).toHaveLength(2)
  })
})
