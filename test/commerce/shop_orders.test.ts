import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { hostileName, ownForm, textOf } from '../support/console.ts'
import { ShopScene } from '../support/shop_scene.ts'

let scene: ShopScene

beforeAll(async () => {
  scene = await ShopScene.start()
})
afterAll(() => scene.stop())

/** A shop with an order of two lamps, and its page as a member opens it. */
async function ordered(role: 'viewer' | 'admin' = 'admin', title = 'Lamp') {
  const shop = await scene.shop(title)
  const asked = {
    items: [{ product_id: 'lamp', quantity: 2 }],
    confirmation_window_days: 7,
    agent: { platform: 'claude' },
  }
  const { body: order } = await shop.agent('POST', '/transactions', asked)
  const { browser, person } = await scene.console.member(shop.brandId, role)
  const page = `${shop.root}/orders`
  const send = async (path: string, fields: [string, string][]) =>
    await browser.post(shop.root + path, [...ownForm(await browser.open(page)), ...fields])
  return {
    ...shop,
    order,
    browser,
    person,
    page,
    send,
    stored: async () => (await shop.agent('GET', `/transactions/${order.id}`)).body,
    report: async (...fields: [string, string][]) => await send(`/orders/${order.id}`, fields),
  }
}

/** An order with a dispute. */
async function disputed(role: 'viewer' | 'admin' = 'admin') {
  const shop = await ordered(role)
  await shop.merchant('POST', `/transactions/${shop.order.id}/report`, { action: 'confirm', merchant_order_id: 'A-1' })
  await shop.merchant('POST', `/transactions/${shop.order.id}/report`, { action: 'fulfill' })
  const { body } = await shop.agent('POST', `/transactions/${shop.order.id}/confirmation-window/dispute`, {
    reason_code: 'damaged',
    description: `Broken. ${hostileName}`,
  })
  const { dispute } = body
  return {
    ...shop,
    dispute,
    state: async (statement: string, version = dispute.version) =>
      await shop.send(`/disputes/${dispute.id}`, [
        ['statement', statement],
        ['version', String(version)],
      ]),
    statements: async () => (await shop.agent('GET', `/disputes/${dispute.id}`)).body.statements,
  }
}

describe('GET /console/brands/{brand_id}/orders', () => {
  test('shows a member of another brand nothing', async () => {
    const [own, other] = [await ordered(), await ordered()]
    const refused = await other.browser.open(own.page)
    expect([refused.status, refused.html.includes(own.order.id)]).toEqual([404, false])
  })

  test('lists orders with items, total, agent and holds, escapes names, and keeps the link of the buyer', async () => {
    const { browser, page, order, agent } = await ordered('viewer', hostileName)
    await agent('POST', '/holds', { product_id: 'lamp' })
    const shown = await browser.open(page)
    expect(textOf(shown)).toContain('Total of items: $200.00')
    expect(textOf(shown)).toContain('claude (not verified)')
    expect(textOf(shown)).toContain('Price holds')
    expect(textOf(shown)).toContain('An admin or owner of this brand can report its progress.')
    expect(shown.html).not.toContain(order.handoff.token)
    expect(shown.html).not.toMatch(/<script>|<img/)
    expect(textOf(await browser.open(`${page}?status=completed`))).toContain('No order is completed.')
    expect((await browser.open(`${page}?status=lost`)).status).toBe(400)
  })

  test('names the options and the id of a variant, so that the shop knows which one to send', async () => {
    const shop = await scene.shop()
    const variant = (size: string) => ({
      id: `jacket-${size}`,
      title: 'Jacket',
      price: 90,
      item_group_id: 'jacket',
      attributes: { size, color: 'red' },
      link: 'https://shop.example/jacket',
    })
    await stock(scene.console.database, shop.brandId, [variant('S'), variant('M')])
    await shop.agent('POST', '/transactions', { items: [{ product_id: 'jacket-M', quantity: 3 }] })
    const { browser } = await scene.console.member(shop.brandId, 'viewer')
    const shown = await browser.open(`${shop.root}/orders`)
    expect(textOf(shown)).toContain('3 × Jacket jacket-M , size M , $90.00 each')
    expect(shown.html).toContain(`${shop.root}/catalog/jacket-M`)
  })
})

