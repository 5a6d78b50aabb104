import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import postgres from 'postgres'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import { ConsoleScene, foreignScript, hostileName, tableOf } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
  const worker = postgres(scene.database.workerUrl, { max: 1, onnotice: () => undefined })
  await storeForecasts(worker, brand.brandId, ['revenue', 'spend', 'roas'])
  await worker.end()
})
afterAll(() => scene.stop())

async function api(path: string, query: Record<string, string>) {
  const { status, body } = await scene.api.http.get(path).query(query).set('Authorization', `Bearer ${brand.key}`)
  expect(status).toBe(200)
  return body
}

async function overview(query = '', root = brand.root) {
  const { browser } = await scene.member(root.split('/').at(-1) as string, 'viewer')
  const page = await browser.open(root + query)
  expect(page.status).toBe(200)
  return page
}

describe('overview page', () => {
  test.each(['revenue', 'spend', 'roas'])(
    'shows the numbers of the API for %s, with forecast and both bands',
    async (metric) => {
      const page = await overview('?period=last_28_days')
      const { data } = await api('/v1/metrics', { date_from: '2026-10-23', date_to: '2026-11-19', metrics: metric })
      const custom = metric === 'spend' ? { type: 'custom', metric } : { type: metric }
      const { points } = await api('/v1/forecasts', { ...custom, horizon_days: '30' })
      type Band = { low: number; high: number }
      type Point = { predicted_value: number; confidence_interval: Band; confidence_interval_95: Band }
      expect(tableOf(page, metric)).toEqual([
        ...points
          .toReversed()
          .map(({ predicted_value, confidence_interval: inner, confidence_interval_95: outer }: Point) => [
            predicted_value,
            inner.low,
            inner.high,
            outer.low,
            outer.high,
          ]),
        ...data.toReversed().map((row: Record<string, number>) => [row[metric]]),
      ])
      expect([points.length, data.length]).toEqual([30, 28])
    },
  )

  test('draws each chart once, with the value of each day, gaps for missing days and marks for anomalies', async () => {
    await scene.anomaly(brand.brandId)
    const page = await overview('?period=last_28_days')
    expect(page.html.match(/<svg\s+class="drawing/g)?.length).toBe(4)
    expect(page.html).toMatch(/<title>\s*18 Nov 2026: spend surge, &lt;script&gt;/)
    expect(page.html.match(/class="mark"/g)).toHaveLength(1)
    const { data } = await api('/v1/metrics', { date_from: '2026-11-19', date_to: '2026-11-19', metrics: 'spend' })
    expect(page.html).toContain(`>19 Nov 2026: $${data[0].spend.toFixed(2)}</text`)
    const gappy = await createTenant(scene.database.sql)
    const days = ['2026-11-10', '2026-11-11', '2026-11-15', '2026-11-16']
    await ingest(
      scene.database,
      gappy.brandId,
      days.map((date) => ({ date, platform: 'x', account_id: 'a', spend: 10, revenue: 20 })),
    )
    const { html } = await overview('', `/console/brands/${gappy.brandId}`)
    const [line = ''] = /(?<=class="line"\s+d=")[^"]+/.exec(html) ?? []
    expect(line.match(/M/g)).toHaveLength(2)
    expect(html).toContain('needs 28 days of history')
  })

  test('shows the changes of GET /v1/breakdown, by the comparison of the address', async () => {
    for (const compare_to of ['previous_period', 'previous_year']) {
      const { html } = await overview(`?period=last_7_days&compare_to=${compare_to}`)
      const days = { date_from: '2026-11-13', date_to: '2026-11-19' }
      const { deltas, compared } = await api('/v1/breakdown', { ...days, level: 'ad_account', compare_to })
      const shown = [...html.matchAll(/<span class="delta \w+">([^<]*)<\/span>/g)].map(([, text]) => text)
      const format = new Intl.NumberFormat('en-US', {
        style: 'percent',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
        signDisplay: 'exceptZero',
      })
      const names = ['spend', 'revenue', 'roas', 'cpa', 'conversions']
      expect(shown).toEqual(names.filter((name) => deltas[name] !== null).map((name) => format.format(deltas[name])))
      expect(html.includes('nothing to compare')).toBe(shown.length < names.length)
      expect(compared).not.toBeNull()
    }
    expect((await overview('?compare_to=none')).html).not.toContain('class="delta')
  })

  test('filters its numbers by platform and campaign, and then draws no forecast', async () => {
    const { data } = await api('/v1/breakdown', { date_from: '2026-10-23', date_to: '2026-11-19', level: 'campaign' })
    const [{ platform, campaign_id, spend }] = data
    const page = await overview(`?period=last_28_days&platform=${platform}&campaign_ids=${campaign_id}`)
    expect(page.html).toContain(`<data value="${spend}">`)
    expect(page.html).not.toContain('class="foreseen"')
    expect(page.html).toContain('without the filters of this page')
  })

  test('draws weeks where the days are too many for one response', async () => {
    const { html } = await overview('?date_from=2025-01-01&date_to=2026-11-19')
    expect(html).toContain('Spend by week')
  })

  test('lists every marked anomaly in the table and links to the anomalies page', async () => {
    const own = await scene.brand()
    await scene.anomaly(own.brandId)
    const { html } = await overview('?period=last_28_days', own.root)
    const table = html.split('<table data-metric="spend"')[1]?.split('</table>')[0] ?? ''
    const row = table.split('<tr').find((part) => part.includes('datetime="2026-11-18"'))
    expect(row).toMatch(/spend surge, &lt;script&gt;.*\(active\)/s)
    expect(html).toContain(`href="${own.root}/anomalies?date_from=2026-10-23&amp;date_to=2026-11-19"`)
  })

  test('marks budgets with their value, and none of a campaign without a budget or with a budget of 0', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const row = { date: '2026-11-19', platform: 'x', account_id: 'a', spend: 10, clicks: 4 }
    await ingest(scene.database, brandId, [
      { ...row, campaign_id: '1', campaign_name: 'Daily', daily_budget: 100 },
      { ...row, campaign_id: '2', campaign_name: 'Zero', daily_budget: 0 },
      { ...row, campaign_id: '3', campaign_name: 'None' },
    ])
    const { html } = await overview('', `/console/brands/${brandId}`)
    expect(html.match(/class="goal"/g)).toHaveLength(1)
    expect(html).toMatch(/>Spend: \$10\.00 of \$3,000\.00, Daily</)
    expect(html).toMatch(/>Spend: \$10\.00, Zero</)
    expect(html).toMatch(/>Spend: \$10\.00, None</)
  })

  test('marks the drawn days of an anomaly of several days, also if its worst day is not drawn', async () => {
    const own = await scene.brand()
    await scene.anomaly(own.brandId)
    await scene.database.sql`
      update analytics.anomalies set first_on = '2026-11-14', last_on = '2026-11-18', day = '2026-11-15' where brand_id = ${own.brandId}`
    const daysOf = async (end: string) => {
      const { html } = await overview(end, own.root)
      const table = html.split('<table data-metric="spend"')[1]?.split('</table>')[0] ?? ''
      const marked = table
        .split('<tr')
        .filter((part) => part.includes('lasted 14 to 18 Nov 2026, worst on 15 Nov 2026'))
      const days = marked.map((part) => /datetime="([^"]+)"/.exec(part)?.[1])
      return [days, html.match(/class="mark"/g)?.length, html.match(/class="mark-days"/g)?.length]
    }
    const all = ['18', '17', '16', '15', '14'].map((day) => `2026-11-${day}`)
    expect(await daysOf('?period=last_28_days')).toEqual([all, 1, 1])
    expect(await daysOf('?date_from=2026-11-17&date_to=2026-11-19')).toEqual([all.slice(0, 2), 1, 1])
  })

  test('marks no anomaly of a day outside the shown days, by day and by week', async () => {
    const own = await scene.brand()
    await scene.anomaly(own.brandId)
    for (const [end, count] of [
      ['date_from=2026-10-01&date_to=2026-11-17', 0],
      ['date_from=2025-01-01&date_to=2026-11-15', 0],
      ['date_from=2025-01-01&date_to=2026-11-18', 1],
    ] as const) {
      const { html } = await overview(`?${end}`, own.root)
      expect([end, [...html.matchAll(/class="mark"/g)].length]).toEqual([end, count])
    }
  })

  test('says that more anomalies were found than it marks', async () => {
    const own = await scene.brand()
    await scene.database.sql`
      insert into analytics.anomalies
        (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share)
      select brand_id, 'ano_' || number, 'spend_surge', entity_id, 'campaign', day, day, day, 400, 100, 20, 15, 300, 0.5
      from analytics.entities, generate_series(1, 205) as number, lateral (select '2026-11-20'::date - number as day) as days
      where brand_id = ${own.brandId} and level = 'campaign' and external_id = '2'`
    const note =
      'These days have 205 anomalies of all metrics. The charts mark those of their metric among the latest 200.'
    expect((await overview('?period=last_365_days', own.root)).html.replace(/\s+/g, ' ')).toContain(note)
    expect((await overview('?period=last_180_days', own.root)).html).not.toContain('of all metrics')
  })

  test('shows how many of the campaigns the chart includes', async () => {
    const own = await scene.brand()
    await ingest(
      scene.database,
      own.brandId,
      Array.from({ length: 11 }, (_, index) => {
        const campaign = { campaign_id: `many${index}`, campaign_name: `Many ${index}`, spend: 1 + index, revenue: 2 }
        return { date: '2026-11-19', platform: 'google', account_id: 'a', ...campaign }
      }),
    )
    const page = await overview('', own.root)
    expect(page.html.replace(/\s+/g, ' ')).toContain(
      'The chart shows 8 of 13 campaigns, by spend. The table shows all.',
    )
    expect(tableOf(page, 'budgets')).toHaveLength(13)
  })

  test('labels the first and the last day', async () => {
    const { html } = await overview('?period=last_28_days')
    const drawing = html.split('<svg class="drawing"')[1]?.split('</figure>')[0] ?? ''
    for (const name of ['23 Oct 2026', '19 Dec 2026']) expect(drawing).toContain(`>${name}</text`)
  })

  test('keeps its view in the links to the other pages of numbers', async () => {
    const { html } = await overview('?period=last_28_days&compare_to=none')
    for (const end of ['/performance', '/attribution', '/creatives'])
      expect(html).toContain(`href="${brand.root}${end}?period=last_28_days&amp;compare_to=none"`)
  })

  test('shows the budget pacing of connector.budgets', async () => {
    const page = await overview()
    const [row] = await scene.database.sql.begin(async (transaction) => {
      await transaction`select set_config('vitrine.brand_ids', ${`{${brand.brandId}}`}, true)`
      await transaction`set local role vitrine_person`
      return await transaction`select connector.budgets(${brand.brandId}) as answer`
    })
    type Paced = { budget: number; spend_to_date: number; projected_end_of_period: number }
    expect(tableOf(page, 'budgets')).toEqual(
      row?.answer.data.map((paced: Paced) => [paced.budget, paced.spend_to_date, paced.projected_end_of_period]),
    )
    expect(row?.answer.data[0].budget).toBe(3600)
    expect(page.html).toContain('class="goal"')
  })

  test.each([
    ['anomalies', 'day 2026-11-18', 'Detection failed for day 2026-11-18 (error 22012)'],
    ['forecasts', 'roas', 'This forecast could not be renewed on 20 Nov 2026 (error 22012)'],
  ])('shows failed %s of the brand but not of other brands', async (queue, subject, warning) => {
    const other = await scene.brand()
    const { sql } = scene.database
    await sql`select core.record_failure(${brand.brandId}, ${queue}, ${subject}, '22012')`
    await sql`select core.record_failure(${other.brandId}, ${queue}, 'foreign part', '22012')`
    const { html } = await overview()
    await sql`select core.clear_failures(${brand.brandId}, ${queue})`
    expect(html).toContain(warning)
    expect(html).not.toContain('foreign part')
    expect((await overview()).html).not.toContain(warning)
  })

  test('escapes a name with markup', async () => {
    const { html } = await overview()
    expect(html).not.toMatch(foreignScript)
    expect(html).toContain(hostileName.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#39;'))
  })

  test.each([
    ['owner', true],
    ['admin', true],
    ['analyst', false],
    ['viewer', false],
  ] as const)('tells an %s without data how numbers come in', async (role, mayBringIn) => {
    const { brandId } = await createTenant(scene.database.sql)
    const root = `/console/brands/${brandId}`
    const { browser } = await scene.member(brandId, role)
    const { html } = await browser.open(root)
    expect(html).toContain('No ad data has been ingested')
    expect(html).not.toMatch(/<svg|\$0/)
    expect([
      html.includes(`href="${root}/sources">Connect an account</a>`),
      html.includes(`href="${root}/imports">Upload a file</a>`),
      html.includes('Ask an admin or owner of this brand to connect an account'),
    ]).toEqual([mayBringIn, mayBringIn, !mayBringIn])
  })
})
