import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answers, markupOf, settingsOf, SlackScene } from '../../support/slack.ts'
import { lamp, order } from '../../support/commerce.ts'
import { ShopScene } from '../../support/shop_scene.ts'
import { later, noon } from '../../support/webhooks.ts'

let scene: SlackScene

beforeAll(async () => {
  scene = await SlackScene.start()
})
afterAll(() => scene.stop())
beforeEach(async () => {
  const { sql } = scene.notifications.console.database
  await sql`delete from core.slack_receivers`
  scene.receiver.behaviors = {}
})

// Channels are connected and events happen at noon.
const at = (seconds: number) => later(noon, seconds)

async function alert(brandId: string): Promise<void> {
  await scene.notifications.console.anomaly(brandId)
}

describe('texts of others in a message', () => {
  const hostile = '<!channel> <https://evil.example|Reset> @here *bold* _it_ `code` :boom: evil.example &amp; & co'

  test('mention no one, link nowhere and format nothing', async () => {
    const brand = await scene.brand('hostile', { name: '<!here> *Aurora*' })
    const { sql } = scene.notifications.console.database
    await alert(brand.brandId)
    await sql`update analytics.entities set name = ${hostile} where brand_id = ${brand.brandId} and external_id = '2'`
    await scene.passAt(at(60))
    const [message] = scene.at(brand.path)
    const sent = JSON.stringify(message)
    expect(sent).toContain('&lt;!channel&gt; &lt;https://evil.example|Reset&gt; @here *bold*')
    expect(sent).toContain('&amp;amp; &amp; co')
    // Slack reads markup between < and > only, and formatting in mrkdwn only.
    const links = [...sent.matchAll(/<([^>]*)>/g)].map(([, link]) => link)
    const root = `${scene.notifications.console.api.url}${brand.root}`
    expect(links).toEqual([
      `${root}/anomalies|See the anomalies`,
      `${root}/settings/notifications|Choose what is sent here`,
    ])
    expect(message && markupOf(message).join()).not.toMatch(/evil|Aurora|bold/)
    expect([message?.mrkdwn, message?.text]).toEqual([false, '&lt;!here&gt; *Aurora*: 1 alert'])
    const texts = message?.blocks.flatMap(({ text, elements = [] }) => [...(text ? [text] : []), ...elements])
    for (const { type, emoji, verbatim } of texts ?? [])
      expect(type === 'mrkdwn' ? verbatim : emoji).toBe(type === 'mrkdwn')
  })
})

describe('an alert', () => {
  test('is sent a minute later, once, to the channel of its brand only', async () => {
    const [brand, other] = [await scene.brand('alert'), await scene.brand('other')]
    await alert(brand.brandId)
    await alert(brand.brandId)
    expect(await scene.passAt(at(59))).toEqual({ sent: 0, failed: 0 })
    expect(await scene.passAt(at(60))).toEqual({ sent: 1, failed: 0 })
    expect(await scene.passAt(at(86_400))).toEqual({ sent: 0, failed: 0 })
    expect(scene.at(brand.path).map(({ text }) => text)).toEqual(['Aurora: 2 alerts'])
    expect(scene.at(other.path)).toEqual([])
    expect(await settingsOf(brand)).toMatch(/Alerts: last sent .*20 Nov 2026/)
  })

  test('is sent once by several workers', async () => {
    const brand = await scene.brand('workers')
    await alert(brand.brandId)
    await Promise.all([1, 2, 3].map(() => scene.passAt(at(60))))
    expect(scene.at(brand.path)).toHaveLength(1)
  })

  test('that does not apply any more is not sent', async () => {
    const brand = await scene.brand('resolved')
    await alert(brand.brandId)
    await scene.notifications.console.database.sql`delete from analytics.anomalies where brand_id = ${brand.brandId}`
    await scene.passAt(at(60))
    expect(scene.at(brand.path)).toEqual([])
  })

  test('of an archived brand, or after the channel was disconnected, is not sent', async () => {
    const [archived, left] = [await scene.brand('archived'), await scene.brand('left')]
    for (const { brandId } of [archived, left]) await alert(brandId)
    await scene.notifications.console.database
      .sql`update core.brands set status = 'archived' where brand_id = ${archived.brandId}`
    expect((await scene.send(left.page, left.admin, '/disconnect')).html).toContain('The Slack channel is disconnected')
    await scene.passAt(at(60))
    expect([...scene.at(archived.path), ...scene.at(left.path)]).toEqual([])
  })

  test('waits for the end of the quiet hours', async () => {
    const brand = await scene.brand('quiet')
    await scene.notifications.setHours(brand.page, brand.admin, { starts_at: '11:00', ends_at: '13:00' })
    await alert(brand.brandId)
    await scene.passAt(at(3599))
    expect(scene.at(brand.path)).toEqual([])
    await scene.passAt(at(3600))
    expect(scene.at(brand.path)).toHaveLength(1)
  })
})

