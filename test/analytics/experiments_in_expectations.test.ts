import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import { createExperimenter, design, ExperimentScene } from '../support/experiments.ts'

let scene: ExperimentScene

beforeAll(async () => {
  scene = await ExperimentScene.start(await createDatabase())
})
afterAll(() => scene.stop())

const warning =
  'The experiment "Meta off" (planned, 2026-08-03 to 2026-10-25) switches the ads of meta off on some of these days. The expected figures do not allow for it.'

/** The warnings about experiments of a forecast of spend and of a scenario for the next days. */
async function warningsOf(key: string, horizon_days: number) {
  const bearer = `Bearer ${key}`
  const { http } = scene.planning
  const forecast = await http
    .get('/v1/forecasts')
    .query({ type: 'custom', metric: 'spend', horizon_days })
    .set('Authorization', bearer)
  const scenario = await http.post('/v1/scenarios').set('Authorization', bearer).send({ horizon_days })
  expect([forecast.status, scenario.status]).toEqual([200, 200])
  return [forecast, scenario].map(({ body }) =>
    (body.meta.warnings as string[]).filter((text) => text.startsWith('The experiment')),
  )
}

/** A brand with a stored forecast of 60 days from 1 August. */
async function createForecaster() {
  const tenant = await createExperimenter(scene.database)
  const { sql } = scene.database
  const accuracy = {
    mape: 5,
    smape: 5,
    mase: 1,
    coverage_80: 0.8,
    coverage_95: 0.95,
    origins: 8,
    horizon_evaluated: 28,
  }
  await sql`
    insert into analytics.forecasts (brand_id, metric, trained_from, trained_through, horizon_days, model, accuracy, factors, events)
    values (${tenant.brandId}, 'spend', '2026-07-01', '2026-07-31', 60, 'naive', ${sql.json(accuracy)}, '[]', '{}')`
  await sql`
    insert into analytics.forecast_points (brand_id, metric, day, value, low_80, high_80, low_95, high_95)
    select ${tenant.brandId}, 'spend', date '2026-07-31' + ahead, 100, 90, 110, 80, 120 from generate_series(1, 60) as ahead`
  return tenant
}

describe('GET /v1/forecasts and POST /v1/scenarios', () => {
  test('name an experiment of their own brand in their days, until it is canceled', async () => {
    const [tenant, foreign] = [await createForecaster(), await createForecaster()]
    expect(await warningsOf(tenant.key, 30)).toEqual([[], []])
    const { body } = await scene.post(scene.planning, tenant.writer, '', design)
    expect(await warningsOf(tenant.key, 30)).toEqual([[warning], [warning]])
    expect(await warningsOf(foreign.key, 30)).toEqual([[], []])
    await scene.post(scene.planning, tenant.writer, `/${body.experiment.experiment_id}/cancel`)
    expect(await warningsOf(tenant.key, 30)).toEqual([[], []])
  })

  test('do not name an experiment after their last day', async () => {
    const tenant = await createForecaster()
    await scene.post(scene.planning, tenant.writer, '', {
      ...design,
      starts_on: '2026-08-20',
      campaign_ids: ['campaign of meta'],
    })
    expect(await warningsOf(tenant.key, 14)).toEqual([[], []])
    const some = [expect.stringContaining('switches some campaigns of meta off')]
    expect(await warningsOf(tenant.key, 30)).toEqual([some, some])
  })
})
