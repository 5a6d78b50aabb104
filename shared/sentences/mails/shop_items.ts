import { page } from '../page_audience.ts'
import { ruleAmount } from '../statements/alert_rule.ts'
import { counted, instantIn, quoted } from './mail_words.ts'
import type { Place } from './section.ts'

/** How many offers, orders and disputes a mail is about. */
export type ShopCounts = Partial<Record<ShopItem['type'], number>>

/** An item as `console.notified_shop` returns it. Amounts are in units of the currency. */
type ShopItem = { expires_at: string } & (
  | {
      type: 'offer'
      title: string
      quantity: number
      offer_type: string
      currency: string
      /** Per unit, as the list price. */
      price: number
      list_price: number
    }
  | { type: 'order'; title: string; quantity: number; more_items: number; currency: string; total: number }
  | { type: 'dispute'; reason_code: string; order: string }
)

const listOf = new Intl.ListFormat('en-GB')

/** States what waits for a shop: "2 offers, 4 new orders and 1 dispute wait for your shop". */
export function waitingInShop(counts: ShopCounts | null): string {
  const { offer = 0, order = 0, dispute = 0 } = counts ?? {}
  const parts = [
    ...(offer ? [counted(offer, 'offer', 'offers')] : []),
    ...(order ? [counted(order, 'new order', 'new orders')] : []),
    ...(dispute ? [counted(dispute, 'dispute', 'disputes')] : []),
  ]
  return `${listOf.format(parts)} ${offer + order + dispute === 1 ? 'waits' : 'wait'} for your shop`
}

/** Describes an offer, an order or a dispute. Titles of products and numbers of orders are texts of others. */
export function shopItem(given: Record<string, unknown>, timezone: string): string {
  const item = given as unknown as ShopItem
  const until = instantIn(item.expires_at, timezone)
  if (item.type === 'dispute')
    return `Dispute about the order ${quoted(item.order)}: ${page.word(item.reason_code)}, open until ${until}`
  const show = (amount: number) => ruleAmount(amount, { unit: 'money', currency: item.currency })
  const product = `${item.quantity === 1 ? '' : `${page.number(item.quantity)} × `}${quoted(item.title)}`
  if (item.type === 'order') {
    const more = item.more_items > 0 ? ` and ${counted(item.more_items, 'other item', 'other items')}` : ''
    return `Order of ${product}${more}: items for ${show(item.total)}, expires on ${until} if you do not confirm it`
  }
  const perUnit = item.quantity === 1 ? '' : ' per unit'
  const added = { free_shipping: ', with free shipping', add_on: ', with another product' }[item.offer_type] ?? ''
  return `Offer for ${product}: ${show(item.price)}${perUnit}${added}, list price ${show(item.list_price)}, valid until ${until}`
}

/** Returns the page on which a person answers an item. */
export function shopPlace({ type }: Record<string, unknown>): Place {
  if (type === 'offer') return { action: 'Answer the offers', path: '/negotiations?status=pending_merchant' }
  if (type === 'dispute') return { action: 'Answer the disputes', path: '/orders?status=disputed' }
  return { action: 'See the orders', path: '/orders' }
}
