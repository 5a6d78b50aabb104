import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configure } from '../support/configure_shop.ts'
import { ConsoleScene, textOf } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

describe('GET /console/brands/{brand_id}/settings/fulfillment', () => {
  test('previews what an agent sees for an order to a country', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const destinations = [
      { country: 'DE', service: 'Post', price: 4.9, free_over: 50 },
      { country: 'DE', service: 'Express', price: 12 },
      { country: 'DE', service: 'Valley', price: 1, regions: ['DE-BY'] },
    ]
    await configure(scene.database, brandId, { shipping: { state: 'configured', destinations } })
    const path = `/console/brands/${brandId}/settings/fulfillment`
    const viewer = await scene.member(brandId, 'viewer')
    const shown = async (query: string) => {
      const { html } = await viewer.browser.open(`${path}?${query}`)
      return [
        ...html.matchAll(/<th scope="row"><bdi>([^<]*)<\/bdi><\/th>\s*<td class="number">\s*([^<]*?)\s*<\/td>/g),
      ].map(([, service, price]) => [service, price])
    }
    expect(await shown('country=Germany&items_amount=49.99')).toEqual([
      ['Post', '$4.90'],
      ['Express', '$12.00'],
    ])
    expect(await shown('country=DE&items_amount=%2450')).toEqual([
      ['Post', 'free'],
      ['Express', '$12.00'],
    ])
    const none = await viewer.browser.open(`${path}?country=FR`)
    expect(none.html).toContain('For an order of $0.00 to France, agents see no shipping option.')
    const unknown = await viewer.browser.open(`${path}?country=Atlantis%3Cb%3E`)
    expect([unknown.status, unknown.html.includes('No country is called Atlantis&lt;b&gt;.')]).toEqual([200, true])
    for (const amount of ['1.000', '-5', 'x', '9e9', '1000000000000']) {
      expect([amount, (await viewer.browser.open(`${path}?country=DE&items_amount=${amount}`)).status]).toEqual([
        amount,
        400,
      ])
    }
  })

  test('previews amounts of a currency without decimals, and rounds the amount of the order', async () => {
    const { brandId } = await createTenant(scene.database.sql, { currency: 'JPY' })
    const destinations = [{ country: 'JP', service: 'Post', price: 550, free_over: 5000 }]
    await configure(scene.database, brandId, { shipping: { state: 'configured', destinations } })
    const { browser } = await scene.member(brandId, 'viewer')
    const shown = async (amount: string) =>
      await browser.open(`/console/brands/${brandId}/settings/fulfillment?country=Japan&items_amount=${amount}`)
    expect((await shown('4999')).html).toMatch(/an order of ¥4,999 to Japan, agents see[^]*>\s*¥550\s*</)
    expect((await shown('5000')).html).toMatch(/<td class="number">\s*free\s*</)
    expect((await shown('4999.5')).html).toContain('an order of ¥5,000 to Japan')
  })

  test.each([
    ['not_offered', 'not offered'],
    ['unconfigured', 'not published'],
  ])('shows no option in the state %s, as the storefront, and says so', async (state, words) => {
    const { brandId } = await createTenant(scene.database.sql)
    const destinations = [{ country: 'DE', service: 'Post', price: 4.9 }]
    await configure(scene.database, brandId, {
      shipping: { state, destinations },
      payment: { state, methods: [{ type: 'card' }] },
    })
    const { browser } = await scene.member(brandId, 'viewer')
    const path = `/console/brands/${brandId}/settings`
    const page = textOf(await browser.open(`${path}/fulfillment?country=DE`))
    expect(page).toContain('agents see no shipping option')
    for (const what of ['shipping', 'payment']) {
      expect(page).toMatch(
        new RegExp(`states that ${what} is ${words}[.,] ?(so agents|Agents) see none of these entries`),
      )
    }
    expect(textOf(await browser.open(`${path}/storefront`))).toContain(`DE (stored, ${words})`)
    const response = await fetch(`${scene.api.url}/api/storefront/${brandId}/fulfillment`)
    expect(await response.json()).toMatchObject({ shipping: { state, destinations: [] }, payment: { methods: [] } })
  })

  test('returns 404 for a brand of others', async () => {
    const [own, foreign] = [await createTenant(scene.database.sql), await createTenant(scene.database.sql)]
    const { browser } = await scene.member(own.brandId, 'owner')
    expect((await browser.open(`/console/brands/${foreign.brandId}/settings/fulfillment?country=DE`)).status).toBe(404)
  })
})
