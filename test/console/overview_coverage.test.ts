import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

/** The text of a tile of the overview of a brand with these rows. */
async function tileOf(
  title: string,
  rows: Parameters<typeof ingest>[2],
  orders: Parameters<typeof ingestJourneys>[3] = [],
): Promise<string> {
  const { brandId } = await createTenant(scene.database.sql)
  await ingest(scene.database, brandId, rows)
  if (orders.length > 0) await ingestJourneys(scene.database, brandId, [], orders)
  const { browser } = await scene.member(brandId, 'viewer')
  const { html } = await browser.open(`/console/brands/${brandId}`)
  const tile = new RegExp(`<dt>${title}</dt>\\s*<dd>(.*?)</dd>`, 's').exec(html)?.[1] ?? ''
  return tile
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const ad = { account_id: 'a', campaign_id: '1', date: '2026-11-18' }
const google = { ...ad, platform: 'google', spend: 100, revenue: 300, conversions: 5 }
const meta = { ...ad, platform: 'meta', spend: 60, conversions: 3 }

describe('a ratio of the overview', () => {
  test('states the part of the spend that it covers', async () => {
    expect(await tileOf('ROAS', [google, meta])).toMatch(/^3\.00× .*of \$100\.00 of \$160\.00 spend$/)
  })

  test('states nothing if it covers all', async () => {
    expect(await tileOf('CPA', [google, meta])).toMatch(/^\$20\.00(?!.* of \$)/)
    expect(await tileOf('ROAS', [google, { ...meta, revenue: 60 }])).toMatch(/^2\.25×(?!.* of \$)/)
  })
})

describe('a ratio of orders and spend', () => {
  const order = { order_id: 'o', customer_id: 'o', ordered_at: '2026-11-18T12:00:00Z', revenue: 240 }

  test('is of the revenue of the orders, which the tile states', async () => {
    const orders = [
      { ...order, is_new_customer: true },
      { ...order, order_id: 'p', customer_id: 'p', is_new_customer: false },
    ]
    expect(await tileOf('MER', [google, meta], orders)).toBe('3.00× $480.00 of orders')
    expect(await tileOf('ROAS of new customers', [google, meta], orders)).toBe('1.50× $240.00 of their orders')
  })

  test('is not known if an order does not say whether its customer is new', async () => {
    expect(await tileOf('MER', [google, meta], [order])).toBe('1.50× $240.00 of orders')
    expect(await tileOf('ROAS of new customers', [google, meta], [order])).toMatch(/^– /)
  })

  test('states its days if the tile would name the revenue of more', async () => {
    const orders = [order, { ...order, order_id: 'early', ordered_at: '2026-11-10T12:00:00Z' }]
    expect(await tileOf('MER', [google, meta], orders)).toBe('1.50× of 18 Nov 2026')
  })

  test('is not shown without orders', async () => {
    expect(await tileOf('MER', [google])).toBe('')
  })
})
