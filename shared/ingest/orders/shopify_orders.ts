import { warning } from '../../sentences/warnings/stored_warning.ts'
import { plainColumn } from '../column_names.ts'
import { parseHead, readCsv } from '../files/csv.ts'
import type { FileSource } from '../files/input_file.ts'
import { check, readColumns } from '../files/records.ts'
import type { ImportRecord } from '../files/records.ts'
import { readHead } from '../files/text_file.ts'
import { parseAmount, showsDecimalComma } from '../fields/amount.ts'
import type { Order } from './order.ts'
import { order } from './order.ts'

/** The columns by which the export of orders of Shopify is recognized. */
const required = ['name', 'financial status', 'total', 'created at', 'lineitem name']

/** The column of each field that is read. The number of Shopify is that of a connected shop; older exports have the name only. */
export const shopifyColumns = {
  order_id: 'Id',
  customer_id: 'Email',
  ordered_at: 'Created at',
  revenue: 'Total',
  currency: 'Currency',
  refunded: 'Refunded Amount',
  refunded_at: 'Cancelled at',
} as const

/** Whether these are the columns of the export of orders of Shopify. */
export function isShopifyOrders(columns: readonly string[]): boolean {
  const plain = columns.map(plainColumn)
  return required.every((column) => plain.includes(column))
}

/** Whether a file is the export of orders of Shopify. */
export async function isShopifyOrdersFile(file: FileSource): Promise<boolean> {
  const head = await readHead(file)
  return !head.trimStart().startsWith('{') && isShopifyOrders(readColumns(head).columns)
}

/**
 * Yields the orders of an export of Shopify. An order has one row for each line item, and its amounts are on its first row. A canceled
 * order is refunded as a whole, as for a connected shop. Orders of the test gateway are rejected.
 */
export async function* readShopifyOrders(file: FileSource): AsyncGenerator<ImportRecord<Order>[]> {
  const head = await readHead(file)
  const { columns, delimiter } = readColumns(head)
  const hasDecimalComma = showsDecimalComma(parseHead(head, delimiter).slice(1).flat(), delimiter === ';')
  let name = ''
  for await (const batch of readCsv(file, delimiter)) {
    const records: ImportRecord<Order>[] = []
    for (const { line, cells } of batch) {
      if (line === 1 || cells.every((cell) => cell.trim() === '')) continue
      const cellOf = (column: string) => cells[columns.indexOf(plainColumn(column))]?.trim() ?? ''
      if (cellOf('Name') !== '' && cellOf('Name') === name) continue
      name = cellOf('Name')
      records.push(
        /\bbogus\b/i.test(cellOf('Payment Method'))
          ? { line, value: null, reason: warning('order_is_a_test') }
          : check(line, orderOf(cellOf, hasDecimalComma), order),
      )
    }
    yield records
  }
}

/** Returns the fields of an order. Empty cells are not given. */
function orderOf(cellOf: (column: string) => string, hasDecimalComma: boolean): Record<string, unknown> {
  const amount = (column: string) => {
    const cell = cellOf(column)
    return cell === '' ? undefined : (parseAmount(cell, hasDecimalComma) ?? cell)
  }
  const canceledAt = cellOf(shopifyColumns.refunded_at)
  const [total, refunded] = [amount(shopifyColumns.revenue), amount(shopifyColumns.refunded)]
  const fields = {
    order_id: cellOf(shopifyColumns.order_id) || cellOf('Name'),
    customer_id: cellOf(shopifyColumns.customer_id).toLowerCase(),
    ordered_at: cellOf(shopifyColumns.ordered_at),
    revenue: total,
    currency: cellOf(shopifyColumns.currency),
    refunded: canceledAt === '' ? refunded : total,
    refunded_at: canceledAt,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined))
}
