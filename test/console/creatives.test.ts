import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, hostileName } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let scene: ConsoleScene
let root: string
let key: string

beforeAll(async () => {
  scene = await ConsoleScene.start()
  const tenant = await createTenant(scene.database.sql)
  root = `/console/brands/${tenant.brandId}/creatives`
  key = tenant.key
  const ads = ['own', 'theirs', 'none']
  await ingest(
    scene.database,
    tenant.brandId,
    ads.map((ad, index) => ({
      date: '2026-11-19',
      platform: 'meta',
      account_id: 'm',
      campaign_id: 'c',
      adset_id: 's',
      ad_id: ad,
      ad_name: ad,
      creative_id: ad,
      spend: 10 + index,
      revenue: 20,
      impressions: 100,
      clicks: 2,
    })),
  )
  await scene.database.sql`
    update analytics.creatives
    set
      name = case external_id when 'none' then ${hostileName} else external_id end,
      thumbnail_url = case external_id when 'own' then '/docs/pictures/x.svg' when 'theirs' then 'https://cdn.example/x.jpg' end
    where brand_id = ${tenant.brandId}`
})
afterAll(() => scene.stop())

async function open(query = '') {
  const { browser } = await scene.member(root.split('/')[3] as string, 'viewer')
  return await browser.open(root + query)
}

describe('creatives page', () => {
  test('links each creative to the chart of its ad in Performance, with the days of the page', async () => {
    const { browser } = await scene.member(root.split('/')[3] as string, 'viewer')
    const { html } = await browser.open(`${root}?period=last_7_days`)
    const [, link = ''] = /<h2>\s*<a href="([^"]*ad_ids=theirs[^"]*)"/.exec(html) ?? []
    const address = link.replaceAll('&amp;', '&')
    expect(Object.fromEntries(new URL(address, 'http://page').searchParams)).toEqual({
      period: 'last_7_days',
      platform: 'meta',
      level: 'ad',
      ad_ids: 'theirs',
    })
    const chart = await browser.open(address)
    expect([chart.status, chart.html.match(/<svg\s+class="drawing/g)?.length]).toEqual([200, 2])
  })

  test('shows the creatives of GET /v1/creatives', async () => {
    const { html } = await open('?period=last_7_days')
    const { body } = await scene.api.http
      .get('/v1/creatives')
      .query({ date_from: '2026-11-13', date_to: '2026-11-19' })
      .set('Authorization', `Bearer ${key}`)
    expect(body.data).toHaveLength(3)
    for (const { spend } of body.data) expect(html).toContain(`$${spend.toFixed(2)}`)
  })

  test('loads only pictures of this installation, and names the others', async () => {
    const { html, headers } = await open()
    expect([...html.matchAll(/<img[^>]*src="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      '/docs/pictures/x.svg',
    ])
    expect(headers.get('content-security-policy')).toContain("img-src 'self';")
    expect(html).toContain('href="https://cdn.example/x.jpg" rel="noreferrer noopener"')
    expect(html).toContain('No picture here')
    expect(html).not.toContain('<script>document')
  })

  test.each([
    ['?status=fatigued', 'No creative has reports in these days with these filters.'],
    ['?page=9', 'There is no page 9.'],
  ])('states why it shows nothing: %s', async (query, text) => {
    const { status, html } = await open(query)
    expect([status, html]).toEqual([200, expect.stringContaining(text)])
  })
})
