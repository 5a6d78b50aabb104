type Row = Record<string, unknown>

const contents: Record<string, (message: Row) => string> = {
  not_found: () => 'There is no such checkout session.',
  item_unavailable: ({ item_id: id }) =>
    id === undefined ? 'None of the items can be bought.' : `The item cannot be bought: ${id as string}`,
  out_of_stock: ({ item_id: id }) =>
    id === undefined ? 'None of the items is in stock.' : `Not enough pieces are in stock: ${id as string}`,
  handoff_unavailable: () => 'The shop has published no address to which a buyer can be handed over.',
  operation_not_allowed: () => 'The checkout session is canceled or expired. Create another one.',
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
