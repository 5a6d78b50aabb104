import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lamp } from '../support/commerce.ts'
import { hostileName, ownForm, textOf } from '../support/console.ts'
import { ShopScene } from '../support/shop_scene.ts'

let scene: ShopScene

beforeAll(async () => {
  scene = await ShopScene.start()
})
afterAll(() => scene.stop())

/** A shop with an offer that waits for a person, and its page as a member opens it. */
async function waiting(role: 'viewer' | 'admin' = 'admin', { amount = 60, title = 'Lamp', message = 'Two?' } = {}) {
  const shop = await scene.shop(title)
  const { body: opened } = await shop.agent(
    'POST',
    '/negotiations',
    lamp(amount, { message, agent: { platform: 'claude' } }),
  )
  const { browser, person } = await scene.console.member(shop.brandId, role)
  const page = `${shop.root}/negotiations`
  const stored = async () => (await shop.agent('GET', `/negotiations/${opened.id}`)).body
  const respond = async (fields: [string, string][], version = opened.version) =>
    await browser.post(`${page}/${opened.id}`, [
      ...ownForm(await browser.open(page)),
      ['version', String(version)],
      ...(fields.some(([name]) => name === 'currency') ? [] : [['currency', 'USD'] as [string, string]]),
      ...fields,
    ])
  return { ...shop, opened, browser, person, page, stored, respond }
}

describe('GET /console/brands/{brand_id}/negotiations', () => {
  test('shows a member of another brand nothing', async () => {
    const [own, other] = [await waiting(), await waiting()]
    const refused = await other.browser.open(own.page)
    expect([refused.status, refused.html.includes('Two?')]).toEqual([404, false])
  })

  test('lists offers with their agent, escapes their words, and does not show the floor', async () => {
    const { browser, page } = await waiting('viewer', { title: hostileName, message: hostileName, amount: 62 })
    const shown = await browser.open(page)
    expect(textOf(shown)).toMatch(/claude \(not verified\)/)
    expect(textOf(shown)).toContain('Agent: $62.00 valid until')
    expect(textOf(shown)).toContain('An admin or owner of this brand can respond to it.')
    expect(shown.html).not.toMatch(/<script>|<img|floor_/)
    expect(textOf(await browser.open(`${page}?status=accepted`))).toContain(
      'There is no negotiation with the status “agreed, not ordered yet”.',
    )
    expect((await browser.open(`${page}?status=lost`)).status).toBe(400)
  })

  test('links an agreed negotiation to the order that it led to, and shows only this order', async () => {
    const { browser, page, root, agent, opened, respond } = await waiting()
    expect(textOf(await browser.open(page))).toContain('waits for your answer')
    const agreed = await respond([['action', 'accept']])
    expect(textOf(agreed)).toContain('agreed, not ordered yet')
    expect(agreed.html).not.toContain('Show the order')
    const { body: held } = await agent('GET', `/negotiations/${opened.id}`)
    const { body: order } = await agent('POST', '/transactions', { items: [{ hold_id: held.outcome.hold_id }] })
    const { body: later } = await agent('POST', '/transactions', { items: [{ product_id: 'lamp', quantity: 1 }] })
    const shown = await browser.open(page)
    expect(textOf(shown)).toContain('ordered')
    const [, link = ''] = /<a href="([^"]*)"\s*>Show the order/.exec(shown.html) ?? []
    expect(link).toBe(`${root}/orders?order=${order.id}`)
    const alone = await browser.open(link)
    expect([order, later].map(({ id }) => alone.html.includes(`<li id="${id}">`))).toEqual([true, false])
    const other = await waiting()
    const foreign = await other.browser.open(`${other.root}/orders?order=${order.id}`)
    expect([foreign.html.includes('There is no such order.'), foreign.html.includes('Lamp')]).toEqual([true, false])
  })

  test('shows both list prices where an offer is accepted, and why a negotiation ended', async () => {
    const { browser, page, brandId, opened, stored } = await waiting()
    const { sql } = scene.console.database
    expect(textOf(await browser.open(page))).not.toContain('list price changed')
    expect((await stored()).present_list_price).toEqual(opened.list_price)
    await sql`update storefront.catalog_products set regular_price_micros = 55000000, sale_price_micros = null where brand_id = ${brandId}`
    expect((await stored()).present_list_price).toMatchObject({ amount: 55, currency: 'USD' })
    const changed = textOf(await browser.open(page))
    expect(changed).toMatch(/The list price changed from \$[\d.]+ to \$55\.00 since the first offer\. Holds the price/)
    await sql`update commerce.negotiations set status = 'rejected', resolution = 'product_withdrawn' where brand_id = ${brandId}`
    const ended = textOf(await browser.open(page))
    expect(ended).toContain('It ended because the product or bundle is no longer sold.')
    expect([ended.includes('$55.00'), (await stored()).present_list_price]).toEqual([false, null])
  })
})

