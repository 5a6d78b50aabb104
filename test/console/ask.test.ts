import { gzipSync } from 'node:zlib'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import type { Browser } from '../support/browser.ts'
import { ConsoleScene, foreignScript, hostileName, tableOf } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>
let browser: Browser

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
  const worker = postgres(scene.database.workerUrl, { max: 1, onnotice: () => undefined })
  await storeForecasts(worker, brand.brandId, ['revenue', 'spend', 'roas'])
  await worker.end()
})
// The rate limit is of a person.
beforeEach(async () => {
  const viewer = await scene.member(brand.brandId, 'viewer')
  browser = viewer.browser
})
afterAll(() => scene.stop())

async function ask(question: string, more: Record<string, string> = {}) {
  return await browser.open(`${brand.root}/ask?${new URLSearchParams({ question, ...more })}`)
}

async function api(question: string, more: Record<string, unknown> = {}) {
  const { body } = await scene.api.http
    .post('/v1/query')
    .send({ question, ...more })
    .set('Authorization', `Bearer ${brand.key}`)
  return body
}

/** Returns the address behind a link with this text. */
function linkOf(html: string, text: string): string {
  const found = [...html.matchAll(/<a\s[^>]*?href="([^"]*)"[^>]*>(?:<bdi>)?([^<]*)/g)].find(
    ([, , label]) => label?.trim() === text,
  )
  return (found?.[1] ?? '').replaceAll('&amp;', '&')
}

/** Returns the closed texts of the chips. */
function chipsOf(html: string): string[] {
  const group = /<div class="toolbar chips"[^]*?<p class="(?:sentence|note|alert)/.exec(html)?.[0] ?? ''
  return [
    ...group.matchAll(/<button type="button" popovertarget=[^]*?<bdi>([^<]*)<\/bdi>|<span class="chip"><bdi>([^<]*)/g),
  ].map(([, menu, label]) => menu ?? (label as string))
}

describe('revenue of an answer', () => {
  const claim = 'Revenue is what ad platforms claim'

  test.each([
    ['revenue last week', true],
    ['roas by campaign last week', true],
    ['spend last week', false],
    ['show me anomalies', false],
  ])('%s: states that platforms claim it: %s', async (question, isStated) => {
    expect((await ask(question)).html.includes(claim)).toBe(isStated)
  })

  test('of the store is not claimed', async () => {
    const { sql } = scene.database
    const other = await scene.brand()
    await sql`update core.brands set revenue_source = 'store' where brand_id = ${other.brandId}`
    const member = await scene.member(other.brandId, 'viewer')
    const { html } = await member.browser.open(`${other.root}/ask?question=revenue+last+week`)
    expect([html.includes('class="sentence"'), html.includes(claim)]).toEqual([true, false])
  })
})

describe('question box', () => {
  test.each(['', '/performance', '/forecasts', '/people', '/keys', '/ask'])('is on the page %s', async (end) => {
    const { html } = await browser.open(brand.root + end)
    expect(html).toContain(`action="${brand.root}/ask"`)
    expect(html.match(/name="question"/g)).toHaveLength(1)
    expect(html).not.toMatch(foreignScript)
  })

  test.each([
    ['', 'last_90_days'],
    ['/performance', 'last_90_days'],
    ['/performance?period=last_month', 'last_month'],
    ['/creatives?date_from=2026-11-01&date_to=2026-11-03', null],
    ['/keys', null],
    ['/settings/attribution', null],
    ['/ask', null],
  ])('has the period that the page %s shows: %s', async (end, period) => {
    const { html } = await browser.open(brand.root + end)
    expect(/name="default_period" value="([^"]*)"/.exec(html)?.[1] ?? null).toBe(period)
  })

  test('takes the days of the page for a question that names no time, and says so', async () => {
    const page = await browser.open(`${brand.root}/performance?period=last_7_days&platform=google`)
    expect(page.html).toContain('<input type="hidden" name="default_period" value="last_7_days"')
    const answer = await ask('spend', { default_period: 'last_7_days' })
    const default_days = { date_from: '2026-11-13', date_to: '2026-11-19' }
    expect(answer.html).toContain('13 Nov 2026 to 19 Nov 2026')
    expect(answer.html).toMatch(/The question names no time\. The answer covers\s+the days of the page/)
    const { data } = await api('spend', { default_days })
    expect(tableOf(answer, 'answer')).toEqual([[data[0].spend]])
    const named = await ask('spend last week', { default_period: 'last_7_days' })
    expect(named.html).toContain('9 Nov 2026 to 15 Nov 2026')
    expect(named.html).not.toContain('names no')
  })
})

