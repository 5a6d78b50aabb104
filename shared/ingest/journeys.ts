import type { Sql } from 'postgres'
import { z } from 'zod'
import { warning } from '../sentences/warnings/stored_warning.ts'
import type { Reason } from '../sentences/warnings/warning.ts'
import { importRecords } from './import_records.ts'
import type { ImportReport } from './import_report.ts'
import { instant, name, visitor } from './fields/record_fields.ts'
import { nameOf } from './files/input_file.ts'
import { order } from './orders/order.ts'
import { isShopifyOrdersFile, readShopifyOrders } from './orders/shopify_orders.ts'
import type { RecordFile } from './import_records.ts'

export const journey = z.object({
  ...visitor,
  touched_at: instant,
  channel: name(100),
  kind: z.enum(['click', 'view'], 'must be click or view.').default('click'),
  touch_id: name(200).optional(),
  campaign: name(500).optional(),
  ad: name(500).optional(),
  creative: name(500).optional(),
})

/**
 * Imports touchpoints (customer_id or device_id, touched_at, channel; kind, touch_id, campaign, ad, creative) from CSV
 * or JSON Lines in one transaction. A line with both ids links them. Importing a file again changes nothing.
 */
export async function importJourneys(sql: Sql, options: RecordFile): Promise<ImportReport> {
  return await importRecords(sql, {
    ...options,
    schema: journey,
    table: 'journeys',
    columns: ['customer_id', 'device_id', 'touched_at', 'channel', 'kind', 'touch_id', 'campaign', 'ad', 'creative'],
    validate: requireVisitor,
    open: (transaction) => transaction`select analytics.open_journey_import()`,
    commit: (transaction, { brandId, dialect, rowsRead }) =>
      transaction`select analytics.commit_journey_import(${brandId}, ${dialect}, ${nameOf(options.file)}, ${rowsRead}) as report`,
  })
}

/**
 * Imports orders (order_id, customer_id or device_id, ordered_at, revenue; currency, is_new_customer, refunded,
 * refunded_at) in one transaction, also from the export of orders of Shopify. A later import of an order replaces the earlier one.
 */
export async function importOrders(sql: Sql, options: RecordFile): Promise<ImportReport> {
  const isOfShopify = options.mapping === undefined && (await isShopifyOrdersFile(options.file))
  return await importRecords(sql, {
    ...options,
    ...(isOfShopify ? { dialect: 'shopify_orders', records: readShopifyOrders(options.file) } : {}),
    schema: order,
    table: 'orders',
    columns: [
      'order_id',
      'customer_id',
      'device_id',
      'ordered_at',
      'revenue_micros',
      'currency',
      'is_new_customer',
      'refunded_micros',
      'refunded_at',
    ],
    rename: { revenue_micros: 'revenue', refunded_micros: 'refunded' },
    validate: requireVisitor,
    open: (transaction) => transaction`select analytics.open_order_import()`,
    commit: (transaction, { brandId, dialect, rowsRead }) =>
      transaction`select analytics.commit_order_import(${brandId}, ${dialect}, ${nameOf(options.file)}, ${rowsRead}) as report`,
  })
}

function requireVisitor(record: { customer_id?: string | undefined; device_id?: string | undefined }): Reason | null {
  return record.customer_id || record.device_id ? null : warning('customer_is_missing')
}
