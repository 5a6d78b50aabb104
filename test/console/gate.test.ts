import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import type { Visit } from '../support/browser.ts'
import { createTenant } from '../support/factories.ts'
import { ConsoleScene } from '../support/console.ts'

const pages = ['', '/anomalies', '/proposals', '/catalog', '/sources', '/imports', '/keys', '/webhooks', '/apps']
let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
})
afterAll(() => scene.stop())

const signInPage = (visit: Visit) => [visit.status, visit.url.pathname]

describe('without a session', () => {
  test.each(pages)('%s redirects to the sign-in page and back', async (page) => {
    const browser = new Browser(scene.api.url)
    const asked = await browser.open(brand.root + page)
    expect(signInPage(asked)).toEqual([200, '/oauth/sign-in'])
    expect(asked.url.searchParams.get('to')).toBe(brand.root + page)
    expect(asked.html).not.toContain('Aurora')
    const person = await scene.person({ [brand.brandId]: 'viewer' })
    const fields = [
      ['email', person.email],
      ['password', person.password],
    ] as [string, string][]
    const back = await browser.submit(asked, '/oauth/sign-in', fields)
    expect([back.status, back.url.pathname]).toEqual([200, brand.root + page])
  })

  test.each(['junk', 'x'.repeat(43), 'A'.repeat(43), '', "' or true --"])(
    'a forged cookie (%s) redirects to the sign-in page',
    async (cookie) => {
      const browser = new Browser(scene.api.url)
      browser.cookies.set('vitrine_session', cookie)
      expect(signInPage(await browser.open(brand.root))).toEqual([200, '/oauth/sign-in'])
    },
  )

  test('the sign-in redirects to the requested page with its query', async () => {
    const person = await scene.person({ [brand.brandId]: 'viewer' })
    const browser = new Browser(scene.api.url)
    const asked = await browser.open(`${brand.root}/anomalies?days=28&status=active`)
    const fields = [
      ['email', person.email],
      ['password', person.password],
    ] as [string, string][]
    const back = await browser.submit(asked, '/oauth/sign-in', fields)
    expect([back.url.pathname, back.url.search]).toEqual([`${brand.root}/anomalies`, '?days=28&status=active'])
  })

  test('the sign-in redirects only to pages of the console', async () => {
    const person = await scene.person({ [brand.brandId]: 'viewer' })
    for (const to of [
      '//evil.example/console',
      'https://evil.example/console',
      '/console/../oauth/connections',
      '/console?x=//evil',
      '/console?x=https:evil',
      '/consolex',
    ]) {
      const browser = new Browser(scene.api.url)
      const page = await browser.open(`/oauth/sign-in?to=${encodeURIComponent(to)}`)
      const visit = await browser.submit(page, '/oauth/sign-in', [
        ['email', person.email],
        ['password', person.password],
        ['to', to],
      ])
      expect([to, visit.url.origin, visit.url.pathname, visit.location]).toEqual([to, scene.api.url, brand.root, null])
    }
  })
})

