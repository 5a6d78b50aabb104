import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, textOf } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

/** A brand whose revenue of Meta doubled in the last 7 days, and its overview. */
async function overview({ days = 14, name = 'Autumn', without = [] as string[] } = {}) {
  const { brandId } = await createTenant(scene.database.sql, { name: 'Aurora' })
  const rows = Array.from({ length: days }, (_, index) => ({
    date: new Date(Date.parse('2026-11-19T00:00:00Z') - index * 86_400_000).toISOString().slice(0, 10),
    platform: 'meta',
    account_id: 'a',
    campaign_id: 'c',
    campaign_name: name,
    spend: 100,
    clicks: 50,
    conversions: 5,
    revenue: index < 7 ? 400 : 200,
  })).map((row) => Object.fromEntries(Object.entries(row).filter(([measure]) => !without.includes(measure))))
  if (rows.length > 0) await ingest(scene.database, brandId, rows)
  const { browser } = await scene.member(brandId, 'viewer')
  return async (query = '') => await browser.open(`/console/brands/${brandId}${query}`)
}

describe('what changed in the last 7 days', () => {
  test('is stated with values, contributions and escaped names, before the numbers of the page', async () => {
    const shown = await (await overview({ name: '<b>Autumn</b>' }))()
    expect(textOf(shown)).toMatch(
      /What changed in the last 7 days Revenue went up by 100% from \$1,400\.00 .*\$2,800\.00/,
    )
    expect(shown.html).toContain('&lt;b&gt;Autumn&lt;/b&gt;')
    expect(shown.html.indexOf('id="changes"')).toBeLessThan(shown.html.indexOf('class="tiles"'))
  })

  test.each([
    [['revenue'], 'Conversions'],
    [['revenue', 'conversions'], 'Spend'],
  ])('is about another metric for a brand that reports no %j', async (without, metric) => {
    const shown = await (await overview({ without }))()
    expect(textOf(shown)).toMatch(new RegExp(`What changed in the last 7 days ${metric} did not change`, 'i'))
    expect(shown.html).toContain(`/ask?question=why+did+${metric.toLowerCase()}`)
    expect(textOf(shown)).not.toContain('Revenue has no value')
  })

  test('is not computed if the days before were not reported, and says why', async () => {
    const shown = await (await overview({ days: 5 }))()
    expect(textOf(shown)).toContain('What changed in the last 7 days')
    expect(textOf(shown)).toContain('Revenue has no value for 6 to 12 Nov 2026')
    expect(textOf(shown)).not.toMatch(/went (up|down)/)
  })

  test('is of the days that the page names, with a link to the same days', async () => {
    const open = await overview()
    const shown = await open('?date_from=2026-11-17&date_to=2026-11-19&compare_to=none')
    expect(textOf(shown)).toMatch(/What changed, 17 to 19 Nov 2026 Revenue .*\$1,200\.00/)
    expect(textOf(shown)).not.toContain('the last 7 days')
    expect(shown.html).toContain(
      '/ask?question=why+did+revenue+change&amp;date_from=2026-11-17&amp;date_to=2026-11-19"',
    )
    const week = await open('?period=last_7_days')
    expect(textOf(week)).toMatch(
      /What changed, 13 to 19 Nov 2026 Revenue went up by 100% from \$1,400\.00 .*\$2,800\.00/,
    )
  })

  test('names the filter of the page, and links to no answer of all ads', async () => {
    const open = await overview()
    expect((await open()).html).toContain('/ask?question=why+did+revenue')
    const filtered = await open('?platform=meta')
    expect(textOf(filtered)).toContain('What changed in the last 7 days, of the filtered ads')
    expect(filtered.html).not.toContain('/ask?question=why+did+revenue')
  })

  test('is limited by the accounts that left out days, which the notes of the page name', async () => {
    const { brandId } = await createTenant(scene.database.sql, { name: 'Aurora' })
    const dayBefore = (index: number) =>
      new Date(Date.parse('2026-11-19T00:00:00Z') - index * 86_400_000).toISOString().slice(0, 10)
    const rows = ['meta', 'google'].flatMap((platform) =>
      Array.from({ length: 60 }, (_, index) => ({
        date: dayBefore(index),
        platform,
        account_id: `account of ${platform}`,
        campaign_id: platform,
        campaign_name: platform,
        spend: 100,
        revenue: index < 7 ? 400 : 200,
      })),
    )
    // Google did not report 16 November, and the account of Meta has all days.
    await ingest(
      scene.database,
      brandId,
      rows.filter(({ platform, date }) => platform !== 'google' || date !== '2026-11-16'),
    )
    const { browser } = await scene.member(brandId, 'viewer')
    // The days before those of the page have the day.
    const shown = await browser.open(`/console/brands/${brandId}?date_from=2026-11-18&date_to=2026-11-19`)
    expect(textOf(shown)).toContain('What changed, 18 to 19 Nov 2026 Revenue did not change')
    const notes = /<section class="notes"[^]*?<\/section>/.exec(shown.html)?.[0] ?? ''
    expect(notes).toContain('did not report 1 day of the compared periods (16 Nov 2026).')
  })

  test('lists a promotion, and the number of anomalies in place of each', async () => {
    const { brandId, root } = await scene.brand()
    await scene.anomaly(brandId)
    await scene.anomaly(brandId)
    await scene.database.sql`
      insert into analytics.promotions (brand_id, name, starts_on, ends_on, created_by)
      values (${brandId}, 'Winter sale', '2026-11-18', '2026-11-20', 'a person')`
    const { browser } = await scene.member(brandId, 'viewer')
    const facts = /<ul class="evidence">([^]*?)<\/ul>/.exec((await browser.open(root)).html)?.[1] ?? ''
    expect(facts.match(/<li>/g)).toHaveLength(2)
    expect(facts).toMatch(
      /Winter sale[^]*href="[^"]*\/anomalies\?date_from=2026-11-13&amp;date_to=2026-11-19"[^>]*>2 anomalies were detected in these days\./,
    )
  })

  test('is absent without data', async () => {
    expect((await (await overview({ days: 0 }))()).html).not.toContain('id="changes"')
  })
})