describe('answer', () => {
  test.each([
    ['ROAS by campaign last month', 'roas'],
    ['spend by day last 7 days', 'spend'],
    ['top 1 campaigns by revenue last month', 'revenue'],
  ])('of "%s" has the numbers of POST /v1/query as sentence, chart and table', async (question, metric) => {
    const page = await ask(question)
    const { data } = await api(question)
    expect(page.status).toBe(200)
    expect(tableOf(page, 'answer').map((row) => row.at(-1))).toEqual(
      data.map((row: Record<string, number>) => row[metric]),
    )
    expect(page.html.includes('<svg')).toBe(data.length > 1)
    expect(page.html).toContain('class="sentence"')
  })

  test('of a total is a sentence with the number', async () => {
    const { html } = await ask('What was our spend last week?')
    expect(html).toMatch(/class="sentence"[^>]*><bdi>Spend was \$1,\d{3}\.\d\d from 9 Nov 2026 to 15 Nov 2026\./)
  })

  test.each([
    'any anomalies in the last 90 days',
    'why did revenue drop last week',
    'revenue forecast for the next 7 days',
    'which creatives are fatigued',
    'where should I move budget',
    'are we on pace this month',
    'list my campaigns',
    'what is roas',
    'spend last week vs the week before',
    'spend by campaign this month vs last month',
    'how many campaigns had roas over 2',
    'share of spend of campaign One last week',
    'average spend per day last month',
    'revenue by weekday',
    'spend by day and campaign last 3 days',
  ])('of "%s" is shown without markup from names', async (question) => {
    const page = await ask(question)
    expect(page.status).toBe(200)
    expect(page.html).not.toContain(hostileName)
    expect(page.html).not.toMatch(foreignScript)
    expect(page.html).not.toMatch(/<img|undefined|NaN|\[object/)
    expect(page.html).not.toContain('Something went wrong')
  })

  test('of data that is not imported says what is missing', async () => {
    const page = await ask('attribution by channel last 30 days')
    expect(page.status).toBe(200)
    expect(page.html).toMatch(/role="alert">[A-Z][^<]+\./)
    expect(page.html).not.toContain('data-metric="answer"')
  })

  test('can be downloaded as CSV with the columns of the table', async () => {
    const page = await ask('spend by day last 7 days')
    const { html, headers } = await browser.open(linkOf(page.html, 'Download CSV'))
    expect(headers.get('content-type')).toContain('text/csv')
    expect(html.trim().split('\r\n')).toHaveLength(8)
    expect(html.split('\r\n')[0]).toBe('date,spend')
  })

  test('links to the page with the same numbers and days', async () => {
    const page = await ask('top 5 campaigns by revenue last month')
    const performance = await browser.open(linkOf(page.html, 'Open in Performance'))
    expect(performance.status).toBe(200)
    expect(performance.html).toContain('1 Oct 2026 to 31 Oct 2026')
    const { data } = await api('top 5 campaigns by revenue last month')
    for (const { revenue } of data) expect(performance.html).toContain(`data value="${revenue}"`)
  })
})

describe('answer page', () => {
  test('stays below 60 kB compressed', async () => {
    const { html } = await ask('spend, revenue and roas by day last 60 days')
    expect(gzipSync(html).length).toBeLessThan(60_000)
  })
})

describe('chips', () => {
  test('show what was understood', async () => {
    const { html } = await ask('top 2 campaigns by CPA last month')
    expect(chipsOf(html)).toEqual([
      'CPA',
      '1 Oct 2026 to 31 Oct 2026',
      'No comparison',
      'By campaign',
      'All campaigns',
      'Lowest first',
      '2 rows',
    ])
  })

  test('replace one part exactly, and the address keeps the correction', async () => {
    const asked = await ask('ROAS by campaign last month')
    const byDay = await browser.open(linkOf(asked.html, 'By day'))
    expect(chipsOf(byDay.html)).toContain('By day')
    const spend = await browser.open(linkOf(byDay.html, 'Spend'))
    const { data } = await api('spend by day last month')
    expect(tableOf(spend, 'answer').map((row) => row.at(-1))).toEqual(
      data.map((row: Record<string, number>) => row.spend),
    )
    expect(spend.html).toContain('You corrected what was understood.')
    const undone = await browser.open(linkOf(spend.html, 'Undo the corrections'))
    expect(chipsOf(undone.html)).toEqual(chipsOf(asked.html))
  })

  test.each([
    ['ROAS by campaign last month', 'Lowest first'],
    ['spend last week vs the week before', 'Same dates last year'],
    ['top 2 campaigns by CPA last month', 'By weekday'],
    ['spend by weekday last month', 'Total'],
    ['why did revenue drop last week', 'Same weekdays last year'],
    ['are we on pace this month', 'Revenue'],
  ])('of "%s" lead to pages without an error, for every choice such as "%s"', async (question, choice) => {
    const { html } = await ask(question)
    const group = /<div class="toolbar chips"[^]*?<p class="sentence"/.exec(html)?.[0] ?? ''
    expect(linkOf(group, choice)).not.toBe('')
    const links = [...group.matchAll(/<a\s+href="([^"]*)"/g)].map(([, link]) =>
      (link as string).replaceAll('&amp;', '&'),
    )
    for (const link of links) {
      const { status } = await browser.open(link)
      expect([link, status]).toEqual([link, 200])
    }
  })

  test('replace the days by custom dates and by named periods', async () => {
    const dates = await ask('spend last month', { date_from: '2026-11-01', date_to: '2026-11-03' })
    expect(chipsOf(dates.html)[1]).toBe('1 Nov 2026 to 3 Nov 2026')
    const named = await ask('spend last month', { period: 'last_7_days' })
    expect(chipsOf(named.html)[1]).toBe('Last 7 days')
    expect(named.html).toContain('13 Nov 2026 to 19 Nov 2026')
  })
})

