import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SlackScene } from '../support/slack.ts'

let scene: SlackScene

beforeAll(async () => {
  scene = await SlackScene.start()
})
afterAll(() => scene.stop())

describe('POST /console/brands/{brand_id}/settings/notifications/slack/disconnect', () => {
  test('deletes the address and the messages that wait, also a second time', async () => {
    const { sql } = scene.notifications.console.database
    const left = await scene.brand('left')
    await scene.send(left.page, left.admin, '/test')
    for (const _ of [1, 2]) {
      const { html } = await scene.send(left.page, left.admin, '/disconnect')
      expect(html).toContain('No channel is connected.')
    }
    expect(await sql`select from core.slack_receivers`).toEqual([])
    expect(await sql`select from oauth.notification_mails`).toEqual([])
    expect((await scene.send(left.page, left.admin, '/test')).status).toBe(404)
  })
})
