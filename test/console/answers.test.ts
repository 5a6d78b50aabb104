import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, foreignScript } from '../support/console.ts'

const pages = [
  '',
  '/attribution',
  '/forecasts',
  '/creatives',
  '/anomalies',
  '/proposals',
  '/catalog',
  '/imports',
  '/keys',
  '/webhooks',
  '/apps',
]
let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
})
afterAll(() => scene.stop())

describe('console messages', () => {
  test('format days as pages do', async () => {
    const { browser } = await scene.member(brand.brandId, 'owner')
    const { html } = await browser.open(`${brand.root}?period=last_365_days`)
    const [, warnings = ''] = /<section class="notes"[^>]*>([^]*?)<\/section>/.exec(html) ?? []
    expect(warnings).toMatch(/Data begins on \d{1,2} \w{3,4} 20\d\d\./)
    expect(warnings).not.toMatch(/20\d\d-\d\d-\d\d/)
  })

  test('name labels, not parameters', async () => {
    const { browser } = await scene.member(brand.brandId, 'owner')
    const { html } = await browser.open(`${brand.root}/catalog?q=${'a'.repeat(501)}`)
    expect(html).toContain('<p>Search must have at most 500 characters.</p>')
  })
})

describe('console responses', () => {
  test.each([...pages, '/nothing', '?period=x'])(
    '%s sends headers against foreign scripts, frames, type sniffing and caching',
    async (page) => {
      const { browser } = await scene.member(brand.brandId, 'owner')
      const { headers, html } = await browser.open(brand.root + page)
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; (?:script-src 'self'; )?(?:img-src 'self'; )?style-src 'self'; form-action 'self'; .*frame-ancestors 'none'$/,
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('private, no-store')
      // The only scripts are files of this function.
      expect(html).not.toMatch(foreignScript)
      expect(html).not.toMatch(/<img|(?:src|href)="https?:\/\//)
      // A quoted attribute value may contain any text.
      expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\s(?:style|on\w+)=/)
    },
  )

  test.each([
    '?days=90',
    '?period=last_0_days',
    '?period=%00',
    '?date_from=2026-02-30&date_to=2026-03-01',
    '?date_from=2026-03-02&date_to=2026-03-01',
    '?date_from=0001-01-01&date_to=9999-12-31',
    '?date_from=infinity&date_to=infinity',
    '?date_from=2026-01-01',
    '?platform=%F0%9F%A6%84',
    '?campaign_ids=of-another-brand',
    '?compare_to=yesterday',
    '?period[]=1',
    '/attribution?click_days=1e9',
    '/creatives?status=tired',
    '/creatives?date_from=2026-03-02&date_to=2026-03-01',
    '/forecasts?metric=nonsense',
    '/forecasts?horizon_days=366',
    '/anomalies?status=gone',
    '/anomalies?days=-1',
    '/proposals?status=x',
    '/imports?page=0',
    '/imports?page=99999999999999999999',
    '/catalog?page=x',
    `/catalog?q=${'a'.repeat(501)}`,
    '/catalog?q=%00',
    '/webhooks/whe_x?status=x',
    '/imports/imp_x?page=-1',
  ])('%s returns an HTML page, with 400 for an invalid value', async (query) => {
    const { browser } = await scene.member(brand.brandId, 'owner')
    const page = await browser.open(brand.root + query)
    expect([query, page.status]).toEqual([query, 400])
    expect(page.headers.get('content-type')).toContain('text/html')
  })

  test.each(['/imports/imp_x', '/webhooks/whe_x', '/nothing', '/keys/x', '/%2e%2e/%2e%2e/etc/passwd'])(
    '%s returns 404 in the frame of the brand',
    async (path) => {
      const { browser } = await scene.member(brand.brandId, 'owner')
      const page = await browser.open(brand.root + path)
      expect([page.status, page.html.includes(`href="${brand.root}/catalog"`)]).toEqual([404, !path.includes('%2e')])
    },
  )

  test('returns 403 in the frame of the brand, and no frame for a stranger', async () => {
    const page = `${brand.root}/settings/targets/copy?month=2026-07`
    const { browser } = await scene.member(brand.brandId, 'viewer')
    const refused = await browser.open(page)
    expect([refused.status, refused.html.includes(`href="${brand.root}/catalog"`)]).toEqual([403, true])
    expect(refused.html).toContain(`<a href="${brand.root}/settings/targets">Back to Settings</a>`)
    const stranger = await scene.member((await scene.brand()).brandId, 'owner')
    const foreign = await stranger.browser.open(page)
    expect([foreign.status, foreign.html.includes(brand.root)]).toEqual([404, false])
  })
})