describe('not understood', () => {
  test('lists the words that the answer does not use', async () => {
    const { status, html } = await ask('spend last week fnord')
    expect(status).toBe(200)
    expect(html).toMatch(/role="alert"[^]*Words not used: “<bdi>fnord<\/bdi>”/)
  })

  test('a question without an answer has the reason and questions that work', async () => {
    for (const question of [
      'asdf qwer',
      'sudo rm -rf /',
      '?',
      "'; drop table x; --",
      'What is our NPS?',
      'pause campaign One',
    ]) {
      const { status, html } = await ask(question)
      expect([question, status]).toEqual([question, 200])
      expect(html).toContain('Questions that work for this brand')
      expect(html).not.toContain('data-metric="answer"')
    }
    const { html } = await ask('asdf qwer')
    const examples = html.split('<ul class="examples">')[1]?.split('</ul>')[0] ?? ''
    const links = [...examples.matchAll(/href="([^"]*)"/g)].map(([, link]) => (link as string).replaceAll('&amp;', '&'))
    expect(links.length).toBeGreaterThan(4)
    for (const link of links) {
      const page = await browser.open(link)
      expect([link, page.status, page.html.includes('class="sentence"')]).toEqual([link, 200, true])
      expect(page.html).not.toContain('Words not used:')
    }
  })

  test.each(['', '   '])('an empty question %o shows questions that work', async (question) => {
    const { status, html } = await ask(question)
    expect(status).toBe(200)
    expect(html).toContain('Questions that work for this brand')
    expect(html).not.toContain('role="alert"')
  })

  test('the offered questions have metrics that the brand reports', async () => {
    const tenant = await createTenant(scene.database.sql)
    const days = Array.from({ length: 49 }, (_, index) =>
      new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
    )
    const rows = ['tiktok', 'google'].flatMap((platform, index) =>
      days.map((date) => ({ date, platform, account_id: platform, campaign_id: '1', spend: 10 - index })),
    )
    await ingest(scene.database, tenant.brandId, rows)
    const viewer = await scene.member(tenant.brandId, 'viewer')
    const { html } = await viewer.browser.open(`/console/brands/${tenant.brandId}/ask`)
    const examples = html.split('<ul class="examples">')[1]?.split('</ul>')[0] ?? ''
    expect(examples).toContain('Spend on TikTok by day')
    expect(examples).toContain('Top 5 campaigns by spend')
    expect(examples).not.toMatch(/revenue|roas|cpa/i)
  })

  test.each(['did we hit our target ROAS?', 'are we on budget?'])('%s leads to the targets', async (question) => {
    const { status, html } = await ask(question)
    expect(status).toBe(200)
    expect(html).toContain('The brand has no target and no budget to compare with.')
    expect(html).toMatch(/<a\s+href="\/console\/brands\/\w+\/settings\/targets"/)
  })

  test('2,000 characters are refused on the page', async () => {
    const { status, html } = await ask('a'.repeat(2000))
    expect(status).toBe(400)
    expect(html).toContain('Question must have at most 500 characters.')
  })

  test('a script in the question is shown as text', async () => {
    const { html } = await ask('<script>alert(1)</script> spend last week')
    expect(html).not.toMatch(foreignScript)
    expect(html).toContain('&lt;script&gt;')
  })

  test.each<[Record<string, string>, string]>([
    [{ metrics: 'nonsense' }, 'must be one of spend, '],
    [{ campaigns: 'of another brand' }, 'Campaigns must be names of campaigns of the brand.'],
    [{ platforms: 'tiktok' }, 'Platforms must name connected platforms'],
    [{ limit: '1' }, 'Limit applies to rankings and breakdowns only.'],
    [{ group_by: 'hour' }, 'Group by must be one of'],
    [{ date_from: '2026-11-02', date_to: '2026-11-01' }, 'The end must not be before the start.'],
    [{ date_from: '2026-11-02' }, 'Date to is required.'],
    [{ period: 'last_0_days' }, 'Period must be one of'],
    [
      { period: 'last_7_days', date_from: '2026-11-02', date_to: '2026-11-03' },
      'Send either `period`, or `date_from` and `date_to`.',
    ],
    [{ default_period: 'x' }, 'Period must be one of'],
    [{ nothing: '1' }, 'Unknown parameter `nothing`.'],
  ])('the parameters %o are refused', async (more, message) => {
    const { status, html } = await ask('spend last week', more)
    expect(status).toBe(400)
    expect(html).toContain(message)
    expect(html).not.toContain('data-metric="answer"')
  })

  test('a brand of others is 404, and a brand without data says how to add some', async () => {
    const other = await createTenant(scene.database.sql)
    expect((await browser.open(`/console/brands/${other.brandId}/ask?question=spend`)).status).toBe(404)
    const viewer = await scene.member(other.brandId, 'viewer')
    const page = await viewer.browser.open(`/console/brands/${other.brandId}/ask?question=spend`)
    expect(page.status).toBe(200)
    expect(page.html).toContain('Ask an admin or owner of this brand to connect an account')
  })
})
