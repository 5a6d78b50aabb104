import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, hostileName } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let scene: ConsoleScene
let key: string
let root: string

/** The clock of tests is 2026-11-20, so that the last seven days are these. */
const days = Array.from({ length: 14 }, (_, index) => `2026-11-${String(index + 6).padStart(2, '0')}`)

beforeAll(async () => {
  scene = await ConsoleScene.start()
  const tenant = await createTenant(scene.database.sql, { timezone: 'America/New_York' })
  key = tenant.key
  root = `/console/brands/${tenant.brandId}/performance`
  const campaigns = [
    { platform: 'google', account_id: 'g', campaign_id: 'c1', campaign_name: hostileName, spend: 30 },
    { platform: 'google', account_id: 'g', campaign_id: 'c2', campaign_name: '=cmd()', spend: 20 },
    { platform: 'tiktok', account_id: 't', campaign_id: 'c3', campaign_name: 'Films', spend: 10 },
  ]
  const rows = days.flatMap((date, index) =>
    campaigns.map((campaign) => ({
      ...campaign,
      date,
      adset_id: `${campaign.campaign_id}-set`,
      adset_name: `Set of ${campaign.campaign_id}`,
      spend: campaign.spend + (index < 7 ? 0 : 3),
      revenue: 60,
    })),
  )
  await ingest(scene.database, tenant.brandId, rows)
})
afterAll(() => scene.stop())

async function open(query = '', at = root) {
  const { browser } = await scene.member(at.split('/')[3] as string, 'viewer')
  return await browser.open(at + query)
}

/** The values of the table: the totals first, then the rows. */
function valuesOf(page: string): number[][] {
  const html = page.split('<table class="performance">')[1] ?? ''
  const rows = [...html.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row]) => row as string)
  return rows
    .map((row) => [...row.matchAll(/<data value="([^"]*)">/g)].map(([, value]) => Number(value)))
    .filter((values) => values.length > 0)
}
const linksOf = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => (link as string).replaceAll('&amp;', '&'))

