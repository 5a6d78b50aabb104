type Row = Record<string, unknown>

const contents: Record<string, (message: Row) => string> = {
  not_found: () => 'There is no such checkout session.',
  item_unavailable: ({ item_id: id }) =>
    id === undefined ? 'None of the items can be bought.' : `The item cannot be bought: ${id as string}`,
  out_of_stock: ({ item_id: id }) =>
    id === undefined ? 'None of the items is in stock.' : `Not enough pieces are in stock: ${id as string}`,
  handoff_unavailable: () => 'The shop has published no address to which a buyer can be handed over.',
  operation_not_allowed: () => 'The checkout session is completed, canceled or expired. Create another one.',
  quoted_lines_are_fixed: () =>
    'The items of a session with quotes do not change, because the quotes are used. Cancel the session to order something else.',
  quote_invalid: () => 'The quote token is not one that this shop has signed for you.',
  quote_expired: () => 'The quote has expired or was released. Negotiate again.',
  quote_used: () => 'The quote is used. A quote prices one line of one order.',
  quote_item_mismatch: () => 'The quote is for another product. Send a line with its product.',
  quote_quantity_mismatch: () => 'The quote is for another quantity. Send a line with exactly its quantity.',
  quote_currency_mismatch: () => 'The quote has another currency than the other items. Order them apart.',
  checkout_expired: () => 'The checkout session has expired.',
  buyer_handoff_required: () =>
    'The buyer enters address and payment in the checkout of the merchant. Open `continue_url`. No payment data is accepted here.',
  total_of_items: () => 'The total is that of the items. The merchant adds shipping, taxes and discounts.',
}

/** Returns a checkout session with sentences for the codes of its messages, and without payment handlers. */
export function wordUcpCheckout(answer: Row): Row {
  const { ucp, messages } = answer as { ucp: Row; messages: Row[] }
  const isSession = 'id' in answer
  return {
    ...answer,
    ucp: { ...ucp, ...(isSession ? { payment_handlers: {} } : {}) },
    messages: messages.map((message) => {
      const { item_id: _item, ...shown } = message
      return { ...shown, content: contents[shown.code as string]?.(message) ?? String(shown.code) }
    }),
  }
}
