import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { delivered, lamp, order, usualPolicy } from '../../support/commerce.ts'
import { NotificationScene } from '../../support/notifications.ts'
import { ShopScene } from '../../support/shop_scene.ts'
import { later, noon } from '../../support/webhooks.ts'

let scene: NotificationScene
let shops: ShopScene

beforeAll(async () => {
  scene = await NotificationScene.start()
  shops = new ShopScene(scene.console)
  // The clock is fixed, so that the minute of a rate limit never ends.
  await scene.console.database
    .sql`update core.key_kinds set requests_per_minute = 1000000 where requests_per_minute is not null`
})
afterAll(() => scene.stop())
beforeEach(async () => {
  await scene.console.database.sql`delete from oauth.notifications`
  await scene.console.database.sql`delete from oauth.notification_mails`
})

/** A shop whose offers persons answer, with an admin. */
async function shop() {
  const own = await shops.shop()
  return { ...own, admin: await scene.console.member(own.brandId, 'admin') }
}

type Shop = Awaited<ReturnType<typeof shop>>

const offer = async ({ agent }: Shop, amount = 60, more: object = {}) =>
  (await agent('POST', '/negotiations', lamp(amount, more))).body

async function dispute({ agent, merchant }: Shop) {
  const { id } = await delivered(agent as never, merchant as never)
  const path = `/transactions/${id}/confirmation-window/dispute`
  return (await agent('POST', path, { reason_code: 'damaged', description: 'Ada Byron got it broken.' })).body.dispute
}

const subjects = (mails: { subject: string }[]) => mails.map(({ subject }) => subject.replace(/^.*: /, ''))

describe('a mail about the shop', () => {
  test('is sent to no member of another brand, and to no member who cannot answer', async () => {
    const [own] = [await shop(), await shop()]
    for (const role of ['viewer', 'analyst'] as const) await scene.console.member(own.brandId, role)
    await offer(own)
    await order(own.agent as never)
    expect((await scene.mails()).map(({ to }) => to)).toEqual([own.admin.person.email])
  })

  test('adds no header, no line and no markup of a product, and no word of an agent or about a buyer', async () => {
    const { sql } = scene.console.database
    const own = await shop()
    const agent = { platform: 'Visit agent.example' }
    await offer(own, 60, { message: 'Pay at agent.example', agent })
    await order(own.agent as never, { buyer_reference: 'Ada Byron', agent })
    await dispute(own)
    const title = 'Lamp\r\nBcc: victim@people.example\r\n\r\n<a href="https://evil.example">Sign in</a>\u202e'
    for (const table of ['negotiations', 'transaction_items']) {
      // Imports and the table remove some of it already.
      await sql`alter table ${sql(`commerce.${table}`)} disable trigger user`
      await sql`update ${sql(`commerce.${table}`)} set title = ${title} where brand_id = ${own.brandId}`
      await sql`alter table ${sql(`commerce.${table}`)} enable trigger user`
    }
    const [mail, ...others] = await scene.mails()
    expect(others).toEqual([])
    expect(mail?.headers.filter((line) => /^(bcc|cc|to):/i.test(line))).toEqual([`To: ${own.admin.person.email}`])
    expect(mail?.headers.some((line) => line.includes('text/html'))).toBe(false)
    expect(
      mail?.text.split('"Lamp Bcc: victim@people.example <a href="https://evil.example">Sign in</a>"'),
    ).toHaveLength(3)
    expect(mail?.text.split('\r\n').filter((line) => /^(Bcc|<)/.test(line))).toEqual([])
    expect(mail?.text).not.toMatch(/\u202e|agent\.example|Ada Byron/)
  })

  test('about 100 offers is one mail with their number, and an hour passes before the next one', async () => {
    const own = await shop()
    for (let round = 0; round < 100; round++) await offer(own)
    const [mail, ...others] = await scene.mails()
    expect([subjects(mail ? [mail] : []), others]).toEqual([['100 offers wait for your shop'], []])
    expect(mail?.text.match(/^- /gm)).toHaveLength(6)
    await order(own.agent as never)
    expect(await scene.mails()).toEqual([])
    await scene.wait('1 hour')
    expect(subjects(await scene.mails())).toEqual(['1 new order waits for your shop'])
  })

  test('has the product, the offered price, the list price and the end of each offer', async () => {
    const own = await shop()
    await offer(own, 62.5, { quantity: 2 })
    await order(own.agent as never)
    await dispute(own)
    const [mail] = await scene.mails()
    expect(subjects(mail ? [mail] : [])).toEqual(['1 offer, 1 new order and 1 dispute wait for your shop'])
    const { url } = scene.console.api
    for (const line of [
      `- Offer for 2 × "Lamp": $62.50 per unit, list price $100, valid until 22 Nov 2026, 12:00 UTC\r\n  Answer the offers: ${url}${own.root}/negotiations?status=pending_merchant`,
      '- Order of 2 × "Lamp": items for $200, expires on 21 Nov 2026, 12:00 UTC if you do not confirm it',
      `- Dispute about the order "A-1": damaged, open until 20 Dec 2026, 12:00 UTC\r\n  Answer the disputes: ${url}${own.root}/orders?status=disputed`,
    ])
      expect(mail?.text).toContain(line)
  })

  test('is sent in quiet hours, because offers expire', async () => {
    const own = await shop()
    await scene.setHours(`${own.root}/settings/notifications`, own.admin, { starts_at: '11:00', ends_at: '13:00' })
    await offer(own)
    expect(await scene.mails()).toHaveLength(1)
  })

  test('is turned off by the choice of the member', async () => {
    const own = await shop()
    await scene.choose(own.admin, `${own.root}/settings/notifications`, { shop: false })
    await offer(own)
    expect(await scene.mails()).toEqual([])
  })
})

