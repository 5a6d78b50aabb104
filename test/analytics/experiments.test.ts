import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import { createExperimenter, design, ExperimentScene } from '../support/experiments.ts'
import type { Block } from '../support/experiments.ts'

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

  test('names the next switch, today included, of a planned and a running experiment, and none of others', async () => {
    const { key, writer } = await createExperimenter(scene.database)
    const nextOf = async (api: Api) => (await scene.get(api, key)).body.data[0].next_switch
    const { body } = await scene.post(scene.planning, writer, '', design)
    const { experiment, blocks } = body as { experiment: { experiment_id: string }; blocks: Block[] }
    const { first_on: day, state } = blocks[0] as Block
    expect([await nextOf(scene.planning), await nextOf(scene.starting)]).toEqual([
      { day, state },
      { day, state },
    ])
    // It was not started in time.
    const late = await startApi(scene.database, { now: '2026-08-04T12:00:00Z' })
    expect(await nextOf(late)).toBeNull()
    await scene.post(scene.starting, writer, `/${experiment.experiment_id}/start`)
    const second = blocks.find((block) => block.state !== state)
    expect(await nextOf(late)).toEqual({ day: second?.first_on, state: second?.state })
    const after = await startApi(scene.database, { now: '2026-10-26T12:00:00Z' })
    expect(await nextOf(after)).toEqual(blocks.at(-1)?.state === 'off' ? { day: '2026-10-26', state: 'on' } : null)
    expect(await nextOf(scene.ending)).toBeNull()
    await scene.post(late, writer, `/${experiment.experiment_id}/cancel`)
    expect(await nextOf(late)).toBeNull()
    await late.stop()
    await after.stop()
  })

  test('lists no experiment of another brand', async () => {
    const { writer } = await createExperimenter(scene.database)
    await scene.run(writer)
    const other = await createExperimenter(scene.database)
    expect((await scene.get(scene.planning, other.key)).body.data).toEqual([])
  })
})
