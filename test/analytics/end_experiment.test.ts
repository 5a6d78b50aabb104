import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import { createExperimenter, design, ExperimentScene } from '../support/experiments.ts'

let scene: ExperimentScene

beforeAll(async () => {
  scene = await ExperimentScene.start(await createDatabase())
})
afterAll(() => scene.stop())

describe('POST /v1/experiments/{experiment_id}/end', () => {
  test('ends an experiment once for two people at the same time', async () => {
    const { brandId, writer, writerId } = await createExperimenter(scene.database)
    const { id, blocks } = await scene.run(writer)
    await scene.execute(brandId, blocks, 6)
    const answers = await Promise.all([1, 2].map(async () => await scene.post(scene.ending, writer, `/${id}/end`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.body).toMatchObject({ experiment: answers[0]?.body.experiment, result: answers[0]?.body.result })
    expect(answers[0]?.body.experiment).toMatchObject({ status: 'ended', closed_by: writerId })
  })

  test('counts no pair that is not over, and has no result with fewer than six', async () => {
    const { brandId, writer } = await createExperimenter(scene.database)
    const { id, blocks } = await scene.run(writer)
    await scene.execute(brandId, blocks, 6)
    const api = await startApi(scene.database, { now: '2026-10-25T12:00:00Z' })
    const { body } = await scene.post(api, writer, `/${id}/end`)
    await api.stop()
    expect(body.result).toMatchObject({ pairs: 5, orders: null, revenue: null, calibration: null })
    expect(body.result.cost_per_incremental_order).toBeNull()
    expect(body.meta.warnings).toEqual([
      expect.stringContaining('5 pairs were over'),
      expect.stringContaining('5 of 6 planned pairs'),
    ])
    // The days after the end do not count later either.
    const later = await scene.get(scene.ending, writer, `/${id}`)
    expect(later.body.result.pairs).toBe(5)
  })

  test('returns 409 for a planned experiment, and for one without a finished day', async () => {
    const { writer } = await createExperimenter(scene.database)
    const { body } = await scene.post(scene.planning, writer, '', design)
    const id = body.experiment.experiment_id as string
    expect((await scene.post(scene.ending, writer, `/${id}/end`)).status).toBe(409)
    await scene.post(scene.starting, writer, `/${id}/start`)
    const early = await scene.post(scene.starting, writer, `/${id}/end`)
    expect([early.status, early.body.error.message]).toEqual([409, expect.stringContaining('no finished day')])
  })

  test('returns 403 for a key that only reads', async () => {
    const { key, writer } = await createExperimenter(scene.database)
    const { id } = await scene.run(writer)
    expect((await scene.post(scene.ending, key, `/${id}/end`)).status).toBe(403)
  })
})