describe('what does not wait any more', () => {
  test('an offer that expired before the mail is not announced', async () => {
    const own = await shop()
    await offer(own)
    expect(await scene.passAt(later(noon, 2 * 86_400))).toEqual([])
  })

  test('an offer that was answered or withdrawn before the mail is not announced', async () => {
    const own = await shop()
    const [answered, withdrawn] = [await offer(own), await offer(own)]
    await own.merchant('POST', `/negotiations/${answered.id}/respond`, { action: 'decline' })
    await own.agent('POST', `/negotiations/${withdrawn.id}/withdraw`)
    expect(await scene.mails()).toEqual([])
  })

  test('an offer that the pricing policy answered is not noted', async () => {
    const own = await shop()
    expect((await own.merchant('POST', '/pricing-policies', usualPolicy)).status).toBe(200)
    expect((await offer(own)).status).toBe('pending_agent')
    expect(await scene.console.database.sql`select from oauth.notifications where brand_id = ${own.brandId}`).toEqual(
      [],
    )
  })

  test('an order that was confirmed and a dispute that was answered are not announced', async () => {
    const own = await shop()
    const { id } = await order(own.agent as never)
    await own.merchant('POST', `/transactions/${id}/report`, { action: 'confirm', merchant_order_id: 'A-2' })
    const { id: disputeId } = await dispute(own)
    await own.merchant('POST', `/disputes/${disputeId}/statements`, { statement: 'We send another one.' })
    expect(await scene.mails()).toEqual([])
  })

  test('an offer that was answered after the mail server refused the mail is left out of the next attempt', async () => {
    const own = await shop()
    const [answered] = [await offer(own), await offer(own)]
    scene.sink.refusals = 1
    expect(await scene.mails()).toEqual([])
    await own.merchant('POST', `/negotiations/${answered.id}/respond`, { action: 'decline' })
    expect(subjects(await scene.mails())).toEqual(['1 offer waits for your shop'])
  })
})

test('the next offer of an agent after a counter-offer is announced again', async () => {
  const own = await shop()
  const { id } = await offer(own)
  expect(await scene.mails()).toHaveLength(1)
  const counter = { action: 'counter', offer: { amount: 90, currency: 'USD' } }
  expect((await own.merchant('POST', `/negotiations/${id}/respond`, counter)).body.status).toBe('pending_agent')
  const next = { offer: { amount: 70, currency: 'USD' } }
  expect((await own.agent('POST', `/negotiations/${id}/offers`, next)).body.status).toBe('pending_merchant')
  await scene.wait('1 hour')
  const [mail] = await scene.mails()
  expect(mail?.text).toContain('- Offer for "Lamp": $70, list price $100')
})
