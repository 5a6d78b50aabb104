import { warning } from '../../../sentences/warnings/stored_warning.ts'
import { readInstant } from './instant.ts'
import { readPrice } from './price.ts'
import type { PriceContext } from './price.ts'
import { RowError } from '../row_error.ts'

export interface Priced {
  price: number
  currency: string
  /** The lower price, valid from `sale_starts_at` until before `sale_ends_at`. */
  sale_price?: number
  /** ISO 8601 in UTC; absent if the sale has no stated start. */
  sale_starts_at?: string
  /** ISO 8601 in UTC; absent if the sale has no stated end. */
  sale_ends_at?: string
}

export interface WrittenPrice {
  price: string
  sale: string
  /** "start/end", or '' if the sale has no dates. */
  saleWindow: string
  /** Start and end in two fields; either may be ''. */
  saleStart?: string
  saleEnd?: string
}

/** Returns price and sale of a product. The database determines which applies at a given time. */
export function pricedOf(written: WrittenPrice, context: PriceContext): Priced {
  if (written.price === '') throw new RowError(warning('cell_is_missing', { column: 'price' }))
  const regular = readPrice('price', written.price, context)
  const priced = { price: regular.amount, currency: regular.currency }
  if (written.sale === '') return priced
  const reduced = readPrice('sale_price', written.sale, context)
  if (reduced.currency !== regular.currency) {
    const currencies = { currency: reduced.currency, price_currency: regular.currency }
    throw new RowError(warning('price_has_another_currency', { column: 'sale_price', ...currencies }))
  }
  if (reduced.amount > regular.amount) throw new RowError(warning('sale_price_is_above_price'))
  const window = windowOf(written)
  return reduced.amount === regular.amount ? priced : { ...priced, sale_price: reduced.amount, ...window }
}

function windowOf({ saleWindow, saleStart = '', saleEnd = '' }: WrittenPrice) {
  const [start = '', end = '', ...more] = saleWindow === '' ? [saleStart, saleEnd] : saleWindow.split('/')
  if (saleWindow !== '' && (more.length > 0 || start.trim() === '' || end.trim() === '')) throw noPeriod(saleWindow)
  const [from, until] = [boundary(start, '00:00:00', saleWindow), boundary(end, '24:00:00', saleWindow)]
  if (from !== null && until !== null && from >= until) throw noPeriod(saleWindow || `${start}/${end}`)
  return {
    ...(from === null ? {} : { sale_starts_at: new Date(from).toISOString() }),
    ...(until === null ? {} : { sale_ends_at: new Date(until).toISOString() }),
  }
}

/**
 * Returns an instant. A start day counts from its beginning, an end day to its end. Null for '' and for the end of the
 * calendar.
 */
function boundary(text: string, timeOfDay: string, saleWindow: string): number | null {
  if (text.trim() === '') return null
  const instant = readInstant(text, timeOfDay)
  if (instant === null) throw noPeriod(saleWindow || text)
  // Feeds write "no end" as 9999-12-31.
  return instant >= Date.UTC(9999, 11, 31) ? null : instant
}

function noPeriod(text: string): RowError {
  return new RowError(warning('sale_period_is_unreadable', { text: text.slice(0, 80) }))
}
