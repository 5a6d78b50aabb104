import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startProcess } from '../../../cli/installation/process.ts'
import { SlackScene } from '../../support/slack.ts'
import { secretKey } from '../../support/webhooks.ts'

let scene: SlackScene

beforeAll(async () => {
  scene = await SlackScene.start()
})
afterAll(() => scene.stop())

/** The address accepts a message and does not answer, so that the worker is killed between sending and recording. */
test(
  'a worker that is killed between sending and recording repeats one message, with the same alerts',
  { timeout: 60_000 },
  async () => {
    const brand = await scene.brand('killed')
    const { console: pages } = scene.notifications
    scene.receiver.behaviors[brand.path] = () => undefined
    await pages.anomaly(brand.brandId)
    await scene.notifications.wait('1 minute')
    const worker = startProcess('functions/worker/process.ts', {
      DATABASE_URL: pages.database.workerUrl,
      WEBHOOK_SECRET_KEY: secretKey,
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      PUBLIC_BASE_URL: pages.api.url,
    })
    await vi.waitFor(() => expect(scene.at(brand.path)).toHaveLength(1), { timeout: 40_000, interval: 100 })
    process.kill(worker.pid, 'SIGKILL')
    await worker.stop()
    delete scene.receiver.behaviors[brand.path]
    // Events of the time after the first attempt wait for the next message.
    await pages.anomaly(brand.brandId)
    const noon = '2026-11-20T12:00:00Z'
    expect(await scene.passAt(noon)).toEqual({ sent: 0, failed: 0 })
    expect(await scene.passAt('2026-11-20T12:00:30Z')).toEqual({ sent: 1, failed: 0 })
    const [first, second, ...others] = scene.at(brand.path)
    expect([second, others]).toEqual([first, []])
    expect(await scene.passAt('2026-11-20T12:10:00Z')).toEqual({ sent: 0, failed: 0 })
  },
)
