import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import { createExperimenter, design, ExperimentScene } from '../support/experiments.ts'

let scene: ExperimentScene

beforeAll(async () => {
  scene = await ExperimentScene.start(await createDatabase())
})
afterAll(() => scene.stop())

describe('POST /v1/experiments/{experiment_id}/cancel', () => {
  test('closes a running experiment without a result, and a repeated request changes nothing', async () => {
    const { brandId, writer, writerId } = await createExperimenter(scene.database)
    const { id, blocks } = await scene.run(writer)
    await scene.execute(brandId, blocks, 6)
    const { status, body } = await scene.post(scene.ending, writer, `/${id}/cancel`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      experiment: { status: 'canceled', closed_at: '2026-11-20T12:00:00Z', closed_by: writerId, result_at_end: null },
      result: null,
      meta: { warnings: [] },
    })
    const again = await scene.post(scene.starting, writer, `/${id}/cancel`)
    expect(again.body.experiment).toEqual(body.experiment)
  })

  test('states the day of the end in the time zone of the brand', async () => {
    const { brandId, writer } = await createExperimenter(scene.database)
    await scene.database.sql`update core.brands set timezone = 'Pacific/Kiritimati' where brand_id = ${brandId}`
    const { body: planned } = await scene.post(scene.planning, writer, '', design)
    expect(planned.experiment.closed_on).toBeNull()
    const { body } = await scene.post(scene.planning, writer, `/${planned.experiment.experiment_id}/cancel`)
    expect(body.experiment).toMatchObject({ closed_at: '2026-08-01T12:00:00Z', closed_on: '2026-08-02' })
  })

  test('returns 409 for an ended experiment', async () => {
    const { writer } = await createExperimenter(scene.database)
    const { id } = await scene.run(writer)
    await scene.post(scene.ending, writer, `/${id}/end`)
    expect((await scene.post(scene.ending, writer, `/${id}/cancel`)).status).toBe(409)
  })

  test('returns 403 for a key that only reads', async () => {
    const { key, writer } = await createExperimenter(scene.database)
    const { id } = await scene.run(writer)
    expect((await scene.post(scene.ending, key, `/${id}/cancel`)).status).toBe(403)
  })
})
