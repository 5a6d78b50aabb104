import { acpVersion } from '../schema/storefront/acp_session.ts'

type Row = Record<string, unknown>

interface Line {
  id: string
  unit_amount: number
  totals: Row[]
}

const texts: Record<string, string> = {
  items_base_amount: 'Items',
  items_discount: 'Item discounts',
  subtotal: 'Subtotal',
  fulfillment: 'Shipping',
  discount: 'Discount',
  total: 'Total',
}
const handoff =
  'The buyer enters address, delivery, discount codes and payment in the checkout of the merchant. Open `continue_url`. No payment takes place here.'

const contents: Record<string, (message: Row) => string> = {
  out_of_stock: ({ item_id: id, quantity_available: available }) =>
    `Not enough pieces are in stock: ${id as string}.${typeof available === 'number' ? ` Available: ${available}.` : ''}`,
  not_found: ({ item_id: id }) => `The item can no longer be bought: ${id as string}`,
}

/** The members of requests that are used. `capabilities` has no effect: the business supports no intervention and no extension. */
const used = ['line_items', 'currency', 'capabilities', 'discounts', 'coupons']
const namesMax = 20

/** Returns the discount codes of a request with the path of their list. `coupons` is the deprecated name (Discount Extension 10.1). */
export function discountCodes({ discounts, coupons }: Row): { path: string; codes: unknown } {
  const { codes } = (discounts ?? {}) as { codes?: unknown }
  return codes === undefined ? { path: 'coupons', codes: coupons } : { path: 'discounts.codes', codes }
}

/**
 * Returns a session of SQL with the texts of the protocol. `request` is the body that led to it: its messages say what of it was
 * not used or differs.
 */
export function renderAcpSession(answer: Row, request: Row): Row {
  const { problems = [], line_items: lines, totals, status, ...session } = answer
  const codes = (discountCodes(request).codes ?? []) as string[]
  return {
    ...session,
    status,
    protocol: { version: acpVersion },
    capabilities: { payment: { handlers: [] }, interventions: { supported: [], required: [] } },
    line_items: (lines as Line[]).map((line) => ({ ...line, totals: wordTotals(line.totals) })),
    totals: wordTotals(totals as Row[]),
    fulfillment_options: [],
    ...(codes.length > 0
      ? {
          discounts: {
            codes,
            applied: [],
            // No reason of the protocol says that a code was not checked.
            rejected: [],
          },
        }
      : {}),
    messages: [
      ...(problems as Row[]).map(({ item_id: item, quantity_available: available, ...problem }) => ({
        ...problem,
        resolution: 'recoverable',
        content: contents[problem.code as string]?.({ item_id: item, quantity_available: available }) ?? '',
      })),
      ...(status === 'requires_escalation'
        ? [{ type: 'info', resolution: 'requires_buyer_input', content: handoff }]
        : []),
      ...changedPrices(lines as Line[], request),
      ...codes.map((code, place) => ({
        type: 'info',
        param: `$.${discountCodes(request).path}[${place}]`,
        content: `The code '${code}' was not checked. The buyer enters it in the checkout of the merchant.`,
      })),
      ...unusedMembers(request),
    ].map((each) => ({ ...each, content_type: 'plain' })),
  }
}

function wordTotals(totals: Row[]): Row[] {
  const types = totals.map(({ type }) => type)
  const hasDiscount = types.includes('items_discount') || types.includes('discount')
  const missing = [
    ...(types.includes('fulfillment') ? [] : ['shipping']),
    'taxes',
    hasDiscount ? 'other discounts' : 'discounts',
  ]
  const description = `Without ${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}, which the merchant adds.`
  return totals.map((total) => ({
    ...total,
    display_text: texts[total.type as string],
    ...(total.type === 'total' ? { description } : {}),
  }))
}

/** The business determines prices. A price of the request that differs is a warning (MessageWarning, price_change). */
function changedPrices(lines: Line[], { line_items: requested }: Row): Row[] {
  const asked = Array.isArray(requested) ? (requested as { unit_amount?: unknown }[]) : []
  return asked.flatMap(({ unit_amount: amount }, place) => {
    const shown = lines.find(({ id }) => id === `li_${place + 1}`)
    if (amount === undefined || !shown || shown.unit_amount === amount) return []
    const content = `\`unit_amount\` is not the current price, which is ${shown.unit_amount}.`
    return [{ type: 'warning', code: 'price_change', param: `$.line_items[${place}].unit_amount`, content }]
  })
}

function unusedMembers(request: Row): Row[] {
  const names = Object.keys(request).filter((name) => !used.includes(name))
  if (names.length === 0) return []
  const listed = names.slice(0, namesMax).map((name) => `\`${name.slice(0, 64)}\``)
  const more = names.length > namesMax ? ` and ${names.length - namesMax} more` : ''
  const content = `These members are ignored and not stored: ${listed.join(', ')}${more}. The merchant asks the buyer for this data.`
  return [{ type: 'info', content }]
}
