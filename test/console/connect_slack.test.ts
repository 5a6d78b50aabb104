import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reseal } from '../../cli/secrets/reseal.ts'
import { sealedSecrets } from '../../cli/secrets/sealed_secrets.ts'
import { findUnreadableSecrets, unreadableSentence } from '../../functions/worker/webhooks/unreadable_secrets.ts'
import { openKeyRing } from '../../shared/key_ring.ts'
import { SlackScene } from '../support/slack.ts'
import { secretKey } from '../support/webhooks.ts'

let scene: SlackScene
let brand: Awaited<ReturnType<SlackScene['brand']>>

beforeAll(async () => {
  scene = await SlackScene.start()
  brand = await scene.brand('own-8Xk2')
})
afterAll(() => scene.stop())

const stored = async (brandId = brand.brandId) =>
  await scene.notifications.console.database.sql`select * from core.slack_receivers where brand_id = ${brandId}`

describe('POST /console/brands/{brand_id}/settings/notifications/slack', () => {
  test('returns 404 to a member of another brand, who changes and sees nothing', async () => {
    const stranger = await scene.brand('stranger')
    for (const action of ['', '/test', '/disconnect'] as const) {
      const form = await stranger.admin.browser.open(stranger.page)
      const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(form.html) ?? []
      const { status, html } = await stranger.admin.browser.post(`${brand.page}/slack${action}`, [
        ['form_token', token],
        ['webhook_url', scene.addressOf('stolen')],
      ])
      expect([action, status, html.includes('8Xk2')]).toEqual([action, 404, false])
    }
    expect(await stored()).toMatchObject([{ ending: '8Xk2', disabled_at: null }])
    expect(scene.at(brand.path)).toEqual([])
  })

  test.each(['analyst', 'viewer'] as const)(
    'returns 403 to a role below admin, which sees the channel: %s',
    async (role) => {
      const member = await scene.notifications.console.member(brand.brandId, role)
      const { html } = await member.browser.open(brand.page)
      expect(html).toMatch(/address ending in\s+<code>8Xk2<\/code>/)
      expect(html).not.toContain('/slack"')
      for (const action of ['', '/test', '/disconnect'] as const)
        expect((await scene.send(brand.page, member, action, [['webhook_url', scene.addressOf('other')]])).status).toBe(
          403,
        )
      expect(await stored()).toMatchObject([{ ending: '8Xk2' }])
    },
  )

  test.each([
    ['hooks', 'Webhook URL must be a complete URL'],
    ['ftp://hooks.slack.com/services/T00/B00/secret', 'must begin with https://'],
    ['https://10.0.0.7/services/T00/B00/secret', 'public addresses only'],
    ['https://169.254.169.254/latest/meta-data/iam', 'public addresses only'],
    ['https://[::ffff:10.0.0.7]/services/T00/B00/secret', 'public addresses only'],
    ['https://name:word@hooks.slack.com/services/T00/B00/secret', 'must not contain a user name or password'],
    ['https://app.slack.com/client/T00000000/C00000000', 'must be the URL of an incoming webhook'],
    ['https://hooks.slack.com/workflows/T00/A00/1/secret', 'must be the URL of an incoming webhook'],
    ['https://evil.slack.com/services/T00/B00/secret', 'must be the URL of an incoming webhook'],
    ['https://example.com/', 'must be the URL of an incoming webhook'],
    [`https://hooks.example.com/${'a'.repeat(2000)}`, 'must have'],
    ['', 'Webhook URL'],
  ])('returns 400 for %s, keeps the channel, and does not repeat the address', async (url, message) => {
    const { status, html } = await scene.connect(brand.page, brand.admin, url)
    expect([status, html]).toEqual([400, expect.stringContaining(message)])
    if (url.includes('secret')) expect(html).not.toContain('secret')
    expect(await stored()).toMatchObject([{ ending: '8Xk2' }])
  })

  test('stores the address encrypted, for its channel only, and shows host and ending', async () => {
    const [row] = await stored()
    const { sql } = scene.notifications.console.database
    const [{ everything } = {}] = await sql`
      select string_agg(held::text, '') as everything from core.slack_receivers as held where brand_id = ${brand.brandId}`
    expect(everything).not.toContain('/services/')
    const ring = await openKeyRing(secretKey)
    const opened = await ring.open(row?.sealed as string, `slack address of ${row?.receiver_id}`)
    expect(new TextDecoder().decode(opened)).toBe(scene.addressOf('own-8Xk2'))
    await expect(ring.open(row?.sealed as string, 'slack address of slk_other')).rejects.toThrow()
    const { html } = await brand.admin.browser.open(brand.page)
    expect(html).toContain(new URL(scene.receiver.url).host)
    expect(html).not.toMatch(/own-8Xk2|\/services\/T00/)
  })

  test('twelve at once connect one channel', async () => {
    const busy = await scene.brand('busy')
    const sent = Array.from({ length: 12 }, (_, index) =>
      scene.connect(busy.page, busy.admin, scene.addressOf(`busy-000${index}`)),
    )
    for (const { html } of await Promise.all(sent)) expect(html).toContain('The Slack channel is connected.')
    expect(await stored(busy.brandId)).toHaveLength(1)
  })
})

describe('rotation of WEBHOOK_SECRET_KEY', () => {
  test('encrypts the addresses of channels again, and names the channels of a missing key', async () => {
    const { sql } = scene.notifications.console.database
    const newer = Buffer.alloc(32, 9).toString('base64')
    const [unreadable] = await findUnreadableSecrets(sql, newer)
    expect(unreadable && unreadableSentence(unreadable)).toMatch(/to 0 active endpoints and \d+ Slack channels? fail\./)
    const [before] = await stored()
    await reseal(sql, sealedSecrets.WEBHOOK_SECRET_KEY, `${newer},${secretKey}`)
    expect(await findUnreadableSecrets(sql, newer)).toEqual([])
    const [after] = await stored()
    expect(after?.sealed).not.toBe(before?.sealed)
    const opened = await (
      await openKeyRing(newer)
    ).open(after?.sealed as string, `slack address of ${after?.receiver_id}`)
    expect(new TextDecoder().decode(opened)).toBe(scene.addressOf('own-8Xk2'))
  })
})
