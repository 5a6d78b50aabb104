import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import { ConsoleScene } from '../support/console.ts'
import { workerPool } from '../support/sources.ts'
import { importThrough, openImports, sendFile } from '../support/uploads.ts'

let scene: ConsoleScene
let worker: Database

beforeAll(async () => {
  scene = await ConsoleScene.start()
  worker = workerPool(scene.database)
})
afterAll(async () => {
  await worker.end()
  await scene.stop()
})

const columns = [
  'Name',
  'Email',
  'Financial Status',
  'Paid at',
  'Fulfillment Status',
  'Currency',
  'Subtotal',
  'Shipping',
  'Taxes',
  'Total',
  'Discount Code',
  'Created at',
  'Lineitem quantity',
  'Lineitem name',
  'Lineitem price',
  'Cancelled at',
  'Payment Method',
  'Refunded Amount',
  'Id',
  'Tags',
] as const
type Cells = Partial<Record<(typeof columns)[number], string>>

/** An export with these rows. A later row of an order has only its line item. */
function exported(rows: Cells[], names: readonly string[] = columns): string {
  const row = (cells: Cells) => names.map((name) => `"${cells[name as keyof Cells] ?? ''}"`).join(',')
  return `${names.join(',')}\n${rows.map(row).join('\n')}\n`
}
const first: Cells = {
  Name: '#1001',
  Email: 'Ada@people.example',
  'Financial Status': 'partially_refunded',
  'Paid at': '2026-11-02 10:22:12 +0100',
  Currency: 'EUR',
  Subtotal: '100.00',
  Shipping: '5.00',
  Taxes: '19.00',
  Total: '124.00',
  'Created at': '2026-11-02 10:22:11 +0100',
  'Lineitem quantity': '2',
  'Lineitem name': 'Lamp',
  'Lineitem price': '30.00',
  'Payment Method': 'Shopify Payments',
  'Refunded Amount': '24.00',
  Id: '5551001',
}
const item: Cells = { Name: '#1001', Email: first.Email as string, 'Lineitem name': 'Shade', 'Lineitem price': '40.00' }
const second: Cells = {
  ...first,
  Name: '#1002',
  'Financial Status': 'voided',
  Total: '50.00',
  'Refunded Amount': '0.00',
  'Cancelled at': '2026-11-04 09:00:00 +0100',
  Id: '5551002',
}
const trial: Cells = { ...first, Name: '#1003', 'Payment Method': '(for testing) Bogus Gateway', Id: '5551003' }
const pending: Cells = {
  ...first,
  Name: '#1004',
  'Financial Status': 'pending',
  'Refunded Amount': '0.00',
  Id: '5551004',
}

const ordersOf = async (brandId: string) => [
  ...(await scene.database.sql`
    select order_id, ordered_at, revenue_micros::text as revenue, refunded_micros::text as refunded, refunded_at
    from analytics.orders where brand_id = ${brandId} order by order_id`),
]

describe("Shopify's export of orders", () => {
  test('is recognized with its columns, without a mapping', async () => {
    const visit = await openImports(scene)
    const { html, status } = await sendFile(visit, 'orders_export.csv', exported([first, item]))
    expect(status).toBe(200)
    expect(html).toMatch(/Kind of data<\/dt>\s*<dd>\s*Orders/)
    expect(html).toMatch(/Format<\/dt>\s*<dd>\s*Shopify order export/)
    expect(html).toContain('An order has one row for each line item.')
    expect(html).not.toContain('What does the file contain?')
  })

  test('becomes one order for all of its line items, with its total, refunds and cancellation', async () => {
    const visit = await openImports(scene)
    const page = await importThrough(worker, visit, 'orders_export.csv', exported([first, item, item, second, pending]))
    expect(page.html).toContain('The file is imported.')
    expect(await ordersOf(visit.brandId)).toEqual([
      {
        order_id: '5551001',
        ordered_at: new Date('2026-11-02T09:22:11Z'),
        revenue: '124000000',
        refunded: '24000000',
        refunded_at: new Date('2026-11-02T09:22:11Z'),
      },
      {
        order_id: '5551002',
        ordered_at: new Date('2026-11-02T09:22:11Z'),
        revenue: '50000000',
        refunded: '50000000',
        refunded_at: new Date('2026-11-04T08:00:00Z'),
      },
      expect.objectContaining({ order_id: '5551004', revenue: '124000000', refunded: '0' }),
    ])
  })

  test('leaves out orders of the test gateway, and says so', async () => {
    const visit = await openImports(scene)
    const page = await importThrough(worker, visit, 'orders_export.csv', exported([first, item, trial]))
    expect(page.html.replaceAll(/\s+/g, ' ')).toContain('1 of 2 rows are imported, 1 rejected.')
    expect(page.html).toContain('paid through the test gateway')
    expect((await ordersOf(visit.brandId)).map(({ order_id }) => order_id)).toEqual(['5551001'])
  })

  test('is identified by the name of an order in an older export without ids', async () => {
    const visit = await openImports(scene)
    const older = columns.filter((name) => name !== 'Id')
    await importThrough(worker, visit, 'orders_export.csv', exported([first, item], older))
    expect((await ordersOf(visit.brandId)).map(({ order_id }) => order_id)).toEqual(['#1001'])
  })
})
