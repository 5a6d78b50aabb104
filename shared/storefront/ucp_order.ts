type Row = Record<string, unknown>
interface Money {
  amount_minor: number
}
interface Item {
  product_id: string | null
  bundle_id: string | null
  title: string
  quantity: number
  unit_price: Money
}
interface Adjustment {
  type: string
  status: string
  amount: Money | null
  note: string | null
  reported_at: string
}

const fulfilledStatuses = ['fulfilled', 'awaiting_confirmation', 'disputed', 'completed']
/** Adjustments that return money to the buyer. The merchant does not report the direction of others. */
const returning = ['refund', 'credit', 'return', 'cancellation']

/** Returns an order that its merchant has confirmed as the Universal Commerce Protocol defines it, without its version. */
export function reportedOrder(answer: Row): Row {
  const { id, status, items, adjustments, currency, handoff, confirmation_window: confirmation } = answer
  const isCanceled = status === 'canceled'
  // A canceled order was fulfilled before if its confirmation window was opened.
  const isFulfilled =
    fulfilledStatuses.includes(status as string) || (confirmation as { opened_at: string | null }).opened_at !== null
  const lines = (items as Item[]).map((item, place) => lineOf(item, place + 1, { isCanceled, isFulfilled }))
  const total = lines.reduce((sum, line) => sum + (line.totals[0]?.amount ?? 0), 0)
  const url = answer.order_url as string | null
  return {
    ucp: {},
    id,
    label: answer.merchant_order_id,
    checkout_id: answer.checkout_id ?? id,
    permalink_url: url ?? (handoff as { url: string }).url,
    line_items: lines,
    fulfillment: {},
    adjustments: (adjustments as Adjustment[]).map((each, place) => adjustmentOf(each, place + 1)),
    currency,
    totals: totalsOf(total),
    messages: messagesOf(answer, url !== null),
  }
}

const totalsOf = (amount: number) => [
  { type: 'subtotal', amount },
  { type: 'total', amount },
]

function lineOf(
  item: Item,
  number: number,
  { isCanceled, isFulfilled }: { isCanceled: boolean; isFulfilled: boolean },
) {
  const { product_id: productId, bundle_id: bundleId, title, quantity, unit_price: price } = item
  return {
    id: `li_${number}`,
    item: { id: productId ?? bundleId, title, price: price.amount_minor },
    quantity: { original: quantity, total: isCanceled ? 0 : quantity, fulfilled: isFulfilled ? quantity : 0 },
    totals: totalsOf(price.amount_minor * quantity),
    status: isCanceled ? 'removed' : isFulfilled ? 'fulfilled' : 'processing',
  }
}

function adjustmentOf({ type, status, amount, note, reported_at: at }: Adjustment, number: number): Row {
  const isReturning = returning.includes(type) && amount !== null
  return {
    id: `adj_${number}`,
    type,
    occurred_at: at,
    status,
    ...(isReturning ? { totals: [{ type: 'total', amount: -amount.amount_minor }] } : {}),
    ...(note === null ? {} : { description: note }),
  }
}

const payments: Record<string, string> = {
  reported_paid: 'The merchant reports that the order is paid.',
  reported_failed: 'The merchant reports that the payment failed.',
  reported_refunded: 'The merchant reports that the payment was refunded.',
}

/** What the merchant has reported and the order of the protocol has no member for, and what is not reported. */
function messagesOf(answer: Row, hasPage: boolean): Row[] {
  const payment = (answer.payment as { state: string }).state
  const info = (code: string, content: string) => ({ type: 'info', code, content })
  return [
    ...(answer.status === 'canceled' ? [info('order_canceled', 'The order is canceled.')] : []),
    ...(answer.status === 'disputed'
      ? [info('order_disputed', 'The buyer has opened a dispute about the order.')]
      : []),
    ...(payments[payment] ? [info(payment, payments[payment])] : []),
    ...(hasPage
      ? []
      : [
          info('permalink_not_reported', 'The merchant has reported no page of the order. The link leads to the shop.'),
        ]),
    info('total_of_items', 'The total is that of the items. The merchant reports no shipping, taxes or discounts.'),
  ]
}
