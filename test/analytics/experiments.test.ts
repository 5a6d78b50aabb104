import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import { createExperimenter, design, ExperimentScene } from '../support/experiments.ts'

let scene: ExperimentScene

beforeAll(async () => {
  scene = await ExperimentScene.start(await createDatabase())
})
afterAll(() => scene.stop())

describe('GET /v1/experiments', () => {
  test('lists the experiments of the brand, the latest first, by status and page', async () => {
    const { key, writer } = await createExperimenter(scene.database)
    const first = await scene.post(scene.planning, writer, '', design)
    const second = await scene.post(scene.planning, writer, '', { ...design, starts_on: '2026-11-02' })
    const ids = [second, first].map(({ body }) => body.experiment.experiment_id as string)
    await scene.post(scene.planning, writer, `/${ids[0]}/cancel`)
    const list = async (query = '') => {
      const { body } = await scene.get(scene.planning, key, query)
      return body.data.map(({ experiment_id }: { experiment_id: string }) => experiment_id)
    }
    expect(await list()).toEqual(ids)
    expect(await list('?status=canceled')).toEqual([ids[0]])
    expect(await list('?limit=1&page=2')).toEqual([ids[1]])
    const { body } = await scene.get(scene.planning, key, '?limit=1')
    expect(body.meta).toMatchObject({ total_rows: 2, truncated: true })
  })

  test('lists no experiment of another brand', async () => {
    const { writer } = await createExperimenter(scene.database)
    await scene.run(writer)
    const other = await createExperimenter(scene.database)
    expect((await scene.get(scene.planning, other.key)).body.data).toEqual([])
  })
})
