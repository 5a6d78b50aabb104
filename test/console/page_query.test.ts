import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>
let emptyBrandId: string
let admin: Member

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
  emptyBrandId = (await createTenant(scene.database.sql, { name: 'Empty' })).brandId
  admin = await scene.signedIn(await scene.person({ [brand.brandId]: 'admin', [emptyBrandId]: 'admin' }))
})
afterAll(() => scene.stop())

describe('parameters of console pages', () => {
  test.each([
    ['/anomalies', 'days=abc', 'Days must be a whole number'],
    ['', 'compare_to=junk', 'Compare to must be one of'],
    ['', 'perod=last_28_days', 'Did you mean `period`?'],
    ['', 'period=last_28_days&period=last_7_days', 'period must be sent once'],
    ['/anomalies', 'status=open', 'Status must be one of'],
    ['/anomalies', 'page=0', 'Page must be'],
    ['/anomalies', 'done=junk', 'done must be one of confirmed'],
    ['/proposals', 'status=junk', 'Status must be one of'],
    ['/catalog', 'page=x', 'Page must be'],
    ['/imports', 'page=-1', 'Page must be'],
    ['/keys', 'days=3', 'Unknown parameter'],
    ['/webhooks', 'done=created', 'done must be one of deleted'],
    ['/apps', 'x=1', 'Unknown parameter'],
  ])('return 400 with the reason: %s?%s', async (path, query, reason) => {
    const { status, html } = await admin.browser.open(`${brand.root}${path}?${query}`)
    expect([status, html]).toEqual([400, expect.stringContaining(reason)])
    expect(html).toContain('<nav aria-label="Brand">')
    expect(html).toContain('>Show the page without this value</a>')
    const [, link = ''] = /<a href="([^"]*)">Show the page without/.exec(html) ?? []
    expect((await admin.browser.open(link)).status).toBe(200)
  })

  test('of tracking links are ignored, and no others with them', async () => {
    const links = 'utm_source=mail&utm_source=mail&utm_campaign=x&gclid=1&fbclid=2&msclkid=3&ttclid=4'
    expect((await admin.browser.open(`${brand.root}?${links}`)).status).toBe(200)
    expect((await admin.browser.open(`${brand.root}?${links}&utm=1`)).status).toBe(400)
  })

  test('stay in the link to the page without the wrong one, and in no other link', async () => {
    const query = 'date_from=2026-11-32&date_to=2026-11-02&platform=google'
    const { status, html } = await admin.browser.open(`${brand.root}/performance?${query}`)
    expect(status).toBe(400)
    expect(html).toContain(`<a href="${brand.root}/performance?platform=google">Show the page without this value</a>`)
    expect(html).not.toContain('2026-11-32')
  })

  test.each(['', '/performance', '/attribution', '/creatives'])(
    'keep the menus of a view whose end is before its start, with the error at its field: %s',
    async (path) => {
      const query = 'date_from=2026-11-10&date_to=2026-11-02&platform=google'
      const { status, html } = await admin.browser.open(`${brand.root}${path}?${query}`)
      expect(status).toBe(400)
      expect(html).toContain('<span class="unseen">Period: </span>')
      expect(html).toMatch(/id="form-date_to-error"[^>]*>The end must not be before the start\./)
      expect(html).toMatch(/name="date_from" type="date" required value="2026-11-10"/)
      expect(html).toMatch(/name="date_to" type="date" required value="2026-11-02"[^>]*aria-invalid="true"/)
      expect(html).toContain('<input type="hidden" name="platform" value="google" />')
    },
  )

  test.each([
    ['', 'date_from=2020-01-01&date_to=2026-11-19', 'A page shows at most 1127 days (37 months).'],
    ['/attribution', 'date_from=2020-01-01&date_to=2026-11-19', 'A page shows at most 1127 days (37 months).'],
    [
      '/performance',
      'level=adset&campaign_ids=c9',
      'No campaign of Google has the id c9. Choose one on the page Performance.',
    ],
  ])('are refused in words of the page: %s?%s', async (path, query, sentence) => {
    const { status, html } = await admin.browser.open(`${brand.root}${path}?${query}`)
    const text = html.split('<main')[1] ?? ''
    expect([status, text.includes(sentence)]).toEqual([400, true])
    expect(text).not.toMatch(/Date to must|level=campaign|`date_from`/)
  })

  test('lead a stranger and a wrong download to no page of the brand', async () => {
    const stranger = await scene.signedIn(await scene.person())
    const foreign = await stranger.browser.open(`${brand.root}?perod=x`)
    expect(foreign.html).not.toContain('<nav aria-label="Brand">')
    const { status, html } = await admin.browser.open(`${brand.root}/performance.csv?perod=x`)
    expect([status, html]).toEqual([400, expect.not.stringContaining('<nav aria-label="Brand">')])
  })

  test('are checked for a brand without data too', async () => {
    const { status, html } = await admin.browser.open(`/console/brands/${emptyBrandId}?compare_to=junk`)
    expect([status, html]).toEqual([400, expect.stringContaining('Compare to must be one of')])
  })

  test('are checked on the list of brands', async () => {
    expect((await admin.browser.open('/console?x=1')).status).toBe(400)
  })
})

describe('a brand without data', () => {
  test.each(['', '/anomalies', '/imports', '/catalog'])(
    'leads to the upload of files, without a command: %s',
    async (path) => {
      const { status, html } = await admin.browser.open(`/console/brands/${emptyBrandId}${path}`)
      expect(status).toBe(200)
      expect(html).toMatch(
        /Upload [^]*href="\/docs\/guides\/upload_files"|href="\/docs\/guides\/upload_files"[^]*Upload reports/,
      )
      expect(html).not.toContain('npm run')
    },
  )
})