describe('POST /console/brands/{brand_id}/orders/{transaction_id}', () => {
  test('returns 403 for a viewer and 404 for an order of another shop, and changes nothing', async () => {
    const [viewed, foreign, own] = [await ordered('viewer'), await ordered(), await ordered()]
    expect((await viewed.report(['action', 'acknowledge'])).status).toBe(403)
    expect((await own.send(`/orders/${foreign.order.id}`, [['action', 'acknowledge']])).status).toBe(404)
    for (const each of [viewed, foreign]) expect((await each.stored()).status).toBe('created')
  })

  test('confirms and fulfills an order, which opens the confirmation window', async () => {
    const { report, stored } = await ordered()
    const confirmed = await report(['action', 'confirm'], ['merchant_order_id', 'A-17'])
    expect([confirmed.status, confirmed.url.search]).toEqual([200, '?done=confirmed'])
    expect(textOf(confirmed)).toContain('Order A-17')
    expect(textOf(await report(['action', 'fulfill']))).toContain('Confirmation window: open')
    expect(await stored()).toMatchObject({ status: 'awaiting_confirmation', merchant_order_id: 'A-17' })
  })

  test('cancels an order with a reason, and refuses to confirm or cancel without the field', async () => {
    const { report, stored } = await ordered()
    for (const [action, field] of [
      ['confirm', 'merchant_order_id'],
      ['cancel', 'reason'],
    ] as const) {
      const refused = await report(['action', action], [field, ' '])
      expect(textOf(refused)).toMatch(/required/)
      expect((await stored()).status).toBe('created')
    }
    await report(['action', 'cancel'], ['reason', 'Sold out'])
    expect(await stored()).toMatchObject({ status: 'canceled', cancellation_reason: 'Sold out' })
  })

  test('refuses a step that the order cannot make, and the person whose connected app ordered', async () => {
    const { report, stored, person, order, browser, page } = await ordered()
    const early = await report(['action', 'fulfill'])
    expect([early.status, textOf(early)]).toEqual([409, expect.stringContaining('has the status created')])
    expect((await report(['action', 'refund'])).status).toBe(400)
    await scene.console.database.sql`
      update commerce.transactions set person_id = ${person.id as string} where transaction_id = ${order.id}`
    expect(textOf(await browser.open(page))).toContain('An app that you connected made this order.')
    const another = await scene.console.member(order.brand_id, 'admin')
    expect(textOf(await another.browser.open(page))).toContain('Acknowledge')
    expect((await report(['action', 'acknowledge'])).status).toBe(403)
    expect((await stored()).status).toBe('created')
  })
})

describe('POST /console/brands/{brand_id}/disputes/{dispute_id}', () => {
  test('returns 403 for a viewer and 404 for a dispute of another shop, and adds nothing', async () => {
    const [viewed, foreign, own] = [await disputed('viewer'), await disputed(), await disputed()]
    expect((await viewed.state('Sorry.')).status).toBe(403)
    expect((await own.send(`/disputes/${foreign.dispute.id}`, [['statement', 'Sorry.']])).status).toBe(404)
    for (const each of [viewed, foreign]) expect(await each.statements()).toHaveLength(1)
  })

  test('adds a statement of the shop, and shows both sides', async () => {
    const { state, statements, browser, page } = await disputed()
    expect((await browser.open(page)).html).not.toMatch(/<script>|<img/)
    const done = await state('We send another one.')
    expect(textOf(done)).toContain('The statement is added to the dispute.')
    expect(textOf(done)).toMatch(/Buyer,.*Broken\..*Your shop,.*We send another one\./)
    expect((await statements()).at(-1)).toMatchObject({ party: 'merchant', text: 'We send another one.' })
  })

  test('refuses an empty statement, and one about a dispute that changed since', async () => {
    const { state, statements, dispute, merchant } = await disputed()
    expect(textOf(await state(' '))).toMatch(/Statement must not be empty/)
    await merchant('POST', `/disputes/${dispute.id}/statements`, { statement: 'First.' })
    expect(textOf(await state('Second.'))).toMatch(/changed/)
    expect(await statements()).toHaveLength(2)
  })
})