describe('an offer and an order', () => {
  test('are one message to the channel of their shop, also in quiet hours, with no word of the agent', async () => {
    const { console } = scene.notifications
    const [other, shop] = [await scene.brand('shop-of-others'), await new ShopScene(console).shop('<!channel> *Lamp*')]
    const [page, admin] = [`${shop.root}/settings/notifications`, await console.member(shop.brandId, 'admin')]
    await scene.connect(page, admin, scene.addressOf('shop'))
    await scene.notifications.setHours(page, admin, { starts_at: '11:00', ends_at: '13:00' })
    await shop.agent('POST', '/negotiations', lamp(60, { message: 'Pay at agent.example' }))
    await order(shop.agent as never)
    await scene.passAt(at(60))
    const [message, ...others] = scene.at(scene.pathOf('shop'))
    expect([others, scene.at(other.path)]).toEqual([[], []])
    expect(message?.text).toBe('Brand: 1 offer and 1 new order wait for your shop')
    expect(JSON.stringify(message)).toContain('Offer for \\"')
    expect(JSON.stringify(message)).not.toMatch(/agent\.example|<!channel>/)
    expect(message && markupOf(message).join()).not.toContain('*Lamp*')
    expect(await settingsOf({ page, admin })).toContain('Offers, orders and disputes: last sent')
  })
})

describe('an address that refuses', () => {
  test.each([
    ['no-service', 404, 'no_service', 'does not exist any more (status 404, no_service)'],
    ['archived-channel', 410, 'channel_is_archived', 'does not exist any more (status 410, channel_is_archived)'],
    ['invalid', 403, 'invalid_token', 'Slack refused it (status 403, invalid_token)'],
    ['page-not-found', 404, '<h1>Lost</h1>', 'does not exist any more (status 404)'],
  ])('is disabled, and the page says why: %s', async (path, status, text, reason) => {
    const brand = await scene.brand(path)
    scene.receiver.behaviors[brand.path] = answers(status, text)
    await alert(brand.brandId)
    expect(await scene.passAt(at(60))).toEqual({ sent: 0, failed: 1 })
    expect(await settingsOf(brand)).toContain(reason)
    await alert(brand.brandId)
    await scene.passAt(at(90_000))
    expect(scene.at(brand.path)).toHaveLength(1)
    expect((await scene.send(brand.page, brand.admin, '/test')).html).toContain('The Slack channel is disabled.')
    // A new address starts without the history of the former one.
    await scene.connect(brand.page, brand.admin, scene.addressOf(`${path}-again`))
    expect(await settingsOf(brand)).not.toContain('disabled')
  })

  test('is asked again only after Retry-After, with all of its messages', async () => {
    const brand = await scene.brand('slower')
    scene.receiver.behaviors[brand.path] = answers(429, 'rate_limited', { 'Retry-After': '300' })
    await alert(brand.brandId)
    expect(await scene.passAt(at(60))).toEqual({ sent: 0, failed: 1 })
    await scene.send(brand.page, brand.admin, '/test')
    expect(await settingsOf(brand)).toContain('Slack asked to send less (status 429)')
    scene.receiver.behaviors[brand.path] = answers(200, 'ok')
    for (const seconds of [120, 359]) expect(await scene.passAt(at(seconds))).toEqual({ sent: 0, failed: 0 })
    expect(scene.at(brand.path)).toHaveLength(1)
    expect(await scene.passAt(at(360))).toEqual({ sent: 2, failed: 0 })
  })

  test('with an error of the server is asked again with growing delays, for a day', async () => {
    const brand = await scene.brand('broken')
    scene.receiver.behaviors[brand.path] = answers(500, 'rollup_error')
    await alert(brand.brandId)
    for (const seconds of [60, 89, 90, 149, 150]) await scene.passAt(at(seconds))
    expect(scene.at(brand.path)).toHaveLength(3)
    expect(await settingsOf(brand)).toContain('because Slack refused it (status 500, rollup_error)')
    await scene.passAt(at(60 + 86_400))
    expect(await settingsOf(brand)).toMatch(/Alerts: <strong class="bad">given up on/)
  })

  test('does not hold up the messages of other brands, and costs a limited time', async () => {
    const [slow, other] = [await scene.brand('hangs'), await scene.brand('prompt')]
    scene.receiver.behaviors[slow.path] = () => undefined
    await alert(slow.brandId)
    await alert(other.brandId)
    const startedAt = performance.now()
    expect(await scene.passAt(at(60), { secondsMax: 1, concurrencyMax: 2 })).toEqual({ sent: 1, failed: 1 })
    expect(performance.now() - startedAt).toBeLessThan(5000)
    expect(await settingsOf(slow)).toContain('because the address did not answer in time')
  })

  test('does not hold up other accounts with many addresses that hang', async () => {
    const { sql } = scene.notifications.console.database
    const slow = await Promise.all([1, 2, 3, 4].map((index) => scene.brand(`hangs-too-${index}`)))
    const [{ account_id: account } = {}] =
      await sql`select account_id from core.brands where brand_id = ${slow[0]?.brandId ?? ''}`
    for (const { brandId, path } of slow) {
      await sql`update core.brands set account_id = ${account}, slug = ${path.split('/').at(-1) ?? ''} where brand_id = ${brandId}`
      scene.receiver.behaviors[path] = () => undefined
      await alert(brandId)
    }
    const other = await scene.brand('after-them')
    await alert(other.brandId)
    let arrivedAt = Infinity
    const startedAt = performance.now()
    scene.receiver.behaviors[other.path] = (response) => {
      arrivedAt = performance.now() - startedAt
      response.writeHead(200).end('ok')
    }
    await scene.passAt(at(60), { secondsMax: 1, concurrencyMax: 2 })
    expect(arrivedAt).toBeLessThan(900)
  })

  test('that resolves to a private address is not asked', async () => {
    const brand = await scene.brand('rebinds')
    const { sql } = scene.notifications.console.database
    await alert(brand.brandId)
    const resolve = async () => await Promise.resolve([{ address: '10.0.0.7', family: 4 }])
    expect(await scene.passAt(at(60), { resolve })).toEqual({ sent: 0, failed: 1 })
    expect(scene.at(brand.path)).toEqual([])
    const [row] = await sql`select refusal from oauth.notification_mails where brand_id = ${brand.brandId}`
    expect(row?.refusal).toEqual({ error: 'forbidden_address', http_status: null, slack_code: null })
    expect(await settingsOf(brand)).toContain('the address is not on the public internet')
  })

  test('that redirects is not followed', async () => {
    const [brand, target] = [await scene.brand('redirects'), await scene.brand('target')]
    scene.receiver.behaviors[brand.path] = answers(302, '', { Location: scene.receiver.url + target.path })
    await alert(brand.brandId)
    expect(await scene.passAt(at(60))).toEqual({ sent: 0, failed: 1 })
    expect(scene.at(target.path)).toEqual([])
  })

  test('whose key is missing is not asked, and the page says so', async () => {
    const brand = await scene.brand('sealed')
    await alert(brand.brandId)
    const secretKey = Buffer.alloc(32, 7).toString('base64')
    expect(await scene.passAt(at(60), { secretKey })).toEqual({ sent: 0, failed: 1 })
    expect(await settingsOf(brand)).toContain('the address cannot be decrypted')
    expect(await scene.passAt(at(90))).toEqual({ sent: 1, failed: 0 })
  })

  test('is in no line of the log', () => {
    expect(JSON.stringify(scene.notifications.log)).not.toContain('/services/')
  })
})

