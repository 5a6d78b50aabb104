import type { QuoteClaims, QuoteSigner } from './quotes.ts'

/** An order in a handoff link. Amounts are decimal strings in `currency`. */
export interface HandoffOrder extends QuoteClaims {
  transaction_id: string
  items: { id: string; quantity: number; unit_price: string; terms: object }[]
  total: string
  currency: string
}

/**
 * Returns the merchant's address with the order in its query. An order of one item has `agent_quantity` and
 * `agent_price`; an order of several has `agent_items` (id:quantity:unit price, separated by commas, ids
 * percent-encoded). A buyer can edit the address, so `agent_quote` contains the order signed by the service.
 */
export async function handoffAddress(link: string, order: HandoffOrder, quotes: QuoteSigner | null): Promise<string> {
  const { items, currency, total } = order
  const [only] = items
  const said: [string, string][] =
    items.length === 1 && only !== undefined
      ? [
          ['agent_quantity', String(only.quantity)],
          ['agent_price', only.unit_price],
        ]
      : [
          [
            'agent_items',
            items.map((item) => `${encodeURIComponent(item.id)}:${item.quantity}:${item.unit_price}`).join(','),
          ],
        ]
  const parameters = new URLSearchParams([
    ['agent_order', order.transaction_id],
    ...said,
    ['agent_total', total],
    ['agent_currency', currency],
    ...(quotes === null ? [] : [['agent_quote', await quotes.sign(order)]]),
  ] as [string, string][])
  // A URL object would normalize the merchant's address, so the query is appended as text.
  const at = link.indexOf('#')
  const [page, fragment] = at < 0 ? [link, ''] : [link.slice(0, at), link.slice(at)]
  return `${page}${page.includes('?') ? '&' : '?'}${parameters.toString()}${fragment}`
}