describe('a session', () => {
  const opens = async (browser: Browser) => (await browser.open(brand.root)).url.pathname === brand.root

  test('expires at expires_at, twelve hours after the sign-in', async () => {
    const { person, browser } = await scene.member(brand.brandId, 'viewer')
    await scene.database
      .sql`update oauth.sessions set expires_at = '2026-11-20T12:00:00Z' where person_id = ${person.id}`
    expect(await opens(browser)).toBe(false)
  })

  test('expires after two idle hours, and each page extends it', async () => {
    const { person, browser } = await scene.member(brand.brandId, 'viewer')
    await scene.database.sql`update oauth.sessions set used_at = '2026-11-20T10:00:01Z' where person_id = ${person.id}`
    expect(await opens(browser)).toBe(true)
    const [row] = await scene.database.sql`select used_at from oauth.sessions where person_id = ${person.id}`
    expect(row?.used_at).toEqual(new Date('2026-11-20T12:00:00Z'))
    await scene.database.sql`update oauth.sessions set used_at = '2026-11-20T10:00:00Z' where person_id = ${person.id}`
    expect(await opens(browser)).toBe(false)
  })

  test('ends at sign-out, also for a copied cookie', async () => {
    const { browser } = await scene.member(brand.brandId, 'viewer')
    const page = await browser.open(brand.root)
    const kept = new Map(browser.cookies)
    const left = await browser.submit(page, '/oauth/sign-out')
    expect([left.url.pathname, left.url.searchParams.get('to')]).toEqual(['/oauth/sign-in', '/console'])
    for (const [name, value] of kept) browser.cookies.set(name, value)
    expect(await opens(browser)).toBe(false)
  })

  test('uses an HttpOnly SameSite cookie and stores only its hash', async () => {
    const { browser, person } = await scene.member(brand.brandId, 'viewer')
    const page = await new Browser(scene.api.url).open('/oauth/sign-in')
    const cookies = page.headers.getSetCookie()
    expect(cookies.every((cookie) => /HttpOnly/.test(cookie) && /SameSite=Lax/.test(cookie))).toBe(true)
    const [row] = await scene.database
      .sql`select array(select s::text from oauth.sessions s where person_id = ${person.id})::text as text`
    expect(row?.text).not.toContain(browser.cookies.get('vitrine_session'))
  })

  test('uses a Secure __Host- cookie when the site uses https', async () => {
    const secure = await ConsoleScene.start({ publicBaseUrl: 'https://vitrine.example' })
    const page = await new Browser(secure.api.url).open('/console')
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-vitrine_browser=.*; Secure; .*SameSite=Lax/),
    ])
    await secure.stop()
  })

  test.each(['person', 'beside'])('returns 429 above 300 pages a minute (counter %s)', async (counter) => {
    const { person, browser } = await scene.member(brand.brandId, 'viewer')
    await scene.database.sql`
      insert into core.rate_limits (bucket, window_start, used) values (${`${counter}:${person.id}`}, '2026-11-20T12:00:00Z', 300)
      on conflict (bucket) do update set used = 300`
    const page = await browser.open(brand.root)
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '60'])
  })

  test('counts the two calls of a page once each', async () => {
    const { person, browser } = await scene.member(brand.brandId, 'viewer')
    const counters = ['person', 'beside'].map((counter) => `${counter}:${person.id}`)
    await scene.database.sql`delete from core.rate_limits where bucket = any (${counters})`
    await browser.open(brand.root)
    const counted = await scene.database.sql`
      select bucket, used from core.rate_limits where bucket = any (${counters}) order by bucket desc`
    expect(counted.map(({ bucket, used }) => [bucket, used])).toEqual(counters.map((counter) => [counter, 1]))
  })
})

describe('a brand', () => {
  test.each(pages)('of another member returns the same 404 as an unknown brand (%s)', async (page) => {
    const other = await createTenant(scene.database.sql, { name: 'Secret brand' })
    const { browser } = await scene.member(brand.brandId, 'owner')
    const theirs = await browser.open(`/console/brands/${other.brandId}${page}`)
    const nowhere = await browser.open(`/console/brands/brd_nowhere${page}`)
    expect([theirs.status, nowhere.status]).toEqual([404, 404])
    const without = ({ html }: Visit) => html.replace(/req_\w+/, '')
    expect(without(theirs)).toBe(without(nowhere))
    expect(theirs.html).not.toContain('Secret brand')
  })

  test('that is archived returns 404', async () => {
    const old = await scene.brand()
    const { browser } = await scene.member(old.brandId, 'owner')
    expect((await browser.open(old.root)).status).toBe(200)
    await scene.database.sql`update core.brands set status = 'archived' where brand_id = ${old.brandId}`
    expect((await browser.open(old.root)).status).toBe(404)
  })

  test('returns 404 immediately after the membership ends', async () => {
    const { person, browser } = await scene.member(brand.brandId, 'owner')
    expect((await browser.open(brand.root)).status).toBe(200)
    await scene.leave(person.id, brand.brandId)
    expect((await browser.open(brand.root)).status).toBe(404)
    expect((await browser.open('/console')).html).toContain('You are not a member of any brand')
  })

  test('rejects a form with 403 after the role is lowered', async () => {
    const { person, browser } = await scene.member(brand.brandId, 'admin')
    const page = await browser.open(`${brand.root}/keys`)
    await scene.join(person.id, brand.brandId, 'viewer')
    const fields = [
      ['name', 'mine'],
      ['scope', 'read:marketing'],
      ['prefix', 'svc_sk_live_'],
    ] as [string, string][]
    const refused = await browser.submit(page, `${brand.root}/keys`, fields)
    expect([refused.status, refused.html]).toEqual([
      403,
      expect.stringContaining('This action requires the role admin. Your role is viewer.'),
    ])
  })

  test('is selected from a list, or directly if it is the only one', async () => {
    const second = await scene.brand({ name: 'Lumen' })
    const both = await scene.signedIn(await scene.person({ [brand.brandId]: 'viewer', [second.brandId]: 'admin' }))
    const list = await both.browser.open('/console')
    expect(list.html).toContain(`href="${second.root}"`)
    expect(list.html).toContain('<span class="quiet">admin</span>')
    const { browser } = await scene.member(second.brandId, 'viewer')
    expect((await browser.open('/console')).url.pathname).toBe(second.root)
    expect((await browser.open('/console/')).headers.get('location')).toMatch(/\/console$/)
  })
})
