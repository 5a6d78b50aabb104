type Row = Record<string, unknown>
interface Message {
  code: string
  /** The status of an order that the merchant has not confirmed. */
  order_status?: string
}

const contents: Record<string, string> = {
  order_canceled: 'The order is canceled.',
  order_disputed: 'The buyer has opened a dispute about the order.',
  reported_paid: 'The merchant reports that the order is paid.',
  reported_failed: 'The merchant reports that the payment failed.',
  reported_refunded: 'The merchant reports that the payment was refunded.',
  permalink_not_reported: 'The merchant has reported no page of the order. The link leads to the shop.',
  total_of_items: 'The total is that of the items. The merchant reports no shipping, taxes or discounts.',
}

function contentOf({ code, order_status: status }: Message): string {
  if (code !== 'order_not_reported') return contents[code] ?? code
  return status === 'canceled' || status === 'expired'
    ? `The order was ${status} before the merchant confirmed it.`
    : 'The merchant has not confirmed the order yet. Read it again later.'
}

/** Returns an order of the Universal Commerce Protocol with sentences for the codes of its messages. */
export function renderUcpOrder(answer: Row): Row {
  const messages = (answer.messages as Message[]).map((message) => {
    const { order_status: _, ...shown } = message
    return { ...shown, content: contentOf(message) }
  })
  return { ...answer, messages }
}
