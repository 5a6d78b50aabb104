import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { learnSpendResponse } from '../../functions/worker/forecasting/spend/spend_response.ts'
import type { SpendResponse } from '../../functions/worker/forecasting/spend/spend_response.ts'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import { addDays } from '../../shared/calendar/days.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { askQuestion } from '../support/question.ts'
import { uniform } from '../support/retail_brands.ts'
import { WorkerScene } from '../support/worker_scene.ts'

let scene: WorkerScene

beforeAll(async () => {
  scene = await WorkerScene.start()
})
afterAll(() => scene.stop())

/** The spend and revenue of days whose revenue follows the spend of the week with an elasticity. */
function history(days: number, { elasticity = 0.7, varies = 0.5, noise = 0.05, seed = 1 } = {}) {
  const random = uniform(seed)
  const weekly = Array.from({ length: Math.ceil(days / 7) }, () => 200 * Math.exp(varies * (random() - 0.5) * 2))
  return Array.from({ length: days }, (_, index) => {
    const spend = weekly[Math.floor(index / 7)] as number
    const revenue = 5 * spend ** elasticity * (1 + (index % 7) / 10) * (1 + noise * (random() - 0.5) * 2)
    return { spend, revenue }
  })
}

async function brandOf(
  rows: { spend: number; revenue: number }[],
  isReported: (index: number) => boolean = () => true,
) {
  const tenant = await createTenant(scene.database.sql)
  await ingest(
    scene.database,
    tenant.brandId,
    rows
      .map((row, index) => ({
        date: addDays('2026-11-19', index + 1 - rows.length),
        platform: 'google',
        account_id: 'a',
        ...row,
      }))
      .filter((_, index) => isReported(index)),
  )
  await storeForecasts(scene.worker, tenant.brandId, ['revenue', 'conversions'])
  return tenant
}

async function ask(key: string, query: Record<string, unknown>) {
  return await scene.api.http
    .get('/v1/forecasts')
    .query({ type: 'revenue', total: 'true', ...query })
    .set('Authorization', `Bearer ${key}`)
}

const widthOf = ({ low, high }: { low: number; high: number }) => high - low

describe('GET /v1/forecasts?planned_spend', () => {
  test('multiplies revenue and its total by the learned effect, and widens the intervals by its uncertainty', async () => {
    const { key } = await brandOf(history(280))
    const { body: plain } = await ask(key, {})
    const usual = (await ask(key, { planned_spend: 200 })).body.planned_spend.usual_per_day as number
    const { status, body } = await ask(key, { planned_spend: Math.round(1.5 * usual) })
    expect(status).toBe(200)
    const { elasticity, elasticity_interval: interval, multiple, weeks } = body.planned_spend
    expect(elasticity).toBeGreaterThan(0.6)
    expect(elasticity).toBeLessThan(0.8)
    expect(interval.low).toBeLessThan(0.7)
    expect(interval.high).toBeGreaterThan(0.7)
    expect(weeks).toBeGreaterThan(20)
    expect(multiple).toBeCloseTo(1.5 ** elasticity, 2)
    for (const [index, point] of body.points.entries()) {
      const before = plain.points[index]
      expect(point.predicted_value / before.predicted_value).toBeCloseTo(multiple, 2)
      // Both widths and the multiple are rounded. The uncertainty is small beside the noise of a day.
      expect(widthOf(point.confidence_interval)).toBeGreaterThan(multiple * widthOf(before.confidence_interval) - 0.05)
    }
    expect(body.total.predicted_value / plain.total.predicted_value).toBeCloseTo(multiple, 2)
    expect(widthOf(body.total.confidence_interval)).toBeGreaterThan(multiple * widthOf(plain.total.confidence_interval))
    const change = body.total.predicted_value - plain.total.predicted_value
    expect(body.factors.at(-1)).toMatchObject({ kind: 'spend' })
    expect(body.factors.at(-1).effect / change).toBeCloseTo(1, 2)
    // The period of a factor is 30 days, however many are requested.
    const { body: short } = await ask(key, { planned_spend: Math.round(1.5 * usual), horizon_days: 7 })
    expect(short.factors.at(-1)).toEqual(body.factors.at(-1))
    expect(body.meta.warnings.join(' ')).toContain('It is too large if budgets followed demand')
    expect(plain.planned_spend).toBeUndefined()
  })

  test('answers a question that supposes a spend a day with the same values', async () => {
    const { key } = await brandOf(history(280, { seed: 3 }))
    const { body: planned } = await ask(key, { planned_spend: 250, horizon_days: 10 })
    const { date_from, date_to } = planned.total
    const question = `what revenue do we get from ${date_from} to ${date_to} if we spend 250 a day`
    const { interpretation, data, forecast_total, forecast_accuracy, meta } = await askQuestion(
      scene.api,
      key,
      question,
    )
    expect(interpretation).toMatchObject({ intent: 'forecast', planned_spend: 250, unmatched: [] })
    expect(data).toEqual(planned.points)
    expect(forecast_total).toEqual(planned.total)
    const { coverage_80, coverage_95, origins } = planned.accuracy
    expect(forecast_accuracy).toEqual({ coverage_80, coverage_95, origins })
    expect(meta.warnings.join(' ')).toContain('It is too large if budgets followed demand')
    for (const question of ['what if we spend 5000 a day', 'what revenue do we get next week if we spend 0 a day']) {
      const refused = await scene.api.http.post('/v1/query').send({ question }).set('Authorization', `Bearer ${key}`)
      expect([question, refused.status]).toEqual([question, 400])
      expect(refused.body.error.message).toContain('half of the least to twice the most of earlier weeks')
    }
  })

  test('changes nothing but the intervals of a plan that equals the usual spend', async () => {
    const { key } = await brandOf(history(280, { seed: 4 }))
    const { body: plain } = await ask(key, {})
    const usual = (await ask(key, { planned_spend: 200 })).body.planned_spend.usual_per_day as number
    const { body } = await ask(key, { planned_spend: usual })
    expect(body.total.predicted_value).toBeCloseTo(plain.total.predicted_value, 0)
  })

  test('leaves out days without a report, which are no days without spend', async () => {
    const rows = history(280, { elasticity: 0.6, seed: 6 })
    const { key } = await brandOf(rows, (index) => index % 19 !== 7)
    const { body } = await ask(key, { planned_spend: 200 })
    expect(body.planned_spend.elasticity).toBeCloseTo(0.6, 1)
    expect(body.planned_spend.elasticity_interval.low).toBeGreaterThan(0.55)
    const last = rows.flatMap(({ spend }, index) => (index >= 252 && index % 19 !== 7 ? [spend] : []))
    expect(body.planned_spend.usual_per_day).toBeCloseTo(last.reduce((sum, each) => sum + each, 0) / last.length, 1)
  })

  test.each([
    ['its spend does not vary', history(200, { varies: 0 }), 409, 'varied too little'],
    ['its revenue does not tell the effect', history(200, { varies: 0.02, noise: 0.9 }), 409, 'varied too little'],
    ['it has 11 weeks', history(77), 409, 'that needs 12 weeks with spend and with reports'],
    [
      'it has no spend',
      history(200).map((row) => ({ ...row, spend: 0 })),
      409,
      'reports no spend in the last four weeks',
    ],
  ])('refuses a plan of a brand if %s', async (_, rows, expected, message) => {
    const { key } = await brandOf(rows)
    const { status, body } = await ask(key, { planned_spend: 200 })
    expect(status).toBe(expected)
    expect(body.error.message).toContain(message)
    expect((await ask(key, {})).status).toBe(200)
  })

  test('returns 400 for a plan far from earlier spend, and for other metrics', async () => {
    const { key } = await brandOf(history(280, { seed: 2 }))
    const far = await ask(key, { planned_spend: 5000 })
    expect(far.status).toBe(400)
    expect(far.body.error.message).toContain('half of the least to twice the most of earlier weeks')
    const other = await ask(key, { type: 'conversions', planned_spend: 200 })
    expect(other.status).toBe(400)
    expect(other.body.error.message).toContain('is possible only for `type=revenue`')
  })
})