describe('the weekly digest', () => {
  const monday = '2026-11-23'

  test('is sent once on Monday, with a part for each topic', async () => {
    const brand = await scene.brand('digest')
    await scene.passAt(`${monday}T07:59:00Z`)
    expect(scene.at(brand.path)).toEqual([])
    for (const time of ['08:00', '08:01', '09:30', '23:00']) await scene.passAt(`${monday}T${time}:00Z`)
    const [message, ...others] = scene.at(brand.path)
    expect([message?.text, others]).toEqual(['Aurora: 16 to 22 Nov 2026', []])
    expect(message && markupOf(message)).toContain('*The week*')
    expect(JSON.stringify(message)).toContain('• Spend: $')
  })

  test('of a brand that never had data is not sent', async () => {
    const brand = await scene.brand('empty', { days: [] })
    for (const time of ['08:00', '08:01', '09:30']) await scene.passAt(`${monday}T${time}:00Z`)
    expect(scene.at(brand.path)).toEqual([])
  })

  test('of the week in which a channel was connected after Monday morning is not sent', async () => {
    const brand = await scene.brand('later')
    await scene.notifications.console.database
      .sql`update core.slack_receivers set connected_at = ${`${monday}T08:05:00Z`} where brand_id = ${brand.brandId}`
    for (const time of ['08:30', '08:32']) await scene.passAt(`${monday}T${time}:00Z`)
    expect(scene.at(brand.path)).toEqual([])
    for (const time of ['08:00', '08:01']) await scene.passAt(`2026-11-30T${time}:00Z`)
    expect(scene.at(brand.path)).toHaveLength(1)
  })
})
