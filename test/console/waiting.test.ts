import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { delivered, lamp, order } from '../support/commerce.ts'
import type { Visit } from '../support/browser.ts'
import { ShopScene } from '../support/shop_scene.ts'

let scene: ShopScene

beforeAll(async () => {
  scene = await ShopScene.start()
  // The clock is fixed, so that the minute of a rate limit never ends.
  await scene.console.database
    .sql`update core.key_kinds set requests_per_minute = 1000000 where requests_per_minute is not null`
})
afterAll(() => scene.stop())

/** The counts of the menu by section. */
function countsOf({ html }: Visit): Record<string, string> {
  const links = html.split('<nav aria-label="Brand">')[1]!.split('</nav>')[0]!.split('</a')
  return Object.fromEntries(
    links.flatMap((link) => {
      const [, section, count] = />(\w+) <span class="waiting" ?>([\d+]+)<span/.exec(link.replaceAll(/\s+/g, ' ')) ?? []
      return section === undefined ? [] : [[section, count ?? '0']]
    }),
  )
}

/** A shop with two offers, an order and a dispute that wait. */
async function busyShop() {
  const shop = await scene.shop()
  const offers = [
    await shop.agent('POST', '/negotiations', lamp(60)),
    await shop.agent('POST', '/negotiations', lamp(61)),
  ]
  await order(shop.agent as never)
  const { id } = await delivered(shop.agent as never, shop.merchant as never)
  const path = `/transactions/${id}/confirmation-window/dispute`
  await shop.agent('POST', path, { reason_code: 'damaged', description: 'Broken.' })
  return { ...shop, offers: offers.map(({ body }) => body) }
}

describe('the counts of the menu', () => {
  test('are not of another brand, and not shown to members who cannot answer', async () => {
    const [busy, quiet] = [await busyShop(), await scene.shop()]
    const [foreign, viewer] = [
      await scene.console.member(quiet.brandId, 'owner'),
      await scene.console.member(busy.brandId, 'viewer'),
    ]
    expect(countsOf(await foreign.browser.open(quiet.root))).toEqual({})
    expect(countsOf(await viewer.browser.open(busy.root))).toEqual({})
  })

  test('are those of the lists of the API, on each page of the brand', async () => {
    const { brandId, root, merchant } = await busyShop()
    const { browser } = await scene.console.member(brandId, 'admin')
    for (const path of ['', '/negotiations', '/settings/pricing'])
      expect(countsOf(await browser.open(root + path))).toEqual({ Negotiations: '2', Orders: '2' })
    const totals = await Promise.all(
      ['/negotiations?status=pending_merchant', '/transactions?status=created', '/disputes?status=open'].map(
        async (path) => (await merchant('GET', path)).body.pagination.total,
      ),
    )
    expect(totals).toEqual([2, 1, 1])
  })

  test('leave out what was answered and what has expired', async () => {
    const { brandId, root, merchant, offers } = await busyShop()
    const { browser } = await scene.console.member(brandId, 'admin')
    await merchant('POST', `/negotiations/${offers[0].id}/respond`, { action: 'decline' })
    expect(countsOf(await browser.open(root))).toEqual({ Negotiations: '1', Orders: '2' })
    for (const table of ['negotiations', 'transactions', 'disputes'])
      await scene.console.database.sql`
        update ${scene.console.database.sql(`commerce.${table}`)} set expires_at = '2026-11-20T11:59:00Z' where brand_id = ${brandId}`
    expect(countsOf(await browser.open(root))).toEqual({})
  })

  test('end at 99', async () => {
    const { brandId, root, agent } = await scene.shop()
    const { browser } = await scene.console.member(brandId, 'admin')
    for (let each = 0; each < 99; each++) await order(agent as never)
    expect(countsOf(await browser.open(root))).toEqual({ Orders: '99' })
    await order(agent as never)
    expect(countsOf(await browser.open(root))).toEqual({ Orders: '99+' })
  })
})