describe('elasticity of revenue to spend', () => {
  test('lies within its 80 % interval for about four of five simulated brands', () => {
    const responses = Array.from({ length: 200 }, (_, index) => {
      const rows = history(182, { elasticity: 0.4, varies: 0.4, noise: 0.6, seed: index + 1 })
      const response = learnSpendResponse(
        rows.map(({ revenue }) => revenue),
        rows.map(({ spend }) => spend),
        [],
        null,
      )
      return response as SpendResponse
    })
    const known = responses.filter((response) => 'elasticity' in response)
    const within = known.filter(({ elasticity, deviation }) => Math.abs(elasticity - 0.4) <= 1.2816 * deviation)
    expect(known.length).toBeGreaterThan(180)
    expect(within.length / known.length).toBeGreaterThan(0.72)
    expect(within.length / known.length).toBeLessThan(0.88)
  })

  test('has no bias where days are not reported, and is not learned where most weeks have no common weekdays', () => {
    const learn = (missing: number) => {
      const random = uniform(9)
      const rows = history(280, { elasticity: 0.6, seed: 8 }).map((row) => (random() < missing ? null : row))
      return learnSpendResponse(
        rows.map((row) => row?.revenue ?? null),
        rows.map((row) => row?.spend ?? null),
        [],
        null,
      )
    }
    for (const missing of [0.05, 0.15]) expect((learn(missing) as SpendResponse).elasticity).toBeCloseTo(0.6, 1)
    expect(learn(0.5)).toMatchObject({ refusal: 'the_plan_needs_more_weeks' })
  })

  test('leaves out weeks with events', () => {
    const rows = history(280, { elasticity: 0.5 })
    const events = Array.from({ length: 5 }, (_, index) => 200 + index)
    for (const index of events) {
      const row = rows[index] as { spend: number; revenue: number }
      row.spend *= 3
      row.revenue *= 9
    }
    const learn = (days: number[]) =>
      learnSpendResponse(
        rows.map(({ revenue }) => revenue),
        rows.map(({ spend }) => spend),
        days.map((index) => ({ index, event: 'promotion', phase: 'sale', offset: 0, occurrence: '2026' })),
        0.5,
      ) as SpendResponse
    expect(learn(events).elasticity).toBeCloseTo(0.5, 1)
    expect(learn([]).elasticity).toBeGreaterThan(0.6)
  })

  test('compares the plan with the spend of ordinary days, if a week of them is left', () => {
    const rows = history(280)
    const usualSpend = (events: number[]) =>
      (
        learnSpendResponse(
          rows.map(({ revenue }) => revenue),
          rows.map(({ spend }, index) => (events.includes(index) ? 3 * spend : spend)),
          events.map((index) => ({ index, event: 'promotion', phase: 'sale', offset: 0, occurrence: '2026' })),
          0.5,
        ) as SpendResponse
      ).usual_spend
    const lastDays = (count: number) => Array.from({ length: count }, (_, index) => 280 - count + index)
    const spends = rows.map(({ spend }) => spend)
    const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(usualSpend(lastDays(10))).toBeCloseTo(meanOf(spends.slice(-28, -10)), 6)
    expect(usualSpend(lastDays(25))).toBeCloseTo(
      meanOf(spends.slice(-28).map((spend, index) => (index < 3 ? spend : 3 * spend))),
      6,
    )
  })
})
