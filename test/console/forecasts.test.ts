import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import postgres from 'postgres'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import { ConsoleScene, tableOf } from '../support/console.ts'
import { ingest } from '../support/ingest.ts'
import { seededRandom } from '../support/seeded_random.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
  const worker = postgres(scene.database.workerUrl, { max: 1, onnotice: () => undefined })
  await storeForecasts(worker, brand.brandId, ['revenue', 'roas'])
  await worker.end()
})
afterAll(() => scene.stop())

async function open(query = '') {
  const { browser } = await scene.member(brand.brandId, 'viewer')
  return await browser.open(`${brand.root}/forecasts${query}`)
}

describe('forecasts page', () => {
  test('shows the forecast of GET /v1/forecasts with both bands, and how good earlier forecasts were', async () => {
    const page = await open('?metric=roas&horizon_days=14')
    const { body } = await scene.api.http
      .get('/v1/forecasts')
      .query({ type: 'roas', horizon_days: 14, total: 'true' })
      .set('Authorization', `Bearer ${brand.key}`)
    const rows = tableOf(page, 'roas').slice(0, body.points.length)
    type Band = { low: number | null; high: number | null }
    type Point = { predicted_value: number; confidence_interval: Band; confidence_interval_95: Band }
    expect(rows).toEqual(
      body.points
        .toReversed()
        .map(({ predicted_value, confidence_interval: inner, confidence_interval_95: outer }: Point) => [
          predicted_value,
          inner.low,
          inner.high,
          outer.low,
          outer.high,
        ]),
    )
    expect(page.html).toContain('Average of the forecast')
    expect(page.html).toContain(`<data value="${body.total.predicted_value}">`)
    expect(page.html).toContain(`Measured with ${body.accuracy.origins} forecasts of earlier days`)
  })

  test('shows the total of the horizon with both intervals', async () => {
    const varied = await scene.brand()
    const noise = seededRandom(5)
    // A series that is exact has no interval.
    await ingest(
      scene.database,
      varied.brandId,
      Array.from({ length: 120 }, (_, daysAgo) => ({
        date: new Date(Date.parse('2026-11-19T00:00:00Z') - daysAgo * 86_400_000).toISOString().slice(0, 10),
        platform: 'google',
        account_id: 'varied',
        campaign_id: 'varied',
        revenue: Math.round(1000 + 400 * noise()),
      })),
    )
    const worker = postgres(scene.database.workerUrl, { max: 1, onnotice: () => undefined })
    await storeForecasts(worker, varied.brandId, ['revenue'])
    await worker.end()
    const { browser } = await scene.member(varied.brandId, 'viewer')
    const { html } = await browser.open(`${varied.root}/forecasts?metric=revenue&horizon_days=30`)
    const { body } = await scene.api.http
      .get('/v1/forecasts')
      .query({ type: 'revenue', horizon_days: 30, total: 'true' })
      .set('Authorization', `Bearer ${varied.key}`)
    const { predicted_value, confidence_interval: inner, confidence_interval_95: outer } = body.total
    const money = (value: number) =>
      new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(value)
    expect(inner.high).toBeGreaterThanOrEqual(predicted_value)
    expect(html).toContain('Total of the forecast')
    expect(html).toContain(`<data value="${predicted_value}">`)
    expect(html).toContain(
      `30 days. 80% interval: ${money(inner.low)} to ${money(inner.high)}; 95%: ${money(outer.low)} to ${money(outer.high)}`,
    )
    expect(html).not.toContain('without a band')
  })

  test('states in a sentence why a metric has no forecast', async () => {
    const { status, html } = await open('?metric=cogs')
    expect(status).toBe(200)
    expect(html).toContain('No forecast:')
  })

  test('names the days that a holiday or promotion changes, in the chart and the table', async () => {
    const plain = await open('?metric=revenue&horizon_days=30')
    expect(plain.html).not.toContain('class="event"')
    await scene.database.sql`
      update analytics.forecasts set events = '{"2026-11-27": "Black Friday", "2026-11-28": "Black Friday", "2026-12-25": "Christmas <b>"}'
      where brand_id = ${brand.brandId} and metric = 'revenue'`
    const { html } = await open('?metric=revenue&horizon_days=30')
    expect(html).toMatch(/27 Nov 2026 <span class="quiet">forecast, <bdi>Black Friday<\/bdi><\/span>/)
    // One mark for consecutive days of one event, and none beyond the horizon.
    expect(html.match(/class="event"/g)).toHaveLength(1)
    expect(html).toContain('holiday or promotion in the forecast')
    const year = await open('?metric=revenue&horizon_days=60')
    expect(year.html.match(/class="event"/g)).toHaveLength(2)
    expect(year.html).toContain('Christmas &lt;b&gt;')
  })

  test('says that the factors explain the first 30 days where the chart has more', async () => {
    const note = /factors explain the first\s+30 days of the forecast only, not all\s+60 days/
    expect((await open('?metric=revenue&horizon_days=60')).html).toMatch(note)
    expect((await open('?metric=revenue&horizon_days=30')).html).not.toContain('explain the first')
  })
})
