import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answers, settingsOf, SlackScene } from '../support/slack.ts'
import { later, noon } from '../support/webhooks.ts'

let scene: SlackScene

beforeAll(async () => {
  scene = await SlackScene.start()
})
afterAll(() => scene.stop())

const at = (seconds: number) => later(noon, seconds)

describe('POST /console/brands/{brand_id}/settings/notifications/slack/test', () => {
  test('sends a message at once, in quiet hours too, and once for two clicks', async () => {
    const brand = await scene.brand('tested')
    await scene.notifications.setHours(brand.page, brand.admin, { starts_at: '11:00', ends_at: '13:00' })
    for (const _ of [1, 2]) await scene.send(brand.page, brand.admin, '/test')
    expect(await settingsOf(brand)).toContain('Test message: is being sent.')
    expect(await scene.passAt(noon)).toEqual({ sent: 1, failed: 0 })
    expect(scene.at(brand.path).map(({ text }) => text)).toEqual(['Test message of Vitrine'])
  })

  test('gives up after ten minutes', async () => {
    const brand = await scene.brand('tested-in-vain')
    scene.receiver.behaviors[brand.path] = answers(500)
    await scene.send(brand.page, brand.admin, '/test')
    for (const seconds of [0, 30, 90, 210, 450, 600]) await scene.passAt(at(seconds))
    expect(scene.at(brand.path)).toHaveLength(5)
    expect(await settingsOf(brand)).toMatch(/Test message: <strong class="bad">given up on/)
  })
})