describe('POST /console/brands/{brand_id}/negotiations/{negotiation_id}', () => {
  test('returns 403 for a viewer and 404 for a negotiation of another shop, and changes nothing', async () => {
    const [viewed, foreign, own] = [await waiting('viewer'), await waiting(), await waiting()]
    expect((await viewed.respond([['action', 'accept']])).status).toBe(403)
    const form = ownForm(await own.browser.open(own.page))
    const refused = await own.browser.post(`${own.page}/${foreign.opened.id}`, [...form, ['action', 'accept']])
    expect(refused.status).toBe(404)
    for (const each of [viewed, foreign]) expect((await each.stored()).status).toBe('pending_merchant')
  })

  test('accepts an offer, which holds the price', async () => {
    const { respond, stored } = await waiting()
    const done = await respond([['action', 'accept']])
    expect([done.status, done.url.search]).toEqual([200, '?done=accepted'])
    expect(textOf(done)).toContain('The offer is accepted.')
    expect(await stored()).toMatchObject({ resolution: 'accepted_by_merchant', outcome: { price: { amount: 60 } } })
  })

  test.each([['75.50'], ['75,50'], ['$75.50']])(
    'counters with %s and a message, and shows the history',
    async (offer) => {
      const { respond, stored } = await waiting()
      const done = await respond([
        ['action', 'counter'],
        ['offer', offer],
        ['message', 'Our last word'],
      ])
      expect(textOf(done)).toContain('The counter-offer is sent.')
      expect(textOf(done)).toContain('Your shop: $75.50 valid until')
      expect(await stored()).toMatchObject({ status: 'pending_agent', current_offer: { message: 'Our last word' } })
    },
  )

  test('declines an offer', async () => {
    const { respond, stored } = await waiting()
    expect((await respond([['action', 'decline']])).status).toBe(200)
    expect((await stored()).resolution).toBe('declined_by_merchant')
  })

  test.each([
    ['', /required/],
    ['ten', /number/],
    ['20', /does not allow that price/],
    ['101', /must not be above/],
    ['75.555', /decimals/],
    ['7e1', /number/],
    ['0x46', /number/],
    ['1.200', /can mean thousands or decimals/],
    ['75 EUR', /is an amount in Euro \(EUR\), and amounts of this brand are in USD/],
  ])('refuses the counter-offer "%s" beside its field, and changes nothing', async (offer, message) => {
    const { respond, stored } = await waiting()
    const refused = await respond([
      ['action', 'counter'],
      ['offer', offer],
    ])
    expect([refused.status, textOf(refused)]).toEqual([400, expect.stringMatching(message)])
    expect(refused.html).toContain('aria-invalid="true"')
    expect((await stored()).status).toBe('pending_merchant')
  })

  test.each([['zz'], ['<b>'], ['']])('refuses the currency "%s" of a changed form', async (currency) => {
    const { respond, stored } = await waiting()
    const refused = await respond([
      ['action', 'counter'],
      ['offer', '1.200'],
      ['currency', currency],
    ])
    expect([refused.status, (await stored()).status]).toEqual([400, 'pending_merchant'])
  })

  test('refuses an acceptance below the floor, and one of two persons who answer at the same time', async () => {
    const low = await waiting('admin', { amount: 30 })
    expect(textOf(await low.respond([['action', 'accept']]))).toMatch(/does not allow that price/)
    const { respond, opened, stored } = await waiting()
    await respond([['action', 'accept']])
    const late = await respond([['action', 'decline']], opened.version)
    expect(textOf(late)).toMatch(/changed/)
    expect((await stored()).status).toBe('accepted')
  })

  test('refuses the person whose connected app made the offer', async () => {
    const { respond, stored, opened, person, browser, page } = await waiting()
    await scene.console.database.sql`
      update commerce.negotiations set person_id = ${person.id as string} where negotiation_id = ${opened.id}`
    expect(textOf(await browser.open(page))).toContain('An app that you connected made this offer.')
    expect((await respond([['action', 'accept']])).status).toBe(403)
    expect((await stored()).status).toBe('pending_merchant')
  })
})
