import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, textOf } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

const dayOf = (index: number) => new Date(Date.parse('2026-10-21') + index * 86_400_000).toISOString().slice(0, 10)

/** A brand whose campaign spent 10 a day for 30 days from 21 October, with an anomaly of the metric of a detector on 10 and 11 November. */
async function brandWithAnomaly({ detector = 'spend_surge', conversions = 2 } = {}) {
  const tenant = await createTenant(scene.database.sql)
  const campaign = { platform: 'meta', account_id: 'a', campaign_id: 'c', campaign_name: '<b>Winter</b>' }
  await ingest(
    scene.database,
    tenant.brandId,
    Array.from({ length: 30 }, (_, index) => ({
      ...campaign,
      date: dayOf(index),
      spend: index === 20 ? 400 : 10,
      revenue: 20,
      conversions,
    })),
  )
  const anomalyId = `ano_${tenant.brandId}`
  await scene.database.sql`
    insert into analytics.anomalies
      (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share, status)
    select brand_id, ${anomalyId}, ${detector}, entity_id, 'campaign', '2026-11-10', '2026-11-11', '2026-11-10', 400, 100, 20, 15, 300, 0.5, 'active'
    from analytics.entities
    where brand_id = ${tenant.brandId} and level = 'campaign'`
  const { browser, person } = await scene.member(tenant.brandId, 'viewer')
  return { ...tenant, anomalyId, browser, person, root: `/console/brands/${tenant.brandId}` }
}

/** The forecast that names the holidays of a brand. */
async function nameHolidays(brandId: string, events: Record<string, string>) {
  const { sql } = scene.database
  await sql`
    insert into analytics.forecasts (brand_id, metric, trained_from, trained_through, horizon_days, model, accuracy, factors, events)
    values (${brandId}, 'spend', '2026-10-21', '2026-11-19', 30, 'naive', '{}', '[]', ${sql.json(events)})`
}

describe('charts of anomalies', () => {
  test('are not returned for anomalies of another brand', async () => {
    const [own, other] = [await brandWithAnomaly(), await brandWithAnomaly()]
    const { sql } = scene.database
    const [session] = await sql`select session_hash from oauth.sessions where person_id = ${own.person.id}`
    const requests = [
      {
        operation: 'console.anomaly_days',
        input: { brand_id: own.brandId, anomaly_ids: [own.anomalyId, other.anomalyId] },
      },
    ]
    const [row] = await sql`
      select console.call(${session?.session_hash as Buffer}, '::1', ${own.brandId}, 'read', ${sql.json(requests)}, ${randomUUID()}) as answer`
    const answer = row?.answer as { answers: { body: { charts: { id: string; days: object[] }[] } }[] }
    const charts = answer.answers[0]?.body.charts ?? []
    expect(charts.map(({ id }) => id)).toEqual([own.anomalyId])
    // 14 days before, the two days, and the seven days after.
    expect(charts[0]?.days).toHaveLength(23)
    expect(charts[0]?.days.slice(13, 16)).toEqual([
      { date: '2026-11-09', value: 10 },
      { date: '2026-11-10', value: 400 },
      { date: '2026-11-11', value: 10 },
    ])
  })

  test('are drawn on cards with their days, the expected range and a text alternative', async () => {
    const { browser, root } = await brandWithAnomaly()
    const { html } = await browser.open(`${root}/anomalies`)
    const [chart = ''] = /<svg class="anomaly-figure"[^]*?<\/li>/.exec(html) ?? []
    expect(chart).toContain(
      'aria-label="Spend of &lt;b&gt;Winter&lt;/b&gt;, 27 Oct to 18 Nov 2026: from $10.00 to $400.00. Unusual: 10 to 11 Nov 2026. ' +
        'Expected on 10 Nov 2026: $100.00, from $40.00 to $160.00."',
    )
    expect(chart).toMatch(/class="episode" x="60\.8%" width="8\.7%"/)
    expect(html.match(/aria-label="Charts"/g)).toHaveLength(1)
    expect(chart.length).toBeLessThan(6000)
  })

  test('break where a metric has no value, and are left out if it never has one', async () => {
    const { browser, root } = await brandWithAnomaly({ detector: 'cpa_spike', conversions: 0 })
    const { html, status } = await browser.open(`${root}/anomalies`)
    expect(status).toBe(200)
    expect(html).toContain('CPA spike')
    expect(html).not.toContain('class="anomaly-figure"')
  })
})

describe('holidays and promotions', () => {
  test('on the days of an anomaly are named on its card, and others are not', async () => {
    const { browser, root, brandId } = await brandWithAnomaly()
    const before = await browser.open(`${root}/anomalies`)
    expect(before.html).not.toContain('At about the same time')
    await nameHolidays(brandId, { '2026-11-09': 'Early', '2026-11-11': "Veterans' Day", '2026-11-10': 'After Easter' })
    await scene.database.sql`
      insert into analytics.promotions (brand_id, name, starts_on, ends_on, created_by) values
        (${brandId}, 'Flash sale', '2026-11-08', '2026-11-10', 'key_test'), (${brandId}, 'Other sale', '2026-11-12', '2026-11-12', 'key_test')`
    const shown = textOf(await browser.open(`${root}/anomalies`))
    expect(shown).toMatch(/8 to 10 Nov 2026: The promotion Flash sale .* 11 Nov 2026: Veterans(&#39;|') Day/)
    expect(shown).not.toMatch(/Early|Easter|Other sale/)
  })

  test('of the two periods are facts of an explanation and events of an anomaly', async () => {
    const { key, brandId } = await brandWithAnomaly()
    await nameHolidays(brandId, {
      '2026-11-02': 'All Souls',
      '2026-11-10': 'Black Friday',
      '2026-11-11': 'Black Friday weekend',
      '2026-11-12': 'Black Friday weekend',
    })
    const read = async (path: string, query: object) =>
      (await scene.api.http.get(path).query(query).set('Authorization', `Bearer ${key}`)).body
    const { explanation } = await read('/v1/explanations', {
      metric: 'spend',
      date_from: '2026-11-09',
      date_to: '2026-11-15',
    })
    const statements = explanation.facts.filter(({ kind }: { kind: string }) => kind === 'holiday')
    expect(statements.map(({ period, statement }: Record<string, string>) => [period, statement])).toEqual([
      ['previous', 'All Souls (2026-11-02) is in the compared period.'],
      ['current', 'Black Friday (2026-11-10) is in the period.'],
      ['current', 'Black Friday weekend (2026-11-11 to 2026-11-12) is in the period.'],
    ])
    const { data } = await read('/v1/anomalies', { date_from: '2026-11-10', date_to: '2026-11-11' })
    expect(data[0].events).toEqual([
      { kind: 'holiday', name: 'Black Friday', date_from: '2026-11-10', date_to: '2026-11-10' },
      { kind: 'holiday', name: 'Black Friday weekend', date_from: '2026-11-11', date_to: '2026-11-11' },
    ])
  })
})
