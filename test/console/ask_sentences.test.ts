import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import { ConsoleScene } from '../support/console.ts'
import type { Browser } from '../support/browser.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'

let scene: ConsoleScene
let root: string
let brandId: string
let browser: Browser

beforeAll(async () => {
  scene = await ConsoleScene.start()
  const tenant = await createTenant(scene.database.sql)
  brandId = tenant.brandId
  root = `/console/brands/${brandId}`
  const google = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'Same' }
  const meta = { ...google, platform: 'meta', account_id: 'm' }
  const days = Array.from({ length: 50 }, (_, index) =>
    new Date(Date.parse('2026-11-19T00:00:00Z') - index * 86_400_000).toISOString().slice(0, 10),
  )
  await ingest(
    scene.database,
    brandId,
    days.flatMap((date) => [
      { ...google, date, spend: date === '2026-11-10' ? 0 : 1, revenue: 4, clicks: 1 },
      { ...google, campaign_id: '2', date, spend: 0, revenue: 0, clicks: 2 },
      { ...meta, date, spend: date === '2026-11-10' ? 0 : 90, revenue: 180, clicks: 30 },
    ]),
  )
  await scene.database.sql`
    update analytics.entities set status = 'CAMPAIGN_STATUS_DISABLE' where brand_id = ${brandId} and level = 'campaign'`
  const worker = postgres(scene.database.workerUrl, { max: 1, onnotice: () => undefined })
  await storeForecasts(worker, brandId, ['spend', 'roas'])
  await worker.end()
  browser = (await scene.member(brandId, 'viewer')).browser
})
afterAll(() => scene.stop())

async function open(question: string, more: Record<string, string> = {}, end = '') {
  return await browser.open(`${root}/ask${end}?${new URLSearchParams({ question, ...more })}`)
}

async function sentence(question: string, more: Record<string, string> = {}): Promise<string> {
  const { html } = await open(question, more)
  return /class="sentence"[^>]*><bdi>([^<]*)/.exec(html)?.[1] ?? html.replaceAll(/<[^>]+>/g, ' ').slice(0, 3000)
}