describe('performance page', () => {
  test('names the selected campaign in its menu, which offers the others', async () => {
    const { html } = await open('?level=adset&account_ids=t&campaign_ids=c3&adset_ids=c3-set')
    expect(html).toContain('<span class="unseen">Campaign: </span><bdi>Films</bdi>')
    expect(linksOf(html)).toContain(`${root}?level=adset&campaign_ids=c2`)
  })

  test('shows the rows and totals of GET /v1/breakdown, with changes', async () => {
    const { html, status } = await open('?period=last_7_days&metrics=spend&metrics=roas')
    expect(status).toBe(200)
    const { body } = await scene.api.http
      .get('/v1/breakdown')
      .query({ date_from: '2026-11-13', date_to: '2026-11-19', metrics: 'spend,roas', compare_to: 'previous_period' })
      .set('Authorization', `Bearer ${key}`)
    const expected = [body.totals, ...body.data].map(({ spend, roas }) => [spend, roas])
    expect(valuesOf(html)).toEqual(expected)
    expect(html).toContain('Changes compare with 6 Nov 2026 to 12 Nov 2026.')
    // 33 instead of 30 a day. More spend alone is neither good nor bad, and a lower return is bad.
    expect(html).toMatch(/<span class="delta even">\+10\.0%<\/span>/)
    expect(html).toMatch(/<span class="delta worse">-9.1%<\/span>/)
    expect(html).not.toContain('<script>')
  })

  test('leads from ad accounts to campaigns, ad sets and ads, and back, with the same days', async () => {
    const view = 'period=last_7_days&compare_to=none'
    const accounts = await open(`?${view}&level=ad_account`)
    const down = linksOf(accounts.html).find((link) => link.includes('account_ids=g')) as string
    expect(down).toContain(view)
    const campaigns = await open(down.slice(root.length))
    expect(valuesOf(campaigns.html)).toHaveLength(3)
    const deeper = linksOf(campaigns.html).find((link) => /level=adset.*campaign_ids=c2/.test(link)) as string
    const sets = await open(deeper.slice(root.length))
    expect(sets.html).toContain('Set of c2')
    expect(sets.html).not.toContain('Set of c1')
    expect(linksOf(sets.html)).toContain(down)
  })

  test.each([
    ['ENABLED', 'Active'],
    ['CAMPAIGN_STATUS_DISABLE', 'Paused'],
    ['ADSET_PAUSED', 'Ad set paused'],
    ['REMOVED', 'Removed'],
    ['Recently completed', 'Ended'],
    // Unknown statuses stay those of the platform.
    ['LEARNING_LIMITED', 'Learning limited'],
    ['constructor', 'Constructor'],
    ['Stopped by Ada <b>', 'Stopped by Ada &lt;b&gt;'],
  ])('shows the campaign status %s as %s', async (status, shown) => {
    const tenant = await createTenant(scene.database.sql)
    const named = { platform: 'google', account_id: 'a', campaign_id: 'c', campaign_name: 'One', status }
    await ingest(scene.database, tenant.brandId, [{ ...named, date: '2026-11-19', spend: 1 }])
    const { html } = await open('', `/console/brands/${tenant.brandId}/performance`)
    expect(html).toContain(`Google account a, ${shown} <a class="mark-of" href="#days-missing"`)
  })

  test('sorts by each column in both directions, and marks the sorted one', async () => {
    const { html } = await open('?period=last_7_days&sort=roas&order=asc')
    expect(html).toMatch(/aria-sort="ascending"\s*><a href="[^"]*">ROAS/)
    const roas = valuesOf(html).slice(1)
    expect(roas.map((row) => row[2])).toEqual(
      roas.map((row) => row[2]).toSorted((one, other) => Number(one) - Number(other)),
    )
    expect(html).toContain('ROAS by day')
  })

  test('keeps its view in every link and form', async () => {
    const view = { platform: 'google', compare_to: 'previous_year', metrics: 'spend,ctr', search: 'c2' }
    const { html } = await open(`?date_from=2026-11-10&date_to=2026-11-12&${new URLSearchParams(view)}`)
    const sort = linksOf(html).find((link) => link.includes('sort=ctr')) as string
    expect(Object.fromEntries(new URL(sort, 'http://a').searchParams)).toEqual({
      ...view,
      date_from: '2026-11-10',
      date_to: '2026-11-12',
      sort: 'ctr',
    })
    for (const value of Object.values(view)) expect(html).toContain(`value="${value}"`)
  })

  test('downloads all rows of the view as CSV, without formulas', async () => {
    const { html } = await open('?period=last_7_days&metrics=spend&platform=google')
    const link = linksOf(html).find((each) => each.includes('.csv')) as string
    const { html: text, status } = await open(link.slice(root.length))
    expect(status).toBe(200)
    const lines = text.trim().split('\r\n')
    expect(lines[0]).toBe('partial,platform,account_id,campaign_id,campaign_name,campaign_status,spend,deltas.spend')
    expect(lines).toHaveLength(3)
    expect(lines[2]).toContain("'=cmd()")
  })

  test.each([
    ['?period=last_7_days&date_from=2026-11-10&date_to=2026-11-12', 'Send either'],
    ['?date_from=2026-11-10', 'date to'],
    ['?period=yesterday', 'period'],
    ['?sort=campaign_name', 'sort'],
    ['?metrics=', 'metrics'],
    ['?level=account', 'level'],
    ['?account_ids=of-another-brand', 'of-another-brand'],
    ['?page=0', 'page'],
  ])('refuses %s', async (query, text) => {
    const { status, html } = await open(query)
    expect(status).toBe(400)
    expect(html.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(text, 'i'))
  })

  test('states why it has no rows: no match, no such page, no numbers in these days, no data', async () => {
    expect((await open('?search=nonsense')).html).toContain(
      'No campaign with this name or id has numbers in these days.',
    )
    expect((await open('?page=9')).html).toContain('There is no page 9.')
    expect((await open('?date_from=2025-01-01&date_to=2025-01-31')).html).toContain(
      'No campaign has numbers in these days.',
    )
    const empty = await createTenant(scene.database.sql)
    const page = await open('', `/console/brands/${empty.brandId}/performance`)
    expect(page.status).toBe(200)
    expect(page.html).toContain('No ad data has been ingested')
  })

  test('returns 404 for a person who is not a member of the brand', async () => {
    const foreign = await createTenant(scene.database.sql)
    const { browser } = await scene.member(foreign.brandId, 'owner')
    for (const path of [root, `${root}.csv`]) expect((await browser.open(path)).status).toBe(404)
  })
})
