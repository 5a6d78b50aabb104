import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import type { Person } from '../support/oauth.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
})
afterAll(() => scene.stop())

const fields: [string, string][] = [
  ['prefix', 'svc_sk_live_'],
  ['name', 'Typed <b>with care</b>, "Söhne"'],
  ['scope', 'read:marketing'],
  ['days', '30'],
]
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }

/** Sends the form of a new key as a browser does. */
async function send({ browser }: Member, page: Visit, headers: Record<string, string> = sameOrigin) {
  const form = page.html.split('<form').find((part) => part.includes(`action="${brand.root}/keys"`)) ?? ''
  const hidden = [...form.matchAll(/name="(form_\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as [string, string],
  )
  return await browser.post(`${brand.root}/keys`, [...hidden, ...fields], headers)
}

async function endSession({ person }: Member): Promise<void> {
  await scene.database.sql`delete from oauth.sessions where person_id = ${person.id}`
}

async function signIn({ browser }: Member, page: Visit, { email, password }: Person): Promise<Visit> {
  return await browser.submit(page, '/oauth/sign-in', [
    ['email', email],
    ['password', password],
  ])
}

const keysOf = async () => (await scene.database.sql`select from core.api_keys where name like 'Typed%'`).length

describe('a form that is sent after its session ended', () => {
  test('is shown again after the sign-in with the entered values, and takes effect once', async () => {
    const admin = await scene.member(brand.brandId, 'admin')
    const page = await admin.browser.open(`${brand.root}/keys`)
    await endSession(admin)
    const asked = await send(admin, page)
    expect([asked.status, asked.url.pathname, await keysOf()]).toEqual([200, '/oauth/sign-in', 0])
    expect(asked.html).toContain('Your session ended. Your entries are kept.')
    const shown = await signIn(admin, asked, admin.person)
    expect(shown.url.pathname).toBe('/console/kept-form')
    expect(shown.html).toContain(`<p>Brand <bdi>Aurora</bdi>, page <a href="${brand.root}/keys">API keys</a></p>`)
    expect(shown.html).toContain('Typed &lt;b&gt;with care&lt;/b&gt;, &quot;Söhne&quot;')
    const values = [...shown.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) =>
        [name, value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')] as [string, string],
    )
    const made = await admin.browser.post(
      `${brand.root}/keys`,
      values.slice(values.findLastIndex(([name]) => name === 'form_token')),
    )
    expect([made.status, await keysOf()]).toEqual([200, 1])
    expect(made.html).toContain('was created')
    expect((await admin.browser.open('/console/kept-form')).status).toBe(404)
  })

  test('is kept after it was sent again and failed with 429', async () => {
    const admin = await scene.member(brand.brandId, 'admin')
    const page = await admin.browser.open(`${brand.root}/keys`)
    await endSession(admin)
    const shown = await signIn(admin, await send(admin, page), admin.person)
    const limit = async (used: number) =>
      await scene.database.sql`
        insert into core.rate_limits (bucket, window_start, used) values (${`person:${admin.person.id}`}, platform.clock(), ${used})
        on conflict (bucket) do update set used = ${used}, window_start = platform.clock()`
    await limit(300)
    expect((await admin.browser.submit(shown, `${brand.root}/keys`)).status).toBe(429)
    await limit(0)
    const again = await admin.browser.open('/console/kept-form')
    expect([again.status, again.html.includes('Typed &lt;b&gt;')]).toEqual([200, true])
    // Another form of the browser does not send it.
    const other = await admin.browser.open(`${brand.root}/webhooks`)
    expect(
      (await admin.browser.post(`${brand.root}/webhooks`, [...ownForm(other), ['url', 'http://x.example']])).status,
    ).toBe(400)
    expect((await admin.browser.open('/console/kept-form')).status).toBe(200)
  })

  test('is shown again when the cookie of the session is gone, and after a new sign-in in another tab', async () => {
    const admin = await scene.member(brand.brandId, 'admin')
    const page = await admin.browser.open(`${brand.root}/keys`)
    admin.browser.cookies.delete('vitrine_session')
    const asked = await send(admin, page)
    expect(asked.url.pathname).toBe('/oauth/sign-in')
    await signIn(admin, asked, admin.person)
    const tab = await send(admin, page)
    expect([tab.url.pathname, tab.html]).toEqual(['/console/kept-form', expect.stringContaining('Typed')])
  })

  test('of settings leads back to its page, and shows no hidden field', async () => {
    const admin = await scene.member(brand.brandId, 'admin')
    for (const [end, action] of [
      ['/settings/storefront', '/settings/storefront'],
      ['/settings/storefront', '/settings/storefront/publication'],
    ]) {
      const page = await admin.browser.open(brand.root + end)
      await endSession(admin)
      const hidden = [...page.html.matchAll(/name="(form_\w+)" value="([^"]*)"/g)].slice(-3)
      const fields = hidden.map(([, name = '', value = '']) => [name, value] as [string, string])
      const asked = await admin.browser.post(
        brand.root + action,
        [...fields, ['version', '16'], ['category', 'Lamps']],
        sameOrigin,
      )
      const shown = await signIn(admin, asked, admin.person)
      const main = shown.html.split('<main')[1] ?? ''
      const discarded = await admin.browser.post('/console/kept-form/discard', ownForm(shown))
      expect(discarded.url.pathname).toBe(brand.root + end)
      expect((await admin.browser.open('/console/kept-form')).status).toBe(404)
      expect([main.includes('Lamps'), main.includes('<dt>Version')]).toEqual([true, false])
      expect((await admin.browser.open(brand.root + end)).status).toBe(200)
    }
  })

  test('states the boxes that were off, and shows no name of the machine', async () => {
    const admin = await scene.member(brand.brandId, 'admin')
    const path = `${brand.root}/settings/notifications`
    const page = await admin.browser.open(path)
    await endSession(admin)
    const hidden = [...page.html.matchAll(/name="(form_\w+)" value="([^"]*)"/g)]
      .slice(-3)
      .map(([, name = '', value = '']): [string, string] => [name, value])
    const sent: [string, string][] = [
      ['shown', 'alerts'],
      ['shown', 'imports'],
      ['alerts', 'true'],
    ]
    const shown = await signIn(admin, await admin.browser.post(path, [...hidden, ...sent], sameOrigin), admin.person)
    const main = (shown.html.split('<main')[1] ?? '').replaceAll(/\s+/g, ' ')
    expect(main).toMatch(/<dt>Alerts<\/dt> <dd><bdi>on<\/bdi>/)
    expect(main).toMatch(/<dt>Imports<\/dt> <dd><bdi>off<\/bdi>/)
    expect(main).not.toContain('<dt>Shown')
  })

  test('that is too long to be kept says to copy the text', async () => {
    const admin = await scene.member(brand.brandId, 'admin')
    const path = `${brand.root}/settings/storefront`
    const page = await admin.browser.open(path)
    await endSession(admin)
    const text = Array.from({ length: 1200 }, (_, index) => ((index * 2654435761) % 4294967296).toString(36)).join(' ')
    const sent = await admin.browser.post(path, [...ownForm(page), ['description', text.slice(0, 5000)]], sameOrigin)
    expect([sent.status, sent.html.includes('Go back and copy your text')]).toEqual([401, true])
  })

  test('is not shown to another person who signs in', async () => {
    const admin = await scene.member(brand.brandId, 'admin')
    const page = await admin.browser.open(`${brand.root}/keys`)
    await endSession(admin)
    const asked = await send(admin, page)
    const other = await scene.person({ [brand.brandId]: 'admin' })
    const shown = await signIn(admin, asked, other)
    expect([shown.status, shown.html]).toEqual([404, expect.not.stringContaining('Typed')])
  })

  test.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['an unknown origin', {}],
  ])('is not kept if %s sent it', async (_, headers) => {
    const admin = await scene.member(brand.brandId, 'admin')
    const page = await admin.browser.open(`${brand.root}/keys`)
    await endSession(admin)
    await send(admin, page, headers as Record<string, string>)
    expect(admin.browser.cookies.has('vitrine_form')).toBe(false)
  })

  test('is not taken from a cookie that another browser got', async () => {
    const [admin, other] = [await scene.member(brand.brandId, 'admin'), await scene.member(brand.brandId, 'admin')]
    const page = await admin.browser.open(`${brand.root}/keys`)
    await endSession(admin)
    await send(admin, page)
    other.browser.cookies.set('vitrine_form', admin.browser.cookies.get('vitrine_form') ?? '')
    expect((await other.browser.open('/console/kept-form')).status).toBe(404)
    other.browser.cookies.set('vitrine_form', 'junk')
    expect((await other.browser.open('/console/kept-form')).status).toBe(404)
  })
})

test('a table of targets is shown as the changed campaigns with their names', async () => {
  const admin = await scene.member(brand.brandId, 'admin')
  const path = `${brand.root}/settings/targets?month=2026-11`
  const page = await admin.browser.open(path)
  const form = page.html.split('<form').find((part) => part.includes('name="campaign0"')) ?? ''
  const inputs = [...form.matchAll(/<input\s[^>]*?name="(\w+)"[^>]*?value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&lt;', '<').replaceAll('&gt;', '>')] as [string, string],
  )
  const label = inputs.find(([name]) => name === 'label1')?.[1] as string
  const action = /action="([^"]+)"/.exec(form)?.[1] as string
  await endSession(admin)
  const entered = inputs.map(([name, value]): [string, string] => [name, name === 'roas1' ? '4.5' : value])
  const asked = await admin.browser.post(action, entered, sameOrigin)
  const shown = await signIn(admin, asked, admin.person)
  const list = shown.html.split('<dl class="row">')[1]?.split('</dl>')[0] ?? ''
  expect(list.match(/<dt>/g)).toHaveLength(1)
  expect(list).toContain('Target ROAS 4.5, Target CPA empty, Budget of the month empty')
  expect(list).toContain(`<dt>${label.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</dt>`)
})