describe('the sentence of an answer', () => {
  test.each([
    [
      'spend on google vs meta last 7 days',
      'Spend was $7.00 for Google and $630.00 for Meta from 13 Nov 2026 to 19 Nov 2026.',
    ],
    [
      'is spend higher on meta or google last 7 days',
      'Spend was $630.00 for Meta and $7.00 for Google from 13 Nov 2026 to 19 Nov 2026.',
    ],
    [
      'spend by platform last 7 days',
      'Meta has the highest spend of 2 platforms: $630.00 from 13 Nov 2026 to 19 Nov 2026.',
    ],
    [
      'campaigns with roas over 100 last 7 days',
      'No campaign has a ROAS above 100.00× from 13 Nov 2026 to 19 Nov 2026.',
    ],
    [
      'which campaigns have roas below 3 last 7 days',
      '1 campaign has a ROAS below 3.00× from 13 Nov 2026 to 19 Nov 2026: Same 2.00×.',
    ],
    ['which campaigns should I pause', 'No active campaign has a ROAS below 1.00× from 21 Oct 2026 to 19 Nov 2026.'],
    ['best day of the week for clicks in the last 14 days', 'Monday has the most clicks (all) of 7 weekdays: 33'],
    [
      'spend by day of the week in the last 14 days',
      'Spend by weekday from 6 Nov 2026 to 19 Nov 2026: highest $91.00 on ',
    ],
    [
      'compare google and meta last 7 days',
      'Google: spend $7.00, revenue $28.00, ROAS 4.00×, CPA not reported, conversions not reported; Meta: spend $630.00',
    ],
    [
      'which campaign wasted the most money last 7 days',
      'No campaign lost money from 13 Nov 2026 to 19 Nov 2026. The closest is',
    ],
    ['which day had the lowest spend last 20 days', '10 Nov 2026 has the lowest spend of 20 days: $0.00 from'],
    ['which campaign improved the most last week', 'of ROAS: '],
    ['are any creatives fatigued', 'No creative is fatigued or fatiguing from'],
    [
      'frequency last 7 days',
      'Frequency was not known from 13 Nov 2026 to 19 Nov 2026. Reach and frequency count people once',
    ],
    ['break even roas last 7 days', 'The break-even ROAS is not known from 13 Nov 2026 to 19 Nov 2026: it needs'],
    ['why did spend change on 11 Nov 2026 vs 12 Nov 2026', 'Spend did not change: it was $91.00 ('],
    ['where should I move budget', 'There are no recommendations.'],
    ['spend by month this year', 'highest $2,821.00 in October 2026, lowest $1,638.00 in November 2026.'],
    ['spend by week in the last 20 days', 'in the week from '],
    ['spend on 11 Nov 2026 vs 10 Nov 2026', 'Spend was $91.00 (from $0.00) on 11 Nov 2026, compared with 10 Nov 2026.'],
    ['spend from 18 Nov 2026 to 30 Nov 2026', 'Spend was $182.00 from 18 Nov 2026 to 19 Nov 2026'],
    [
      'why did cpc change on 11 Nov 2026 vs 10 Nov 2026',
      'Cost per click went up by $2.76 from $0.00 (10 Nov 2026) to $2.76 (11 Nov 2026). ' +
        'The largest factor is cost per click within campaigns (+$2.76). The largest contributions of campaigns are Same (+$2.73) and Same (+$0.03).',
    ],
  ])('of "%s" is %s', async (question, expected) => {
    expect(await sentence(question)).toContain(expected)
  })

  test('of the targets of the month has the budget, the pace and what is met', async () => {
    const { brandId: id } = await createTenant(scene.database.sql)
    const ad = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'One' }
    const days = Array.from({ length: 19 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
    await ingest(
      scene.database,
      id,
      days.map((date) => ({ ...ad, date, spend: 10, revenue: 20, conversions: 1 })),
    )
    await scene.database.sql`
      insert into analytics.targets (brand_id, month, roas, cpa_micros, budget_micros)
      values (${id}, '2026-11-01', 3, 15000000, 200000000)`
    const { browser: viewer } = await scene.member(id, 'viewer')
    const { html } = await viewer.open(`/console/brands/${id}/ask?question=are+we+over+budget`)
    expect(html).toContain(
      '<bdi>Spend is $190.00 of a budget of $200.00 through 19 Nov 2026. $10.00 of the budget is left. At this pace the month ends at $300.00, above the budget. ' +
        'ROAS is 2.00×, and the target of 3.00× is not met. CPA is $10.00, and the target of $15.00 is met.</bdi>',
    )
    const past = await viewer.open(`/console/brands/${id}/ask?question=were+we+on+budget+last+month`)
    expect(past.html).toContain('No target or budget is set for 2026-10.')
    for (const question of ['were we on budget last week', 'were we on budget yesterday']) {
      const refused = await viewer.open(`/console/brands/${id}/ask?question=${question.replaceAll(' ', '+')}`)
      expect(refused.html, question).toContain(
        'Questions about targets and budgets are answered for a whole month of the brand',
      )
      expect(refused.html, question).not.toContain('Spend is')
    }
  })

  test('of a forecast has its days, both intervals, and how often earlier ones held', async () => {
    const { brandId: id } = await createTenant(scene.database.sql)
    const days = Array.from({ length: 200 }, (_, index) =>
      new Date(Date.parse('2026-11-19T00:00:00Z') - index * 86_400_000).toISOString().slice(0, 10),
    )
    const ad = { platform: 'google', account_id: 'g' }
    await ingest(
      scene.database,
      id,
      days.map((date, index) => ({ ...ad, date, spend: 100 + ((index * 37) % 23), revenue: 300 })),
    )
    const worker = postgres(scene.database.workerUrl, { max: 1, onnotice: () => undefined })
    await storeForecasts(worker, id, ['spend'])
    await worker.end()
    const { browser: viewer } = await scene.member(id, 'viewer')
    const { html } = await viewer.open(`/console/brands/${id}/ask?question=spend+forecast+for+the+next+7+days`)
    expect(html).toMatch(
      /from 21 Nov 2026 to 27 Nov 2026, with 80% certainty between \$[\d,.]+ and \$[\d,.]+, with 95% certainty between \$[\d,.]+ and/,
    )
    expect(html).toMatch(
      /In earlier forecasts, \d+% of the days were within their 80% interval and \d+% within their 95% interval\./,
    )
    expect(html).toContain('today is not included.')
  })

  test('of a scenario has its days and the spend of a day, and its table names columns and units', async () => {
    const { html } = await open('what if we pause Meta')
    expect(html).toContain(
      'The spend of the brand changes from $84.50 to $0.93 a day from 21 Nov 2026 to 20 Dec 2026. The effect on revenue is not known.',
    )
    expect(html).toMatch(
      /<caption>\s*Changes of revenue and conversions are those of 30 days, 21 Nov 2026 to 20 Dec 2026/,
    )
    expect(html).toContain('Planned spend a day</th>')
    expect(html).toMatch(/<bdi>All campaigns<\/bdi>/)
    expect(html).not.toMatch(/Campaign\.name|Revenue\.low|>84\.50</)
    expect(html).toMatch(/Meta[^<]*−100 %/)
    expect(html).toContain('/plan?horizon_days=30&amp;spend%2Fmeta=%E2%88%92100+%25')
  })

  test('of a scenario has the profit if the cost of all revenue is reported', async () => {
    const tenants = await Promise.all(
      [true, false].map(async (hasCosts) => {
        const { brandId: id } = await createTenant(scene.database.sql)
        const rows = Array.from({ length: 60 }, (_, daysAgo) => {
          const spend = 70 + ((daysAgo * 37) % 13) * 5
          const revenue = 40 * Math.sqrt(spend)
          const date = new Date(Date.parse('2026-11-19T00:00:00Z') - daysAgo * 86_400_000).toISOString().slice(0, 10)
          const ad = {
            platform: 'google',
            account_id: 'g',
            campaign_id: '1',
            campaign_name: 'One',
            date,
            conversions: 5,
          }
          return { ...ad, spend, revenue, ...(hasCosts ? { cogs: revenue / 2 } : {}) }
        })
        await ingest(scene.database, id, rows)
        const { browser: viewer } = await scene.member(id, 'viewer')
        return (await viewer.open(`/console/brands/${id}/ask?question=what+if+we+spend+20%25+more+on+Google`)).html
      }),
    )
    const interval = '80% interval [+−]\\$[\\d,.]+ to [+−]\\$[\\d,.]+\\.'
    expect(tenants[0]).toMatch(new RegExp(`\\+\\$[\\d,.]+ revenue, ${interval} Profit: [+−]\\$[\\d,.]+, ${interval}`))
    expect(tenants[1]).toMatch(new RegExp(`\\+\\$[\\d,.]+ revenue, ${interval}`))
    expect(tenants[1]).not.toContain('Profit:')
  })

  test('of a scenario that is not read links to the plan', async () => {
    const { html } = await open('what if we pause the weakest campaign')
    expect(html).toContain(`href="${root}/plan"`)
    expect(html).toContain('“<bdi>what if we pause the weakest campaign</bdi>”')
  })

  test('of a forecast of a ratio is the range of its days, and not their mean', async () => {
    expect(await sentence('roas forecast for the next 7 days')).toMatch(
      /^The forecast of ROAS is (?:between )?\d\.\d\d×(?: and \d\.\d\d× a day)? from 21 Nov 2026 to 27 Nov 2026\.$/,
    )
  })
})

describe('the sentence of a channel that is no ad platform', () => {
  test('has the attributed value of the channel, and not that of all ads', async () => {
    const { brandId: id } = await createTenant(scene.database.sql)
    const ad = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'One', date: '2026-11-10' }
    await ingest(scene.database, id, [{ ...ad, spend: 1, revenue: 900, clicks: 1 }])
    const touch = { touched_at: '2026-11-10T08:00:00Z', kind: 'click' }
    await ingestJourneys(
      scene.database,
      id,
      ['Organic Search', 'email'].map((channel) => ({ ...touch, channel, customer_id: channel, touch_id: channel })),
      [
        { order_id: '1', customer_id: 'Organic Search', ordered_at: '2026-11-10T12:00:00Z', revenue: 75 },
        { order_id: '2', customer_id: 'email', ordered_at: '2026-11-10T12:00:00Z', revenue: 25 },
      ],
    )
    const { browser: viewer } = await scene.member(id, 'viewer')
    const ask = async (question: string) =>
      (await viewer.open(`/console/brands/${id}/ask?${new URLSearchParams({ question })}`)).html
    const ofOne = await ask('organic search revenue last 28 days')
    expect(ofOne).toMatch(
      /<bdi>Attributed revenue under the model [a-z ]+ from [^<]+: Organic Search \$75\.00, 75\.0% of/,
    )
    expect([ofOne.includes('900'), ofOne.includes('Words not used')]).toEqual([false, false])
    expect(ofOne).not.toMatch(/href="[^"]*\/attribution\?[^"]*platform=/)
    expect(await ask('email or organic search revenue last 28 days')).toMatch(
      /Organic Search \$75\.00[^<]*; Email \$25\.00/,
    )
    const ofOrders = await ask('store revenue last 28 days')
    expect(ofOrders).toContain('Store revenue was $100.00 from')
    expect(ofOrders).toMatch(/href="[^"]*\/attribution\?[^"]*"[^>]*>Open in Attribution/)
    expect(ofOrders).not.toContain('GET /v1')
    const compared = await ask('order count this month vs last month')
    expect(compared).toContain('class="sentence"')
    expect([compared.includes('Not reported at this level'), compared.includes('class="charts"')]).toEqual([
      false,
      false,
    ])
    const unknown = await ask('sms revenue last 28 days')
    expect(unknown).toContain('no journey of this brand has a channel of this name.')
    expect(unknown).not.toContain('class="sentence"')
  })
})

describe('a warning', () => {
  test.each([
    ['spend by week from 4 Nov 2026 to 17 Nov 2026', true],
    ['spend by week from 2 Nov 2026 to 15 Nov 2026', false],
    ['spend by day from 4 Nov 2026 to 17 Nov 2026', false],
  ])('says that weeks are incomplete, for "%s": %s', async (question, isCut) => {
    const warned = 'The first or last week is incomplete: the answer has only its days from 4 Nov 2026 to 17 Nov 2026.'
    expect((await open(question)).html.includes(warned)).toBe(isCut)
  })

  test('says that today has no data, and not that it is not over', async () => {
    const { html } = await open('spend this month')
    expect([html.includes('Today, 20 Nov 2026, has no data yet.'), html.includes('is not over')]).toEqual([true, false])
  })
})

describe('the table', () => {
  test('has the statuses of campaigns in words and the names of periods', async () => {
    expect((await open('list my campaigns')).html).toContain('<bdi>Paused</bdi>')
    expect((await open('spend by month this year')).html).toContain('<bdi>October 2026</bdi>')
  })
})

describe('the chart', () => {
  test('compares campaigns with one name and platform by their ids', async () => {
    const { html } = await open('clicks by campaign 11 Nov 2026 vs 10 Nov 2026')
    const values = [...(html.split('<svg')[1] ?? '').matchAll(/>\s*(\w+: \d+), Same\s*</g)].map(([, value]) => value)
    const sums = ['Current: 1', 'Current: 2', 'Current: 30', 'Previous: 1', 'Previous: 2', 'Previous: 30']
    expect(values.toSorted()).toEqual(sums)
  })
})

describe('an answer about orders', () => {
  test('has all its days in the chart, and offers a comparison of its total only', async () => {
    const tenant = await createTenant(scene.database.sql)
    const ad = { date: '2026-11-19', account_id: 'a' }
    await ingest(scene.database, tenant.brandId, [
      { ...ad, platform: 'google', spend: 1, conversions: 122 },
      { ...ad, platform: 'meta', spend: 1, conversions: 2.5 },
    ])
    const orders = Array.from({ length: 19 }, (_, index) => ({
      order_id: `o${index}`,
      customer_id: 'c',
      ordered_at: `2026-11-${String(index + 1).padStart(2, '0')}T12:00:00Z`,
      revenue: 50,
    }))
    await ingestJourneys(scene.database, tenant.brandId, [], orders)
    const visitor = (await scene.member(tenant.brandId, 'viewer')).browser
    const ask = async (question: string) =>
      await visitor.open(`/console/brands/${tenant.brandId}/ask?${new URLSearchParams({ question })}`)
    const byDay = await ask('orders by day from 2026-11-01 to 2026-11-19')
    expect(byDay.html).toContain('Store orders by day')
    expect(byDay.html).not.toContain('The chart shows')
    expect(byDay.html).not.toContain('Compare with')
    expect((await ask('orders last week compared to the week before')).html).toContain('Compare with')
    // A whole count has no decimals beside one that has.
    expect((await ask('conversions on google vs meta yesterday')).html).toMatch(/122 for Google and 2\.5 for Meta/)
  })
})

describe('a question without a complete day', () => {
  test('says so, and links the same question about the day before', async () => {
    const { html } = await open('why did spend change today')
    expect(html).toContain('No change can be explained on 20 Nov 2026.')
    expect(html).toContain('Today is not complete.')
    expect(html).toMatch(
      /<a href="[^"]*question=why\+did\+spend\+change\+yesterday[^"]*">why did spend change yesterday/,
    )
  })
})

describe('a question for a number that is not computed', () => {
  test('is refused on the page, which is no error', async () => {
    const { status, html } = await open('when will we reach 500k revenue this year')
    expect([status, html.includes('The question asks for a number that is not computed here.')]).toEqual([200, true])
  })
})

describe('the file of an answer', () => {
  test('is refused for a question that is not understood', async () => {
    const { status, html } = await open('asdf qwer', {}, '.csv')
    expect([status, html.includes('This was not understood as a question about the ads of this brand.')]).toEqual([
      400,
      true,
    ])
  })

  test('names unmatched words in a header, and the page does not offer it', async () => {
    const question = 'spend by day in the last 7 days fnord'
    expect((await open(question)).html).not.toContain('Download CSV')
    expect((await open(question, {}, '.csv')).headers.get('x-warnings')).toContain('Not used: fnord.')
  })
})

describe('corrections', () => {
  test('that remove a condition name it in words', async () => {
    const { html } = await open('how many campaigns had cpc over 1 last week', { group_by: 'total' })
    const text = html.replaceAll(/\s+/g, ' ')
    expect(text).toContain('Parts of the question that your corrections removed: count, cost per click above 1.')
    expect(text).not.toContain('Words not used')
  })
})

describe('the sentence of campaigns to pause by CPA', () => {
  test('states what was spent without a conversion', async () => {
    const { sql } = scene.database
    const tenant = await createTenant(sql)
    const ad = { platform: 'google', account_id: 'g', date: '2026-11-19' }
    await ingest(scene.database, tenant.brandId, [
      { ...ad, campaign_id: '1', campaign_name: 'Dear', spend: 80, conversions: 1 },
      { ...ad, campaign_id: '2', campaign_name: 'Idle', spend: 90, conversions: 0 },
    ])
    await sql`insert into analytics.targets (brand_id, month, cpa_micros) values (${tenant.brandId}, '2026-11-01', 20000000)`
    const { browser: own } = await scene.member(tenant.brandId, 'viewer')
    const said = async (question: string) => {
      const { html } = await own.open(`/console/brands/${tenant.brandId}/ask?${new URLSearchParams({ question })}`)
      return /class="sentence"[^>]*><bdi>([^<]*)/.exec(html)?.[1]
    }
    expect(await said('which campaigns should I pause')).toBe(
      '2 active campaigns have a CPA above $20.00, or spend above $20.00 without a conversion from 21 Oct 2026 to 19 Nov 2026: ' +
        'Idle $90.00 without a conversion, Dear $80.00.',
    )
    expect(await said('which campaign should I pause')).toBe(
      'Idle spent $90.00 without a conversion from 21 Oct 2026 to 19 Nov 2026.',
    )
  })
})
