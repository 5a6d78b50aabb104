import type { TransactionSql } from 'postgres'
import { copyInto, copyNull, copyText } from '../ingest/files/copy_text.ts'
import type { OrdersReply, ShopOrder, Window } from './platform.ts'

/** The source that a reply belongs to. The transaction runs as vitrine_worker and has entered its brand. */
export interface WriteTarget {
  brandId: string
  sourceId: string
}

export interface WrittenOrders {
  /** The orders that were written, also those of which only the time of the change is new. */
  changed: number
  /** Stored orders that changed between the times of the reply and are not in it. They changed again or were deleted, so read them singly. */
  vanished: string[]
  /** Whether any order or touch was added, changed or deleted. */
  isChanged: boolean
}

const orderColumns = [
  'order_id',
  'customer_id',
  'device_id',
  'changed_at',
  'ordered_at',
  'revenue',
  'currency',
  'is_new_customer',
  'refunded',
  'refunded_at',
  'canceled_at',
]
const visitColumns = ['line', 'customer_id', 'device_id', 'touched_at', 'channel', 'touch_id', 'campaign']

/**
 * Writes the orders of a reply, and their visits as touches, in the caller's transaction. An order that changed is replaced, an unchanged one
 * writes nothing. `known`: the days on which the source knows all orders after this reply.
 */
export async function writeOrders(
  transaction: TransactionSql,
  { brandId, sourceId }: WriteTarget,
  reply: OrdersReply,
  known?: Pick<Window, 'from' | 'to'>,
): Promise<WrittenOrders> {
  await transaction`select analytics.open_shop_orders()`
  await copyInto(transaction, 'pg_temp.shop_orders', orderColumns, reply.orders.map(orderLine))
  await copyInto(transaction, 'pg_temp.journeys', visitColumns, visitLines(reply.orders))
  await transaction`analyze pg_temp.shop_orders, pg_temp.journeys`
  const [row] = await transaction<{ report: { changed: number; vanished: string[]; is_changed: boolean } }[]>`
    select analytics.commit_shop_orders(
      ${brandId}, ${sourceId}, ${reply.only ?? null}, ${reply.updatedFrom ?? null}, ${reply.updatedTo ?? null},
      ${reply.visibleSince ?? null}, ${known?.from ?? null}, ${known?.to ?? null}
    ) as report`
  const { changed, vanished, is_changed } = row!.report
  return { changed, vanished, isChanged: is_changed }
}

function orderLine(order: ShopOrder): string {
  const { customer_id, device_id } = visitorOf(order)
  return line([
    order.order_id,
    customer_id,
    device_id,
    order.updated_at,
    order.ordered_at,
    order.revenue,
    order.currency,
    order.is_new_customer === undefined ? undefined : String(order.is_new_customer),
    order.refunded,
    order.refunded_at,
    order.canceled_at,
  ])
}

function* visitLines(orders: readonly ShopOrder[]): Generator<string> {
  let number = 0
  for (const order of orders) {
    const { customer_id, device_id } = visitorOf(order)
    for (const { visit_id, occurred_at, channel, campaign } of order.visits) {
      number += 1
      yield line([String(number), customer_id, device_id, occurred_at, channel, `shopify:${visit_id}`, campaign])
    }
  }
}

/** An order without a customer has a visitor of its own. */
function visitorOf({ customer_id, order_id }: ShopOrder): { customer_id?: string; device_id?: string } {
  return customer_id === undefined ? { device_id: `order:${order_id}` } : { customer_id }
}

function line(cells: readonly (string | undefined)[]): string {
  return `${cells.map((cell) => (cell === undefined ? copyNull : copyText(cell))).join('\t')}\n`
}
