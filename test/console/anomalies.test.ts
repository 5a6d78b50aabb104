import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, ownForm } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

/** Creates a brand with an account without a name, of which a campaign or the account itself has one anomaly. */
async function openAnomaly({
  level = 'campaign',
  firstOn = '2026-11-15',
  lastOn = '2026-11-15',
  detector = 'spend_surge',
  role = 'viewer' as 'viewer' | 'analyst',
  hasNeighbors = false,
  deviations = undefined as Record<string, number> | undefined,
}) {
  const { brandId } = await createTenant(scene.database.sql)
  const campaign = { platform: 'snapchat', account_id: 'snap-7', campaign_id: 'c1', campaign_name: 'Winter' }
  await ingest(
    scene.database,
    brandId,
    Array.from({ length: 30 }, (_, index) => {
      const date = new Date(Date.parse('2026-10-21') + index * 86_400_000).toISOString().slice(0, 10)
      return { ...campaign, date, spend: 10, revenue: 20, conversions: 2 }
    }),
  )
  await scene.database.sql`
    insert into analytics.anomalies
      (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share, status)
    select brand_id, ${`ano_${brandId}`}, ${detector}, entity_id, ${level}, ${firstOn}, ${lastOn}, ${firstOn}, 400, 100, 20, 15, 300, 0.5, 'active'
    from analytics.entities
    where brand_id = ${brandId} and level = ${level}`
  const days = Object.entries(deviations ?? {}).map(([day, impact]) => [day, { impact, z_score: 5 }])
  if (deviations)
    await scene.database.sql`
      update analytics.anomalies set deviations = ${scene.database.sql.json(Object.fromEntries(days))} where brand_id = ${brandId}`
  await scene.database.sql`
    insert into analytics.detected_days (brand_id, day, tested, flagged) values (${brandId}, '2026-11-19', 2, 1)`
  if (hasNeighbors)
    await scene.database.sql`
      insert into connector.proposals
        (brand_id, target, change, rationale, idempotency_key, request_hash, created_by, status, decided_at)
      values
        (${brandId}, '{"level": "campaign", "platform": "snapchat", "id": "c1"}', '{"kind": "budget", "to": 12}', 'Because', 'once', '\\x00', 'key',
        'approved', '2026-11-04T12:00:00Z')`
  const root = `/console/brands/${brandId}`
  const { browser } = await scene.member(brandId, role)
  const { html, status } = await browser.open(`${root}/anomalies`)
  expect(status).toBe(200)
  const anomalyId = `ano_${brandId}`
  const card = (html.split('<ul class="cards">')[1] ?? '').split('</ul>')[0] ?? ''
  const [, link = ''] = /<h2>[^]*?href="([^"]*)"/.exec(card) ?? []
  const address = link.replaceAll('&amp;', '&')
  expect(address.startsWith(`${root}/performance?`)).toBe(true)
  const query = Object.fromEntries(new URL(address, 'http://page').searchParams)
  const text = card
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' ,', ',')
  return { browser, address, query, text, card, root, anomalyId, brandId }
}

