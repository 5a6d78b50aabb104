import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import { createExperimenter, design, ExperimentScene } from '../support/experiments.ts'
import { askQuestion } from '../support/question.ts'

let scene: ExperimentScene

beforeAll(async () => {
  scene = await ExperimentScene.start(await createDatabase())
})
afterAll(() => scene.stop())

const ask = (key: string, question: string, api = scene.ending) => askQuestion(api, key, question)

describe('a question about experiments', () => {
  test('returns the read-out of the ended experiment', async () => {
    const { key, id, body } = await scene.end(6)
    for (const question of [
      'How much lift did Meta have?',
      'what was the incremental ROAS of Meta',
      'is the experiment finished?',
      'list our experiments',
      'result of our experiment',
      'how many experiments did we run',
      'what did an incremental order cost on meta',
      'did the experiment have an effect?',
    ]) {
      const { interpretation, data, meta } = await ask(key, question)
      expect([question, interpretation]).toMatchObject([
        question,
        { intent: 'experiments', unmatched: [], reason: null, time: null, metrics: null, confidence: 1 },
      ])
      const row = { experiment_id: id, name: 'Meta off', platform: 'meta', status: 'ended', result: body.result }
      expect(data).toEqual([expect.objectContaining(row)])
      expect(meta).toMatchObject({ total_rows: 1, truncated: false, warnings: [], data_through: '2026-10-25' })
    }
  })

  test('has no result before the end, and says that the experiment is not finished', async () => {
    const { key, writer } = await createExperimenter(scene.database)
    await scene.run(writer)
    const { data, meta } = await ask(key, 'is our experiment done yet?')
    expect(data).toMatchObject([{ status: 'running', ends_on: '2026-10-25', result: null }])
    expect(meta.warnings).toEqual([expect.stringContaining('"Meta off" is running and not finished')])
  })

  test('says that there is no experiment, or none of the platform and status', async () => {
    const { key, writer } = await createExperimenter(scene.database)
    const none = await ask(key, 'how much lift did Meta have?')
    expect([none.data, none.meta.total_rows]).toEqual([[], 0])
    expect(none.meta.warnings).toEqual([expect.stringContaining('This brand has no experiments')])
    await scene.post(scene.planning, writer, '', design)
    const google = await ask(key, 'what was the lift of google?')
    expect(google.data).toEqual([])
    expect(google.meta.warnings).toEqual([expect.stringContaining('no experiment of this platform and status')])
    expect((await ask(key, 'which experiments are running?')).data).toEqual([])
    const planned = await ask(key, 'list planned experiments', scene.planning)
    expect(planned.interpretation.filters).toEqual({ status: ['planned'] })
    expect(planned.data).toMatchObject([{ status: 'planned' }])
  })

  test('marks what a read-out does not answer', async () => {
    const { key } = await scene.end(6)
    const { interpretation } = await ask(key, 'incremental ctr of Meta last month')
    expect(interpretation).toMatchObject({ intent: 'experiments', unmatched: ['ctr', 'last month'] })
    expect(interpretation.confidence).toBeLessThan(0.5)
  })

  test.each(['start the experiment', 'end our experiment', 'cancel the experiment'])(
    'refuses "%s"',
    async (question) => {
      const { key } = await createExperimenter(scene.database)
      expect((await ask(key, question)).interpretation).toMatchObject({ intent: null, reason: 'write_not_supported' })
    },
  )
})
