import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import { createExperimenter, design, ExperimentScene } from '../support/experiments.ts'

let scene: ExperimentScene

beforeAll(async () => {
  scene = await ExperimentScene.start(await createDatabase())
})
afterAll(() => scene.stop())

async function planned() {
  const tenant = await createExperimenter(scene.database)
  const { body } = await scene.post(scene.planning, tenant.writer, '', design)
  return { ...tenant, id: body.experiment.experiment_id as string }
}

describe('POST /v1/experiments/{experiment_id}/start', () => {
  test('starts an experiment once for two people at the same time', async () => {
    const { id, writer, writerId } = await planned()
    const answers = await Promise.all([1, 2].map(async () => await scene.post(scene.starting, writer, `/${id}/start`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const started = { status: 'running', started_at: '2026-08-03T12:00:00Z', started_by: writerId }
    for (const { body } of answers) expect(body.experiment).toMatchObject(started)
  })

  test('returns 409 after the first day', async () => {
    const { id, writer } = await planned()
    const { status, body } = await scene.post(scene.ending, writer, `/${id}/start`)
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('should have started on 2026-08-03')])
  })

  test('returns 409 for a canceled experiment', async () => {
    const { id, writer } = await planned()
    await scene.post(scene.planning, writer, `/${id}/cancel`)
    const { status, body } = await scene.post(scene.starting, writer, `/${id}/start`)
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('canceled')])
  })

  test('returns 403 for a key that only reads, and 404 for another brand', async () => {
    const { id, key } = await planned()
    expect((await scene.post(scene.starting, key, `/${id}/start`)).status).toBe(403)
    const other = await planned()
    expect((await scene.post(scene.starting, other.writer, `/${id}/start`)).status).toBe(404)
  })
})
