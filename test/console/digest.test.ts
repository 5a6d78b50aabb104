import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, textOf } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

/** The page of the digest for a viewer of a brand whose campaign spent on these days, each 10 more than the day before. */
async function openDigest(days: readonly string[]) {
  const { brandId } = await createTenant(scene.database.sql, { name: '<b>Aurora</b>' })
  const row = { platform: 'meta', account_id: 'm', campaign_id: 'c', campaign_name: '<i>One</i>', revenue: 300 }
  if (days.length > 0)
    await ingest(
      scene.database,
      brandId,
      days.map((date, index) => ({ ...row, date, spend: 100 + 10 * index })),
    )
  const { browser } = await scene.member(brandId, 'viewer')
  return { browser, page: await browser.open(`/console/brands/${brandId}/settings/notifications/digest`), brandId }
}

// The test clock is Friday 2026-11-20, so that the last complete week is 9 to 15 November.
const twoWeeks = Array.from({ length: 14 }, (_, index) => `2026-11-${String(index + 2).padStart(2, '0')}`)

describe('GET /console/brands/{brand_id}/settings/notifications/digest', () => {
  test('returns 404 for a brand of others', async () => {
    const [{ browser }, foreign] = [await openDigest([]), await scene.brand()]
    expect((await browser.open(`${foreign.root}/settings/notifications/digest`)).status).toBe(404)
  })

  test('shows the mail of the last complete week with its subject and its numbers, escaped', async () => {
    const { page, browser, brandId } = await openDigest(twoWeeks)
    expect(page.status).toBe(200)
    const [, mail = ''] = /<pre class="mail">([^]*?)<\/pre>/.exec(page.html) ?? []
    expect(page.html).toContain('&lt;b&gt;Aurora&lt;/b&gt;: 9 to 15 Nov 2026')
    expect(mail).toContain('Brand: &lt;b&gt;Aurora&lt;/b&gt;\nWeek: 9 to 15 Nov 2026, compared with 2 to 8 Nov 2026')
    expect(mail).toContain('- Spend: $1,400 (+53.8%, the week before: $910)')
    expect(mail).toContain(`/console/brands/${brandId}/settings/notifications`)
    expect(page.html).not.toMatch(/<[bi]>(Aurora|One)/)
    const overview = await browser.open(`/console/brands/${brandId}`)
    expect(overview.html).toContain(`href="/console/brands/${brandId}/settings/notifications/digest"`)
  })

  test('says that no mail is sent for two weeks without a report', async () => {
    const { page } = await openDigest(['2026-10-01'])
    expect(textOf(page)).toContain('Nothing was reported for this week and the week before, so no mail is sent.')
    expect(page.html).not.toContain('class="mail"')
  })

  test('asks for data of a brand without any', async () => {
    const { page } = await openDigest([])
    expect(page.status).toBe(200)
    expect(page.html).not.toContain('class="mail"')
  })
})
