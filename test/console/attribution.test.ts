import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { ConsoleScene, tableOf } from '../support/console.ts'
import { ingestJourneys } from '../support/journeys.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
  const touch = (customer: number, channel: string, hour: string) => ({
    customer_id: `c${customer}`,
    touched_at: `2026-11-10T${hour}:00:00Z`,
    channel,
    kind: 'click',
    touch_id: `${customer}${channel}`,
  })
  const customers = [1, 2, 3]
  await ingestJourneys(
    scene.database,
    brand.brandId,
    customers.flatMap((customer) => [
      touch(customer, 'tiktok', '08'),
      touch(customer, 'meta', '09'),
      touch(customer, 'google', '10'),
    ]),
    [...customers, 4].map((customer) => ({
      order_id: `o${customer}`,
      customer_id: `c${customer}`,
      ordered_at: '2026-11-10T12:00:00Z',
      revenue: 99.99 + customer,
    })),
  )
})
afterAll(() => scene.stop())

async function overview(query = ''): Promise<Visit> {
  const { browser } = await scene.member(brand.brandId, 'viewer')
  return await browser.open(`${brand.root}?days=28${query}`)
}

describe('attribution table', () => {
  test('shows the values of the API and of a compared model with equal totals', async () => {
    const { body } = await scene.api.http
      .get('/v1/attribution')
      .query({ date_from: '2026-10-23', date_to: '2026-11-19' })
      .set('Authorization', `Bearer ${brand.key}`)
    const rows = tableOf(await overview(), 'attribution')
    expect(rows.map(([own]) => own)).toEqual(
      body.channels.map((row: { attributed_value: number }) => row.attributed_value),
    )
    const cents = (column: number) => rows.reduce((sum, row) => sum + Math.round((row[column] as number) * 100), 0)
    expect([cents(0), cents(1)]).toEqual([30597, 30597])
  })

  test.each([
    ['', 'Last touch', { google: 305.97 }],
    ['&compare=first_touch', 'First touch', { tiktok: 305.97 }],
    ['&compare=linear', 'Linear', { google: 101.99, meta: 101.99, tiktok: 101.99 }],
    ['&compare=time_decay', 'Time decay', { google: 102.41, meta: 101.99, tiktok: 101.57 }],
  ])('compares with the selected model (%s)', async (query, label, expected) => {
    const page = await overview(query)
    expect(page.html).toContain(`<span class="key-compared"></span>${label}`)
    const channels = [...page.html.matchAll(/<th scope="row"><bdi>(\w+)<\/bdi><\/th>/g)].map(([, name]) => name)
    const rows = tableOf(page, 'attribution').map(([, compared], index) => [channels[index], compared])
    expect(Object.fromEntries(rows.filter(([, value]) => value !== 0))).toEqual(expected)
  })

  test.each(['participation', 'markov', 'x'])(
    'returns 400 with the valid models for another one (%s)',
    async (model) => {
      const page = await overview(`&compare=${model}`)
      expect([page.status, page.html]).toEqual([
        400,
        expect.stringContaining('Compare with must be one of first_touch, last_touch'),
      ])
    },
  )

  test('shows the warnings of the attribution as sentences', async () => {
    expect((await overview()).html).toContain('<li>Orders before 10 Nov 2026 are not known.</li>')
  })

  test('names who can import orders when there are none', async () => {
    const other = await scene.brand()
    const { browser } = await scene.member(other.brandId, 'viewer')
    expect((await browser.open(other.root)).html).toContain('import the orders of the store and their journeys')
  })
})
