import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>
let admin: Member

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
  admin = await scene.member(brand.brandId, 'admin')
})
afterAll(() => scene.stop())

const notice = 'This form was sent meanwhile, or is no longer kept.'

/** Sends a form of a page without following the redirect. */
async function post({ browser }: Member, path: string, fields: [string, string][], from = path) {
  const page = await browser.open(`${brand.root}${from}`)
  const response = await fetch(new URL(`${brand.root}${path}`, browser.origin), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([...ownForm(page), ...fields]),
    headers: { Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  return { status: response.status, to: response.headers.get('Location') ?? '' }
}

/** Sends a form with a wrong value as a browser does, and returns the page that shows it again. */
async function refuse({ browser }: Member, name = 'Typed name'): Promise<Visit> {
  const page = await browser.open(`${brand.root}/keys`)
  return await browser.post(`${brand.root}/keys`, [...ownForm(page), ['prefix', 'sk_live_'], ['name', name]])
}

describe('a refused form', () => {
  test('waits while another form of its page is sent', async () => {
    const { browser } = admin
    const shown = await refuse(admin, 'Kept for later')
    expect(shown.html).toContain('value="Kept for later"')
    const created = await browser.post(`${brand.root}/people`, [
      ...ownForm(shown),
      ['email', 'guest@people.example'],
      ['role', 'viewer'],
    ])
    expect(created.status).toBe(200)
    expect((await browser.open(shown.url.href)).html).toContain('value="Kept for later"')
  })

  test.each<[path: string, from: string, fields: [string, string][], page: string]>([
    ['/keys', '/keys', [['prefix', 'sk_live_']], '/keys'],
    ['/webhooks', '/webhooks', [['url', 'http://example.com']], '/webhooks'],
    ['/people', '/people', [['email', 'no address']], '/people'],
    ['/settings/brand', '/settings/brand', [['name', '']], '/settings/brand'],
    ['/settings/storefront', '/settings/storefront', [['version', 'x']], '/settings/storefront'],
    ['/settings/storefront/publication', '/settings/storefront', [['version', 'x']], '/settings/storefront'],
    [
      '/settings/notifications',
      '/settings/notifications',
      [
        ['shown', 'alerts'],
        ['alerts', 'perhaps'],
      ],
      '/settings/notifications',
    ],
    ['/settings/attribution', '/settings/attribution', [['model', 'none']], '/settings/attribution'],
    [
      '/settings/targets',
      '/settings/targets',
      [
        ['month', '2026-11'],
        ['budget', 'cheap'],
      ],
      '/settings/targets',
    ],
    [
      '/settings/targets/campaigns',
      '/settings/targets',
      [
        ['month', '2026-11'],
        ['campaign0', 'google/a/1'],
        ['budget0', 'x'],
      ],
      '/settings/targets',
    ],
    [
      '/settings/pricing',
      '/settings/pricing',
      [
        ['action', 'save'],
        ['floor', 'low'],
      ],
      '/settings/pricing',
    ],
  ])('to %s leads to its page, whose address has no value of it', async (path, from, fields, page) => {
    const { status, to } = await post(admin, path, fields, from)
    const { pathname, searchParams } = new URL(to, scene.api.url)
    expect([status, pathname]).toEqual([303, `${brand.root}${page}`])
    expect(searchParams.get('form')).toMatch(/^[0-9a-f]{32}$/)
    expect([...searchParams.keys()].filter((name) => !['form', 'month'].includes(name))).toEqual([])
  })

  test('is shown with its values and its error, also when the page is loaded again', async () => {
    const member = await scene.member(brand.brandId, 'admin')
    const shown = await refuse(member)
    expect([shown.status, shown.html.includes('value="Typed name"')]).toEqual([400, true])
    const again = await member.browser.open(shown.url.href)
    expect([again.status, again.html.includes('value="Typed name"')]).toEqual([400, true])
    expect(again.html).toContain('Permissions must have at least one scope.')
  })

  test('is not shown after it was corrected and sent, nor for another id', async () => {
    const member = await scene.member(brand.brandId, 'admin')
    const shown = await refuse(member)
    const made = await member.browser.submit(shown, `${brand.root}/keys`, [
      ['prefix', 'sk_live_'],
      ['name', 'Corrected'],
      ['scope', 'read:marketing'],
    ])
    expect(made.html).toContain('was created')
    const back = await member.browser.open(shown.url.href)
    expect([back.status, back.html.includes('Typed name'), back.html.includes(notice)]).toEqual([200, false, true])
    await refuse(member)
    const foreign = await member.browser.open(`${brand.root}/keys?form=${'0'.repeat(32)}`)
    expect([foreign.status, foreign.html.includes(notice)]).toEqual([200, true])
  })

  test('is still shown after it was sent again and failed with 429', async () => {
    const member = await scene.member(brand.brandId, 'admin')
    const shown = await refuse(member)
    const limit = async (used: number) =>
      await scene.database.sql`
        insert into core.rate_limits (bucket, window_start, used) values (${`person:${member.person.id}`}, platform.clock(), ${used})
        on conflict (bucket) do update set used = ${used}, window_start = platform.clock()`
    await limit(300)
    const failed = await member.browser.submit(shown, `${brand.root}/keys`, [
      ['prefix', 'sk_live_'],
      ['name', 'Corrected'],
      ['scope', 'read:marketing'],
    ])
    expect(failed.status).toBe(429)
    await limit(0)
    const again = await member.browser.open(shown.url.href)
    expect([again.status, again.html.includes('value="Typed name"')]).toEqual([400, true])
  })

  test('of a tab is shown after forms of two other tabs were refused, and only the sent one is forgotten', async () => {
    const member = await scene.member(brand.brandId, 'admin')
    const tabs = [await refuse(member, 'Tab one'), await refuse(member, 'Tab two'), await refuse(member, 'Tab three')]
    const shows = async ({ url }: Visit) => {
      const { html } = await member.browser.open(url.href)
      return ['Tab one', 'Tab two', 'Tab three', notice].find((text) => html.includes(text))
    }
    const all = async () => [await shows(tabs[0]!), await shows(tabs[1]!), await shows(tabs[2]!)]
    expect(await all()).toEqual(['Tab one', 'Tab two', 'Tab three'])
    const fields: [string, string][] = [
      ['prefix', 'sk_live_'],
      ['name', 'Corrected'],
    ]
    const made = await member.browser.submit(await member.browser.open(tabs[1]!.url.href), `${brand.root}/keys`, [
      ...fields,
      ['scope', 'read:marketing'],
    ])
    expect(made.html).toContain('was created')
    expect(await all()).toEqual(['Tab one', notice, 'Tab three'])
    const replaced = await member.browser.submit(
      await member.browser.open(tabs[0]!.url.href),
      `${brand.root}/keys`,
      fields,
    )
    expect([await shows(tabs[0]!), await shows(tabs[2]!)]).toEqual([notice, 'Tab three'])
    expect(replaced.html).toContain('value="Corrected"')
    for (const name of ['Tab four', 'Tab five']) await refuse(member, name)
    expect(await shows(tabs[2]!)).toBe(notice)
    expect((await member.browser.open(replaced.url.href)).html).toContain('value="Corrected"')
    expect(member.browser.cookies.get('vitrine_shown_form')?.length).toBeLessThanOrEqual(3600)
  })

  test('is not shown to another person at the same browser, nor changed by its cookie', async () => {
    const member = await scene.member(brand.brandId, 'admin')
    const shown = await refuse(member)
    const other = await scene.member(brand.brandId, 'admin')
    const kept = member.browser.cookies.get('vitrine_shown_form') ?? ''
    for (const value of [kept, kept.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]) {
      other.browser.cookies.set('vitrine_shown_form', value)
      expect((await other.browser.open(shown.url.href)).html).toContain(notice)
    }
  })

  test('that is too long for a cookie is shown in the response', async () => {
    const text = Array.from({ length: 2000 }, (_, index) => ((index * 7919) % 10007).toString(36)).join(' ')
    const shown = await refuse(await scene.member(brand.brandId, 'admin'), text)
    expect([shown.status, shown.url.search, shown.html.includes(text)]).toEqual([400, '', true])
  })
})

test('a simulation of prices leads to an address that shows it again', async () => {
  const { status, to } = await post(admin, '/settings/pricing', [
    ['action', 'simulate'],
    ['subject', ''],
  ])
  expect([status, new URL(to, scene.api.url).searchParams.has('form')]).toEqual([303, true])
})
