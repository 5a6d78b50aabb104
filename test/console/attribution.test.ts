import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visit } from '../support/browser.ts'
import { ConsoleScene, tableOf, textOf } from '../support/console.ts'
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
    ...(channel === 'google' ? { campaign: 'Spring sale' } : {}),
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

const range = { date_from: '2026-10-23', date_to: '2026-11-19' }

async function open(query = '', root = brand.root): Promise<Visit> {
  const { browser } = await scene.member(root.split('/').at(-1) as string, 'viewer')
  return await browser.open(`${root}/attribution?period=last_28_days${query}`)
}
async function api(path: string, query: Record<string, string> = {}) {
  const { body } = await scene.api.http
    .get(path)
    .query({ ...range, ...query })
    .set('Authorization', `Bearer ${brand.key}`)
  return body
}
const cents = (rows: (number | null)[][], column: number) =>
  rows.reduce((sum, row) => sum + Math.round((row[column] as number) * 100), 0)

describe('attribution page', () => {
  test('shows the credits of GET /v1/attribution by channel, and of a second model with the same total', async () => {
    const page = await open()
    const { channels } = await api('/v1/attribution')
    const rows = tableOf(page, 'attribution')
    expect(rows.map(([own]) => own)).toEqual(channels.map((row: { attributed_value: number }) => row.attributed_value))
    expect([cents(rows, 0), cents(rows, 1)]).toEqual([30597, 30597])
    expect(page.html).toContain('Position (model of the brand)')
  })

  test.each([
    ['', 'Last touch', { Google: 305.97 }],
    ['&compared_model=first_touch', 'First touch', { TikTok: 305.97 }],
    ['&compared_model=linear', 'Linear', { Google: 101.99, Meta: 101.99, TikTok: 101.99 }],
    ['&compared_model=time_decay', 'Time decay', { Google: 102.41, Meta: 101.99, TikTok: 101.57 }],
    ['&model=linear&compared_model=first_touch', 'First touch', { TikTok: 305.97 }],
  ])('compares with the selected model (%s)', async (query, label, expected) => {
    const page = await open(query)
    expect(page.html).toContain(`<span class="key-compared"></span>${label}`)
    const table = page.html.split('data-metric="attribution"')[1]?.split('</table>')[0] ?? ''
    const channels = [...table.matchAll(/<th scope="row"><bdi>(\w+)<\/bdi><\/th>/g)].map(([, name]) => name)
    const rows = tableOf(page, 'attribution').map(([, compared], index) => [channels[index], compared])
    expect(Object.fromEntries(rows.filter(([, value]) => value !== 0))).toEqual(expected)
  })

  test('says that its totals are of all platforms where a platform is chosen, as the API', async () => {
    const [all, some] = [textOf(await open()), textOf(await open('&platform=google'))]
    expect(all).toContain('All orders $409.96')
    expect(all).toContain('$103.99 of $409.96 belongs to orders without a known touchpoint')
    expect(all).not.toContain('all platforms.')
    expect(some).toContain('All orders, all platforms $409.96')
    expect(some).toContain('Of all platforms: $103.99 of $409.96 belongs to orders')
    const warning =
      'The totals and the unattributed part are those of all platforms. A filter of platforms only leaves out rows.'
    expect((await api('/v1/attribution')).warnings).not.toContain(warning)
    const filtered = await api('/v1/attribution', { platform: 'google' })
    expect([filtered.total, filtered.warnings]).toEqual([409.96, expect.arrayContaining([warning])])
  })

  test('shows campaigns, paths and new customers', async () => {
    const page = await open('&level=campaign')
    expect(page.html).toContain('Spring sale (Google)')
    expect(page.html.replaceAll(/\s+/g, ' ')).toContain('<li><bdi>TikTok</bdi></li><li><bdi>Meta</bdi></li>')
    expect(tableOf(page, 'paths')).toEqual([[3, 305.97]])
    expect(page.html).toContain('Not marked as new or returning')
  })

  test('counts the touches of other windows, and says so', async () => {
    const page = await open('&click_days=1')
    expect(page.html).toContain('Clicks count for 1 day, views for 1 day before the order.')
    expect(page.html).toContain('Markov is available only with the windows of the brand.')
  })

  test('states in a sentence why markov is not possible, with a link to other models', async () => {
    const other = await scene.brand()
    const sessions = [
      { customer_id: 's', touched_at: '2026-11-10T08:00:00Z', channel: 'meta', kind: 'click', touch_id: 's' },
    ]
    const orders = [{ order_id: 's', customer_id: 's', ordered_at: '2026-11-10T12:00:00Z', revenue: 5 }]
    await ingestJourneys(scene.database, other.brandId, sessions, orders)
    // As if a connected shop had reported them.
    await scene.database
      .sql`update analytics.imports set kind = 'orders' where brand_id = ${other.brandId} and kind = 'journeys'`
    const page = await open('&model=markov', other.root)
    expect(page.status).toBe(200)
    expect(page.html).toContain('only those of customers who ordered')
    expect(page.html).toContain('Compare other models')
  })

  test.each([
    ['&model=participation', 'Model must be one of'],
    ['&compared_model=x', 'Compare with must be one of'],
    ['&model=markov&click_days=3', 'must be another model than Markov'],
    ['&click_days=0', 'Click window'],
    ['&view_days=99999', 'View window'],
    ['&level=adset', 'Level must be one of'],
    ['&modell=linear', 'modell'],
    ['&date_from=2026-01-01', 'Send either'],
  ])('returns 400 for %s', async (query, text) => {
    const page = await open(query)
    expect([page.status, page.html]).toEqual([400, expect.stringContaining(text)])
  })

  test('shows the warnings of the attribution as sentences', async () => {
    expect((await open()).html).toContain('<li>Orders before 10 Nov 2026 are not known.</li>')
  })

  test('names who can import orders when there are none', async () => {
    const other = await scene.brand()
    const { browser } = await scene.member(other.brandId, 'viewer')
    expect((await browser.open(`${other.root}/attribution`)).html).toContain(
      'to upload the orders of the store and their journeys',
    )
  })
})