describe('card of an anomaly', () => {
  test('names the platform and the account of a campaign, and links to its chart with the days around', async () => {
    const { browser, address, query, text } = await openAnomaly({ firstOn: '2026-11-05', lastOn: '2026-11-05' })
    expect(text).toContain('Spend surge, Winter')
    expect(text).toContain('Campaign, Snapchat account snap-7, 5 Nov 2026, severity')
    expect(text).toContain('Cost or loss $300.00')
    expect(query).toEqual({
      level: 'adset',
      campaign_ids: 'c1',
      platform: 'snapchat',
      date_from: '2026-10-22',
      date_to: '2026-11-12',
      compare_to: 'none',
    })
    const { html, status } = await browser.open(address)
    expect(status).toBe(200)
    expect(html.match(/class="mark"/g)).toHaveLength(1)
  })

  test('names an account without a name by platform and id, and charts the metric of the anomaly', async () => {
    const { browser, address, query, text } = await openAnomaly({ level: 'account', detector: 'cpa_spike' })
    expect(text).toContain('CPA spike, Snapchat account snap-7')
    expect(text).toContain('Ad account, Snapchat, 15 Nov 2026')
    expect(query).toMatchObject({ level: 'campaign', account_ids: 'snap-7', sort: 'cpa' })
    const { html } = await browser.open(address)
    expect(html).toContain('data-metric="cpa"')
    expect(html.match(/class="mark"/g)).toHaveLength(1)
  })

  test('states the days of an anomaly of several days, and the day of its values', async () => {
    const { query, text } = await openAnomaly({ firstOn: '2026-11-14', lastOn: '2026-11-17' })
    expect(text).toContain('14 to 17 Nov 2026')
    expect(text).toContain('Cost or loss on 14 Nov 2026 $300.00')
    expect(text).not.toContain('that day')
    expect(query.date_from).toBe('2026-10-31')
  })

  test('states the sum over the days of an episode, and none that is not known', async () => {
    const lasted = { firstOn: '2026-11-14', lastOn: '2026-11-17' }
    const { text } = await openAnomaly({
      ...lasted,
      deviations: { '2026-11-14': 300, '2026-11-15': 200, '2026-11-17': 120.5 },
    })
    expect(text).toContain('Cost or loss on 14 Nov 2026 $300.00 Cost or loss of 3 unusual days $620.50')
    const { text: earlier } = await openAnomaly(lasted)
    expect(earlier).toContain('Cost or loss of all days – ')
    const { text: short } = await openAnomaly({})
    expect(short).not.toContain('unusual day')
  })

  test('links at most to the last day that was checked', async () => {
    const { query } = await openAnomaly({})
    expect([query.date_from, query.date_to]).toEqual(['2026-11-01', '2026-11-19'])
  })

  test('lists what happened at about the same time, and offers no plan to a viewer', async () => {
    const { text, card } = await openAnomaly({ firstOn: '2026-11-05', lastOn: '2026-11-05', hasNeighbors: true })
    expect(text).toContain('At about the same time. None of this is shown to be the cause.')
    expect(text).toContain(
      '4 Nov 2026: A proposed budget change of campaign &quot;Winter&quot; (Snapchat) was approved on 4 Nov 2026.',
    )
    expect(card).not.toContain('Propose a change')
  })

  test('leads an analyst to a plan with its campaign filled in, whose proposal has it as evidence', async () => {
    const { browser, card, root, anomalyId, brandId } = await openAnomaly({ role: 'analyst' })
    const [, link = ''] = /href="([^"]*)">Propose a change/.exec(card) ?? []
    const plan = await browser.open(link)
    expect([plan.status, link]).toEqual([200, `${root}/plan?anomaly_id=${anomalyId}`])
    expect(plan.html).toMatch(/name="spend\/snapchat\/c1"[^>]*value="100"/)
    const query: [string, string][] = [
      ['anomaly_id', anomalyId],
      ['horizon_days', '30'],
      ['spend/snapchat/c1', '12'],
    ]
    const computed = await browser.open(`${root}/plan?${new URLSearchParams(query)}`)
    await browser.post(`${root}/plan/proposals`, [...ownForm(computed), ...query, ['rationale', 'Because']])
    const [stored] = await scene.database.sql`select evidence from connector.proposals where brand_id = ${brandId}`
    expect(stored?.evidence[0]).toBe(
      `Anomaly ${anomalyId}: Spend surge, 15 Nov 2026. On 15 Nov 2026: $400.00, expected $100.00 ($40.00 to $160.00).`,
    )
    const others = await createTenant(scene.database.sql)
    const { browser: stranger } = await scene.member(others.brandId, 'analyst')
    expect((await stranger.open(`/console/brands/${others.brandId}/plan?anomaly_id=${anomalyId}`)).status).toBe(404)
  })

  test.each([
    ['campaign', 'Why did spend of "Winter" on Snapchat change on 2026-11-05 compared with 2026-10-29?'],
    ['account', 'Why did spend on Snapchat change on 2026-11-05 compared with 2026-10-29?'],
  ])('of a %s links to the explanation of its day, which links back to it', async (level, question) => {
    const { browser, card, root, anomalyId } = await openAnomaly({ level, firstOn: '2026-11-05', lastOn: '2026-11-05' })
    const [, link = ''] = /href="([^"]*\/ask\?question=[^"]*)"/.exec(card) ?? []
    expect(new URL(link.replaceAll('&amp;', '&'), 'http://page').searchParams.get('question')).toBe(question)
    const answer = await browser.open(link.replaceAll('&amp;', '&'))
    expect(answer.status).toBe(200)
    expect(answer.html).toContain('class="sentence"')
    expect(answer.html).not.toContain('Words not used')
    // The only campaign is not named as the cause of its own change. Its factors are shown.
    expect(answer.html).not.toContain('contribution of a campaign')
    expect(answer.html).toContain('data-metric="factors"')
    expect(answer.html).not.toContain('data-metric="answer"')
    const back = `${root}/anomalies?date_from=2026-11-05&amp;date_to=2026-11-05#${anomalyId}`
    expect(answer.html).toContain(`href="${back}">Open the anomaly</a>`)
    const { html } = await browser.open(back.replaceAll('&amp;', '&'))
    expect(html).toContain(`<li id="${anomalyId}">`)
    expect(html).toMatch(/on 5 Nov 2026\.\s+Detection/)
  })
})

test('the overview marks anomalies without computing what else happened, which the page Anomalies shows', async () => {
  const { browser, root } = await openAnomaly({})
  const { sql } = scene.database
  await sql`revoke execute on function analytics.anomaly_neighbors from vitrine_person`
  try {
    expect((await browser.open(`${root}/anomalies`)).status).not.toBe(200)
    const { html, status } = await browser.open(root)
    expect(status).toBe(200)
    expect(html).toContain('class="mark"')
  } finally {
    await sql`grant execute on function analytics.anomaly_neighbors to vitrine_person`
  }
})
