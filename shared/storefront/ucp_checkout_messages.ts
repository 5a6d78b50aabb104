import { wordFulfillment } from './ucp_fulfillment.ts'

type Row = Record<string, unknown>

const ineligible: Record<string, string> = {
  platforms: 'is for buyers of certain platforms',
  items: 'is for other items',
  price: 'does not lower the price of these items',
}

const named = (members: unknown) => (members as string[]).map((name) => `\`${name}\``).join(', ')

const contents: Record<string, (message: Row) => string> = {
  not_found: () => 'There is no such checkout session or cart. It may be canceled or expired.',
  item_unavailable: ({ item_id: id }) =>
    id === undefined ? 'None of the items can be bought.' : `The item cannot be bought: ${id as string}`,
  total_too_large: ({ item_id: id }) =>
    `The total of ${id === undefined ? 'a line' : `the item ${id as string}`} is above 1e14 minor units. Send a lower quantity.`,
  out_of_stock: ({ item_id: id, quantity_available: available }) =>
    id === undefined
      ? 'Not all of the items are in stock.'
      : `Not enough pieces are in stock: ${id as string}.${available === undefined ? '' : ` Available: ${available as number}.`}`,
  cart_content_used: ({ members }) =>
    `The checkout has the content of the cart. Not used: ${named(members)}. Update the checkout to change it.`,
  open_checkout_returned: ({ members }) =>
    `The cart has an open checkout, which is returned unchanged. Not used: ${named(members)}. Update the checkout to change it.`,
  open_checkout_unchanged: ({ checkout_id: id }) =>
    `The open checkout ${id as string} of the cart keeps its content. Update it too, or cancel it and create another one.`,
  cart_is_empty: () => 'The cart has no items.',
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
  order_events_not_sent: ({ reason }) =>
    reason === 'profile_not_verified'
      ? 'No events of the order are sent, because the request is not signed with a key of the profile of the platform. Sign it (RFC 9421), or read the order instead.'
      : 'No events of the order are sent, because the profile of the platform has no https `webhook_url` for `dev.ucp.shopping.order`. Read the order instead.',
  checkout_expired: () => 'The checkout session has expired.',
  buyer_handoff_required: () =>
    'The buyer enters address and payment in the checkout of the merchant. Open `continue_url`. No payment data is accepted here.',
  total_of_items: () =>
    'The total is that of the items, less applied discounts. The merchant adds shipping, taxes and other discounts.',
  total_without_taxes: () => 'The total includes the published shipping. The merchant adds taxes and other discounts.',
  extension_not_negotiated: ({ extension }) =>
    `A part of the request is not used. It needs a request with the profile of a platform that declares ${extension as string}.`,
  discount_code_invalid: ({ discount_code: code }) => `The code '${code as string}' does not exist.`,
  discount_code_expired: ({ discount_code: code, reason }) =>
    `The code '${code as string}' ${reason === 'ended' ? 'has expired' : 'is used up'}.`,
  discount_code_already_applied: ({ discount_code: code }) => `The code '${code as string}' is already applied.`,
  discount_code_combination_disallowed: ({ discount_code: code, reason }) =>
    `The code '${code as string}' cannot be combined with ${reason === 'quotes' ? 'quotes' : 'the codes before it'}.`,
  discount_code_user_ineligible: ({ discount_code: code, reason }) =>
    `The code '${code as string}' ${ineligible[reason as string] ?? 'cannot be used here'}.`,
  discount_is_a_gift: ({ gift }) => `The merchant adds a gift: ${gift as string}`,
  discount_of_unknown_shipping: () => 'Shipping is free with this code. The totals do not include shipping yet.',
  fulfillment_changed: () => 'The selected shipping option is no longer available. Select another one.',
  fulfillment_not_offered: () => 'The merchant does not ship.',
  fulfillment_destination_missing: () =>
    'Send `fulfillment.methods[0].destinations` with `address_country` to see the shipping options.',
  fulfillment_country_unknown: () => '`address_country` must be an ISO 3166 code such as US.',
  fulfillment_not_published: () => 'The merchant has not published shipping. Its checkout states it.',
  fulfillment_destination_incomplete: () =>
    'Shipping depends on the part of the country. Send `address_region` and `postal_code`.',
  fulfillment_not_published_here: () => 'The merchant has published no shipping to this destination.',
  fulfillment_cost_unknown: () =>
    'The cost of the selected shipping option is not known, and not included in the total. The checkout of the merchant states it.',
  fulfillment_costs_unknown: () =>
    'The cost of an option without totals is not known. The checkout of the merchant states it.',
  fulfillment_partly_published: () => 'The merchant has published only a part of its shipping.',
  fulfillment_method_unsupported: () => 'Only the method `shipping` is supported.',
  fulfillment_split_unsupported: () => 'All items are shipped together: send one method with all items and one group.',
  fulfillment_destinations_equal: () => 'Each destination must have an id of its own.',
  fulfillment_destination_unknown: () => 'There is no such destination. Send it in `destinations`.',
  fulfillment_option_unknown: () => 'There is no such shipping option for the selected destination.',
}

/** The values that only the content of a message uses. */
const values = [
  'item_id',
  'quantity_available',
  'discount_code',
  'reason',
  'gift',
  'extension',
  'members',
  'checkout_id',
]

/** Returns a cart or a checkout session with sentences for the codes of its messages and its shipping, and without payment handlers. */
export function renderUcpCheckout(answer: Row): Row {
  const { ucp, messages, fulfillment } = answer as { ucp: Row; messages: Row[]; fulfillment?: never }
  return {
    ...answer,
    // A cart has no payment handlers.
    ucp: { ...ucp, ...('status' in answer ? { payment_handlers: {} } : {}) },
    ...(fulfillment ? { fulfillment: wordFulfillment(fulfillment) } : {}),
    messages: messages.map((message) => ({
      ...Object.fromEntries(Object.entries(message).filter(([name]) => !values.includes(name))),
      content: contents[message.code as string]?.(message) ?? String(message.code),
    })),
  }
}
